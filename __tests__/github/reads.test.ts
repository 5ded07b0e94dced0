// What GitHub says of pull requests, commits and the token: all pages, in order, or an error.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { CommitData, FileData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import { findIdentity } from '../../src/github/account.ts';
import { fetchAncestors, MAX_ANCESTORS } from '../../src/github/commits.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import { GitHubAnswerError } from '../../src/github/failure.ts';
import type { Octokit } from '../../src/github/octokit.ts';
import {
  fetchCommits,
  fetchFiles,
  fetchOpenOfBranch,
  fetchOpenPulls,
  fetchPull,
  requireSaid,
} from '../../src/github/pull-request.ts';
import { findVisibility } from '../../src/github/visibility.ts';
import type { CommitSha } from '../../src/judgement/identifiers.ts';
import type { OpenPulls } from '../../src/judgement/world.ts';
import { eventOf } from '../gate/fixtures.ts';
import { letOthersGoOn } from '../harness/clock.ts';
import { describe, expect, it } from '../jest.ts';
import { rejection, REPO, sha, worldData } from '../sandbox/github-world.ts';
import { PLACE, withConnection } from './connection.ts';

function makeFiles(count: number): FileData[] {
  return Array.from({ length: count }, (_, at) => ({
    filename: `src/file-${at}.ts`,
    status: 'modified',
    additions: 1,
    deletions: 0,
    patch: `@@ -${at + 1} +${at + 1},2 @@\n a\n+b`,
  }));
}

function makeCommits(count: number): CommitData[] {
  return Array.from({ length: count }, (_, at) => ({
    sha: `c${at.toString(16).padStart(39, '0')}`,
    parents: [],
    message: `Change ${at}`,
    authorName: 'Ada',
    date: '2026-11-02T00:00:00Z',
  }));
}

function withPull(change: { readonly files?: FileData[]; readonly commits?: CommitData[] }): Partial<GitHubData> {
  const { pulls, commits } = worldData();
  const own = change.commits ?? [];
  return {
    commits: [...commits, ...own],
    pulls: pulls.map((pull) => ({
      ...pull,
      files: change.files ?? pull.files,
      commits: change.commits ? own.map((commit) => commit.sha) : pull.commits,
    })),
  };
}

describe('the head', () => {
  it('is the commit that the branch is at', () =>
    withConnection({}, async ({ octokit, github }) => {
      expect((await fetchPull(octokit, PLACE)).headSha).toBe(sha('b'));
      const [more] = makeCommits(1);
      if (more) github.pushCommit(7, { ...more, sha: sha('c') });
      expect((await fetchPull(octokit, PLACE)).headSha).toBe(sha('c'));
    }));

  it.each(['omit=head', 'set=head.sha value="main"'])('that an answer does not tell is an error (%s)', (fault) =>
    withConnection({ faults: [`GET /repos/acme/shop/pulls/7 ${fault}`] }, async ({ octokit }) => {
      expect(await rejection(fetchPull(octokit, PLACE))).toBeInstanceOf(GitHubAnswerError);
    }),
  );

  it.each(['omit=state', 'omit=user'])('is all that a gate needs (%s)', (fault) =>
    withConnection({ faults: [`GET /repos/acme/shop/pulls/7 ${fault}`] }, async ({ octokit }) => {
      expect((await fetchPull(octokit, PLACE)).headSha).toBe(sha('b'));
    }),
  );

  it.each([
    ['omit=state', 'state'],
    ['omit=head.sha', 'head.sha'],
  ])('is not all that a review needs, and the error names the rest (%s)', (fault, field) =>
    withConnection({ faults: [`GET /repos/acme/shop/pulls/7 ${fault}`] }, async ({ octokit }) => {
      const error = await rejection(fetchPull(octokit, PLACE).then(({ state }) => requireSaid('state', state)));
      expect(error).toBeInstanceOf(GitHubAnswerError);
      expect(String(error)).toContain(`Pull request: ${field}: `);
    }),
  );
});

