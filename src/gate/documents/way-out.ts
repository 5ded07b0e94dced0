// Where nothing could be judged: whether it is about the change, what to do, and what else there is to know.
import { formatDuration, formatTime } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { OWN_FORK_PAGE } from '../../judgement/reasons.ts';
import type { Report } from '../../judgement/report.ts';
import { isFullScan, type Scan } from '../../judgement/scan.ts';
import type { Explanation, Surrounding } from '../../judgement/unverified.ts';
import type { UnverifiedReason } from '../../judgement/verdict.ts';
import { toMergeSentence } from './merge.ts';
import { MAINTAINER, type Template } from './phrases.ts';

/** What to say of a run that judged nothing. */
export interface WayOut {
  /** The first sentence: whether the reader's change has to do with it. */
  readonly about: string;
  /** What follows it: what a reader has to know of the run, and whether the merge is blocked. */
  readonly opening: string;
  /** Completes the opening with a page; null: nothing is to be read. */
  readonly see: { readonly text: string; readonly page: Page } | null;
  /** One step and one person, without a capital at its start; null: nothing. */
  readonly todo: Template | null;
  /** What happened, for the maintainer of the workflow; null: the headline says it all. */
  readonly cause: string | null;
  /** For the same reader, a sentence each. */
  readonly advice: readonly string[];
  readonly page: Page | null;
}

interface Page {
  readonly title: string;
  readonly url: string;
}

const NOT_CHECKED = 'Your change has not been checked yet.';
const NOT_YOURS = 'Not about your change.';
const WHEN_FINISHED = 'When it has finished, {again}.';
const NO_ACCOUNT = 'No account there? Ask {contact}.';

interface Remedy {
  readonly about: typeof NOT_CHECKED | typeof NOT_YOURS;
  /** Completes "What to do:". */
  readonly todo: (report: Report) => Template;
}

const REMEDIES: Readonly<Record<UnverifiedReason, Remedy>> = {
  'no-scan': {
    about: NOT_CHECKED,
    todo: () => `start a scan of {commit} in {service}, then {again}. ${NO_ACCOUNT}`,
  },
  'scan-failed': {
    about: NOT_CHECKED,
    todo: () => `start the scan of {commit} again in {service}, then {again}. ${NO_ACCOUNT}`,
  },
  'scan-timeout': {
    about: NOT_CHECKED,
    todo: (report) => `wait until the scan has finished, then {again}.${toScanTimes(report)}`,
  },
  superseded: {
    about: NOT_CHECKED,
    todo: () => 'nothing; the check of the newest commit decides.',
  },
  'github-error': { about: NOT_YOURS, todo: () => '{again}. If that fails too, ask {contact}.' },
  'stale-scan': {
    about: NOT_YOURS,
    // A scan of the commit itself is not replaced by one of another commit.
    todo: ({ scan }) =>
      `ask {contact} for a new scan of ${scan?.standsIn === false ? '{commit}' : 'this repository'}. ${WHEN_FINISHED}`,
  },
  'service-error': {
    about: NOT_YOURS,
    todo: () => 'ask {contact} whether something is wrong with {service}. Then {again}.',
  },
  unauthorized: { about: NOT_YOURS, todo: () => 'ask {contact} to renew the key. Then {again}.' },
  'no-credentials': { about: NOT_YOURS, todo: () => 'ask {contact} to add the API key. Then {again}.' },
  'repository-not-found': {
    about: NOT_YOURS,
    todo: () => 'ask {contact} to connect this repository to {service}. Then {again}.',
  },
  // Run again, the job would have the same inputs: GitHub keeps the file of its first attempt.
  'invalid-input': { about: NOT_YOURS, todo: () => 'ask {contact} to correct the inputs.' },
};

const KEYLESS_PAGE: Page = {
  title: 'Forks and Dependabot',
  url: 'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md',
};

/** Where the network of the machine that runs the job fails, whoever runs the service cannot help. Completes "check …". */
const SURROUNDINGS: Readonly<Record<Surrounding, string>> = {
  proxy: 'the proxy of the machine that runs this job',
  certificate: 'which certificates the machine that runs this job trusts',
  clock: 'the clock of the machine that runs this job',
  name: 'the name resolution of the machine that runs this job',
  network: 'the network of the machine that runs this job',
};

/** Of a run without secrets its author cannot do anything, and is not to worry. */
const KEYLESS = 'You need not do anything: somebody with write access starts it.';
const KEYLESS_ENDED = 'You need not do anything.';

