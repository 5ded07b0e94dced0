// The sentences of the doctor that several documents share. Plain text.
import { toWhat } from '../documents/causes.ts';
import { formatDay } from '../judgement/day.ts';
import { countOf, formatCount } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import { formatShare } from '../judgement/trust.ts';
import { isUnverified } from '../judgement/unverified.ts';
import type { CheckId, CheckStatus } from './check.ts';
import { type FoundSince, toOpenBugs, type Unjudged } from './evidence.ts';
import type { DoctorReport, SetUpResult, ShownVerdict } from './report.ts';
import type { SetUpName } from './set-ups.ts';

export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  'api-key': 'API key',
  repository: 'Repository',
  scans: 'Scans',
  'scan-lists': 'Lists of the scans',
  'lists-again': 'Bugs listed again',
  bugs: 'Pending bugs',
  'pull-requests': 'Reading pull requests',
  contents: 'Reading commits',
  forks: 'Forks and Dependabot',
  required: 'Required checks',
  public: 'Public repository',
};

export const STATUS_ICONS: Readonly<Record<CheckStatus, '✅' | '⚠️' | '❌'>> = {
  ok: '✅',
  warning: '⚠️',
  blocked: '❌',
};

export function toIcon({ isHealthy, recommendation }: DoctorReport): '✅' | '⚠️' | '❌' {
  if (!isHealthy) return '❌';
  return recommendation === 'none' ? '⚠️' : '✅';
}

/** Says, for example, `Scan Gate doctor: 2 checks are blocked; then use the set-up nightly-scans`. */
export function toTitle({ checks, recommendation }: DoctorReport): string {
  const blocked = checks.filter(({ status }) => status === 'blocked').length;
  const isNone = recommendation === 'none';
  if (blocked === 0) {
    return `Scan Gate doctor: ${isNone ? 'no set-up would work yet' : `use the set-up ${recommendation}`}`;
  }
  const count = countOf(blocked, 'check is blocked', 'checks are blocked');
  const next = isNone ? ', so no set-up is recommended' : `; then use the set-up ${recommendation}`;
  return `Scan Gate doctor: ${count}${next}`;
}

/** Says, for example, "With `nightly-scans` 3 of your last 20 pull requests would have been red: 2 for bugs, 1 without a verdict (no-scan)." */
export function toResultSentence(
  { name, replayed, failed, unverified, reasons, foundSince }: SetUpResult,
  { bugs, recommendation }: Pick<DoctorReport, 'bugs' | 'recommendation'>,
): string {
  const red = failed + unverified;
  const causes = compact([
    failed > 0 && `${formatCount(failed)} for bugs`,
    unverified > 0 && `${formatCount(unverified)} without a verdict (${reasons.join(', ')})`,
  ]);
  const why = causes.length === 0 ? '' : `: ${causes.join(', ')}`;
  const proposal = name === recommendation && foundSince !== null ? toProposal(foundSince) : '';
  return `With \`${name}\` ${formatCount(red)} of your last ${formatCount(replayed)} pull requests would have been red${why}.${toRemark(name, bugs)}${proposal}`;
}

function toProposal({ day, red }: FoundSince): string {
  const left = red === 0 ? 'none' : formatCount(red);
  return ` That is a lot to begin with. \`found-since: ${formatDay(day)}\` leaves out today's bugs; then ${left} would have been red.`;
}

export function toTrustSentence(trust: DoctorReport['trust']): string {
  if (trust === 'unread') return 'The reviewed bugs were not read, because something before them could not be read.';
  if (trust === null) return 'People have reviewed fewer than 20 bugs so far: too few to say.';
  if (isUnverified(trust)) return `The reviewed bugs could not be read: ${toWhat(trust)}`;
  return `Of the bugs that people have reviewed, they dismissed as \`not_a_bug\` ${formatShare(trust)}.`;
}

function toRemark(name: SetUpName, bugs: DoctorReport['bugs']): string {
  if (name === 'nightly-scans') return ' While it says `mode: warn`, it only warns.';
  if (name !== 'release' || bugs === null) return '';
  return ` It counts the whole repository: ${toOpenBugs(bugs)}.`;
}

export const REPLAY_METHOD =
  'Judged by the code of the gate, with today’s scans and reviews; how old a scan is counts from the day that the pull request was closed. Forks and Dependabot are judged as if they had the key.';

/** Stands in for the shares; null: there are some, or there is no pull request. */
export function toNoReplaySentence({ results, ...rest }: Unjudged & Pick<DoctorReport, 'results'>): string | null {
  if (results.length > 0 || toUnjudgedSentences(rest).length === 0) return null;
  return 'None of your last pull requests could be replayed, so it is not known how many would have been red.';
}

/** Says why some have no verdict here, and are in no share. */
export function toUnjudgedSentences({ tooLarge, unread, leftOut }: Unjudged): readonly string[] {
  return compact([
    tooLarge.length > 0 &&
      `${toNotJudged(tooLarge)}, because ${tooLarge.length === 1 ? 'it' : 'each'} takes more than ${MAX_REQUESTS_A_PULL} requests to GitHub.`,
    unread.length > 0 &&
      `${toNotJudged(unread.map(({ number }) => number))}, because not all of ${unread.length === 1 ? 'it' : 'them'} could be read: see "${CHECK_TITLES['pull-requests']}".`,
    toLeftOutSentence(leftOut),
  ]);
}

function toNotJudged(numbers: readonly number[]): string {
  const [which, were] = numbers.length === 1 ? ['Pull request', 'was'] : ['Pull requests', 'were'];
  return `${which} ${numbers.join(', ')} ${were} not judged`;
}

/** The limit is ours: a few large ones must not use up the others' replay. */
export const MAX_REQUESTS_A_PULL = 10;

function toLeftOutSentence(leftOut: number): string | null {
  if (leftOut === 0) return null;
  const what = countOf(leftOut, 'older pull request was', 'older pull requests were');
  return `${what} not judged: this run had no more time or requests for them. Lower the input \`pull-requests\`.`;
}

/** Says, for example, `passed`, `no-scan` or `2 security bugs`. */
export function toReplayText({ verdict, reason, bugs, securityBugs }: ShownVerdict): string {
  if (verdict === 'unverified') return reason ?? verdict;
  if (verdict !== 'failed') return verdict;
  return securityBugs !== null && securityBugs > 0
    ? countOf(securityBugs, 'security bug', 'security bugs')
    : countOf(bugs ?? 0, 'bug', 'bugs');
}