describe('the files', () => {
  it('are those of all pages, in order, with the first changed line of each', () =>
    withConnection({ data: withPull({ files: makeFiles(250) }) }, async ({ octokit, github }) => {
      const files = await fetchFiles(octokit, PLACE);
      expect(files.map(({ path }) => path)).toEqual(makeFiles(250).map(({ filename }) => filename));
      expect(files.map(({ firstChangedLine }) => firstChangedLine)).toEqual(files.map((_, at) => at + 2));
      expect(github.requests).toHaveLength(3);
    }));

  it('are 3,000 at most, at most six pages asked for at a time', () => {
    let inFlight = 0;
    let most = 0;
    return withConnection(
      {
        data: withPull({ files: makeFiles(3100) }),
        watch: async () => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await letOthersGoOn();
          inFlight -= 1;
        },
      },
      async ({ octokit, github }) => {
        expect(await fetchFiles(octokit, PLACE)).toHaveLength(3000);
        expect(github.requests).toHaveLength(30);
        expect(most).toBe(6);
      },
    );
  });

  it('say where a renamed one was, and take a file without a patch', () =>
    withConnection({}, async ({ octokit }) => {
      expect(await fetchFiles(octokit, PLACE)).toEqual([
        { path: 'src/a b.ts', previousPath: null, firstChangedLine: 1, change: undefined },
        { path: 'new.ts', previousPath: 'old.ts', firstChangedLine: 1, change: 'renamed' },
      ]);
    }));

  it('are read where GitHub says null instead of nothing', () =>
    withConnection(
      { faults: ['GET /repos/acme/shop/pulls/7/files?* set=0.previous_filename value=null'] },
      async ({ octokit }) => {
        expect((await fetchFiles(octokit, PLACE))[0]?.previousPath).toBeNull();
      },
    ));

  it.each<[string, string | null]>([
    ['omit=1.previous_filename', 'previous_filename: missing in a renamed file'],
    ['set=1.previous_filename value=null', 'previous_filename: missing in a renamed file'],
    ['set=1.previous_filename value=""', 'previous_filename: missing in a renamed file'],
    ['set=0.status value="renamed"', 'previous_filename: missing in a renamed file'],
    ['set=0.filename value=""', '0.filename: empty'],
    ['set=1.filename value=""', '1.filename: empty'],
    // Controls: whole as they are, or with a name too many or an unknown change.
    ['set=0.previous_filename value=""', null],
    ['set=0.previous_filename value="other.ts"', null],
    ['set=0.status value="changed"', null],
    ['omit=1.status', null],
  ])('are no answer where a name is missing that tells which files are touched: %s, %j', (fault, message) =>
    withConnection({ faults: [`GET /repos/acme/shop/pulls/7/files?* ${fault}`] }, async ({ octokit }) => {
      const read = await fetchFiles(octokit, PLACE).catch((error: unknown) => error);
      const expected = new GitHubAnswerError(`Files of the pull request: ${message}`);
      expect(read).toEqual(message === null ? [expect.anything(), expect.anything()] : expected);
    }),
  );

  it.each(['status=404', 'set=3.filename value=null'])('are none at all when one page cannot be read (%s)', (fault) =>
    withConnection(
      { data: withPull({ files: makeFiles(250) }), faults: [`GET /repos/acme/shop/pulls/7/files?*page=3* ${fault}`] },
      async ({ octokit }) => {
        await rejection(fetchFiles(octokit, PLACE));
      },
    ),
  );
});

describe('the commits', () => {
  it('are those of all pages, in lower case, 250 at most', () =>
    withConnection({ data: withPull({ commits: makeCommits(260) }) }, async ({ octokit }) => {
      const shas = (await fetchCommits(octokit, PLACE)).map(({ sha }) => sha);
      expect(shas).toEqual(makeCommits(250).map((commit) => commit.sha));
    }));
});

/** By an event that does not say who may read the repository, unless told otherwise. */
function visibilityOf(
  octokit: Octokit,
  visibility: ActionEvent['visibility'] = 'unknown',
): Promise<ActionEvent['visibility']> {
  return findVisibility(octokit, eventOf('push', {}, { repository: REPO, visibility }), 'auto');
}

describe('the visibility', () => {
  it('is not asked for when the event says it', () =>
    withConnection({}, async ({ octokit, github }) => {
      expect(await visibilityOf(octokit, 'internal')).toBe('internal');
      expect(github.requests).toEqual([]);
    }));

  const answer = (body: object) =>
    ({ path: '/repos/acme/shop', effect: { kind: 'status', status: 200, body } }) as const;
  it.each<[string, FaultRule | string | null, ActionEvent['visibility']]>([
    ['GitHub knows it', null, 'public'],
    ['GitHub has none', 'GET /repos/acme/shop status=404', 'unknown'],
    ['GitHub sends another type', 'GET /repos/acme/shop wrong-type=private', 'unknown'],
    ['the word is internal', answer({ visibility: 'internal' }), 'internal'],
    ['the word is null', answer({ visibility: null, private: true }), 'private'],
    ['both are null', answer({ visibility: null, private: null }), 'unknown'],
    ['an older server says private alone', answer({ private: false }), 'public'],
    ['nothing is said', answer({}), 'unknown'],
  ])('where %s, by what GitHub says', (_, fault, visibility) =>
    withConnection({ data: { visibility: 'public' }, faults: fault === null ? [] : [fault] }, async ({ octokit }) => {
      expect(await visibilityOf(octokit)).toBe(visibility);
    }),
  );
});

