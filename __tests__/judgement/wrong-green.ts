// What must not pass: evidence in a random world that pending bugs are the judged pull request's, found without judging.
import { type BugFact, isPending, type PullFact, type RandomCase, type ScanFact } from './random-world.ts';

/** A commit of the pull request, by the SHA or its beginning. */
function isCommitOf(commits: readonly string[], text: string | null | undefined): boolean {
  const sha = text?.toLowerCase() ?? '';
  return sha.length >= 7 && commits.some((commit) => commit.startsWith(sha));
}

interface Evidence {
  /** Its number, or one of its commits, introduced it. */
  readonly isIntroduced: boolean;
  /** It was found at one of its commits. */
  readonly isFound: boolean;
  /** It changes the file, by a name that needs no comparing. */
  readonly isTouched: boolean;
  /** It adds that file. */
  readonly isAdded: boolean;
}

function findEvidence({ facts, subject }: RandomCase, { path, commitSha, introducedIn }: BugFact): Evidence {
  const own = facts.pulls.find(({ number }) => number === subject.pull);
  // Before a rebase it had others.
  const commits = [...(own?.commits ?? []), ...(own?.former.commits ?? [])];
  const files = own?.files.flatMap((file) => [file.path, file.previousPath]) ?? [];
  return {
    isIntroduced:
      own !== undefined && (introducedIn?.prNumber === own.number || isCommitOf(commits, introducedIn?.sha)),
    isFound: isCommitOf(commits, commitSha),
    isTouched: path !== null && path !== '' && files.includes(path),
    isAdded: own?.files.some((file) => file.isAdded === true && file.path === path) === true,
  };
}

const isEnded = ({ status, completedAt }: ScanFact): boolean =>
  status === 'complete' || (status === null && completedAt !== null);

function isAdmitted({ inputs: { scanTypes } }: RandomCase, { type }: ScanFact): boolean {
  return scanTypes.length === 0 || scanTypes.includes(type ?? 'default');
}

/** Whether the code that is judged still has the bug, for all that the inputs and the scans of the commit say. */
function isInCode(given: RandomCase, { listedIn, isInRepository }: BugFact): boolean {
  const { facts, inputs, subject } = given;
  const ofCommit = facts.scans
    .filter((scan) => scan.id !== null && isEnded(scan) && isAdmitted(given, scan))
    .filter(({ sha }) => sha?.toLowerCase() === subject.sha);
  // Nobody sees what was in a list that is gone, nor is a scan over that is yet to be counted.
  const isThere = ({ id, counts }: ScanFact): boolean =>
    !(given.waits.forEnd && counts === 'none') && !facts.refused.includes(`gone ${id}`);
  // Of more than ten the repository's list is read instead.
  if (ofCommit.length <= 10 && ofCommit.filter(isThere).some(({ id }) => listedIn.includes(String(id)))) return true;
  return isInRepository && inputs.countFrom !== 'scan';
}

/** Whether the judged pull request has the newest or the oldest commit of another one, so that merging it brings in that one's bugs. */
function holds({ facts, subject }: RandomCase, { number, head, commits }: PullFact): boolean {
  const own = facts.pulls.find((each) => each.number === subject.pull);
  return number === subject.pull || own?.commits.some((commit) => [head, commits[0]].includes(commit)) === true;
}

/** Pending security bugs that no input and no rule of the contract leaves out. */
function selectEvident(given: RandomCase): readonly BugFact[] {
  const { facts, inputs, subject } = given;
  const { gateOn, foundSince } = inputs;
  // What is in a list of patterns is a table's affair.
  if (typeof subject.pull !== 'number' || inputs.paths.length > 0) return [];
  return facts.bugs.filter((bug) => {
    if (bug.isSecurity !== true || !isPending(bug) || !isInCode(given, bug)) return false;
    const { isIntroduced, isFound, isTouched, isAdded } = findEvidence(given, bug);
    const isSelected =
      gateOn === 'all'
        ? isIntroduced || isFound || isTouched
        : (gateOn.includes('introduced') && isIntroduced) || (gateOn.includes('touched') && isTouched);
    const pendingSince = Math.max(bug.createdAt, bug.review?.state === 'pending' ? bug.review.createdAt : 0);
    const isSince = foundSince === null || pendingSince >= foundSince || isIntroduced || isFound || isAdded;
    const isOfOther = facts.pulls.some(
      (pull) => pull.isOpen && pull.number === bug.introducedIn?.prNumber && !holds(given, pull),
    );
    return isSelected && isSince && (!isOfOther || isIntroduced || isFound);
  });
}

/** Whether a world may pass: it has no more such bugs than the limit allows. */
export function mayPass(given: RandomCase): boolean {
  const { maxSecurityBugs, maxBugs } = given.inputs;
  const count = selectEvident(given).length;
  return [maxSecurityBugs, maxBugs].every((limit) => limit === 'off' || count <= limit);
}
