// The notes of a report: what this run could not do, did differently, or counts in another way than a reader might think.
import { toWhat } from '../../documents/causes.ts';
import { formatDay } from '../../judgement/day.ts';
import { type Disclosure, isDisclosed, type Visibility } from '../../judgement/disclosure.ts';
import { countOf, formatCount, formatTime } from '../../judgement/format.ts';
import type { Counted, Judgement } from '../../judgement/judge.ts';
import { compact } from '../../judgement/lists.ts';
import { type GateOn, selectRefusals } from '../../judgement/relevance.ts';
import type { Note } from '../../judgement/report.ts';
import { toAbsentSentences, toTypeWarnings } from '../../judgement/scan-wording.ts';
import { isAbsent, isFullScan, scanEndMs } from '../../judgement/scan.ts';
import { isUnverified } from '../../judgement/unverified.ts';
import { MAX_COMMITS, MAX_FILES, MAX_OPEN } from '../../judgement/world.ts';
import type { GateSession } from '../session.ts';
import type { Subject } from '../subject.ts';

export interface NotesSource {
  readonly judgement: Judgement;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly gateOn: GateOn;
}

type NotesSession = Pick<GateSession, 'inputs' | 'clock'>;

/** First what could not be read, then in the order of their level. */
export function toNotes(session: NotesSession, subject: Subject, source: NotesSource): readonly Note[] {
  const { history, counted } = source.judgement;
  return [
    ...toNotesOf('warning', isUnverified(subject.pullRequest) ? [toWhat(subject.pullRequest)] : []),
    ...toNotesOf('warning', toChangesWarnings(subject, source.judgement)),
    ...toNotesOf('info', [
      ...toSelectionNotes(session, source),
      ...toAbsentSentences(history?.scans.filter((scan) => isAbsent(scan, session.clock.now())) ?? []),
    ]),
    ...toNotesOf('notice', [
      ...toLimitNotices(counted),
      ...toDeviationNotices(session, subject, source),
      ...toScanNotices(source.judgement),
      ...toTwinNotices(counted, source.gateOn),
    ]),
    ...toNotesOf('warning', [
      ...toPathsWarnings(session, source),
      ...toOthersWarnings(source),
      ...toTypeWarnings(session.inputs.scanTypes, history?.scans ?? []),
    ]),
  ];
}

function toNotesOf(level: Note['level'], texts: readonly string[]): readonly Note[] {
  return texts.map((text) => ({ level, text }));
}

/** A missing verdict names its reason itself. */
function toChangesWarnings({ pullRequest }: Subject, { counted, fault: end }: Judgement): readonly string[] {
  const changes = counted?.own.changes;
  const refusals = typeof pullRequest === 'number' && changes ? selectRefusals(changes) : [];
  const [refused] = refusals;
  return refused !== undefined && !refusals.some((each) => each === end)
    ? [`${toWhat(refused)} So the report cannot say which bugs belong to this pull request.`]
    : [];
}

const SELECTED = {
  introduced: 'that this pull request introduces',
  touched: 'in files that this pull request changes',
};

/** Readers have to understand why the counts differ from the list. */
function toSelectionNotes({ inputs }: NotesSession, { gateOn }: NotesSource): readonly string[] {
  const { paths, foundSince, countUnclassified } = inputs;
  return compact([
    gateOn !== 'all' &&
      `The limits count only bugs ${gateOn.map((each) => SELECTED[each]).join(' or ')} (\`gate-on\`).`,
    paths.length > 0 && `The limits count only bugs in \`${paths.join(', ')}\` (\`paths\`).`,
    foundSince !== null &&
      `The limits count only bugs found since ${formatDay(foundSince)}, and what this pull request brings in (\`found-since\`).`,
    countUnclassified && 'Bugs that are not classified count as security bugs (`unclassified`).',
  ]);
}

