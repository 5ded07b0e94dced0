// A fault at every request of a watch, followed by a healthy run: the end is what an undisturbed run would have left.
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createFaults, type FaultEffect } from '../../sandbox/faults.ts';
import type { FaultInjector } from '../../sandbox/http.ts';
import { makeBug, makePull, makeScan, makeService, sha, withStage, type Stage } from './stage.ts';

jest.setTimeout(120_000);

const old = makeBug('old', 0, { pr: 11 });
const first = makeService([makeScan('1', 0)], [old], { 1: ['old'] });
const news = [
  makeBug('a', 1, { pr: 11 }),
  makeBug('b', 1, { pr: 12, isSecurityVulnerability: true }),
  makeBug('c', 2, { commit: sha('f13') }),
  makeBug('d', 2, { pr: 14 }),
];
const second = makeService([makeScan('1', 0), makeScan('2', 1), makeScan('3', 2)], [old, ...news], {
  1: ['old'],
  2: ['a', 'b'],
  3: ['c', 'd'],
});
const github = {
  pulls: [11, 12, 13].map((n) => makePull(n)).concat(makePull(14, { locked: true })),
};

/** Lets everything through until told otherwise. */
interface Switch extends FaultInjector {
  set(faults: FaultInjector | null): void;
}

function createSwitch(): Switch {
  let current: FaultInjector | null = null;
  return {
    set: (faults) => {
      current = faults;
    },
    intercept: async (...exchange) => (await current?.intercept(...exchange)) ?? false,
  };
}

/** All that is left on GitHub, but for run, time and port. */
function takeEnd({ github: { state, url } }: Stage): object {
  const { host } = new URL(url);
  // The digest is that of a text with the port in it.
  const toText = (text: string): string =>
    text.replaceAll(host, 'HOST').replace(/digest=\w+/, 'digest');
  return {
    comments: state.comments
      .map(({ issue, body }) => `${issue}\n${toText(body.replace(/^.*\n/, ''))}`)
      .toSorted(),
    issues: state.issues.map(({ body, state: is, title }) => [is, title, toText(body ?? '')]),
  };
}

interface Undisturbed {
  readonly end: object;
  /** Of the second night: method and address without host, each once. */
  readonly requests: readonly string[];
  readonly writes: number;
}

async function playUndisturbed(): Promise<Undisturbed> {
  return await withStage({ github }, async (stage) => {
    await stage.night(first);
    const seen = [stage.service.requests.length, stage.github.requests.length];
    const { writes } = await stage.night(second);
    const sent = [
      ...stage.service.requests.slice(seen[0]),
      ...stage.github.requests.slice(seen[1]),
    ];
    const requests = new Set(sent.map(({ method, url }) => `${method} ${url}`));
    return { end: takeEnd(stage), requests: [...requests], writes: writes.length };
  });
}

let undisturbed: Undisturbed;
beforeAll(async () => {
  undisturbed = await playUndisturbed();
});

/** Plays the second night with faults, and then a healthy one. */
async function playDisturbed(faults: FaultInjector): Promise<{ end: object; verdict: string }> {
  const breaker = createSwitch();
  return await withStage({ github, faults: breaker }, async (stage) => {
    await stage.night(first);
    breaker.set(faults);
    const night = await stage.night(second);
    // What it could not do it says: red, or a warning.
    const verdict = night.outputs['verdict'] ?? '';
    if (verdict === 'unverified') expect(night.result.conclusion).toBe('failure');
    breaker.set(null);
    const healthy = await stage.night(null);
    expect(healthy.outputs['verdict']).toBe('reported');
    return { end: takeEnd(stage), verdict };
  });
}

/** Escapes a text for a regular expression. */
function toPattern(text: string): string {
  return `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}

const lost: FaultEffect = { kind: 'reset', at: 'after' };
const limited: FaultEffect = {
  kind: 'status',
  status: 403,
  body: { message: 'You have exceeded a secondary rate limit.' },
};
const isRead = (request: string): boolean =>
  request.startsWith('GET') || request.endsWith('/graphql');

describe('the end is what an undisturbed run would have left', () => {
  it.each<[string, FaultEffect, (request: string) => boolean]>([
    ['request is answered with 500', { kind: 'status', status: 500 }, () => true],
    ['write is carried out, and its answer is lost', lost, (request) => !isRead(request)],
    ['write meets the secondary rate limit', limited, (request) => !isRead(request)],
  ])('when any one %s', async (_, effect, isMeant) => {
    expect(undisturbed.writes).toBe(5);
    for (const request of undisturbed.requests.filter(isMeant)) {
      const [method = '', url = ''] = request.split(' ');
      const rule = { method, path: { regex: toPattern(url) }, effect };
      const { end } = await playDisturbed(createFaults({ rules: [rule] }));
      expect({ request, end }).toEqual({ request, end: undisturbed.end });
    }
  });

  it('when the run dies after any of its writes', async () => {
    for (let last = 0; last < undisturbed.writes; last += 1) {
      let written = 0;
      const dying: FaultInjector = {
        intercept: async ({ method, path }, { response }, answer) => {
          if (written > last) {
            response.destroy();
            return true;
          }
          const isWrite = method !== 'GET' && !path.endsWith('/graphql');
          if (!isWrite) return false;
          written += 1;
          if (written <= last) return false;
          await answer();
          response.destroy();
          return true;
        },
      };
      const { end } = await playDisturbed(dying);
      expect({ last, end }).toEqual({ last, end: undisturbed.end });
    }
  });
});
