// Lists the scenarios.
import { agedBranch } from './aged-branch.ts';
import { checkRun } from './check-run.ts';
import { clean, notBlocking } from './clean.ts';
import { doctor, doctorHeads } from './doctor.ts';
import { fork } from './fork.ts';
import { hostile } from './hostile.ts';
import { insightsOrganization } from './insights-organization.ts';
import { insights } from './insights.ts';
import { lateLists } from './late-lists.ts';
import { many } from './many.ts';
import { invalidInput, unknownRepository } from './misconfigured.ts';
import { nightly } from './nightly.ts';
import { noKey } from './no-key.ts';
import { organization } from './organization.ts';
import { githubDown, serviceDown, warnOutage, wrongKey } from './outage.ts';
import { partial } from './partial.ts';
import { publicRepository } from './public.ts';
import { merged, twoPushes } from './pushes.ts';
import { recheck } from './recheck.ts';
import { review } from './review.ts';
import { rules } from './rules.ts';
import { noScan, scanFailed, scanRunning, timeout } from './scans.ts';
import type { Scenario } from './scenario.ts';
import { setUps } from './set-ups.ts';
import { superseded } from './superseded.ts';
import { tenThousand } from './ten-thousand.ts';
import { thirdPage } from './third-page.ts';
import { thresholdExceeded } from './threshold-exceeded.ts';
import { twins } from './twins.ts';
import { watch } from './watch.ts';
import { wayOut } from './way-out.ts';

/** The first is the default. Names are unique. */
export const scenarios: readonly [Scenario, ...Scenario[]] = [
  thresholdExceeded,
  clean,
  scanRunning,
  noScan,
  scanFailed,
  timeout,
  superseded,
  invalidInput,
  unknownRepository,
  thirdPage,
  many,
  hostile,
  fork,
  noKey,
  publicRepository,
  nightly,
  partial,
  twins,
  lateLists,
  checkRun,
  tenThousand,
  review,
  rules,
  watch,
  doctor,
  doctorHeads,
  organization,
  recheck,
  setUps,
  agedBranch,
  warnOutage,
  wrongKey,
  serviceDown,
  githubDown,
  twoPushes,
  merged,
  wayOut,
  notBlocking,
  insights,
  insightsOrganization,
];

/** No scenario has the name; the message lists those that there are. */
class UnknownScenarioError extends Error {
  override readonly name = 'UnknownScenarioError';

  constructor(wanted: string) {
    super(`unknown scenario ${JSON.stringify(wanted)}; known are:\n${listScenarios()}`);
  }
}

/** @throws UnknownScenarioError */
export function findScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (!found) throw new UnknownScenarioError(name);
  return found;
}

/** One indented line for each scenario: name and description. */
export function listScenarios(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  return scenarios.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`).join('\n');
}
