// The builders of the domain's words: a likely value for each field, and the ones that a test is about.
import type { Asked } from '../../src/judgement/cause.ts';
import type { AssessedFinding, Finding, FindingDetails } from '../../src/judgement/finding.ts';
import type { BugId, CommitSha, EpochMs, ScanId } from '../../src/judgement/identifiers.ts';
import type { Scan, UsableScan } from '../../src/judgement/scan.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import { fc } from '../harness/random.ts';

export const bugId = (text: string): BugId => `bug_${text}`;
export const scanId = (text: string): ScanId => `wr_${text}`;
export const at = (ms: number): EpochMs => ms as EpochMs;

/** A full SHA that is one hexadecimal digit over and over. */
export const shaOf = (digit: string): CommitSha => digit.repeat(40) as CommitSha;

export const someDetails: FindingDetails = {
  title: 'Cart total ignores the discount',
  summary: 'The discount is read but never subtracted.',
  path: 'src/cart/total.ts',
  linkedIssues: [],
  commitSha: null,
  introducedBy: null,
};

/** The details of a bug: those given, and nothing special for the rest. The one place that knows every field. */
export function detailsOf(parts: Partial<FindingDetails> = {}): FindingDetails {
  return { ...someDetails, ...parts };
}

/** What a finding is, its details beside the rest. */
export type FindingParts = Partial<Omit<Finding, 'details'> & FindingDetails>;

/** A pending bug, by its id without the prefix. */
export function aFinding(name = '1', parts: FindingParts = {}): Finding {
  const { id = bugId(name), kind = 'bug', foundAt = at(1_000), reopenedAt = null, ...details } = parts;
  return { id, kind, foundAt, reopenedAt, details: detailsOf(details) };
}

/** Its `countsAsSecurity` follows from its kind unless it is given. */
export function anAssessed(
  parts: FindingParts & Partial<Omit<AssessedFinding, keyof Finding | 'exclusion'>> = {},
): AssessedFinding {
  const { relevance = 'backlog', isFoundHere = false, isListed = true, counted = true, ...rest } = parts;
  const { countsAsSecurity = parts.kind === 'security', isInAddedFile = false, ...finding } = rest;
  const assessment = { relevance, isFoundHere, isInAddedFile, isListed, counted, countsAsSecurity };
  return { ...aFinding('1', finding), ...assessment, exclusion: counted ? null : 'gate-on' };
}

export function aScan(parts: Partial<Scan> = {}): Scan {
  return {
    id: scanId('1'),
    state: 'complete',
    status: parts.state === 'running' ? 'in_progress' : (parts.state ?? 'complete'),
    type: 'default',
    initiator: 'scheduler',
    sha: shaOf('a'),
    startedAt: at(1_000),
    endedAt: parts.state === 'running' ? null : at(2_000),
    counts: null,
    bugTotal: null,
    ...parts,
  };
}

export function aUsableScan(parts: Partial<UsableScan> = {}): UsableScan {
  const { id = scanId('1'), ...rest } = parts;
  return { ...aScan(rest), id };
}

const kinds = fc.constantFrom<Finding['kind'][]>('security', 'bug', 'unclassified');
const relevances = fc.constantFrom<AssessedFinding['relevance'][]>('introduced', 'touched', 'backlog');

/** Few different values, so that ties are frequent. */
export const assessedFindings: fc.Arbitrary<AssessedFinding> = fc
  .record({
    id: fc.constantFrom('1', '2', '10', 'A', 'a', 'é').map(bugId),
    kind: kinds,
    foundAt: fc.integer({ min: 0, max: 3 }).map(at),
    relevance: relevances,
    counted: fc.boolean(),
    countsAsSecurity: fc.boolean(),
  })
  .map((parts) => anAssessed(parts));

/** What was asked for is not known: whoever was asked did not answer. */
export function anOutage(who: Asked, said = 'It broke.'): Unverified {
  return new Unverified({ kind: 'outage', who, how: 'down', status: null, task: null, said });
}
