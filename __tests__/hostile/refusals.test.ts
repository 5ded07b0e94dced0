// The rule that hostile text is letters in what a server says when it refuses, and in what the event tells.
import { type FaultInjector, toTextDelivery } from '../../sandbox/http.ts';
import { describe, expect, it } from '../jest.ts';
import { toOperation } from './answers.ts';
import { withServices } from './play.ts';
import { gateRuns, rerunRun, reviewRun, rulesRun, type Run } from './plays.ts';
import { attackOf, both, hostileHeaders } from './words.ts';
import { fullWorld } from './worlds.ts';

interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Refuses operations and lets the others be; `met` has those that were asked. */
function createRefusals(
  operations: ReadonlySet<string>,
  { status, type, body }: Refusal,
): FaultInjector & { readonly met: ReadonlySet<string> } {
  const met = new Set<string>();
  return {
    met,
    intercept: ({ method, path }, wire) => {
      const operation = toOperation(method, path);
      if (!operations.has(operation)) return Promise.resolve(false);
      met.add(operation);
      wire.deliver(toTextDelivery(status, { ...hostileHeaders, 'content-type': type }, body));
      return Promise.resolve(true);
    },
  };
}

/** Every text of an ApiError, and of what GitHub says instead. */
function refusal(status: number, at = 0, type?: string): Refusal {
  const text = (more: number): string => both.joined(at + more);
  const body = {
    type: type ?? text(0),
    message: text(7),
    statusCode: status,
    requiredRole: text(14),
    resource: text(21),
    details: { [text(28)]: [text(35)] },
    documentation_url: text(42),
    status: text(49),
    errors: [text(56), { resource: text(63), field: text(70), code: text(77), message: text(84) }],
  };
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

const html: Refusal = { status: 404, type: 'text/html', body: both.joined(1) };
const noJson: Refusal = { status: 200, type: attackType(), body: both.joined(2) };

function attackType(): string {
  return attackOf(4)
    .replace(/[^ -~]+/gu, ' ')
    .slice(0, 300);
}

const refusals: readonly (readonly [string, Refusal])[] = [
  ['400', refusal(400)],
  ['401', refusal(401, 1)],
  ['403', refusal(403, 2, 'AUTHORIZATION_ERROR')],
  ['404', refusal(404, 3)],
  ['422', refusal(422, 4)],
  ['a page of HTML', html],
  ['no JSON', noJson],
];

const checkRun = gateRuns['the gate with a check run'];
const unknown = gateRuns['the gate of an unknown repository'];

/** Which action meets which refusals; the operations of one row do not hide each other. */
const rows: readonly (readonly [Run, readonly string[]])[] = [
  [checkRun, ['GET /public/v1/repos']],
  [unknown, ['GET /public/v1/user']],
  [checkRun, ['GET /public/v1/scans']],
  [checkRun, ['GET /public/v1/bugs']],
  [checkRun, ['GET /repos/{repo}/pulls/{id}/files', 'POST /graphql', 'POST /repos/{repo}/check-runs']],
  [checkRun, ['GET /repos/{repo}/pulls/{id}/commits', 'GET /repos/{repo}/issues/{id}/comments']],
  [checkRun, ['POST /repos/{repo}/issues/{id}/comments', 'GET /repos/{repo}/commits']],
  [reviewRun, ['GET /public/v1/bugs/{id}']],
  [reviewRun, ['POST /public/v1/bugs/{id}/review', 'POST /repos/{repo}/issues/comments/{id}/reactions']],
  [reviewRun, ['GET /repos/{repo}/issues/comments/{id}']],
  [reviewRun, ['GET /repos/{repo}/collaborators/{user}/permission']],
  [rerunRun, ['POST /repos/{repo}/actions/jobs/{id}/rerun']],
  [rerunRun, ['GET /repos/{repo}/actions/runs/{id}']],
  [rerunRun, ['GET /repos/{repo}/actions/runs/{id}/jobs']],
  [reviewRun, ['GET /repos/{repo}/issues/{id}/comments']],
  [rulesRun, ['POST /public/v1/rules', 'GET /public/v1/rules/requests', 'GET /public/v1/rules/{id}']],
  [rulesRun, ['GET /public/v1/rules/requests/{id}', 'GET /public/v1/rules']],
];

/** Each row meets two kinds of refusal, and each kind several rows: all pairs would take long. */
const cells = rows.flatMap(([run, operations], at) => {
  const own = [0, 3].flatMap((step) => refusals.slice((2 * at + step) % refusals.length).slice(0, 1));
  return own.map(([name, refused]) => [name, operations.join(', '), run, refused] as const);
});

describe('what a server says is letters, with', () => {
  it.each(cells)('%s of %s', async (_, operations, run, refused) => {
    const refusing = createRefusals(new Set(operations.split(', ')), refused);
    const played = await run(fullWorld(4), refusing);
    expect(played.flatMap(({ faults }) => faults)).toEqual([]);
    expect([...refusing.met].toSorted().join(', ')).toBe(operations.split(', ').toSorted().join(', '));
  });
});

const untouched: FaultInjector = { intercept: () => Promise.resolve(false) };

/** Without what no environment variable can hold. */
const name = attackOf(6).replaceAll('\u0000', '').slice(0, 2_000);

describe('what the event and the run tell is letters:', () => {
  it('titles, branches, logins and everything else in the payload', async () => {
    const world = fullWorld(4);
    const faults = await withServices(world, untouched, async (play) => {
      const payload = withHostileTexts(world.event.payload, '');
      return (await play({ action: 'gate', event: { ...world.event, payload } })).faults;
    });
    expect(faults).toEqual([]);
  });

  it('names of workflow, job, branch and person in the environment', async () => {
    const faults = await withServices(fullWorld(4), untouched, async (play) => {
      const github = { workflow: name, job: name, actor: name, headRef: name, baseRef: name };
      const one = await play({ action: 'gate', github, inputs: { 'sarif-file': 'a.sarif' } });
      const key = { 'comment-key': name, 'check-name': name.slice(0, 100), annotations: 'check-run' };
      const other = await play({ action: 'gate', inputs: key });
      return [...one.faults, ...other.faults];
    });
    expect(faults).toEqual([]);
  });

  it('names of events and inputs that are not right', async () => {
    const world = fullWorld(4);
    const faults = await withServices(world, untouched, async (play) => {
      const event = { name: name.replaceAll(/\s+/gu, ' '), payload: { a: name } };
      const one = await play({ action: 'gate', event, github: { sha: 'none' } });
      const inputs = Object.fromEntries(['sha', 'gate-on', 'paths', 'bug-url', 'mode'].map((key) => [key, name]));
      const other = await play({ action: 'gate', inputs });
      const rules = await play({ action: 'rules', inputs: { operation: name, 'bug-ids': name } });
      return [...one.faults, ...other.faults, ...rules.faults];
    });
    expect(faults).toEqual([]);
  });
});

/** What the run has to know of the pull request stays; a login becomes a variable, which cannot hold NUL. */
function withHostileTexts(value: unknown, path: string): unknown {
  if (/\.head\.sha$|^\.repository\.visibility$/u.test(path)) return value;
  if (typeof value === 'string') return attackOf(path.length).replaceAll('\u0000', '');
  if (Array.isArray(value)) return value.map((entry) => withHostileTexts(entry, `${path}.*`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withHostileTexts(entry, `${path}.${key}`)]),
  );
}