const commitSha = (text: string): CommitSha => text as CommitSha;

/** A straight history, newest first. */
function makeChain(length: number): CommitData[] {
  const shaAt = (at: number): string => `d${at.toString(16).padStart(39, '0')}`;
  return Array.from({ length }, (_, at) => ({
    sha: shaAt(at),
    parents: at + 1 < length ? [shaAt(at + 1)] : [],
    message: `Change ${at}`,
    authorName: 'Ada',
    date: new Date(Date.UTC(2026, 10, 1) - at * 60_000).toISOString(),
  }));
}

describe('the ancestors of a commit', () => {
  it('are 250 at most, in order, over three pages asked for at once', () => {
    const chain = makeChain(300);
    return withConnection({ data: { commits: [...worldData().commits, ...chain] } }, async ({ octokit, github }) => {
      const ancestors = await fetchAncestors(octokit, REPO, commitSha(chain[0]?.sha ?? ''));
      expect(ancestors).toEqual(chain.slice(0, MAX_ANCESTORS).map((commit) => commit.sha));
      expect(github.requests).toHaveLength(3);
    });
  });

  it.each(['page=1* wrong-type=0.sha', 'page=2* status=500', 'page=3* truncate'])(
    'are none at all when a page cannot be read (%s)',
    (fault) => {
      const chain = makeChain(300);
      return withConnection(
        { data: { commits: [...worldData().commits, ...chain] }, faults: [`GET /repos/acme/shop/commits?*&${fault}`] },
        async ({ octokit }) => {
          await rejection(fetchAncestors(octokit, REPO, commitSha(chain[0]?.sha ?? '')));
        },
      );
    },
  );
});

describe('the open pull requests', () => {
  const [pull] = worldData().pulls;
  const pulls = (...changes: readonly Partial<PullData>[]): PullData[] =>
    changes.flatMap((change) => (pull ? [{ ...pull, ...change }] : []));
  const byNumber = ({ pulls: open }: OpenPulls) => open.toSorted((one, other) => one.number - other.number);
  const branch = { repository: REPO, name: 'shoes', sha: commitSha(sha('b')) };
  const fork = { owner: 'eve', repo: 'shop' };
  const ofFork = { sha: sha('b'), ref: 'shoes', repository: 'eve/shop' };

  it.each<[string, Partial<PullData>[], Partial<typeof branch>, number | null]>([
    ['the one whose head it is', [{}], {}, 7],
    ['none for a branch of another name', [{}], { name: 'boots' }, null],
    ['none where it is merged', [{ state: 'closed', merged: true }], {}, null],
    ['the oldest of several', [{ number: 12 }, { number: 8 }, { number: 9 }], {}, 8],
    ['that of a fork', [{ number: 8, head: ofFork }], { repository: fork }, 8],
    ['not that of a fork for a branch here', [{ number: 8, head: ofFork }], {}, null],
  ])('of a branch: %s', (_, changes, change, expected) =>
    withConnection({ data: { pulls: pulls(...changes) } }, async ({ octokit }) => {
      const found = await fetchOpenOfBranch(octokit, REPO, { ...branch, ...change });
      expect(found).toEqual(expected && { number: expected, baseBranch: 'main' });
    }),
  );

  it('are all of them, of any branch and any owner', () =>
    withConnection(
      {
        data: {
          pulls: pulls({ number: 12 }, { number: 8, head: ofFork }, { number: 9 }, { number: 3, state: 'closed' }),
        },
      },
      async ({ octokit }) => {
        const open = await fetchOpenPulls(octokit, REPO);
        expect(open.isWhole).toBe(true);
        expect(byNumber(open).map(({ number, headSha }) => [number, headSha])).toEqual([
          [8, branch.sha],
          [9, branch.sha],
          [12, branch.sha],
        ]);
      },
    ));

  it('are the thousand that were updated last, so that of 1,100 some are not listed', () => {
    const all = Array.from({ length: 1_100 }, (_, at) => at + 1);
    const updatedAt = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
    const asked: string[] = [];
    return withConnection(
      {
        data: { pulls: pulls(...all.map((number) => ({ number, updatedAt: updatedAt(number) }))) },
        watch: ({ query }) => {
          asked.push(query.get('page') ?? '');
        },
      },
      async ({ octokit }) => {
        const open = await fetchOpenPulls(octokit, REPO);
        expect(open.isWhole).toBe(false);
        expect(byNumber(open).map(({ number }) => number)).toEqual(all.slice(100));
        // Two readings of ten pages.
        expect(asked).toHaveLength(20);
      },
    );
  });

  it('are an error, not none, where the answer cannot be used', () =>
    withConnection({ faults: ['GET /repos/acme/shop/pulls?* omit=0.head'] }, async ({ octokit }) => {
      const error = { name: 'GitHubAnswerError' };
      expect(await rejection(fetchOpenOfBranch(octokit, REPO, branch))).toMatchObject(error);
      expect(await rejection(fetchOpenPulls(octokit, REPO))).toMatchObject(error);
    }));
});

