// What the doctor concluded before its checks, and the recommended set-up with the repository's own values.
import { formatDay } from '../judgement/day.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import { compact } from '../judgement/lists.ts';
import { DAY_MS, MINUTE_MS } from '../judgement/time.ts';
import { type DoctorEvidence, type DoctorSettings, type PendingCounts, toKnown } from './evidence.ts';
import type { ScanStatistics } from './scan-statistics.ts';
import {
  type Recommendation,
  selectSetUp,
  type SetUp,
  type SetUpInput,
  type SetUpName,
  TIMEOUT_MINUTES,
} from './set-ups.ts';

/** The evidence, and what was concluded from it first: checks and workflows go by it. */
export interface Diagnosis {
  readonly evidence: DoctorEvidence;
  readonly scans: ScanStatistics | null;
  readonly recommendation: Recommendation;
  readonly bugs: PendingCounts | null;
  /** The `if:` by which the gate leaves out pull requests from forks; null: it judges them, too. */
  readonly forkCondition: string | null;
}

/** The recommended set-up with the repository's own values; null: no set-up would work. */
export function decideOwnSetUp(source: Diagnosis): SetUp | null {
  const { recommendation: name, evidence } = source;
  if (name === 'none') return null;
  const setUp = selectSetUp(name, evidence.github.visibility);
  const own = toOwnInputs(name, source);
  const kept = setUp.inputs.map((input) => own.find((each) => each.name === input.name) ?? input);
  const names = new Set(kept.map((input) => input.name));
  const added = own.filter((input) => !names.has(input.name));
  return { ...setUp, on: toOn(setUp, source), inputs: [...kept, ...added] };
}

/** Where no set-up would work, it is that of the one for a first scan. */
export function toForkCondition(recommendation: Recommendation, visibility: Visibility): string | null {
  const name = recommendation === 'none' ? 'nightly-scans' : recommendation;
  return selectSetUp(name, visibility).condition ?? null;
}

function toOn({ on }: SetUp, { evidence, forkCondition }: Diagnosis): string {
  const known = toKnown(evidence.github.pulls) ?? [];
  // Dependabot has a store of secrets of its own, and needs no other event.
  return forkCondition === null && known.some(({ isFork }) => isFork) ? 'pull_request_target' : on;
}

/** What is other than in the README, or added to it. */
function toOwnInputs(name: SetUpName, source: Diagnosis): readonly SetUpInput[] {
  const { scans, evidence } = source;
  return [
    ...(name === 'pull-request-scans' ? toWaits(scans) : toAgeInputs(scans)),
    ...toLimits(evidence.settings),
    ...toSince(name, evidence),
    ...toSelection(evidence.settings),
  ];
}

function toSelection({ repositoryId, scanTypes }: DoctorSettings): readonly SetUpInput[] {
  return compact([
    scanTypes.length > 0 && { name: 'scan-types', value: scanTypes.join(', ') },
    repositoryId !== null && { name: 'repository-id', value: repositoryId },
  ]);
}

function toLimits({ maxSecurityBugs, maxBugs }: DoctorSettings): readonly SetUpInput[] {
  return compact([
    maxSecurityBugs !== null && { name: 'max-security-bugs', value: String(maxSecurityBugs) },
    maxBugs !== null && { name: 'max-bugs', value: String(maxBugs) },
  ]);
}

/** The day that was proposed, as far as too many would be red without it. */
function toSince(name: SetUpName, { replay }: DoctorEvidence): readonly SetUpInput[] {
  const proposed = replay?.foundSince.get(name);
  if (proposed === undefined) return [];
  return [{ name: 'found-since', value: formatDay(proposed.day), comment: 'leaves out what is pending today' }];
}

const WAITS_MINUTES = [5, 10, 15, 30, 60, 120];

function toWaits(scans: ScanStatistics | null): readonly SetUpInput[] {
  const start = toWaitMinutes(scans?.startDelayMs ?? null);
  const run = toWaitMinutes(scans?.durationMs ?? null);
  return compact([
    { name: 'wait-for-scan', value: `${start}m` },
    run > TIMEOUT_MINUTES && { name: 'wait-timeout', value: `${run}m` },
  ]);
}

/** The shortest wait that is enough; a scan that takes longer than all of them is not worth a runner's time. */
function toWaitMinutes(ms: number | null): number {
  const wanted = (ms ?? 0) / MINUTE_MS;
  return WAITS_MINUTES.find((minutes) => minutes >= wanted) ?? 120;
}

/** What `max-scan-age` of the README allows. */
export const NIGHTLY_AGE_DAYS = 3;

function toAgeInputs(scans: ScanStatistics | null): readonly SetUpInput[] {
  const days = toMaxAgeDays(scans);
  if (days === NIGHTLY_AGE_DAYS) return [];
  return [{ name: 'max-scan-age', value: `${days}d`, comment: 'twice the time between your scans' }];
}

/** Days that `max-scan-age` has to allow, so that one scan may be missed. */
export function toMaxAgeDays(scans: ScanStatistics | null): number {
  const days = Math.ceil((2 * (scans?.intervalMs ?? 0)) / DAY_MS);
  return Math.max(NIGHTLY_AGE_DAYS, days);
}
