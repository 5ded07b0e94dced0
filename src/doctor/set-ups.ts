// The set-ups of the README: the workflow of each, which the doctor replays and hands out with a repository's own values.
import type { Visibility } from '../judgement/disclosure.ts';

/** In the order of the README. */
export const SET_UP_NAMES = ['pull-request-scans', 'nightly-scans', 'release'] as const;

export type SetUpName = (typeof SET_UP_NAMES)[number];

export type EachSetUp<Value> = Readonly<Record<SetUpName, Value>>;

/** Makes a value for each set-up, in the order of the README. */
export function toEachSetUp<Value>(make: (name: SetUpName) => Value): EachSetUp<Value> {
  return {
    'pull-request-scans': make('pull-request-scans'),
    'nightly-scans': make('nightly-scans'),
    release: make('release'),
  };
}

export interface SetUpInput {
  readonly name: string;
  readonly value: string;
  /** Stands behind the value. */
  readonly comment?: string;
}

export interface SetUp {
  /** The event, or what `on:` says. */
  readonly on: string;
  readonly permissions: string;
  /** Stands above the workflow. */
  readonly comment?: string;
  /** Besides the connection, in order. */
  readonly inputs: readonly SetUpInput[];
}

/** The secret of the README; an action is given its value and never its name. */
export const SECRET = 'SCAN_API_KEY';
/** The job of the workflow to paste, which is the name of its check. */
export const GATE_JOB = 'scan-gate';
/** Where the workflow to paste is saved. */
export const GATE_FILE = '.github/workflows/scan-gate.yml';
/** The default of `wait-timeout`. */
export const TIMEOUT_MINUTES = 10;
/** Whoever pastes a workflow blocks nothing with it: to block is a decision of its own. */
export const DAY_ONE: SetUpInput = { name: 'mode', value: 'warn', comment: 'until the team trusts it' };

/** The line that starts a gate. With `edited` it runs again when a pull request gets another base. */
export function toTrigger(on: string): string {
  const isEvent = on.startsWith('pull_request');
  return `on: ${isEvent ? `{ ${on}: { types: [opened, synchronize, reopened, edited] } }` : on}`;
}

/** The three of the README; a test compares them with it. */
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
 * A set-up as a repository of this visibility gets it. In a public one, `touched` would answer whoever opens a pull request
 * where the bugs are: it is left out where heads are scanned; else pull requests from forks get no key.
 */
export function selectSetUp(name: SetUpName, visibility: Visibility): SetUp {
  const setUp = SET_UPS[name];
  if (visibility !== 'public' || name !== 'pull-request-scans') return setUp;
  const inputs = setUp.inputs.map((input) => (input.name === 'gate-on' ? { ...input, value: 'introduced' } : input));
  return { ...setUp, inputs };
}

/** What suits a repository; `none`: it has no scan that could be used. */
export type Recommendation = Exclude<SetUpName, 'release'> | 'none';

export interface RecommendationFacts {
  /** How many heads of pull requests were looked at, and how many of them have a complete scan. */
  readonly heads: number;
  readonly scannedHeads: number;
  /** Whether the default branch has a complete full scan among the last hundred. */
  readonly hasBranchScan: boolean;
}

/** Decides by where the service scans. */
export function decideRecommendation({ heads, scannedHeads, hasBranchScan }: RecommendationFacts): Recommendation {
  if (heads > 0 && scannedHeads * 2 >= heads) return 'pull-request-scans';
  return hasBranchScan ? 'nightly-scans' : 'none';
}
