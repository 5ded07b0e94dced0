// The evidence of the insights' tests: bugs, scans, pull requests and repositories, as a test says them in a few words.
import type { GateFacts, GateMark, MarkedPull, MergedPull } from '../../src/insights/gate-facts.ts';
import {
  decideInsights,
  type InsightsEvidence,
  type InsightsReport,
  type RepositoryEvidence,
} from '../../src/insights/report.ts';
import type { FindingKind } from '../../src/judgement/finding.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import type { Review, ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { anOutage, aScan as aScanOf, bugId, scanId, shaOf } from '../judgement/fixtures.ts';

export const dayMs = 86_400_000;
export const now = Date.parse('2026-11-20T12:00:00Z') as EpochMs;

/** A moment, or noon of a day. */
export const at = (time: string): EpochMs => Date.parse(time.length === 10 ? `${time}T12:00:00Z` : time) as EpochMs;

export interface BugParts extends Partial<ReviewedBug['details']> {
  readonly kind?: FindingKind;
  readonly found?: string;
  readonly review?: readonly [state: Review['state'], time: string] | null;
  readonly reason?: string | null;
  readonly note?: string | null;
  readonly source?: string | null;
}

/** A bug that was found ten days ago, pending unless a review says otherwise. */
export function aBug(name: string, parts: BugParts = {}): ReviewedBug {
  const { kind = 'bug', found = '2026-11-10', review = null, reason = null, note = null, source = 'review' } = parts;
  const { title = `Title of ${name}`, path = `src/${name}.ts`, commitSha = null, introducedBy = null } = parts;
  return {
    id: bugId(name),
    kind,
    foundAt: at(found),
    details: { title, path, commitSha, introducedBy },
    review: review && { state: review[0], at: at(review[1]), reason, note, source },
  };
}

/** How the review action ends its notes. */
export const signature = (login: string, repository = 'acme/shop'): string =>
  `By ${login} in ${repository}, pull request 7, at ${'0123456789abcdef'.repeat(3).slice(0, 40)}.`;

export function aScan(started: string, parts: Partial<Scan> = {}): Scan {
  const startedAt = at(started);
  return aScanOf({ id: scanId(started), startedAt, endedAt: (startedAt + 600_000) as EpochMs, ...parts });
}

const head = shaOf('b');

/** What a gate said of the head, before it was merged. */
export function aMark(verdict: GateMark['verdict'], parts: Partial<GateMark> = {}): GateMark {
  return {
    sha: head,
    readAt: at('2026-11-01'),
    verdict,
    reason: verdict === 'unverified' ? 'no-scan' : null,
    mode: 'enforce',
    onUnverified: 'fail',
    reds: 0,
    counted: null,
    inputs: null,
    ...parts,
  };
}

export function aPull(number: number, marks: readonly GateMark[], title = `Pull ${number}`): MarkedPull {
  return { number, title, headSha: head, marks };
}

export function aMerged(number: number, marks: readonly GateMark[], merged = '2026-11-12'): MergedPull {
  return { ...aPull(number, marks), mergedAt: at(merged) };
}

export const noGates: GateFacts = {
  open: [],
  merged: [],
  byCommit: new Map(),
  unread: 0,
};

export function evidenceOf(repository: string, parts: Partial<RepositoryEvidence> = {}): RepositoryEvidence {
  return {
    repository,
    disclosure: 'full',
    bugs: [],
    scans: [aScan('2026-01-01')],
    gates: noGates,
    branchScan: null,
    ...parts,
  };
}

type Settings = InsightsEvidence['settings'];

const settings: Settings = {
  days: 30,
  scanTypes: [],
  bugUrl: 'https://app.example.com/bugs/{id}',
  serviceName: 'Acme Scan',
  serverUrl: 'https://github.com',
};

/** The report of repositories that were read. */
export function reportOf(
  read: readonly RepositoryEvidence[],
  parts: Partial<InsightsEvidence> & { readonly with?: Partial<Settings> } = {},
): InsightsReport {
  const { with: changed, ...rest } = parts;
  return decideInsights({ settings: { ...settings, ...changed }, now, read, unread: [], ...rest });
}

/** A report of two repositories whose every text is one of these. */
export function hostileReport(texts: readonly string[]): InsightsReport {
  const bugs = texts.map((text, number) =>
    aBug(`hostile-${number}`, {
      kind: 'security',
      title: text,
      path: text,
      review: ['dismissed', '2026-11-12'],
      reason: text,
      source: text,
      note: `until 2026-11-30. ${text}`,
      introducedBy: { sha: text, date: text, author: text, pullRequest: 7 },
    }),
  );
  const gates = {
    ...noGates,
    open: texts.map((text, number) => aPull(number, [aMark('failed')], text)),
    merged: texts.map((text, number) => ({ ...aMerged(number, [aMark('failed')]), title: text })),
  };
  const toFault = (text: string) => anOutage('service', `It said: ${text}`);
  return reportOf(
    [
      evidenceOf('acme/shop', { bugs, gates }),
      ...texts.map((text, number) => evidenceOf(`acme/${number}`, { gates: toFault(text) })),
    ],
    {
      with: { serviceName: texts.join(' '), scanTypes: texts },
      unread: texts.map((text) => ({ repository: 'acme/c', fault: toFault(text) })),
    },
  );
}
