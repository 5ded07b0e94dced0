// Owns the fault matrix: every request of the gate, every fault, through the bundle. In no cell a wrong green, in none two comments.
import { describe, expect, test } from '@jest/globals';
import type { FaultRule } from '../../sandbox/faults.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { preload } from '../e2e/preload.ts';
import { withScene, type Scene } from '../e2e/scene.ts';
import { changeGitHub, manyWorld } from '../e2e/worlds.ts';
import { faults, type Fault } from './faults.ts';
import { requests, type MatrixRequest } from './requests.ts';

/** No waiting for chance, and a time limit of an exchange that a test can wait for. */
const HASTE = preload(
  'Math.random=()=>0;const t=AbortSignal.timeout;AbortSignal.timeout=(ms)=>t.call(AbortSignal,ms===30000?300:ms);const s=globalThis.setTimeout;globalThis.setTimeout=(f,ms,...a)=>s(f,ms===30000?300:ms,...a);',
);

interface Cell {
  readonly request: string;
  readonly fault: string;
  readonly outcome: string;
}

const wrongType = (field: string): Fault => ({
  name: 'wrong type',
  passes: false,
  rule: { effect: { kind: 'wrong-type', field } },
});

const cells = requests.flatMap((request) =>
  [...faults, ...(request.field === '' ? [] : [wrongType(request.field)])].map((fault) => ({
    request,
    fault,
  })),
);

/** Filled by the tests of the cells, read by the last test. */
const seen: Cell[] = [];

describe('the gate, with four hundred security bugs pending and one request that goes wrong', () => {
  test.concurrent.each(
    cells.map((cell) => ({ ...cell, title: `${cell.request.name}: ${cell.fault.name}` })),
  )(
    '$title',
    async ({ request, fault }) => {
      const outcome = await play(request, fault);
      seen.push({ request: request.name, fault: fault.name, outcome });
      expect(outcome).toBe(toExpected(request, fault));
    },
    60_000,
  );

  test('is green in no cell, and has one comment at most in each', () => {
    const green = seen.filter(({ outcome }) => outcome.includes('green'));
    const twice = seen.filter(({ outcome }) => outcome.includes('comments'));
    process.stderr.write(
      `fault matrix: ${seen.length} cells, ${green.length} wrong greens, ${twice.length} with two comments\n`,
    );
    expect(seen).toHaveLength(cells.length);
    expect([green, twice]).toEqual([[], []]);
  });
});

/** What the contract says of a cell. */
function toExpected(request: MatrixRequest, fault: Fault): string {
  if (request.need === 'service') return toServiceOutcome(request, fault);
  // A create that got no clear answer is not repeated for a check run; for a comment only after a look.
  if (request.name === 'check run, created') {
    return fault.name.startsWith('429') ? 'recovered' : 'degraded';
  }
  if (request.name === 'comment, created') return toCreateOutcome(fault);
  return fault.passes ? 'recovered' : 'degraded';
}

function toServiceOutcome(request: MatrixRequest, fault: Fault): string {
  if (fault.passes) return 'recovered';
  if (fault.name === '401' || fault.name === '403') return 'red: unauthorized';
  if (fault.name === '404' && request.name === 'scans') return 'red: repository-not-found';
  return 'red: service-error';
}

/** The comment arrived, or did after a look and a second try. */
function toCreateOutcome(fault: Fault): string {
  const arrived = ['truncated JSON', 'wrong type', 'reset in the body, for ever'];
  return fault.passes || arrived.includes(fault.name) ? 'recovered' : 'degraded';
}

async function play(request: MatrixRequest, fault: Fault): Promise<string> {
  const rule: FaultRule = { method: request.method, path: request.path, ...fault.rule };
  let outcome = '';
  await withScene(
    toWorld(request),
    async (scene) => {
      const result = await scene.run({
        env: HASTE,
        inputs: {
          annotations: request.name.startsWith('check run') ? 'check-run' : 'workflow',
          'max-annotations': '120',
        },
      });
      expect(scene.faults.list().map(({ fired }) => fired > 0)).toEqual([true]);
      outcome = toOutcome(scene, result);
    },
    { faults: [rule] },
  );
  return outcome;
}

/** For an update there is a comment of an earlier run. */
function toWorld(request: MatrixRequest): ScenarioWorld {
  const world = manyWorld();
  if (request.name !== 'comment, updated') return world;
  const at = new Date(0).toISOString();
  return changeGitHub(world, ({ comments }) => ({
    comments: [
      ...comments,
      {
        id: 7,
        issue: world.pullRequest,
        user: 'github-actions[bot]',
        body: `<!-- scan-gate:v1 key=Scan%20Gate%2Fgate run=1 attempt=1 sha=${world.sha} read=1 -->\nAn earlier run.`,
        createdAt: at,
        updatedAt: at,
      },
    ],
  }));
}

type Result = Awaited<ReturnType<Scene['run']>>;

function toOutcome(scene: Scene, result: Result): string {
  const { verdict, reason } = result.outputs;
  const comments = scene.ownComments().length;
  if (result.exitCode === 0) return 'green';
  if (comments > 1) return `${comments} comments`;
  if (verdict !== 'failed') return `red: ${reason ?? ''}`;
  const warned = result.annotations.some(
    ({ level, message }) => level === 'warning' && message.startsWith('Could not'),
  );
  return warned ? 'degraded' : 'recovered';
}
