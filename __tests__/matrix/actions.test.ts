// The matrix of all actions: what a proxy, a firewall, GitHub and the service do to what each action asks in its own way. In no
// cell a wrong green, a false word about key or permission, a page that is quoted, or a flood.
import { type AddressInfo, createServer } from 'node:net';
import type { FaultEffect } from '../../sandbox/faults.ts';
import { type Connections, openConnections } from '../../src/net/connections.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import { createTestClock } from '../harness/clock.ts';
import { type RunChange, type Sandbox, shownBy, withSandbox } from '../harness/sandbox.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';
import { actionOf, isFor, type OwnRequest, ownRequests, stages } from './actions.ts';
import { readCells } from './table.ts';

const legend = {
  R: 'as without the fault',
  D: 'the same end, and a warning or a line says what is missing',
  E: 'red, and an error says why',
  '.': 'not run',
} as const;

/**
 * Columns: `502` GitHub's page, or a gateway's; `fw` a firewall's page with 403; `lim` the secondary limit without a time, once,
 * `lim*` for ever; `limr` with a time, once; `301` renamed; `perm` a permission is missing; `lock` the conversation is locked;
 * `sso` a sign-on is missing; `gql` an answer of 200 with a refusal, `hvy` one without data after a timeout, once; `hup` the proxy
 * hangs up at CONNECT. Those without a word are for ever. What one code puts into words for all (`fw`, `limr`, `sso`),
 * some rows of each action tell.
 */
const TABLE = `
                                  502 fw lim lim* limr 301 perm lock sso gql hvy hup
  gate: repositories               E  E   .   .    .    E   .    .    .   .   .   E
  gate: its comments               D  .   R   D    R    D   D    .    .   .   .   D
  gate: its comment                D  D   R   D    R    D   D    D    D   .   .   D
  gate: who the token is           R  .   R   R    .    R   R    .    R   R   R   R
  review: the bug                  E  E   .   .    .    E   .    .    .   .   .   E
  review: the decision             E  .   .   .    .    .   .    .    .   .   .   E
  review: who may                  E  .   R   E    .    E   E    .    .   .   .   E
  review: the comment              E  .   R   E    .    E   E    .    .   .   .   E
  review: the reply                D  D   R   D    R    D   D    D    D   .   .   D
  rules: the rules                 E  E   .   .    .    E   .    .    .   .   .   E
  watch: who the token is          E  .   R   E    .    E   R    .    E   E   E   E
  watch: scans                     E  E   .   .    .    E   .    .    .   .   .   E
  watch: commits                   E  E   R   E    .    E   E    .    E   .   .   E
  watch: whose it is               E  .   R   E    .    E   E    .    .   .   .   E
  watch: a comment                 E  .   R   E    .    E   D    D    .   .   .   E
  watch: the issue                 E  E   R   E    R    E   E    .    E   .   .   E
  doctor: the key                  E  E   .   .    .    E   .    .    .   .   .   E
  doctor: pull requests            E  E   R   E    .    E   E    .    E   .   .   E
  doctor: commits                  E  .   R   E    .    E   E    .    .   .   .   E
  recheck: bugs                    E  .   .   .    .    E   .    .    .   .   .   E
  recheck: gates                   E  E   R   E    .    E   E    .    E   E   R   E
  recheck: a start                 D  D   R   D    .    D   D    .    D   .   .   D
  insights: bugs                   E  .   .   .    .    E   .    .    .   .   .   E
  insights: pull requests          E  E   R   E    .    E   E    .    E   E   R   E
`;

interface Kind {
  readonly effect?: FaultEffect;
  readonly isOnce?: boolean;
  /** What is said of it, where it is not recovered from. */
  readonly says: RegExp;
}