const signal = new AbortController().signal;

describe('the identity of a token', () => {
  it.each([
    ['all', 'github-actions[bot]'],
    ['app', 'other-app[bot]'],
    ['pat', 'ada'],
  ])('%s is %s', (token, login) =>
    withConnection({ token }, async ({ octokit, github }) => {
      expect(await findIdentity(octokit, signal)).toEqual({ login });
      expect(github.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /graphql']);
    }),
  );

  it('is asked for at /api/graphql on Enterprise Server', () =>
    withConnection({ token: 'pat', mount: '/api/v3' }, async ({ octokit, github }) => {
      expect(await findIdentity(octokit, signal)).toEqual({ login: 'ada' });
      expect(github.requests.map(({ url }) => url)).toEqual(['/api/graphql']);
    }));

  it('is known also beside an empty list of errors', () =>
    withConnection({ token: 'pat', faults: ['POST /graphql set=errors value=[]'] }, async ({ octokit }) => {
      expect(await findIdentity(octokit, signal)).toEqual({ login: 'ada' });
    }));

  it('is asked for again after a transient error, although it is a POST', () =>
    withConnection(
      { token: 'pat', faults: ['POST /graphql nth=1 status=502', 'POST /graphql nth=2 truncate'] },
      async ({ octokit, waits }) => {
        expect(await findIdentity(octokit, signal)).toEqual({ login: 'ada' });
        expect(waits).toHaveLength(2);
      },
    ));

  it.each([
    String.raw`status=403 body={"message":"Resource\u0020not\u0020accessible\u0020by\u0020integration"}`,
    String.raw`set=errors value=[{"type":"FORBIDDEN","message":"Resource\u0020not\u0020accessible\u0020by\u0020integration"}]`,
  ])('is that of the workflow when the server refuses as it does to an app (%s)', (fault) =>
    withConnection({ token: 'pat', faults: [`POST /graphql ${fault}`] }, async ({ octokit }) => {
      expect(await findIdentity(octokit, signal)).toEqual({ login: 'github-actions[bot]' });
    }),
  );

  it.each([
    ...[400, 401, 404, 405, 408, 413, 451, 499, 500].map((status) => `status=${status}`),
    'status=403',
    String.raw`status=403 body={"message":"Blocked\u0020by\u0020policy"}`,
    String.raw`status=403 body={"message":"Resource\u0020not\u0020accessible\u0020by\u0020personal\u0020access\u0020token"}`,
    String.raw`set=errors value=[{"type":"FORBIDDEN","message":"Resource\u0020protected\u0020by\u0020organization\u0020SAML\u0020enforcement."}]`,
    'set=errors value=[{"type":"NOT_FOUND","message":"no"}]',
    'set=data.viewer value=null',
    'truncate',
    'omit=data.viewer',
    'set=data value=null',
    'wrong-type=data.viewer.login',
    'set=errors value=[{"message":"no"}]',
    // A limit says nothing of the token: another account's comment would be doubled.
    String.raw`status=403 body={"message":"API\u0020rate\u0020limit\u0020exceeded\u0020for\u0020installation\u00201."}`,
    'status=403 retry-after=61',
    'status=429',
    String.raw`set=errors value=[{"type":"RATE_LIMITED","message":"API\u0020rate\u0020limit\u0020exceeded."}]`,
  ])('is not known when there is no answer that can be used (%s)', (fault) =>
    withConnection({ token: 'pat', faults: [`POST /graphql ${fault}`] }, async ({ octokit }) => {
      expect(await findIdentity(octokit, signal)).toBeNull();
    }),
  );

  it('is not guessed when the job is cancelled', () =>
    withConnection({ faults: ['POST /graphql hang'] }, async ({ octokit, cancel }) => {
      const error = rejection(findIdentity(octokit, cancel.signal));
      setTimeout(() => {
        cancel.abort(new Error('enough'));
      }, 50);
      expect(await error).toMatchObject({ message: 'enough' });
    }));
});
