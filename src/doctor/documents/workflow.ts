// The workflows that the doctor hands out: those of the README with the repository's own values.
import { compact } from '../../judgement/lists.ts';
import { DAY_MS, MINUTE_MS } from '../../judgement/time.ts';
import { type DoctorEvidence, type DoctorSettings, type PendingCounts, toKnown } from '../evidence.ts';
import type { ScanStatistics } from '../scan-statistics.ts';
import { type Recommendation, SET_UPS, type SetUp, type SetUpInput, type SetUpName } from '../set-ups.ts';

/** Lines of YAML. */
export interface Workflows {
  /** For pull requests; null: no set-up would work. */
  readonly recommended: readonly string[] | null;
  /** Before a release; null: no set-up would work. */
  readonly release: readonly string[] | null;
}

/** The evidence, and what was concluded from it first: checks and workflows go by it. */
export interface Diagnosis {
  readonly evidence: DoctorEvidence;
  readonly scans: ScanStatistics | null;
  readonly recommendation: Recommendation;
  readonly bugs: PendingCounts | null;
}

/** The secret of the README; an action is given its value and never its name. */
export const SECRET = 'SCAN_API_KEY';
const EXAMPLE_URL = 'https://api.example.com';
const USES = 'scan-gate/scan-gate@v1 # better: the full SHA of a release';

/** Whoever pastes a workflow blocks nothing with it: to block is a decision of its own. */
const DAY_ONE: SetUpInput = { name: 'mode', value: 'warn', comment: 'until the team trusts it' };

/** Decides both. */
export function decideWorkflows(source: Diagnosis): Workflows {
  const { recommendation } = source;
  if (recommendation === 'none') return { recommended: null, release: null };
  const { apiUrl } = source.evidence.settings;
  return {
    recommended: toWorkflow(adaptSetUp(recommendation, source), apiUrl),
    release: toWorkflow(adaptSetUp('release', source), apiUrl),
  };
}

/** The workflow of a set-up, as in the README: it only warns, as its last line says. */
export function toWorkflow({ on, permissions, inputs }: SetUp, apiUrl: string): readonly string[] {
  const deciding = inputs.filter(({ name }) => name !== DAY_ONE.name);
  return [
    `on: ${on}`,
    `permissions: ${permissions}`,
    'jobs:',
    '  scan-gate:',
    '    runs-on: ubuntu-latest',
    `    timeout-minutes: ${toTimeoutMinutes(inputs)}`,
    '    steps:',
    `      - uses: ${USES}`,
    '        with:',
    `          api-url: ${toScalar(apiUrl === '' ? EXAMPLE_URL : apiUrl)}`,
    `          api-key: \${{ secrets.${SECRET} }}`,
    ...[...deciding, DAY_ONE].map(
      ({ name, value, comment }) =>
        `          ${name}: ${toScalar(value)}${comment === undefined ? '' : ` # ${comment}`}`,
    ),
  ];
}

/** Longer than the gate takes at most, which is its waits and four minutes: it then ends by itself and says why. */
function toTimeoutMinutes(inputs: readonly SetUpInput[]): number {
  const wait = ({ name, ifNot }: { readonly name: string; readonly ifNot: number }): number =>
    Number(inputs.find((input) => input.name === name)?.value.replace(/m$/, '') ?? ifNot);
  const longest =
    wait({ name: 'wait-for-scan', ifNot: 0 }) + wait({ name: 'wait-timeout', ifNot: TIMEOUT_MINUTES }) + 4;
  return Math.ceil(longest / 5) * 5;
}

/** Plain where YAML reads it as this text, else quoted. */
function toScalar(text: string): string {
  return /^[\w/][\w ,./:~-]*$/.test(text) && !/: |:$/.test(text) ? text : JSON.stringify(text);
}

function adaptSetUp(name: SetUpName, source: Diagnosis): SetUp {
  const setUp = SET_UPS[name];
  const own = toOwnInputs(name, source);
  const kept = setUp.inputs.map((input) => own.find((each) => each.name === input.name) ?? input);
  const names = new Set(kept.map((input) => input.name));
  const added = own.filter((input) => !names.has(input.name));
  return { ...setUp, on: toOn(name, source), inputs: [...kept, ...added] };
}

/** Quotes what YAML would not read as a text, such as `1.10` or `true`. */
function quoteIfTyped(branch: string): string {
  const isText = /^[a-z]/i.test(branch) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(branch);
  return isText ? branch : `'${branch}'`;
}

function toOn(name: SetUpName, { evidence }: Diagnosis): string {
  const { on } = SET_UPS[name];
  const { pulls, defaultBranch } = evidence.github;
  if (name === 'release') {
    // GitHub reads patterns there, and anybody with write access names branches.
    const isPlain = defaultBranch !== null && /^\w[\w./-]*$/.test(defaultBranch);
    return isPlain ? `{ push: { branches: [${quoteIfTyped(defaultBranch)}] } }` : on;
  }
  const known = toKnown(pulls) ?? [];
  // Dependabot has a store of secrets of its own, and needs no other event.
  return known.some(({ isFork }) => isFork) ? 'pull_request_target' : on;
}

/** What is other than in the README, or added to it. */
function toOwnInputs(name: SetUpName, source: Diagnosis): readonly SetUpInput[] {
  const { scans, evidence } = source;
  return [
    ...(name === 'pull-request-scans' ? toWaits(scans) : toAgeInputs(scans)),
    ...toLimits(name, source),
    ...toSelection(evidence.settings),
  ];
}

function toSelection({ repositoryId, scanTypes }: DoctorSettings): readonly SetUpInput[] {
  return compact([
    scanTypes.length > 0 && { name: 'scan-types', value: scanTypes.join(', ') },
    repositoryId !== null && { name: 'repository-id', value: repositoryId },
  ]);
}

/** Limits as given; those of a release are what is open today, so that it is green at first. */
function toLimits(name: SetUpName, { evidence, bugs }: Diagnosis): readonly SetUpInput[] {
  const { maxSecurityBugs, maxBugs } = evidence.settings;
  const today = name === 'release' ? bugs : null;
  const comment = 'what is pending today: lower it whenever you can';
  return compact<SetUpInput>([
    maxSecurityBugs !== null
      ? { name: 'max-security-bugs', value: String(maxSecurityBugs) }
      : today !== null && today.security > 0 && { name: 'max-security-bugs', value: String(today.security), comment },
    maxBugs !== null
      ? { name: 'max-bugs', value: String(maxBugs) }
      : today !== null && { name: 'max-bugs', value: String(today.pending), comment },
  ]);
}

const WAITS_MINUTES = [5, 10, 15, 30, 60, 120];
/** The default of `wait-timeout`. */
const TIMEOUT_MINUTES = 10;

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
