// What must not pass: evidence in a random world that pending bugs are the judged pull request's, found without judging.
import { type BugFact, hourMs, isPending, listOf, type RandomCase, type ScanFact } from './random-world.ts';

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
}

function findEvidence({ facts, subject }: RandomCase, { path, commitSha, introducedIn }: BugFact): Evidence {
  const own = facts.pulls.find(({ number }) => number === subject.pull);
  const commits = own?.commits ?? [];
  const files = own?.files.flatMap((file) => [file.path, file.previousPath]) ?? [];
  return {
    isIntroduced:
      own !== undefined && (introducedIn?.prNumber === own.number || isCommitOf(commits, introducedIn?.sha)),
    isFound: isCommitOf(commits, commitSha),
    isTouched: path !== null && path !== '' && files.includes(path),
  };
}

const isFull = ({ type }: ScanFact): boolean => type === 'default' || type === null;
const isEnded = ({ status, completedAt }: ScanFact): boolean =>
  status === 'complete' || (status === null && completedAt !== null);

function isAdmitted({ inputs: { scanTypes } }: RandomCase, { type }: ScanFact): boolean {
  return scanTypes.length === 0 || scanTypes.includes(type ?? 'default');
}

/** Whether the scans before the newest one of the commit are reason to believe that what it does not list is fixed. */
function isFixedWhereUnlisted(given: RandomCase, newest: ScanFact): boolean {
  const { facts, subject } = given;
  const before = facts.scans
    .filter((scan) => scan.id !== null && isEnded(scan) && isFull(scan) && isAdmitted(given, scan))
    .filter(({ sha, createdAt }) => sha?.toLowerCase() !== subject.sha && createdAt < newest.createdAt)
    .slice(0, 3);
  const shown = new Set(before.flatMap(({ id }) => listOf(facts, String(id)).filter(isPending)));
  let margin = 0;
  for (const bug of shown) {
    if (!bug.listedIn.includes(String(newest.id))) margin -= 1;
    else if (newest.createdAt - bug.createdAt > hourMs) margin += 1;
  }
  return margin > 0;
}

/** Whether the code that is judged still has the bug, for all that the inputs and the scans of the commit say. */
function isInCode(given: RandomCase, { listedIn, isInRepository }: BugFact): boolean {
  const { facts, inputs, subject } = given;
  const ofCommit = facts.scans
    .filter((scan) => scan.id !== null && isEnded(scan) && isAdmitted(given, scan))
    .filter(({ sha }) => sha?.toLowerCase() === subject.sha);
  // Of more than ten the repository's list is read instead.
  if (ofCommit.length <= 10 && ofCommit.some(({ id }) => listedIn.includes(String(id)))) return true;
  if (!isInRepository || inputs.countFrom === 'scan') return false;
  const newest = ofCommit.find(isFull);
  return newest === undefined || inputs.countFrom === 'repository' || !isFixedWhereUnlisted(given, newest);
}

/** Pending security bugs that no input and no rule of the contract leaves out. */
function selectEvident(given: RandomCase): readonly BugFact[] {
  const { facts, inputs, subject } = given;
  const { gateOn, foundSince } = inputs;
  // What is in a list of patterns is a table's affair.
  if (typeof subject.pull !== 'number' || inputs.paths.length > 0) return [];
  return facts.bugs.filter((bug) => {
    if (bug.isSecurity !== true || !isPending(bug) || !isInCode(given, bug)) return false;
    const { isIntroduced, isFound, isTouched } = findEvidence(given, bug);
    const isSelected =
      gateOn === 'all'
        ? isIntroduced || isFound || isTouched
        : (gateOn.includes('introduced') && isIntroduced) || (gateOn.includes('touched') && isTouched);
    const pendingSince = Math.max(bug.createdAt, bug.review?.state === 'pending' ? bug.review.createdAt : 0);
    const isSince = foundSince === null || pendingSince >= foundSince || isIntroduced;
    const isOfOther = facts.pulls.some(
      ({ number, isOpen }) => isOpen && number !== subject.pull && number === bug.introducedIn?.prNumber,
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
