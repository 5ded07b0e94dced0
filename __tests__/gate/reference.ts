// The reference of a whole run: what is judged, by the contract's "Which commit", and what the verdict makes of the job.
import { headSha, type PullFact, type RandomSubject } from '../judgement/random-world.ts';
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
  const subject = findSubject(run);
  if (subject === null) return toExpected(run, bare('github-error'));
  if (apiKey.endsWith('somebody-else')) return toExpected(run, bare('unauthorized'));
  return toExpected(run, judgement.judge({ facts: run.facts, inputs: run.inputs, subject }));
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
    pull: number ?? (named === 'of a branch' ? findPullOfBranch(run, sha) : null),
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

/** The open one of the branch `topic` whose head is that commit. */
function findPullOfBranch({ facts }: RandomRun, sha: string): number | null {
  const seven = findPull(facts.pulls, 7);
  return seven?.isOpen === true && seven.head === sha ? 7 : null;
}
