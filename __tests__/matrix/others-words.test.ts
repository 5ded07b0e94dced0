// The rule that in a public repository nobody else's words stand in what an action shows: neither the service's in a refusal, nor
// the names of hosts that only a connection tells, whatever `disclosure` says of bugs.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import { createTestClock } from '../harness/clock.ts';
import { type ActionName, type RunChange, type Sandbox, shownBy, withSandbox } from '../harness/sandbox.ts';
import { changeGitHub } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { actionOf, isFor, type OwnRequest, ownRequests, stages } from './actions.ts';

const HOUR_MS = 3_600_000;

/** Marks what others say. */
const NAME = 'zz-inner';
const said = {
  type: 'AUTHORIZATION_ERROR',
  message: `${NAME}-organization has no plan`,
  statusCode: 403,
  requiredRole: `${NAME} role`,
  resource: `org_${NAME}`,
};

interface Cause {
  readonly code: string;
  readonly message: string;
  readonly syscall?: string;
}

const causes: Readonly<Record<string, Cause>> = {
  'a certificate of other names': {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: `Hostname/IP does not match certificate's altnames: Host: far.test. is not in the cert's altnames: DNS:${NAME}.corp`,
  },
  'a refused connection': { code: 'ECONNREFUSED', message: `connect ECONNREFUSED ${NAME}:443`, syscall: 'connect' },
  'a name that is not resolved': {
    code: 'ENOTFOUND',
    message: `getaddrinfo ENOTFOUND ${NAME}`,
    syscall: 'getaddrinfo',
  },
  'a connection that takes too long': {
    code: 'UND_ERR_CONNECT_TIMEOUT',
    message: `Connect Timeout Error (attempted addresses: ${NAME}:443, timeout: 10000ms)`,
  },
  'an error that is not known': { code: 'ERR_OF_TOMORROW', message: `no way to ${NAME}` },
};

const FAULTS = ['a refusal of the service', 'a redirect', ...Object.keys(causes)];

type Reader = 'public' | 'private' | 'unknown';

function toEvent(event: ScenarioWorld['event'], reader: Reader): ScenarioWorld['event'] {
  const { repository = {}, ...payload } = event.payload as { repository?: object };
  // What is null says nothing.
  const known =
    reader === 'unknown' ? { visibility: null, private: null } : { visibility: reader, private: reader === 'private' };
  return { ...event, payload: { ...payload, repository: { ...repository, ...known } } };
}

/** Every line in which others' words stand where the run's readers see it, and whether anything was told at all. */
async function playIn(reader: Reader, own: OwnRequest, fault: string): Promise<{ quoting: string[]; isTold: boolean }> {
  const stage = stages[own.action];
  const clock = createTestClock(Date.now(), true);
  const visibility = reader === 'unknown' ? ('public' as const) : reader;
  const world = changeGitHub(stage.world(), () => ({ visibility }));
  return await withSandbox(
    world,
    async (sandbox: Sandbox) => {
      const change = stage.change?.(sandbox) ?? {};
      const event = toEvent(change.event ?? world.event, reader);
      const inputs = takesDisclosure(own.action) ? { ...change.inputs, disclosure: 'full' } : change.inputs;
      const one: RunChange = { action: own.action, clock, event, ...(inputs && { inputs }) };
      await stage.prepare?.(sandbox, () => sandbox.run(one));
      clock.pass(HOUR_MS);
      const written = sandbox.github.state.comments.length;
      const cause = causes[fault];
      const { method, path } = own;
      if (fault === 'a redirect') {
        const location = `https://${NAME}.corp/`;
        sandbox.faults.add({ method, path, effect: { kind: 'redirect', status: 302, location } });
      } else if (cause === undefined) {
        sandbox.faults.add({ method, path, effect: { kind: 'status', status: 403, body: said } });
      }
      const result = await sandbox.run({
        ...one,
        run: (dependencies) => {
          const fetch: FetchLike = async (url, init) => {
            if (cause === undefined || !isFor(own, url, init?.method)) return await dependencies.fetch(url, init);
            throw Object.assign(new TypeError('fetch failed'), {
              cause: Object.assign(new Error(cause.message), cause),
            });
          };
          return actionOf(own.action)({ ...dependencies, fetch });
        },
      });
      const { comments, issues } = sandbox.github.state;
      const bodies = [...comments.slice(written).map(({ body }) => body), ...issues.map(({ body }) => body ?? '')];
      const shown = [shownBy(result), ...result.annotations.map(({ message }) => message), ...bodies].join('\n');
      return {
        quoting: shown.split('\n').filter((line) => line.includes(NAME)),
        isTold: /could not|answered|cannot/iu.test(shown),
      };
    },
    { now: () => clock.now() },
  );
}

function takesDisclosure(action: ActionName): boolean {
  return !['rules', 'doctor', 'recheck'].includes(action);
}

const isOfService = ({ path }: OwnRequest): boolean => path.startsWith('/public/');
const cells = Object.entries(ownRequests)
  .filter(([, own]) => isOfService(own))
  .flatMap(([name, own]) => FAULTS.map((fault) => [name, fault, own] as const));
/** Each request of GitHub once: a fault of its own kind each. */
const ofGitHub = Object.entries(ownRequests)
  .filter(([name, own]) => !isOfService(own) && name !== 'gate: who the token is')
  .map(([name, own], at) => [name, FAULTS[1 + (at % (FAULTS.length - 1))] ?? '', own] as const);

describe('where everybody reads, others say nothing:', () => {
  it.each([...cells, ...ofGitHub])('%s meets %s', async (_, fault, own) => {
    expect(await playIn('public', own, fault)).toEqual({ quoting: [], isTold: true });
  });

  it.each(cells.filter(([, fault]) => fault === FAULTS[0]))(
    '%s meets %s, nor where it is not known',
    async (_, fault, own) => {
      expect((await playIn('unknown', own, fault)).quoting).toEqual([]);
    },
  );
});

/** Told to everybody in the same words, whoever may read them. */
const NEVER = new Set(['review: who may', 'review: the comment', 'watch: who the token is', 'recheck: a start']);
const some = new Set(['a refusal of the service', 'a redirect', 'a refused connection']);

describe('where only they read who may know, it helps them:', () => {
  it.each([...cells.filter(([, fault]) => some.has(fault)), ...ofGitHub])('%s meets %s', async (name, fault, own) => {
    expect((await playIn('private', own, fault)).quoting.length > 0).toBe(!NEVER.has(name));
  });
});
