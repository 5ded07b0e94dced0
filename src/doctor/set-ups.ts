// The set-ups of the README, whose workflows the doctor replays and hands out with a repository's own values.
import type { Visibility } from '../judgement/disclosure.ts';

/** They stand in the order of the README. */
export const SET_UP_NAMES = ['pull-request-scans', 'nightly-scans', 'release'] as const;

export type SetUpName = (typeof SET_UP_NAMES)[number];

export type EachSetUp<Value> = Readonly<Record<SetUpName, Value>>;

export function toEachSetUp<Value>(make: (name: SetUpName) => Value): EachSetUp<Value> {
  return Object.fromEntries(SET_UP_NAMES.map((name) => [name, make(name)])) as EachSetUp<Value>;
}

export interface SetUpInput {
  readonly name: string;
  readonly value: string;
  readonly comment?: string;
}

export interface SetUp {
  /** It is the name of an event, or all that `on:` says. */
  readonly on: string;
  readonly permissions: string;
  /** It stands above the workflow. */
  readonly comment?: string;
  /** The inputs of the connection are not among them. */
  readonly inputs: readonly SetUpInput[];
}

/** The README calls the secret so; an action is given its value and never its name. */
export const SECRET = 'SCAN_API_KEY';
/** The job of the workflow to paste gives its check this name. */
export const GATE_JOB = 'scan-gate';
export const GATE_FILE = '.github/workflows/scan-gate.yml';
/** The gate's input `wait-timeout` has this default. */
export const TIMEOUT_MINUTES = 10;
/** A pasted workflow blocks nothing: that is a decision of its own. */
export const DAY_ONE: SetUpInput = { name: 'mode', value: 'warn', comment: 'until the team trusts it' };

/** Writes the line that starts a gate. With `edited` it runs again when a pull request gets another base. */
export function toTrigger(on: string): string {
  const isEvent = on.startsWith('pull_request');
  return `on: ${isEvent ? `{ ${on}: { types: [opened, synchronize, reopened, edited] } }` : on}`;
}

/** A test compares them with the README. */
export const SET_UPS: EachSetUp<SetUp> = {
  'pull-request-scans': {
    on: 'pull_request',
    permissions: '{ contents: read, pull-requests: write }',
    inputs: [
      { name: 'wait-for-scan', value: '5m' },
      { name: 'gate-on', value: 'introduced, touched' },
    ],
  },
  'nightly-scans': {
    on: 'pull_request',
    permissions: '{ contents: read, pull-requests: write }',
    inputs: [
      { name: 'scan-match', value: 'exact, ancestor' },
      { name: 'max-scan-age', value: '7d', comment: 'leave it out if your service skips nights without changes' },
      { name: 'gate-on', value: 'touched' },
      DAY_ONE,
    ],
  },
  release: {
    on: '{ push: { branches: [release] } }',
    permissions: '{ contents: read }',
    inputs: [
      { name: 'scan-match', value: 'exact, ancestor' },
      { name: 'max-scan-age', value: '3d' },
      { name: 'count-from', value: 'repository' },
      { name: 'max-bugs', value: '40', comment: 'lower it whenever you can' },
    ],
  },
};

/**
 * Selects a set-up for a visibility. In a public repository `touched` would tell anybody who opens a pull request where the
 * bugs are, so it is left out where heads are scanned; elsewhere pull requests from forks get no key.
 */
export function selectSetUp(name: SetUpName, visibility: Visibility): SetUp {
  const setUp = SET_UPS[name];
  if (visibility !== 'public' || name !== 'pull-request-scans') return setUp;
  const inputs = setUp.inputs.map((input) => (input.name === 'gate-on' ? { ...input, value: 'introduced' } : input));
  return { ...setUp, inputs };
}

export type Recommendation = Exclude<SetUpName, 'release'> | 'none';

export interface RecommendationFacts {
  readonly heads: number;
  readonly scannedHeads: number;
  /** It is true if the default branch has a complete full scan among the last hundred. */
  readonly hasBranchScan: boolean;
}

export function decideRecommendation({ heads, scannedHeads, hasBranchScan }: RecommendationFacts): Recommendation {
  if (heads > 0 && scannedHeads * 2 >= heads) return 'pull-request-scans';
  return hasBranchScan ? 'nightly-scans' : 'none';
}
