// Where nothing could be judged: whether it is about the change, what to do, and what else there is to know.
import { formatDuration, formatTime } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { OWN_FORK_PAGE } from '../../judgement/reasons.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';
import { isComplete, isFullScan, type Scan } from '../../judgement/scan.ts';
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
/** Of a pull request that is closed, nobody waits for that any more. */
const NEVER_CHECKED = 'Your change was not checked.';
const NOT_YOURS = 'Not about your change.';
const THEN = 'Then {again}.';
const IF_AGAIN = 'If that fails too, ask {contact}.';
const WHEN_FINISHED = 'When it has finished, {again}.';
const NO_ACCOUNT = 'No account there? Ask {contact}.';

/** What to do, without a capital at its start. */
interface Steps {
  /** Completes "What to do:" while the pull request is open. */
  readonly todo: Template;
  /** What helps every other pull request too, and so still after the end of this one; null: nothing. */
  readonly ask: Template | null;
}

interface Remedy {
  readonly about: typeof NOT_CHECKED | typeof NOT_YOURS;
  readonly toSteps: (report: Report) => Steps;
}

function toRemedyOfChange(toTodo: (report: Report) => Template): Remedy {
  return { about: NOT_CHECKED, toSteps: (report) => ({ todo: toTodo(report), ask: null }) };
}

function toRemedyOfSetUp(steps: Steps): Remedy {
  return { about: NOT_YOURS, toSteps: () => steps };
}

/** `what` completes "ask somebody …"; `then` is what the reader does after that, if anything. */
function toSteps(what: Template, then: Template | null = THEN): Steps {
  const ask = `ask {contact}${what}`;
  return { todo: compact([`${ask}.`, then]).join(' '), ask };
}

const REMEDIES: Readonly<Record<UnverifiedReason, Remedy>> = {
  'no-scan': toRemedyOfChange(() => `start a scan of {commit} in {service}, then {again}. ${NO_ACCOUNT}`),
  'scan-failed': toRemedyOfChange(() => `start the scan of {commit} again in {service}, then {again}. ${NO_ACCOUNT}`),
  'scan-timeout': toRemedyOfChange((report) => `wait until the scan has finished, then {again}.${toScanTimes(report)}`),
  superseded: toRemedyOfChange(() => 'nothing; the check of the newest commit decides.'),
  'github-error': toRemedyOfSetUp({ ...toSteps(''), todo: `{again}. ${IF_AGAIN}` }),
  'stale-scan': {
    about: NOT_YOURS,
    // A scan of the commit itself is not replaced by one of another commit; it helps no other pull request.
    toSteps: ({ scan, ending }) =>
      toSteps(
        ` for a new scan of ${scan?.standsIn === false && ending === null ? '{commit}' : 'this repository'}`,
        WHEN_FINISHED,
      ),
  },
  'service-error': toRemedyOfSetUp(toSteps(' whether something is wrong with {service}')),
  unauthorized: toRemedyOfSetUp(toSteps(' to renew the key')),
  'no-credentials': toRemedyOfSetUp(toSteps(' to add the API key')),
  'repository-not-found': toRemedyOfSetUp(toSteps(' to connect this repository to {service}')),
  // Run again, the job would have the same inputs: GitHub keeps the file of its first attempt.
  'invalid-input': toRemedyOfSetUp(toSteps(' to correct the inputs', null)),
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
const TOO_MUCH = toRemedyOfChange(({ recentScans, sha }) =>
  // Where heads are not scanned, that setting would judge nothing.
  recentScans.some((scan) => scan.sha === sha && isComplete(scan) && isFullScan(scan))
    ? 'split this pull request into smaller ones. If that is not possible, ask {contact} to set `gate-on: introduced`, which does without the files.'
    : 'split this pull request into smaller ones. If that is not possible, ask {contact} how to merge it.',
);

/** Null where something was judged. */
export function toWayOut(report: Report): WayOut | null {
  const { verdict, explanation, isKeyless, isOwnFork, ending } = report;
  if (verdict.kind !== 'unverified' || explanation === null) return null;
  const { reason } = verdict;
  const blocked = ending === null ? toMergeSentence(report) : toEndSentence(ending);
  if (isOwnFork && reason === 'no-credentials') return OWN_FORK;
  if (isKeyless && reason === 'no-credentials') {
    const opening = compact([ending === null ? KEYLESS : KEYLESS_ENDED, blocked]).join(' ');
    return { about: NOT_YOURS, opening, see: null, todo: null, cause: null, advice: [], page: KEYLESS_PAGE };
  }
  const remedy = explanation.isTooMuch === true ? TOO_MUCH : REMEDIES[reason];
  const steps = toOtherSteps(report, reason, explanation) ?? remedy.toSteps(report);
  return {
    about: ending !== null && remedy.about === NOT_CHECKED ? NEVER_CHECKED : remedy.about,
    opening: blocked ?? '',
    see: null,
    todo: ending === null ? steps.todo : toLateTodo(steps, ending),
    cause: explanation.what,
    advice: explanation.advice.filter((line) => ending === null || !RUN_AGAIN_ADVICE.test(line)),
    page: reason === 'no-credentials' ? KEYLESS_PAGE : { title: 'More about this', url: `${WHEN_RED_PAGE}#${reason}` },
  };
}

/** After the end a run changes no comment that is about the newest commit: whoever followed this would wait for nothing. */
const RUN_AGAIN_ADVICE = /\brun the job again\b/i;

/** A run may begin after the end, and one before it may have judged. */
function toEndSentence(ending: PullEnding): string {
  return `This pull request was ${ending} before this run could judge it.`;
}

/** For a pull request that is closed: no scan and no run of its own helps it. */
function toLateTodo({ ask }: Steps, ending: PullEnding): Template {
  if (ask !== null) return `nothing in this pull request. If others say the same, ${ask}.`;
  return ending === 'closed'
    ? 'nothing, unless you open it again.'
    : 'nothing. If it has bugs, {service} shows them once the branch that it was merged into is scanned.';
}

/** What to do where the usual words for the reason would not help; null: they do. */
function toOtherSteps(
  { pullRequest }: Report,
  reason: UnverifiedReason,
  { surrounding, isLasting, isTooMuch, isRenamed, notBefore }: Explanation,
): Steps | null {
  if (surrounding !== undefined) {
    // GitHub's own address comes with the runner.
    const first = surrounding === 'name' && reason !== 'github-error' ? 'the address of the service, and ' : '';
    return toSteps(` to check ${first}${SURROUNDINGS[surrounding]}`);
  }
  if (notBefore !== undefined) {
    return { ...toSteps(''), todo: `after ${formatTime(notBefore)}, {again}. ${IF_AGAIN}` };
  }
  if (isTooMuch === true) return null;
  if (isRenamed === true) return pullRequest === null ? NEW_RUN : NEW_RUN_OF_PULL;
  if (reason === 'repository-not-found' && isLasting === true)
    return toSteps(' to give the right `repository-id`', null);
  // Run again, it would end the same.
  return reason === 'github-error' && isLasting === true ? toSteps('', 'Once it is fixed, {again}.') : null;
}

/** Of a repository that was renamed: nobody has to mend anything, but the job would keep the old name. */
const NEW_RUN: Steps = { todo: 'start a new run. This one would keep the old name of the repository.', ask: null };
const NEW_RUN_OF_PULL: Steps = {
  todo: 'push, or close and reopen this pull request: the new run has the present name of the repository.',
  ask: null,
};

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
