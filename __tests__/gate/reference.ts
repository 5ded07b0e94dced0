// The reference of a whole run: what is judged, by the contract's "Which commit", and what the verdict makes of the job.
import { headSha, type PullFact, type RandomCase, type RandomSubject } from '../judgement/random-world.ts';
import * as judgement from '../judgement/reference.ts';
import type { RandomRun } from './random-run.ts';

export interface Expected {
  readonly job: 'green' | 'warning' | 'red';
  readonly verdict: 'passed' | 'failed' | 'unverified' | 'skipped';
  readonly reason: string;
  readonly scan: judgement.Expected['scan'];
  readonly bugs: judgement.Expected['bugs'];
}

export function judge(run: RandomRun): Expected {
  const { event, apiKey, sha, prNumber } = run;
  // An event that names nothing is skipped before anything else, unless an input names what is judged.
  if (event.commit === 'nothing' && sha === '' && prNumber === '') return toExpected(run, bare('nothing-to-judge'));
  if (apiKey === '') return toExpected(run, bare('no-credentials'));
  const given = toCase(run);
  if (given === null) return toExpected(run, bare('github-error'));
  if (apiKey.endsWith('somebody-else')) return toExpected(run, bare('unauthorized'));
  const judged = judgement.judge(given);
  // The contract does not say whether a run that reads short lists again is overtaken: whoever pauses, sees a newer head.
  const isOvertaken = (judged.bugs?.missing ?? 0) > 0 && hasMoved(given);
  return toExpected(run, isOvertaken ? { ...judged, reason: 'superseded', bugs: null } : judged);
}

function hasMoved({ facts, subject }: RandomCase): boolean {
  const { pull, isHead, sha } = subject;
  if (!isHead || typeof pull !== 'number' || facts.refused.includes(`head ${pull}`)) return false;
  return findPull(facts.pulls, pull)?.head !== sha;
}

/** What is asked of the judge; null: the commit is not known. */
function toCase(run: RandomRun): RandomCase | null {
  const subject = findSubject(run);
  // The runs give no time to wait.
  const waits = { forStart: false, forEnd: false };
  return subject && { facts: run.facts, inputs: run.inputs, subject, waits };
}

const bare = (reason: string): judgement.Expected => ({ reason, scan: null, bugs: null });

const verdicts: Readonly<Record<string, Expected['verdict']>> = {
  'within-threshold': 'passed',
  'threshold-exceeded': 'failed',
  'nothing-to-judge': 'skipped',
};

/** 1.3. */
function toExpected({ mode, onUnverified }: RandomRun, judged: judgement.Expected): Expected {
  const verdict = verdicts[judged.reason] ?? 'unverified';
  return { ...judged, verdict, job: toJob() };

  function toJob(): Expected['job'] {
    if (verdict === 'passed' || verdict === 'skipped') return 'green';
    if (verdict === 'failed') return mode === 'enforce' ? 'red' : 'warning';
    const isAlwaysRed = ['no-credentials', 'unauthorized', 'repository-not-found'].includes(judged.reason);
    if (mode === 'enforce' && isAlwaysRed) return 'red';
    return (onUnverified || (mode === 'enforce' ? 'fail' : 'warn')) === 'fail' ? 'red' : 'warning';
  }
}

/** 1.4. Null: the commit is not known. */
function findSubject(run: RandomRun): RandomSubject | null {
  const { event, prNumber } = run;
  const given = run.sha.toLowerCase();
  const named = prNumber === '' ? event.pull : Number(prNumber);
  const number = typeof named === 'number' ? named : null;
  /** The commit that is judged without the input `sha`. */
  const usual = findUsual(run, number);
  const isEventsHead = event.name.startsWith('pull_request') && event.commit === headSha && given === headSha;
  const sha = given || usual;
  if (sha === null) return null;
  const isUsual = sha === usual || isEventsHead;
  return {
    name: event.name,
    sha,
    pull: typeof named === 'string' ? findPullOfBranch(run, named, sha) : named,
    // A merge queue tests a commit of its own, which no newer head overtakes.
    isHead: isUsual && !(event.isQueued && prNumber === ''),
    isQueued: event.isQueued,
    pushedTo: event.pushedTo,
  };
}

function findUsual({ event, prNumber, facts }: RandomRun, number: number | null): string | null {
  if (prNumber !== '' || event.commit === 'head') {
    const isRefused = facts.refused.includes(`head ${number}`);
    return isRefused ? null : (findPull(facts.pulls, number)?.head ?? null);
  }
  return ['unknown', 'nothing'].includes(event.commit) ? null : event.commit;
}

const findPull = (pulls: readonly PullFact[], number: number | null): PullFact | undefined =>
  pulls.find((each) => each.number === number);

/** The open one of the branch `topic` whose head is that commit, if it is of `topic`. */
function findPullOfBranch({ facts }: RandomRun, of: string, sha: string): number | 'unknown' | null {
  if (facts.refused.includes('branch')) return 'unknown';
  const seven = of === 'of its branch' ? findPull(facts.pulls, 7) : undefined;
  return seven?.isOpen === true && seven.head === sha ? 7 : null;
}
