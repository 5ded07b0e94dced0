// The report of a quarter has everything that its page, files, summary and outputs may say, decided and disclosed.
import { type Period, toDay, toPast, toPeriod, toPeriodBefore } from '../judgement/day.ts';
import { compareText } from '../judgement/finding.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { isPending, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import type { Scan } from '../judgement/scan.ts';
import { decideTrust, type Trust } from '../judgement/trust.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { decideGateFigures, type GateFacts, type GateFigures } from './gate-facts.ts';
import { decideHistory, type History, sumKinds } from './history.ts';
import {
  comparePendingSecurity,
  type GateKnowledge,
  type PendingSecurityBug,
  selectPendingSecurity,
  selectWorstFolders,
  type WorstFolders,
} from './pending-security.ts';
import { decideScanFacts, type ScanFacts } from './scan-facts.ts';
import { type BugPair, decideSettled, type SettledFigures } from './settled.ts';
import { type BugFrame, compareByRepository, type ShownBug, toShownBug } from './shown-bug.ts';
import { createWayFinder, decideThrough, type Through } from './through.ts';

export interface RepositoryEvidence extends BugFrame {
  readonly bugs: readonly ReviewedBug[];
  readonly scans: readonly Scan[];
  /** An `Unverified` says why they are not known. */
  readonly gates: GateFacts | Unverified;
}

export interface UnreadRepository {
  readonly repository: string;
  readonly fault: Unverified;
}

export type LookedAt = RepositoryEvidence | UnreadRepository;

export interface InsightsSettings {
  readonly days: number;
  /** The scan types that count; empty: any. */
  readonly scanTypes: readonly string[];
  /** It is a template with `{id}`; null: there are no links. */
  readonly bugUrl: string | null;
  readonly serviceName: string;
  /** It has no slash at its end. */
  readonly serverUrl: string;
}

export interface Figures {
  readonly history: History;
  /** It is null below twenty reviews, and has no folders for several repositories. */
  readonly trust: Trust | null;
  readonly settled: SettledFigures;
  /** Both are about the repositories whose gates are known; they are null where there is none. */
  readonly gates: GateFigures | null;
  readonly through: Through | null;
}

export interface RepositoryReport extends Figures {
  readonly repository: string;
  readonly scans: ScanFacts;
  /** The period before has as many days. It is null where the scans do not reach that far back. */
  readonly scansBefore: ScanFacts | null;
  /** The oldest pending security bug was found then; null: none is pending. */
  readonly oldestSecurityAt: EpochMs | null;
  /** Says why the gates are not known; null: they are. */
  readonly gatesFault: Unverified | null;
}

export interface InsightsReport extends InsightsSettings {
  readonly now: EpochMs;
  readonly period: Period;
  readonly total: Figures;
  /** The worst comes first: most pending security bugs, then the oldest of them by the day, then most pending bugs. */
  readonly repositories: readonly RepositoryReport[];
  readonly unread: readonly UnreadRepository[];
  readonly pendingSecurity: readonly PendingSecurityBug[];
  readonly worstFolders: WorstFolders | null;
  /** They are all bugs in any state, by repository, the newest first. */
  readonly bugs: readonly ShownBug[];
  /** Repositories that could not be read count, too. */
  readonly isSeveral: boolean;
  /** Counts the repositories whose details of security and unclassified bugs are withheld. */
  readonly withheld: number;
}

export interface InsightsEvidence {
  readonly settings: InsightsSettings;
  readonly now: EpochMs;
  /** Only an empty shard has none. */
  readonly read: readonly RepositoryEvidence[];
  readonly unread: readonly UnreadRepository[];
  /** The shard of a run may have one of several. By default it goes by how many there are. */
  readonly isSeveral?: boolean;
}

/** Gives the same report for the same evidence, whatever the order of its lists. */
export function decideInsights(evidence: InsightsEvidence): InsightsReport {
  const { settings, now, read, unread, isSeveral = read.length + unread.length > 1 } = evidence;
  const period = toPeriod(now, settings.days);
  const sources = read.map((evidence) => prepare(evidence, { settings, now, period }));
  const pendingSecurity = sources
    .flatMap(({ pairs, known }) => selectPendingSecurity(pairs, known))
    .toSorted(comparePendingSecurity);
  return {
    ...settings,
    now,
    period,
    total: decideFigures(sources, { settings, now, period }),
    repositories: sources
      .map((source) => toRepositoryReport(source, { settings, now, period }))
      .toSorted((a, b) => compareWorst(a, b) || compareText(a.repository, b.repository)),
    unread: unread.toSorted((a, b) => compareText(a.repository, b.repository)),
    pendingSecurity,
    worstFolders: selectWorstFolders(pendingSecurity, isSeveral),
    bugs: sources.flatMap(({ pairs }) => pairs.map(({ shown }) => shown)).toSorted(compareByRepository),
    isSeveral,
    withheld: read.filter(({ disclosure }) => disclosure === 'counts').length,
  };
}

