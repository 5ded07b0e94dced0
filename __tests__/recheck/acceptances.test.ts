// The rules of dismissals that end: which bugs are reopened, and what is said of the others.
import { createFaults, parseFault } from '../../sandbox/faults.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import type { BugData, BugReviewData } from '../../sandbox/service/data.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { DeadlineError } from '../../src/judgement/errors.ts';
import type { BugId, EpochMs } from '../../src/judgement/identifiers.ts';
import {
  type AcceptanceQuery,
  createReopeningQuota,
  reopenExpired,
  type Reopenings,
  selectExpired,
  toEndingDismissal,
} from '../../src/recheck/acceptances.ts';
import { recordingClient } from '../client/loopback.ts';
import { expectGolden } from '../documents/golden.ts';
import { aClientBug, aClientReview, aServiceBug } from '../harness/service-data.ts';
import { describe, expect, it } from '../jest.ts';

const at = (time: string): EpochMs => Date.parse(time) as EpochMs;
const NOW = at('2027-02-01T00:00:00Z');

describe('a dismissal', () => {
  const ending = (note: string, state = 'dismissed', id = 'bug_a') => {
    const review = aClientReview(state, { dismissalReason: 'wont_fix', notes: note });
    return toEndingDismissal(aClientBug({ id: id as BugId, review }));
  };

  it.each<[now: string, isOver: boolean]>([
    ['2027-01-31T00:00:00.000Z', false],
    ['2027-01-31T23:59:59.999Z', false],
    ['2027-02-01T00:00:00.000Z', true],
    ['2027-02-01T00:00:00.001Z', true],
  ])('until 2027-01-31, at %s: over is %s', (now, isOver) => {
    const dismissal = ending('until 2027-01-31');
    expect(dismissal && selectExpired([dismissal], at(now))).toHaveLength(isOver ? 1 : 0);
  });

  it('of another state, or without the word, does not end', () => {
    expect([ending('until 2027-01-31', 'resolved'), ending('until 2027-01-31', 'pending'), ending('why')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('whose date cannot be read is never over', () => {
    const dismissal = ending('until soon');
    expect(dismissal && selectExpired([dismissal], at('9999-01-01T00:00:00Z'))).toEqual([]);
  });

  it('that ended first comes first, and then by id', () => {
    const all = [
      ending('until 2027-01-02', 'dismissed', 'bug_c'),
      ending('until 2027-01-02', 'dismissed', 'bug_b'),
      ending('until 2027-01-01', 'dismissed', 'bug_d'),
    ].filter((each) => each !== null);
    expect(selectExpired(all, NOW).map(({ id }) => id)).toEqual(['bug_d', 'bug_b', 'bug_c']);
  });
});

/** What a run did, said and left behind. */
interface Reopened extends Reopenings {
  readonly fault: string | null;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  /** Of the bug after the run. */
  readonly reviewOf: (id: string) => BugReviewData | null | undefined;
  /** The requests that changed something, or read one bug. */
  readonly requests: readonly string[];
}

interface RunOptions extends Partial<Pick<AcceptanceQuery, 'dryRun' | 'nowMs' | 'quota' | 'done'>> {
  readonly infos?: string[];
  readonly reopens?: boolean;
  readonly key?: string;
  readonly faults?: readonly string[];
  readonly signal?: AbortSignal;
  readonly watch?: (request: SandboxRequest, service: ServiceHandle) => void;
}

/** A dismissed bug of the repository. */
function dismissed(id: string, notes?: string, change: Partial<BugReviewData> = {}): Partial<BugData> {
  const review: BugReviewData = { state: 'dismissed', dismissalReason: 'wont_fix', createdAt: NOW - 1, ...change };
  return { id: `bug_${id}`, review: notes === undefined ? review : { ...review, notes } };
}

/** Runs once over one repository that has these bugs. */
async function runOver(bugs: readonly Partial<BugData>[], options: RunOptions = {}): Promise<Reopened> {
  const injector = createFaults({ rules: (options.faults ?? []).map(parseFault) });
  const service: ServiceHandle = await startService({
    data: {
      ...smallWorld(NOW),
      bugs: bugs.map((bug) => aServiceBug('', { repoId: 'repo_one', ...bug })),
      surfaced: {},
    },
    now: () => options.nowMs ?? NOW,
    // A service may say more than its description.
    validateAnswers: false,
    faults: {
      intercept: (request, raw, answer) => {
        options.watch?.(request, service);
        return injector.intercept(request, raw, answer);
      },
    },
  });
  const warnings: string[] = [];
  const errors: string[] = [];
  const { done = { reopened: [], notes: [] }, infos = [] } = options;
  try {
    const { signal = new AbortController().signal, key = smallWorldKeys.live } = options;
    const { client } = recordingClient({ baseUrl: service.url, apiKey: key, signal });
    const toList = (list: string[]) => (text: string) => {
      list.push(text);
    };
    const runner = { info: toList(infos), warning: toList(warnings), error: toList(errors) };
    const session = { runner, service: client, signal, inputs: { reopenExpired: options.reopens ?? true } };
    const fault = await reopenExpired(session, {
      repositoryId: 'repo_one',
      repository: 'acme/one',
      nowMs: options.nowMs ?? NOW,
      dryRun: options.dryRun ?? false,
      quota: options.quota ?? createReopeningQuota(),
      done,
    });
    const { state } = service;
    return {
      ...done,
      fault,
      warnings,
      errors,
      reviewOf: (id) => state.bugs.find((bug) => bug.id === `bug_${id}`)?.review,
      requests: service.requests
        .map(({ method, url }) => `${method} ${url.replace('/public/v1', '')}`)
        .filter((request) => !request.startsWith('GET /bugs?')),
    };
  } finally {
    await service.close();
  }
}

/** What the runs of this file say, for the golden file. */
const book: string[] = [];

/** Keeps the words of a run; gives how many of each kind there are. */
function tell(what: string, { notes, warnings, errors }: Reopened): string {
  const lines = [
    ...notes.map((line) => `  ${line}`),
    ...warnings.map((line) => `  warning: ${line}`),
    ...errors.map((line) => `  error: ${line}`),
  ];
  // Without the words of the client, which its own tests hold.
  book.push(what, ...lines.map((line) => line.replace(/: (?:GET|POST|Gave up) .*/, ': …')));
  return `${notes.length} ${warnings.length} ${errors.length}`;
}

describe('with reopen-expired', () => {
  it('a dismissal that has ended is pending again, with a note that says what it was', async () => {
    const note = 'until 2027-01-31. The page goes. · By mara in acme/one';
    const run = await runOver([dismissed('a', note), dismissed('b', 'until 2027-03-31. why'), dismissed('c', 'why')]);
    expect(tell('one has ended', run)).toBe('1 0 0');
    expect(run).toMatchObject({ reopened: ['bug_a'], fault: null });
    expect(run.reviewOf('a')).toMatchObject({ state: 'pending', notes: `reopened 2027-02-01, was wont_fix: ${note}` });
    expect([run.reviewOf('b')?.state, run.reviewOf('c')?.state]).toEqual(['dismissed', 'dismissed']);
    expect(run.requests).toEqual(['GET /bugs/bug_a', 'POST /bugs/bug_a/review']);
  });

  it.each<[now: string, dryRun: boolean, named: readonly string[]]>([
    ['2027-02-01T00:00:00.000Z', false, ['2', '3', '1']],
    ['2027-01-31T23:59:59.999Z', false, ['2', '3']],
    ['2027-02-02T00:00:00.000Z', true, ['2', '3', '1', '0']],
  ])('the summary names what ends within 14 days, soonest first: at %s', async (now, dryRun, named) => {
    const days = ['2027-02-15', '2027-02-14', '2027-02-01', '2027-02-02'];
    const run = await runOver(
      days.map((day, at) => dismissed(String(at), `until ${day}`)),
      { nowMs: at(now), dryRun },
    );
    tell(`ends soon, at ${now}`, run);
    expect(run.notes.map((note) => /^`bug_(\d)`/.exec(note)?.[1])).toEqual(named);
  });

  it.each<[what: string, change: (bug: BugData) => void]>([
    ['dismissed again with a later day', (bug) => Object.assign(bug.review ?? {}, { notes: 'until 2027-06-30' })],
    ['dismissed again in the same words', (bug) => Object.assign(bug.review ?? {}, { createdAt: NOW })],
    ['without a review', (bug) => Object.assign(bug, { review: null })],
    ['moved to another repository', (bug) => Object.assign(bug, { repoId: 'repo_two' })],
  ])('a bug that is %s between list and review is not changed', async (what, change) => {
    const run = await runOver([dismissed('a', 'until 2027-01-31')], {
      watch: ({ path }, { state }) => {
        const bug = path.endsWith('/bugs/bug_a') ? state.bugs.find(({ id }) => id === 'bug_a') : undefined;
        if (bug) change(bug);
      },
    });
    expect(tell(what, run)).toBe('1 0 0');
    expect(run).toMatchObject({ reopened: [], fault: null, requests: ['GET /bugs/bug_a'] });
  });

  it('a date that cannot be read is a warning, and nothing reopens', async () => {
    const run = await runOver([dismissed('a', 'until 2027-02-30'), dismissed('b', 'until soon')]);
    expect(tell('no date', run)).toBe('0 1 0');
    expect(run).toMatchObject({ reopened: [], fault: null, requests: [] });
  });

  it('all pages are read, and one run reopens a hundred bugs over all its repositories', async () => {
    const many = Array.from({ length: 101 }, (_, index) => dismissed(`x${index}`, 'why'));
    const ended = Array.from({ length: 60 }, (_, index) => dismissed(`${index}`, 'until 2027-01-31'));
    const quota = createReopeningQuota();
    const first = await runOver([...many, ...ended], { quota });
    expect([first.reopened.length, first.fault, quota.left]).toEqual([60, null, 40]);
    const second = await runOver(ended, { quota });
    expect([second.reopened.length, second.fault, quota.left]).toEqual([40, null, 0]);
    expect(tell('a hundred', { ...second, notes: second.notes.slice(-1) })).toBe('1 0 0');
  });
});

describe('what fails', () => {
  const two = [dismissed('a', 'until 2027-01-30'), dismissed('b', 'until 2027-01-31')];

  it('a key that may not review is one error in a run, and nothing more is sent', async () => {
    const given = { quota: createReopeningQuota(), key: smallWorldKeys.readOnly };
    const first = await runOver(two, given);
    expect(tell('the key may not review', first)).toBe('2 0 1');
    expect(first).toMatchObject({ reopened: [], fault: 'unauthorized' });
    expect(first.requests).toEqual(['GET /bugs/bug_a', 'POST /bugs/bug_a/review']);
    const second = await runOver(two, given);
    expect(tell('nor in the next repository', second)).toBe('1 0 0');
    expect(second).toMatchObject({ reopened: [], fault: 'unauthorized', requests: [] });
    expect(await runOver([], given)).toMatchObject({ notes: [], warnings: [], errors: [], fault: null });
  });

  it.each<[what: string, fault: string]>([
    ['a refused note', 'POST */bug_a/review status=400'],
    ['a bug that is gone', 'GET */bugs/bug_a status=404'],
    ['a bug that cannot be read', 'GET */bugs/bug_a html'],
    ['a bug whose answer lacks a field', 'GET */bugs/bug_a omit=title'],
  ])('%s is a warning and stops nothing else', async (what, fault) => {
    const run = await runOver(two, { faults: [fault] });
    expect(tell(what, run)).toBe('2 1 0');
    expect(run).toMatchObject({ reopened: ['bug_b'], fault: null });
    expect(run.reviewOf('a')?.state).toBe('dismissed');
  });

  it.each<[what: string, fault: string]>([
    ['an answer of 500', 'POST */bug_a/review status=500'],
    ['a rate limit', 'GET */bugs/bug_a status=429'],
    ['a broken connection', 'GET */bugs/bug_a reset'],
  ])('%s ends the reopening', async (what, fault) => {
    const run = await runOver(two, { faults: [fault] });
    expect(tell(what, run)).toBe('2 0 1');
    expect(run).toMatchObject({ reopened: [], fault: 'service-error' });
    expect(run.reviewOf('a')?.state).toBe('dismissed');
  });

  it.each([
    ['an error with reopen-expired', true, '0 0 1'],
    ['a warning without it', false, '0 1 0'],
  ])('a list that cannot be read is %s', async (what, reopens, said) => {
    const run = await runOver(two, { reopens, faults: ['GET */bugs status=500'] });
    expect(tell(`unread list, ${what}`, run)).toBe(said);
    expect(run).toMatchObject({ reopened: [], fault: reopens ? 'service-error' : null, requests: [] });
  });
});

describe('a run that ends', () => {
  const bugs = [dismissed('a', 'until 2027-01-31')];

  it.each([
    ['list', '0 0 1'],
    ['review', '2 0 1'],
  ])('for its deadline at the %s says so', async (where, said) => {
    const controller = new AbortController();
    const run = await runOver(bugs, {
      signal: controller.signal,
      watch: ({ path }) => {
        if (path.endsWith('/review') || where === 'list') controller.abort(new DeadlineError('out of time'));
      },
    });
    expect(tell(`out of time at the ${where}`, run)).toBe(said);
    expect(run).toMatchObject({ reopened: [], fault: 'service-error' });
  });

  it.each<[string, ends: string, reopened: readonly string[], named: string]>([
    ['before it is read', 'GET /public/v1/bugs/bug_b', ['bug_a'], 'bug_a'],
    ['while it is written', 'POST /public/v1/bugs/bug_b/review', ['bug_a'], 'bug_b'],
    // Control.
    ['before any is', 'GET /public/v1/bugs/bug_a', [], ''],
  ])('because the job was cancelled has told at once what is pending again: %s', async (_, ends, reopened, named) => {
    const controller = new AbortController();
    const done: Reopenings = { reopened: [], notes: [] };
    const infos: string[] = [];
    const run = runOver([...bugs, dismissed('b', 'until 2027-01-31')], {
      ...{ done, infos, signal: controller.signal },
      watch: ({ method, path }) => {
        if (`${method} ${path}` === ends) controller.abort(new Error('cancelled'));
      },
    });
    await expect(run).rejects.toThrow('cancelled');
    expect(done.reopened).toEqual(reopened);
    expect(/^`(\w+)` (?:is|may be) pending/.exec(done.notes.at(-1) ?? '')?.[1] ?? '').toBe(named);
    expect(infos).toEqual(done.notes.map((each) => `acme/one: ${each}`));
  });

  it('because the job was cancelled does not go on', async () => {
    const reason = new Error('cancelled');
    await expect(runOver(bugs, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('without changing anything', () => {
  const bugs = [dismissed('a', 'until 2027-01-31'), dismissed('b', 'until 2027-02-05'), dismissed('c', 'until x')];

  it.each<[what: string, options: RunOptions, said: string, reopened: readonly string[]]>([
    ['dry-run', { dryRun: true, key: smallWorldKeys.readOnly }, '2 1 0', ['bug_a']],
    ['without reopen-expired', { reopens: false }, '1 2 0', []],
    ['dry-run without reopen-expired', { reopens: false, dryRun: true }, '1 2 0', []],
  ])('%s, whatever the key may do', async (what, options, said, reopened) => {
    const run = await runOver(bugs, options);
    expect(tell(what, run)).toBe(said);
    expect(run).toMatchObject({ reopened, fault: null, requests: [] });
    expect(run.reviewOf('a')?.state).toBe('dismissed');
  });
});

it('and all of this in these words', () => {
  expectGolden('acceptances.txt', `${book.join('\n')}\n`);
});
