// Where nothing could be judged: whose turn it is, and what else there is to know. Plain text with code in it.
import type { Report } from '../../judgement/report.ts';
import type { Explanation, Surrounding } from '../../judgement/unverified.ts';
import type { UnverifiedReason } from '../../judgement/verdict.ts';

/** What to say of a run that judged nothing. */
export interface WayOut {
  /** Whose business it is, and what happened where the reader can do something about it. */
  readonly opening: string;
  /** Whom to ask and what to do, without a capital at its start; null: nothing. */
  readonly todo: string | null;
  /** For whoever looks after the workflow: what happened, where the opening does not say it; null: it does. */
  readonly cause: string | null;
  /** For the same reader, a sentence each. */
  readonly advice: readonly string[];
  /** Where they can read on; null: nowhere. */
  readonly page: Page | null;
}

interface Page {
  readonly title: string;
  readonly url: string;
}

interface Turn {
  /** What this says of the change. */
  readonly about: string;
  /** Completes "What to do:". */
  readonly todo: (service: string) => string;
  /** Whether the author reads what happened before what to do: they can do something about it. */
  readonly isCauseFirst?: boolean;
  readonly page?: Page;
}

const OTHERS = 'This is not about your change.';
const YOURS = 'This says nothing about your code.';
const ASK_OWNER = 'ask whoever looks after this workflow';
/** Not every author has an account there. */
const OR_ASK = 'or ask someone who has an account there';
/** These words lead to the page that has the button for it. */
export const RUN_AGAIN = 'run the job again';
const TO_CORRECT = `${ASK_OWNER} to correct its inputs.`;
const WHEN_FINISHED = `When it has finished, ${RUN_AGAIN}.`;
/** By the reader, not by whom they asked. */
const WHEN_DONE = `When that is settled, ${RUN_AGAIN}.`;

const TURNS: Readonly<Record<UnverifiedReason, Turn>> = {
  'no-scan': {
    about: YOURS,
    todo: (service) => `start a scan of this commit in ${service}, ${OR_ASK}. ${WHEN_FINISHED}`,
    isCauseFirst: true,
  },
  'scan-failed': {
    about: YOURS,
    todo: (service) => `start the scan again in ${service}, ${OR_ASK}. ${WHEN_FINISHED}`,
    isCauseFirst: true,
  },
  'scan-timeout': {
    about: YOURS,
    todo: () => `wait until the scan has finished, then ${RUN_AGAIN}.`,
    isCauseFirst: true,
  },
  superseded: {
    about: 'This result does not count.',
    todo: () => 'nothing; the run for the newer commit decides.',
    isCauseFirst: true,
  },
  'github-error': {
    about: YOURS,
    todo: () => `${RUN_AGAIN}. If it ends like this again, ${ASK_OWNER}.`,
  },
  'stale-scan': {
    about: OTHERS,
    todo: () => `ask whoever looks after the scans of this repository for a new one. ${WHEN_FINISHED}`,
  },
  'service-error': {
    about: OTHERS,
    todo: (service) => `ask whoever runs ${service} whether something is wrong with it. ${WHEN_DONE}`,
  },
  unauthorized: { about: OTHERS, todo: () => `${ASK_OWNER} to renew the API key. ${WHEN_DONE}` },
  'no-credentials': {
    about: OTHERS,
    todo: () => `${ASK_OWNER} to add the API key. ${WHEN_DONE}`,
    page: { title: 'Forks and Dependabot', url: 'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md' },
  },
  'repository-not-found': {
    about: OTHERS,
    todo: (service) => `${ASK_OWNER} to connect this repository to ${service}. ${WHEN_DONE}`,
  },
  'invalid-input': {
    about: OTHERS,
    // Run again, the job would have the same inputs: GitHub keeps the file of its first attempt.
    todo: () => `${TO_CORRECT} After that, your next push runs it again.`,
    isCauseFirst: true,
  },
};

/** Where the network of the machine that runs the job fails, whoever runs the service cannot help. Completes "check …". */
const SURROUNDINGS: Readonly<Record<Surrounding, string>> = {
  proxy: 'the proxy of the machine that runs this job',
  certificate: 'which certificates the machine that runs this job trusts',
  name: 'the address of the service, and the name resolution of the machine that runs this job',
  network: 'the network of the machine that runs this job',
};

/** Of a run without secrets its author cannot do anything, and is not to worry. */
const KEYLESS = 'This check cannot run for you. You need not do anything: somebody with write access starts it.';

const KEYLESS_ENDED = 'This check could not run for you. You need not do anything.';

/** What the check means for the merge: whether a red one blocks it is up to the repository's rules. */
const STAYS_RED = 'The check stays red until it can judge, and blocks the merge if it is required.';
const KEYLESS_STAYS_RED = 'It stays red until then.';

/** For whoever opens the log of a run with wrong inputs, which has no report. */
export const WRONG_INPUTS = `${OTHERS} ${STAYS_RED} What to do: ${TURNS['invalid-input'].todo('')}`;

/** Null where something was judged. */
export function toWayOut({ verdict, explanation, job, service, isKeyless, ending }: Report): WayOut | null {
  if (verdict.kind !== 'unverified' || explanation === null) return null;
  const { what, advice } = explanation;
  const toBlocked = (staysRed: string): string => {
    // Nothing can be blocked any more.
    if (ending !== null) return '';
    return job === 'red' ? staysRed : 'Nothing is blocked.';
  };
  if (isKeyless && verdict.reason === 'no-credentials') {
    return {
      opening: toText(OTHERS, ending === null ? KEYLESS : KEYLESS_ENDED, toBlocked(KEYLESS_STAYS_RED)),
      todo: null,
      cause: null,
      advice: [],
      page: null,
    };
  }
  const { about, todo, isCauseFirst = false, page = null } = TURNS[verdict.reason];
  return {
    // The run for the newer commit has a check of its own.
    opening: toText(about, toBlocked(verdict.reason === 'superseded' ? '' : STAYS_RED), isCauseFirst ? what : ''),
    todo: ending !== null && verdict.reason === 'invalid-input' ? TO_CORRECT : (toOtherTodo(verdict.reason, explanation) ?? todo(service.name)),
    cause: isCauseFirst ? null : what,
    advice,
    page,
  };
}

/** What to do where the usual words for the reason would not help; null: they do. */
function toOtherTodo(reason: UnverifiedReason, { surrounding, isLasting }: Explanation): string | null {
  if (surrounding !== undefined) return `${ASK_OWNER} to check ${SURROUNDINGS[surrounding]}. ${WHEN_DONE}`;
  return reason === 'github-error' && isLasting === true
    ? `${ASK_OWNER}: ${RUN_AGAIN} only when that is settled, since GitHub would answer the same.`
    : null;
}

function toText(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