interface ReportScope extends Pick<InsightsEvidence, 'settings' | 'now'> {
  readonly period: Period;
}

interface PreparedRepository extends RepositoryEvidence {
  readonly pairs: readonly BugPair[];
  readonly known: GateKnowledge | null;
  readonly scanFacts: ScanFacts;
  readonly scansBefore: ScanFacts | null;
}

function prepare(evidence: RepositoryEvidence, { settings, now, period }: ReportScope): PreparedRepository {
  const { bugs, scans, gates } = evidence;
  const earlier = toPeriodBefore(period);
  const scanFacts = decideScanFacts({ scans, types: settings.scanTypes, period, now });
  const isKnown = scanFacts.oldestAt !== null && toDay(toPast(scanFacts.oldestAt, now)) <= earlier.first;
  return {
    ...evidence,
    pairs: bugs.map((bug) => ({ bug, shown: toShownBug(bug, evidence) })),
    known: isUnverified(gates) ? null : { facts: gates, findWay: createWayFinder(scans, gates) },
    scanFacts,
    scansBefore: isKnown ? decideScanFacts({ scans, types: settings.scanTypes, period: earlier, now }) : null,
  };
}

function decideFigures(sources: readonly PreparedRepository[], { settings, now, period }: ReportScope): Figures {
  const bugs = sources.flatMap((source) => source.bugs);
  const since = sources.flatMap(({ scanFacts }) => scanFacts.oldestAt ?? []).toSorted((a, b) => a - b)[0] ?? null;
  const history = decideHistory({ bugs, now, days: settings.days, since });
  return {
    history,
    trust: decideTrustOf(sources, bugs),
    settled: decideSettled(
      sources.flatMap(({ pairs }) => pairs),
      period,
      now,
    ),
    ...decideGates(sources, { now, period, knownFrom: history.knownFrom }),
  };
}

/** Folders of several repositories may have the same name. */
function decideTrustOf(sources: readonly PreparedRepository[], bugs: readonly ReviewedBug[]): Trust | null {
  const [first, second] = sources;
  const trust = decideTrust(bugs, first?.disclosure ?? 'counts');
  return trust === null || second === undefined ? trust : { ...trust, folders: [] };
}

function decideGates(
  sources: readonly PreparedRepository[],
  { period, now, knownFrom }: Pick<ReportScope, 'period' | 'now'> & Pick<History, 'knownFrom'>,
): Pick<Figures, 'gates' | 'through'> {
  const known = sources.flatMap(({ repository, bugs, known }) =>
    known === null ? [] : [{ repository, bugs, ...known }],
  );
  if (known.length === 0 && sources.length > 0) return { gates: null, through: null };
  return {
    gates: decideGateFigures(known, period, now),
    through: decideThrough({ sources: known, period, now, knownFrom }),
  };
}

function toRepositoryReport(source: PreparedRepository, frame: ReportScope): RepositoryReport {
  const { repository, bugs, scanFacts, scansBefore, gates } = source;
  const oldest = bugs
    .filter((bug) => bug.kind === 'security' && isPending(bug))
    .map(({ foundAt }) => foundAt)
    .toSorted((a, b) => a - b)[0];
  return {
    ...decideFigures([source], frame),
    repository,
    scans: scanFacts,
    scansBefore,
    oldestSecurityAt: oldest ?? null,
    gatesFault: isUnverified(gates) ? gates : null,
  };
}

function compareWorst(a: RepositoryReport, b: RepositoryReport): number {
  return (
    b.history.pending.security - a.history.pending.security ||
    toOldestDay(a) - toOldestDay(b) ||
    sumKinds(b.history.pending) - sumKinds(a.history.pending)
  );
}

function toOldestDay({ oldestSecurityAt: at }: RepositoryReport): number {
  return at === null ? 0 : toDay(at);
}

/** Groups repositories that have as many pending security bugs, the oldest of them as old; worst first. */
export function selectTies(repositories: readonly RepositoryReport[]): readonly (readonly RepositoryReport[])[] {
  const some = repositories.filter(({ history }) => history.pending.security > 0);
  const alike = Map.groupBy(some, (each) => `${each.history.pending.security} ${toOldestDay(each)}`);
  return [...alike.values()].filter(({ length }) => length > 1);
}

/** Keeps the order given; the repository could not be read, or its gates could not. */
export function selectFaults(looked: readonly LookedAt[]): readonly Pick<UnreadRepository, 'repository' | 'fault'>[] {
  return looked.flatMap((one) => {
    if ('fault' in one) return [one];
    const { repository, gates } = one;
    return isUnverified(gates) ? [{ repository, fault: gates }] : [];
  });
}
