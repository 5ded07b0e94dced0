// The report of a quarter: everything that its page, its files, its summary and its outputs may say, already decided and disclosed.
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
  /** `Unverified` says why they are not known. */
  readonly gates: GateFacts | Unverified;
}

export interface UnreadRepository {
  /** `owner/name`. */
  readonly repository: string;
  /** It may be shown. */
  readonly fault: Unverified;
}

export type LookedAt = RepositoryEvidence | UnreadRepository;

/** The documents need these from the inputs and the event. */
export interface InsightsSettings {
  /** Length of the period. */
  readonly days: number;
  /** The scan types that count; empty: any. */
  readonly scanTypes: readonly string[];
  /** Link template with `{id}`; null: no links. */
  readonly bugUrl: string | null;
  /** People call the service this. */
  readonly serviceName: string;
  /** It has no slash at its end. */
  readonly serverUrl: string;
}

/** The figures of one repository, or of all. */
export interface Figures {
  readonly history: History;
  /** It is null below twenty reviews. For several repositories it has no folders. */
  readonly trust: Trust | null;
  readonly settled: SettledFigures;
  /** These two are about the repositories whose gates are known; they are null where there is none. */
  readonly gates: GateFigures | null;
  readonly through: Through | null;
}

export interface RepositoryReport extends Figures {
  /** `owner/name`. */
  readonly repository: string;
  readonly scans: ScanFacts;
  /** The period before has as many days. It is null where the scans do not reach that far back. */
  readonly scansBefore: ScanFacts | null;
  /** When the oldest pending security bug was found; null: none is pending. */
  readonly oldestSecurityAt: EpochMs | null;
  /** Why its gates are not known; null: they are. */
  readonly gatesFault: Unverified | null;
}

export interface InsightsReport extends InsightsSettings {
  readonly now: EpochMs;
  readonly period: Period;
  readonly total: Figures;
  /** Worst first: most pending security bugs, then the oldest of them by the day, then most pending bugs. Never empty. */
  readonly repositories: readonly RepositoryReport[];
  /** They are sorted by name. */
  readonly unread: readonly UnreadRepository[];
  /** Oldest first. */
  readonly pendingSecurity: readonly PendingSecurityBug[];
  readonly worstFolders: WorstFolders | null;
  /** These are all bugs in any state, by repository, the newest first. */
  readonly bugs: readonly ShownBug[];
  /** Those that could not be read count, too. */
  readonly isSeveral: boolean;
  /** Counts the repositories whose details of security and unclassified bugs are withheld. */
  readonly withheld: number;
}

export interface InsightsEvidence {
  readonly settings: InsightsSettings;
  /** The time of the run. */
  readonly now: EpochMs;
  /** Empty for an empty shard alone. */
  readonly read: readonly RepositoryEvidence[];
  readonly unread: readonly UnreadRepository[];
  /** Several may have been asked for, however many are in this shard. By default it goes by how many there are. */
  readonly isSeveral?: boolean;
}

/** Concludes. The same evidence gives the same report, whatever the order of its lists. */
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
  /** It is null where its gates are not known. */
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

/** People read an age in days. */
function toOldestDay({ oldestSecurityAt: at }: RepositoryReport): number {
  return at === null ? 0 : toDay(at);
}

/** Repositories with as many pending security bugs, the oldest of them as old, where there are several of a kind; worst first. */
export function selectTies(repositories: readonly RepositoryReport[]): readonly (readonly RepositoryReport[])[] {
  const some = repositories.filter(({ history }) => history.pending.security > 0);
  const alike = Map.groupBy(some, (each) => `${each.history.pending.security} ${toOldestDay(each)}`);
  return [...alike.values()].filter(({ length }) => length > 1);
}

/** Whole repositories could not be read, or the gates of others; they stay in the order given. */
export function selectFaults(looked: readonly LookedAt[]): readonly Pick<UnreadRepository, 'repository' | 'fault'>[] {
  return looked.flatMap((one) => {
    if ('fault' in one) return [one];
    const { repository, gates } = one;
    return isUnverified(gates) ? [{ repository, fault: gates }] : [];
  });
}
