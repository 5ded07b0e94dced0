// The scenario of a red job and the way out of it: bugs that somebody settles elsewhere, and a scan that is not there.
import type { ServiceData } from '../service/data.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { linkedBugs, storefront } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const found = ['delete-without-owner', 'webhook-ssrf', 'card-saved-twice', 'coupon-cent'];

function makeService(nowMs: number): ServiceData {
  const findings = allFindings.filter(({ key }) => found.includes(key));
  return storefrontService(
    nowMs,
    findings.map((finding) => makeBug(finding, nowMs)),
  );
}

/** Neither the head nor any commit before it was scanned. */
function withoutScans(data: ServiceData): ServiceData {
  const near: readonly unknown[] = [storefront.headSha, storefront.baseSha];
  return { ...data, scans: data.scans.filter(({ commitSha }) => !near.includes(commitSha)) };
}

export const wayOut: Scenario = {
  name: 'way-out',
  description:
    'Two steps: the comment of a red gate ends with the way out where a bug has been dismissed elsewhere; and where nothing was scanned, it advises no input that is set already.',
  build: (nowMs): ScenarioWorld => {
    const service = makeService(nowMs);
    const world = storefrontWorld(service, storefrontGitHub(nowMs));
    const step = { action: 'action.yml', event: world.event };
    const inputs = { ...linkedBugs, 'gate-on': 'introduced, touched' };
    const steps: readonly Step[] = [
      { ...step, title: 'Two bugs block.', inputs },
      {
        ...step,
        title: 'Nothing was scanned, and the gate looks at older commits already.',
        inputs: { ...inputs, 'scan-match': 'exact, ancestor', 'scan-types': 'default' },
        service: withoutScans(service),
      },
    ];
    return { ...world, steps };
  },
};