const refused = (message: string): Pick<Kind, 'effect'> => ({
  effect: { kind: 'status', status: 403, body: { message } },
});
const graphql = (errors: object): Pick<Kind, 'effect'> => ({
  effect: { kind: 'status', status: 200, body: { data: null, errors: [errors] } },
});
const limit = refused('You have exceeded a secondary rate limit. Please wait a few minutes before you try again.');

const kinds: Readonly<Record<string, Kind>> = {
  '502': { effect: { kind: 'html', status: 502 }, says: /answered 502(?: with|[^.]*:) an HTML page/u },
  fw: { effect: { kind: 'html', status: 403 }, says: /answered 403(?: with|:) an HTML page/u },
  lim: { ...limit, isOnce: true, says: /^/u },
  'lim*': { ...limit, says: /rate limit/u },
  limr: {
    effect: { kind: 'status', status: 429, body: { message: 'Wait.' }, retryAfterSeconds: 9 },
    isOnce: true,
    says: /^/u,
  },
  '301': {
    effect: { kind: 'redirect', status: 301, location: 'https://api.github.example/repositories/1' },
    says: /redirect|renamed/u,
  },
  perm: { ...refused('Resource not accessible by integration'), says: /needs the permission/u },
  lock: { ...refused('Unable to create comment because issue is locked.'), says: /locked/u },
  sso: { ...refused('Resource protected by organization SAML enforcement.'), says: /SAML enforcement/u },
  gql: {
    ...graphql({ type: 'FORBIDDEN', message: 'Resource protected by organization SAML enforcement.' }),
    says: /FORBIDDEN \(Resource protected/u,
  },
  hvy: {
    ...graphql({ message: 'Something went wrong while executing your query. This may be the result of a timeout.' }),
    isOnce: true,
    says: /^/u,
  },
  hup: { says: /the proxy (?:127\.0\.0\.1:\d+ )?\(HTTPS_PROXY\) closed the connection/u },
};

const cells = readCells(TABLE);

it('speaks of every request, of every kind, and in letters of the legend', () => {
  expect(new Set(cells.map(({ request }) => request))).toEqual(new Set(Object.keys(ownRequests)));
  expect(new Set(cells.map(({ column }) => column))).toEqual(new Set(Object.keys(kinds)));
  expect(cells.filter(({ letter }) => !Object.keys(legend).includes(letter))).toEqual([]);
});

/** Hangs up whenever it is to open a tunnel. */
const proxy = createServer((socket) => {
  socket.on('error', () => undefined).once('data', () => socket.end());
});
let throughProxy: Connections;

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  throughProxy = openConnections({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  await throughProxy.close();
  await new Promise((resolve) => proxy.close(resolve));
});

interface Outcome {
  readonly conclusion: string;
  readonly shown: string;
  /** Errors, warnings and notices. */
  readonly told: readonly string[];
  /** How many requests of a kind there were. */
  readonly countAsked: (own: OwnRequest) => number;
  readonly seconds: number;
  /** What readers see, equal for equal runs. */
  readonly end: string;
}

async function playWith(own: OwnRequest, kind: Kind | null): Promise<Outcome> {
  const stage = stages[own.action];
  const clock = createTestClock(Date.now(), true);
  const run = async (sandbox: Sandbox): Promise<Outcome> => {
    let hungUp = 0;
    await stage.prepare?.(sandbox, () => sandbox.run({ action: own.action, clock, ...stage.change?.(sandbox) }));
    clock.pass(HOUR_MS);
    if (kind?.effect) {
      const once = kind.isOnce === true ? { when: { kind: 'nth', n: 1 } as const } : {};
      const effect =
        kind.effect.kind === 'redirect'
          ? { ...kind.effect, location: `${sandbox.github.url}/repositories/1` }
          : kind.effect;
      sandbox.faults.add({ method: own.method, path: own.path, effect, ...once });
    }
    const change: RunChange = { action: own.action, clock, ...stage.change?.(sandbox) };
    const written = sandbox.github.state.comments.length;
    const startMs = clock.now();
    const result = await sandbox.run(
      kind === null || kind.effect
        ? change
        : {
            ...change,
            run: (dependencies) => {
              const fetch: FetchLike = async (url, init) => {
                if (!isFor(own, url, init?.method)) return await dependencies.fetch(url, init);
                hungUp += 1;
                return await throughProxy.fetch(`https://far.test${new URL(url).pathname}`, init);
              };
              return actionOf(own.action)({ ...dependencies, fetch });
            },
          },
    );
    const { github, service } = result.requests;
    const bodies = sandbox.github.state.comments.slice(written).map(({ body }) => body.replace(/^<!--.*?-->/u, ''));
    const { outputs, annotations, workspaceFiles } = result;
    return {
      conclusion: result.conclusion,
      shown: [shownBy(result), ...bodies, ...sandbox.github.state.issues.map(({ body }) => body ?? '')].join('\n'),
      told: annotations.map(({ message }) => message),
      countAsked: (each) =>
        hungUp + [...github, ...service].filter(({ method, url }) => isFor(each, `http://x${url}`, method)).length,
      seconds: (clock.now() - startMs) / 1_000,
      end: toEnd({ outputs, annotations, workspaceFiles, bodies, log: result.log }),
    };
  };
  return await withSandbox(stage.world(), run, { now: () => clock.now() });
}

/** Four tries each of a page that is read by halves. */
const MAX_MORE = 32;
const HOUR_MS = 3_600_000;

function requestOf(name: string): OwnRequest {
  const own = ownRequests[name];
  if (own === undefined) throw new Error(`no request is called ${name}`);
  return own;
}

/** Without addresses, moments and identifiers of runs. */
function toEnd(parts: object): string {
  return JSON.stringify(parts)
    .replace(/127\.0\.0\.1:\d+/gu, 'HOST')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d \d\d:\d\d|comment-\d+|"scan-age-hours":"[^"]*"/gu, '');
}