/** Of a fork of one's own, in which a workflow runs that came with it. */
const OWN_FORK: WayOut = {
  about: 'This is a fork without a key.',
  opening: '',
  see: {
    text: 'Nothing is asked of you; to switch the workflow off here, see',
    page: { title: 'forks', url: OWN_FORK_PAGE },
  },
  todo: null,
  cause: null,
  advice: [],
  page: null,
};

/** Where each reason has a heading of its own. */
const WHEN_RED_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/when-it-is-red.md';

/** For the log of a run with wrong inputs, which has no report. */
export function toWrongInputsLine(contact: string | null): string {
  const who = contact ?? MAINTAINER;
  return `${NOT_YOURS} The check stays red until the inputs of this workflow are correct. What to do: ask ${who} to correct them.`;
}

/** Of a pull request that is too large for GitHub: its author can split it. */
const TOO_MUCH: Remedy = {
  about: NOT_CHECKED,
  todo: () =>
    'split this pull request into smaller ones. If that is not possible, ask {contact} to set `gate-on: introduced`, which does without the files.',
};

/** Null where something was judged. */
export function toWayOut(report: Report): WayOut | null {
  const { verdict, explanation, isKeyless, isOwnFork } = report;
  if (verdict.kind !== 'unverified' || explanation === null) return null;
  const { reason } = verdict;
  const blocked = toMergeSentence(report);
  if (isOwnFork && reason === 'no-credentials') return OWN_FORK;
  if (isKeyless && reason === 'no-credentials') {
    const opening = compact([report.ending === null ? KEYLESS : KEYLESS_ENDED, blocked]).join(' ');
    return { about: NOT_YOURS, opening, see: null, todo: null, cause: null, advice: [], page: KEYLESS_PAGE };
  }
  const { about, todo } = explanation.isTooMuch === true ? TOO_MUCH : REMEDIES[reason];
  return {
    about,
    opening: blocked ?? '',
    see: null,
    todo: toOtherTodo(reason, explanation) ?? todo(report),
    cause: explanation.what,
    advice: explanation.advice,
    page: reason === 'no-credentials' ? KEYLESS_PAGE : { title: 'More about this', url: `${WHEN_RED_PAGE}#${reason}` },
  };
}

/** What to do where the usual words for the reason would not help; null: they do. */
function toOtherTodo(reason: UnverifiedReason, { surrounding, isLasting, isTooMuch }: Explanation): Template | null {
  if (surrounding !== undefined) {
    // GitHub's own address comes with the runner.
    const first = surrounding === 'name' && reason !== 'github-error' ? 'the address of the service, and ' : '';
    return `ask {contact} to check ${first}${SURROUNDINGS[surrounding]}. Then {again}.`;
  }
  if (isTooMuch === true) return null;
  if (reason === 'repository-not-found' && isLasting === true)
    return 'ask {contact} to give the right `repository-id`.';
  // Run again, it would end the same.
  return reason === 'github-error' && isLasting === true ? 'ask {contact}. Once it is fixed, {again}.' : null;
}

const MAX_COMPARED = 3;

/** By which a reader can tell when a scan will have finished; dates, so that nothing changes without news. */
function toScanTimes({ scan: selected, recentScans }: Report): string {
  if (selected === null) return '';
  const { scan } = selected;
  const took = recentScans
    .filter((each) => each.state === 'complete' && each.startedAt < scan.startedAt)
    .filter((each) => isFullScan(each) === isFullScan(scan))
    .flatMap(toDurationMs)
    .slice(0, MAX_COMPARED);
  const before =
    took.length === 0
      ? ''
      : took.length === 1
        ? `; the last one took ${toRange(took)}`
        : `; the last ${took.length} took ${toRange(took)} each`;
  return ` It started ${formatTime(scan.startedAt)}${before}.`;
}

function toDurationMs({ startedAt, endedAt }: Scan): readonly number[] {
  return endedAt === null || endedAt < startedAt ? [] : [endedAt - startedAt];
}

/** Such as `12 min`, or `12 min to 1.5 h`. */
function toRange(durationsMs: readonly number[]): string {
  const [shortest, longest] = [Math.min(...durationsMs), Math.max(...durationsMs)].map(formatDuration);
  return shortest === longest ? `${shortest}` : `${shortest} to ${longest}`;
}
