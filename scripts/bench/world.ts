// The data of the measurements: the storefront with as many pending bugs as asked for.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { makeBug, storefrontService } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData } from '../../sandbox/service/data.ts';

/** It is as long as the summaries of the storefront are on average. */
const sentence = 'The handler trusts what it was sent, and what it was sent decides which record is read. ';

/** Every seventh bug is a security bug, none is reviewed. Same number and clock, same world. */
export function worldOf(bugCount: number, nowMs: number): ScenarioWorld {
  const bugs = Array.from({ length: bugCount }, (_, at): BugData =>
    makeBug(
      {
        key: `bench ${at}`,
        title: `Input of form ${at} reaches the query unchecked`,
        summary: `Form ${at}: ${sentence.repeat(1 + (at % 3))}`,
        file: `src/server/area-${at % 13}/module-${at % 400}.ts`,
        security: at % 7 === 0,
        foundDaysAgo: 1 + (at % 90),
        introduced: { daysAgo: 2 + (at % 200), author: 'priya-raman', pull: 100 + (at % 300) },
      },
      nowMs,
    ),
  );
  return storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs));
}