const calm = new Map<string, Promise<Outcome>>();

/** The same run without a fault, once for an action. */
async function playCalm(own: OwnRequest): Promise<Outcome> {
  const known = calm.get(own.action) ?? playWith(own, null);
  calm.set(own.action, known);
  return await known;
}

function toLetter(outcome: Outcome, healthy: Outcome): string {
  if (outcome.end === healthy.end) return 'R';
  if (outcome.conclusion === healthy.conclusion && !outcome.end.includes('"verdict":"unverified"')) return 'D';
  return outcome.conclusion === 'failure' ? 'E' : 'wrong green';
}

describe('of each action', () => {
  it.each(cells.map((cell) => [`${cell.request}: ${cell.column}`, cell] as const))(
    '%s',
    async (_, { request, column, letter }) => {
      const kind = kinds[column];
      if (kind === undefined) throw new Error(`no kind is called ${column}`);
      const own = requestOf(request);
      const [outcome, healthy] = [await playWith(own, kind), await playCalm(own)];
      expect([toLetter(outcome, healthy), outcome.told]).toEqual([letter, outcome.told]);
      if (letter !== 'R') expect(outcome.shown).toMatch(kind.says);
      // Neither of them is what is wrong.
      if (column !== 'perm')
        expect(outcome.shown).not.toMatch(/needs the permission|renew the key|valid, not revoked/u);
      expect(outcome.shown).not.toMatch(/taking a break|invalid response|crashed/u);
      // What GitHub refuses for good is not asked again.
      if (/^(?:301|perm|lock|sso|gql)$/u.test(column))
        expect(outcome.told.join(' ')).not.toMatch(/[Rr]un (?:this|the) job again/u);
      const asked = outcome.countAsked(own);
      expect([asked <= healthy.countAsked(own) + MAX_MORE, asked]).toEqual([true, asked]);
      expect([outcome.seconds <= healthy.seconds + 130, outcome.seconds]).toEqual([true, outcome.seconds]);
    },
  );
});