function toLimitNotices(counted: Counted | null): readonly string[] {
  const { lists = null, changes = null, lostHeads = 0 } = counted?.own ?? {};
  if (lists === null || changes === null) return [];
  const files = isUnverified(lists.files) ? 0 : lists.files.length;
  const commits = isUnverified(lists.commits) ? 0 : lists.commits.length;
  const reached = compact([
    files >= MAX_FILES && `${formatCount(MAX_FILES)} files`,
    commits >= MAX_COMMITS && `${MAX_COMMITS} commits`,
  ]);
  const isMiscounted = changes.paths.rest === 'cut-off' && files < MAX_FILES;
  return compact([
    reached.length > 0 &&
      `The pull request has ${reached.join(' and ')} or more; GitHub does not list the rest, so bugs outside the list count too.`,
    lostHeads > 0 &&
      `GitHub no longer has ${countOf(lostHeads, 'commit that was the head of this pull request', 'commits that were heads of this pull request')} before a force push, so a bug found there may not count.`,
    counted?.twins.areMoreOpen === true &&
      `More than ${formatCount(MAX_OPEN)} pull requests are open; others with this head commit were looked for only among those that were updated last and those of the same branch.`,
    isMiscounted &&
      `GitHub lists ${countOf(files, 'file', 'files')} of the pull request and counts another number, so bugs in other files count too.`,
  ]);
}

function toDeviationNotices(
  { inputs }: NotesSession,
  { pullRequest }: Subject,
  { visibility }: NotesSource,
): readonly string[] {
  return compact([
    inputs.gateOn !== 'all' && pullRequest === null && 'There is no pull request, so gate-on counts all bugs.',
    inputs.disclosure === 'auto' &&
      visibility === 'unknown' &&
      'It is not known whether the repository is public, so details of security bugs are withheld.',
  ]);
}

function toScanNotices({ selected, counted, verdict }: Judgement): readonly string[] {
  const missing = counted?.missing ?? 0;
  return compact([
    ...(selected?.newerFailed ?? []).map(
      (scan) =>
        `A newer ${isFullScan(scan) ? 'full' : 'partial'} scan of this commit failed at ${formatTime(scanEndMs(scan))}.`,
    ),
    missing > 0 &&
      verdict.kind !== 'unverified' &&
      `The scan counts ${countOf(missing, 'more bug', 'more bugs')} than the service lists.`,
  ]);
}

/** A check belongs to the commit, so that readers may find bugs counted that have nothing to do with this pull request. */
function toTwinNotices(counted: Counted | null, gateOn: GateOn): readonly string[] {
  const { numbers = [], uncompared = 0 } = counted?.twins ?? {};
  if (uncompared > 0) {
    return [
      `This commit is also the head of ${formatCount(uncompared)} other open pull requests, too many to compare with; so every bug counts, whatever gate-on selects. After your next push, even of an empty commit, it is yours alone.`,
    ];
  }
  if (numbers.length === 0) return [];
  const isOne = numbers.length === 1;
  const what =
    gateOn !== 'all' && !gateOn.includes('touched')
      ? `the bugs that ${isOne ? 'it introduces' : 'they introduce'}`
      : `bugs in ${isOne ? 'its' : 'their'} files`;
  return [
    `Pull ${isOne ? 'request' : 'requests'} ${numbers.join(', ')} ${isOne ? 'has' : 'have'} the same head commit, so ${what} count too.`,
  ];
}

/** A pattern that matches nothing makes a green. Nothing where a finding is withheld: that would say where it is not. */
function toPathsWarnings(
  { inputs: { paths } }: NotesSession,
  { judgement: { counted }, disclosure }: NotesSource,
): readonly string[] {
  const findings = counted?.findings ?? [];
  const isNoneIn = findings.every((each) => each.exclusion === 'paths' && isDisclosed(each, disclosure));
  return paths.length > 0 && findings.length > 0 && isNoneIn
    ? ['Bugs are pending, but none of them is in a file that `paths` selects. Check its patterns.']
    : [];
}

/** It says nothing if only withheld findings count: that would tell whose they are. */
function toOthersWarnings({ judgement: { counted }, disclosure }: NotesSource): readonly string[] {
  if (!counted?.othersFault) return [];
  const isNamed = counted.findings.some(
    (finding) => isDisclosed(finding, disclosure) && finding.counted && finding.details.introducedBy?.pullRequest,
  );
  return isNamed ? [`${toWhat(counted.othersFault)} So bugs from other pull requests count.`] : [];
}
