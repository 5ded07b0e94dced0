// A set-up of the README with a repository's own values, which is replayed, and handed out to paste.
import { formatDay } from '../judgement/day.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import { compact } from '../judgement/lists.ts';
import { DAY_MS, MINUTE_MS } from '../judgement/time.ts';
import type { DoctorSettings, FoundSince } from './evidence.ts';
import type { ScanStatistics } from './scan-statistics.ts';
import { selectSetUp, SET_UPS, type SetUp, type SetUpInput, type SetUpName, TIMEOUT_MINUTES } from './set-ups.ts';

/** The workflow depends on these values besides the set-up. */
export interface OwnValues {
  readonly settings: DoctorSettings;
  readonly visibility: Visibility;
  readonly hasForks: boolean;
  readonly scans: ScanStatistics | null;
  /** It is true if the service lists its bugs again in every full scan, and scans most heads fully. */
  readonly listsAgain: boolean;
  /** It is absent where no day is proposed. */
  readonly foundSince?: FoundSince | undefined;
}

export function toOwnSetUp(name: SetUpName, own: OwnValues): SetUp {
  const setUp = selectSetUp(name, own.visibility);
  const inputs = toOwnInputs(name, own);
  const kept = setUp.inputs.map((input) => inputs.find((each) => each.name === input.name) ?? input);
  const names = new Set(kept.map((input) => input.name));
  const added = inputs.filter((input) => !names.has(input.name));
  const adapted = { ...setUp, inputs: [...kept, ...added] };
  if (!own.hasForks || !servesForks(name, own.visibility)) return adapted;
  const comment = own.visibility === 'public' ? { comment: NEEDS_POLICY } : {};
  return { ...adapted, ...comment, on: 'pull_request_target' };
}

const NEEDS_POLICY =
  'GitHub blocks this event in public repositories unless a policy allows it: Settings → Actions → Policies';

/**
 * Decides whether pull requests from forks may be judged by themselves. In a public repository `touched` would tell anybody
 * who opens one where the bugs are. Dependabot has a store of secrets of its own, and needs no other event.
 */
export function servesForks(name: SetUpName, visibility: Visibility): boolean {
  return name === 'pull-request-scans' || (name === 'nightly-scans' && visibility !== 'public');
}

function toOwnInputs(name: SetUpName, own: OwnValues): readonly SetUpInput[] {
  const { settings, scans, foundSince } = own;
  const { maxSecurityBugs, maxBugs, scanTypes, repositoryId } = settings;
  const isAgain = name === 'pull-request-scans' && own.listsAgain;
  return compact<SetUpInput>([
    ...(name === 'pull-request-scans' ? toWaits(scans) : toAge(name, scans)),
    maxSecurityBugs !== null && { name: 'max-security-bugs', value: String(maxSecurityBugs) },
    maxBugs !== null && { name: 'max-bugs', value: String(maxBugs) },
    foundSince && {
      name: 'found-since',
      value: formatDay(foundSince.day),
      comment: 'leaves out what is pending today',
    },
    // They go together: a partial scan, or one that stands in, leaves out what it did not look at.
    ...(isAgain ? LISTS_AGAIN : []),
    !isAgain && scanTypes.length > 0 && { name: 'scan-types', value: scanTypes.join(', ') },
    repositoryId !== null && { name: 'repository-id', value: repositoryId },
  ]);
}

const LISTS_AGAIN: readonly SetUpInput[] = [
  { name: 'count-from', value: 'scan', comment: 'your service lists every bug again' },
  { name: 'scan-match', value: 'exact' },
  { name: 'scan-types', value: 'default' },
];

const WAITS_MINUTES = [5, 10, 15, 30, 60, 120];

function toWaits(scans: ScanStatistics | null): readonly SetUpInput[] {
  const start = toWaitMinutes(scans?.startDelayMs ?? null);
  const run = toWaitMinutes(scans?.durationMs ?? null);
  return compact([
    { name: 'wait-for-scan', value: `${start}m` },
    run > TIMEOUT_MINUTES && { name: 'wait-timeout', value: `${run}m` },
  ]);
}

/** Gives the shortest wait that is enough; a longer scan than all of them is not worth a runner's time. */
function toWaitMinutes(ms: number | null): number {
  const wanted = (ms ?? 0) / MINUTE_MS;
  return WAITS_MINUTES.find((minutes) => minutes >= wanted) ?? 120;
}

/** Reads how many days `max-scan-age` allows in the README. */
function readAgeDays(name: SetUpName): number {
  const age = SET_UPS[name].inputs.find((input) => input.name === 'max-scan-age');
  return Number(age?.value.replace(/d$/, '') ?? 0);
}

function toAge(name: SetUpName, scans: ScanStatistics | null): readonly SetUpInput[] {
  const days = toMaxAgeDays(name, scans);
  if (days === readAgeDays(name)) return [];
  return [{ name: 'max-scan-age', value: `${days}d`, comment: 'twice the time between your scans' }];
}

/** Gives so many days that one scan may be missed. */
export function toMaxAgeDays(name: SetUpName, scans: ScanStatistics | null): number {
  const days = Math.ceil((2 * (scans?.intervalMs ?? 0)) / DAY_MS);
  return Math.max(readAgeDays(name), days);
}
