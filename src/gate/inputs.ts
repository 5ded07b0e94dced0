// Owns the inputs of the gate: every one of action.yml, read, checked and typed.
import type { DisclosureInput } from '../domain/disclosure.ts';
import { parseCommitSha, type CommitSha } from '../domain/identifiers.ts';
import { isPattern, toPathFilter, type PathFilter } from '../domain/path-filter.ts';
import type { GateOn, Relation } from '../domain/relevance.ts';
import type { ScanMatch } from '../domain/scan-selection.ts';
import type { Limits } from '../domain/threshold.ts';
import type { Policy } from '../domain/verdict.ts';
import { openInputs, splitList, toGiven, type Inputs, type ReadInput } from '../inputs/inputs.ts';
import { readConnection, type ConnectionInputs } from '../inputs/connection.ts';

export type CommentMode = 'always' | 'on-findings' | 'on-failure' | 'never';
export type AnnotationMode = 'workflow' | 'check-run' | 'off';

export interface GateInputs extends ConnectionInputs, Limits, Policy {
  readonly sha: CommitSha | null;
  readonly pullRequest: number | null;
  /** Not empty. */
  readonly scanMatch: readonly ScanMatch[];
  readonly scanTypes: readonly string[];
  readonly maxScanAgeMs: number | null;
  readonly waitForScanMs: number;
  readonly waitTimeoutMs: number;
  readonly pollIntervalMs: number;
  readonly countFrom: 'scan' | 'repository';
  readonly gateOn: GateOn;
  /** As given. */
  readonly paths: readonly string[];
  readonly isInPaths: PathFilter;
  readonly countUnclassified: boolean;
  readonly comment: CommentMode;
  /** Null: made from workflow and job. */
  readonly commentKey: string | null;
  readonly annotations: AnnotationMode;
  readonly checkName: string;
  readonly maxAnnotations: number;
  readonly maxListed: number;
  readonly disclosure: DisclosureInput;
  readonly bugUrl: string | null;
  /** Null: not written. */
  readonly sarifFile: string | null;
  /** Null: not written. */
  readonly reportFile: string | null;
}

/** Reads and checks every input. Throws one InputError that names every fault; an empty `api-key` is none. */
export function readGateInputs(read: ReadInput): GateInputs {
  const inputs = openInputs(read);
  const values = {
    ...readConnection(inputs),
    ...readWhere(inputs),
    ...readWhichScan(inputs),
    ...readWhatCounts(inputs),
    ...readReporting(inputs),
  };
  inputs.check();
  return values;
}

function readWhere(inputs: Inputs) {
  return {
    sha: inputs.parsed('sha', parseCommitSha, 'a full commit SHA of 40 or 64 hexadecimal digits'),
    pullRequest: inputs.number('pr-number'),
  };
}

function readWhichScan(inputs: Inputs) {
  const scanMatch = inputs.listOf<ScanMatch>(
    'scan-match',
    ['exact', 'ancestor', 'latest'],
    'exact',
  );
  return {
    scanMatch,
    scanTypes: inputs.list('scan-types'),
    maxScanAgeMs: inputs.optionalDurationMs('max-scan-age'),
    waitForScanMs: inputs.durationMs('wait-for-scan', '0'),
    waitTimeoutMs: inputs.durationMs('wait-timeout', '10m'),
    pollIntervalMs: inputs.durationMs('poll-interval', '10s'),
  };
}

function readWhatCounts(inputs: Inputs) {
  return {
    countFrom: inputs.oneOf('count-from', ['scan', 'repository'], 'scan'),
    gateOn: readGateOn(inputs),
    ...readPaths(inputs),
    maxSecurityBugs: inputs.limit('max-security-bugs', 0),
    maxBugs: inputs.limit('max-bugs', 'off'),
    countUnclassified: inputs.oneOf('unclassified', ['ignore', 'count'], 'ignore') === 'count',
    mode: inputs.oneOf('mode', ['enforce', 'warn'], 'enforce'),
    onUnverified: inputs.oneOf('on-unverified', ['fail', 'warn'], 'fail'),
  } as const;
}

function readReporting(inputs: Inputs) {
  return {
    comment: inputs.oneOf('comment', ['always', 'on-findings', 'on-failure', 'never'], 'always'),
    commentKey: inputs.text('comment-key') || null,
    annotations: inputs.oneOf('annotations', ['workflow', 'check-run', 'off'], 'workflow'),
    checkName: inputs.text('check-name', 'Scan Gate'),
    maxAnnotations: inputs.count('max-annotations', 50),
    maxListed: inputs.count('max-listed', 20),
    disclosure: inputs.oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
    bugUrl: inputs.linkTemplate('bug-url'),
    sarifFile: inputs.text('sarif-file') || null,
    reportFile: inputs.text('report-file') || null,
  } as const;
}

function readPaths(inputs: Inputs): Pick<GateInputs, 'paths' | 'isInPaths'> {
  const patterns = inputs.list('paths');
  const bad = patterns.find((pattern) => !isPattern(pattern));
  if (bad !== undefined) {
    const allowed = 'glob patterns whose brackets and braces match';
    inputs.fault({ input: 'paths', given: toGiven(bad), allowed });
  }
  // A pattern that cannot be read is a fault already, and cannot be compiled.
  return { paths: patterns, isInPaths: toPathFilter(bad === undefined ? patterns : []) };
}

/** `all` stands alone; it cannot be part of a list. */
function readGateOn(inputs: Inputs): GateOn {
  const allowed = 'all alone, or a comma list of introduced and touched';
  return inputs.parsed('gate-on', parseGateOn, allowed) ?? 'all';
}

function parseGateOn(text: string): GateOn | null {
  const words = splitList(text);
  if (words.length === 1 && words[0] === 'all') return 'all';
  return words.length > 0 && words.every(isSelectable) ? [...new Set(words)] : null;
}

function isSelectable(word: string): word is Relation {
  return word === 'introduced' || word === 'touched';
}
