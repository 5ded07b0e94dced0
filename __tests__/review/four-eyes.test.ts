// The rules of who may settle which bug: four eyes from any pull request, roles, and the bug that was asked for.
import type { CommitData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import { expectGolden } from '../documents/golden.ts';
import { describe, expect, it } from '../jest.ts';
import { type CommentOutcome, maintainer, pullAuthor, reviewWorld, withHarness, writesOf } from './harness.ts';
import { WAY_OUT } from './words.ts';

const maintainerId = 2_265_903;
const authorId = reviewWorld().github.users.find(({ login }) => login === pullAuthor)?.id;
const other = 'jonas-weber';
const sha = 'c0ffee'.padEnd(40, '0');
const INTRODUCED = 'the person who introduced';
const UNKNOWN = 'who introduced it:';

interface Origin {
  /** Of the security bug; null: the service does not say. */
  readonly introducedIn: BugData['introducedIn'];
  /** Of every bug. */
  readonly ofAll?: boolean;
  /** The commit that the security bug was found at; absent: as the world has it. */
  readonly foundAt?: string | null;
  /** The commit `c0ffee…`. */
  readonly commit?: Partial<CommitData>;
  /** Merged pull requests besides the one that is talked about. */
  readonly pulls?: readonly Partial<PullData>[];
}

/** The world in which the security bug came in like this. */
function worldOf({ introducedIn, ofAll = false, foundAt, commit = {}, pulls = [] }: Origin): ScenarioWorld {
  const world = reviewWorld();
  const found = foundAt === undefined ? {} : { commitSha: foundAt };
  const bugs = world.service.bugs.map((bug) =>
    ofAll || (!bug.review && bug.isSecurityVulnerability)
      ? { ...bug, ...found, introducedIn: introducedIn ?? null }
      : bug,
  );
  return { ...world, service: { ...world.service, bugs }, github: withOrigin(world.github, { commit, pulls }) };
}

function withOrigin(github: GitHubData, { commit, pulls }: Required<Pick<Origin, 'commit' | 'pulls'>>): GitHubData {
  const [pull] = github.pulls;
  if (!pull) throw new Error('the world has no pull request');
  const merged = pulls.map((parts): PullData => {
    return { ...pull, state: 'closed', merged: true, commits: [], ...parts };
  });
  const names = { message: 'Old', authorName: 'Old', author: other };
  const written: CommitData = { sha, parents: [], date: '2026-01-02T00:00:00Z', verified: true, ...names, ...commit };
  return { ...github, commits: [...github.commits, written], pulls: [pull, ...merged] };
}

const by = (parts: Partial<NonNullable<BugData['introducedIn']>>) => ({ sha, date: '2026-01-02', ...parts });

function dismiss(id: string): string {
  return `/scan-gate dismiss ${id} wont_fix`;
}

function lookups(outcome: CommentOutcome): readonly string[] {
  return outcome.requests.github
    .map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`)
    .filter((line) => /\/commits\/|\/pulls\/(?!482$)/.test(line));
}

describe('a maintainer on a pull request of somebody else', () => {
  it.each<[what: string, origin: Origin, may: boolean]>([
    ['who did not introduce the bug', { introducedIn: by({}) }, true],
    ['when the number of the pull request is 0, as if there were none', { introducedIn: by({ prNumber: 0 }) }, true],
    ['when it is below', { introducedIn: by({ prNumber: -1 }) }, true],
    [
      'who opened the pull request that the service names',
      { introducedIn: by({ prNumber: 400 }), pulls: [{ number: 400, user: maintainer }] },
      false,
    ],
    [
      'who opened a pull request of the commit that the service names',
      {
        introducedIn: by({}),
        pulls: [
          { number: 400, commits: [sha], user: other },
          { number: 401, commits: [sha], user: maintainer },
        ],
      },
      false,
    ],
    ['who wrote that commit', { introducedIn: by({}), commit: { author: maintainer } }, false],
    ['who wrote it unsigned', { introducedIn: by({}), commit: { author: maintainer, verified: false } }, false],
    [
      'who committed it for somebody',
      { introducedIn: by({}), commit: { author: other, committer: maintainer } },
      false,
    ],
    ...[
      `Co-authored-by: Deniz Arslan <${maintainer}@users.noreply.github.com>`,
      `Co-authored-by : Deniz <${maintainer}@users.noreply.github.com>`,
      `co-authored-BY:Deniz <${maintainerId}+before@users.noreply.github.com>`,
      `Co-Authored-By: Deniz <1+${maintainer.toUpperCase()}@users.noreply.github.com>\nSigned-off-by: x`,
      `  Co-authored-by: a <1+a@users.noreply.github.com>\r\nCo-authored-by: D <${maintainer}@users.noreply.github.com>\r\n\nmore`,
    ].map((line): [string, Origin, boolean] => [
      `who is a co-author by GitHub’s address: ${line}`,
      { introducedIn: by({}), commit: { message: `Old\n\n${line}` } },
      false,
    ]),
    ...[
      `Co-authored-by: Deniz Arslan <1+deniz-arslan-2@users.noreply.github.com>`,
      `Co-authored-by: Deniz <${maintainer}@users.noreply.github.com.example.org>, <1+a@users.noreply.github.com>`,
      `Reviewed-by: Deniz <${maintainer}@users.noreply.github.com>`,
      `See Co-authored-by: Deniz <${maintainer}@users.noreply.github.com>`,
    ].map((line): [string, Origin, boolean] => [
      `who is no co-author: ${line}`,
      { introducedIn: by({}), commit: { message: `Old\n\n${line}` } },
      true,
    ]),
    [
      'whose id and earlier login it names',
      { introducedIn: by({ author: `Deniz <${maintainerId}+before@users.noreply.github.com>` }) },
      false,
    ],
  ])('%s', (_, origin, may) =>
    withHarness({ world: worldOf(origin) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(may ? 1 : 0);
      expect(outcome.reactions).toEqual([may ? 'rocket' : 'confused']);
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.replies[0]).not.toContain(UNKNOWN);
      if (!may) expect(outcome.replies[0]).toContain(INTRODUCED);
    }),
  );

  it.each<[rule: string, command: string, bug: 'security' | 'other', may: boolean]>([
    ['security', 'dismiss', 'other', true],
    ['always', 'dismiss', 'other', false],
    ['always', 'reopen', 'other', true],
    ['off', 'dismiss', 'security', true],
  ])('four-eyes: %s, %s of the %s bug whose commit is theirs: %s', async (rule, verb, bug, may) => {
    const world = worldOf({ introducedIn: by({}), ofAll: true, commit: { author: maintainer } });
    await withHarness({ world }, async (harness) => {
      const reason = verb === 'dismiss' ? 'wont_fix' : '';
      const outcome = await harness.say(`/scan-gate ${verb} ${harness.bugs[bug]} ${reason}`, {
        inputs: { 'four-eyes': rule, rerun: 'false' },
      });
      expect(writesOf(outcome)).toHaveLength(may ? 1 : 0);
      // Nobody is asked about where nobody is refused.
      expect(lookups(outcome).length > 0).toBe(!may);
    });
  });
});

describe('where the service does not say who introduced a bug', () => {
  const merged = 'd'.repeat(40);
  /** The commit `c0ffee…` belongs to it. */
  const pull = { number: 400, commits: [sha], user: maintainer };

  it.each<[who: string, pulls: Origin['pulls'], may: boolean, introducedIn?: BugData['introducedIn']]>([
    ['who opened the merged pull request that it was found in', [{ ...pull, mergeCommitSha: merged }], false],
    [
      'who opened an open one',
      [{ ...pull, state: 'open', merged: false, head: { sha, ref: 'x', repository: 'acme/storefront' } }],
      false,
    ],
    ['who merged last before a nightly scan', [{ ...pull, mergeCommitSha: sha }], true],
    ['who has nothing to do with it', [{ ...pull, user: other, mergeCommitSha: merged }], true],
    [
      'where it names a commit that nobody can look for',
      [{ ...pull, mergeCommitSha: merged }],
      false,
      by({ sha: 'unknown' }),
    ],
  ])('%s', (_, pulls, may, introducedIn = null) =>
    withHarness({ world: worldOf({ introducedIn, foundAt: sha, pulls: pulls ?? [] }) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(may ? 1 : 0);
      expect(outcome.replies[0]).toContain(may ? UNKNOWN : INTRODUCED);
    }),
  );

  // After a rebase the service may know the pull request of whoever it takes for the author, and the commit that is gone.
  const named = { number: 401, user: other };
  it.each<[who: string, pulls: Origin['pulls'], may: boolean, introducedIn: BugData['introducedIn']]>([
    ['who opened one that holds the commit it was found at', [pull, named], false, by({ sha: 'gone', prNumber: 401 })],
    [
      'who opened it, where the service names a commit too',
      [pull, named],
      false,
      by({ sha: reviewWorld().sha, prNumber: 401 }),
    ],
    [
      'who merged last before a nightly scan',
      [{ ...pull, mergeCommitSha: sha }, named],
      true,
      by({ prNumber: 401, sha: 'gone' }),
    ],
    ['who opened neither', [{ ...pull, user: other }, named], true, by({ sha: 'gone', prNumber: 401 })],
  ])('nor where it names a pull request: %s', (_, pulls, may, introducedIn) =>
    withHarness({ world: worldOf({ introducedIn, foundAt: sha, pulls: pulls ?? [] }) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(may ? 1 : 0);
      expect(outcome.reactions).toEqual([may ? 'rocket' : 'confused']);
    }),
  );

  it('a commit is asked about once, though the bug was found at the one that brought it in', () =>
    withHarness({ world: worldOf({ introducedIn: by({}), foundAt: sha.toUpperCase() }) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(lookups(outcome).filter((line) => line.endsWith(`/commits/${sha}/pulls`))).toHaveLength(1);
    }));
});

describe('the author of the pull request', () => {
  const faultsOf = (user: unknown): readonly string[] => [`GET */pulls/482 set=user value=${JSON.stringify(user)}`];

  it.each<[what: string, user: unknown]>([
    ['has the same id and another login', { id: authorId, login: 'mara-before' }],
    ['has the same login in another case', { login: pullAuthor.toUpperCase() }],
  ])('is refused, also when GitHub says that its author %s', (_, user) =>
    withHarness({ faults: faultsOf(user) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security), { by: pullAuthor });
      expect(writesOf(outcome)).toEqual([]);
      expect(outcome.reactions).toEqual(['confused']);
    }),
  );

  it.each<[what: string, user: unknown]>([
    ['is not named', null],
    ['has no field at all', {}],
    ['is the one that stands for deleted accounts', { id: 10_137, login: 'ghost', type: 'User' }],
    ['is one that an import left for somebody', { id: 7, login: 'deniz-old', type: 'Mannequin' }],
    ['is one that became an organization', { id: 7, login: 'acme', type: 'Organization' }],
  ])('whose account is gone forbids nobody, and the reply says so: %s', (_, user) =>
    withHarness({ world: worldOf({ introducedIn: by({}) }), faults: faultsOf(user) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(1);
      expect(outcome.reactions).toEqual(['rocket']);
      for (const text of [outcome.replies[0], outcome.result.log]) expect(text).toContain(UNKNOWN);
    }),
  );

  it.each<[who: string, user: unknown, isBot: boolean]>([
    ['a bot', { id: 49_699_333, login: 'dependabot[bot]', type: 'Bot' }, true],
    ['a person', { id: 7, login: other, type: 'User' }, false],
  ])('who is %s is said to be one', (_, user, isBot) => {
    const world = worldOf({ introducedIn: by({ prNumber: 482 }) });
    return withHarness({ world, faults: faultsOf(user) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(1);
      expect(outcome.replies[0]?.includes(UNKNOWN)).toBe(isBot);
    });
  });
});

it.each<[whose: string, address: string, isBot: boolean]>([
  ['an app', '49699333+dependabot[bot]@users.noreply.github.com', true],
  ['an app, without its id', 'github-actions[bot]@users.noreply.github.com', true],
  ['an app, in another case', '1+Robot[BOT]@users.noreply.github.com', true],
  ['GitHub’s coding agent', '198982749+Copilot@users.noreply.github.com', true],
  ['somebody', '7+robot@users.noreply.github.com', false],
])('a co-author by the address of %s (%s): said to be a bot, %s', (_, address, isBot) =>
  withHarness(
    { world: worldOf({ introducedIn: by({}), commit: { message: `Old\n\nCo-authored-by: A[b] <${address}>` } }) },
    async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(1);
      expect(outcome.replies[0]?.includes(UNKNOWN)).toBe(isBot);
    },
  ),
);

it('whose login an import left keeps it from deciding, whoever may have had it', () => {
  const world = worldOf({ introducedIn: by({ prNumber: 400 }), pulls: [{ number: 400 }] });
  const faults = [`GET */pulls/400 set=user value=${JSON.stringify({ id: 7, login: maintainer, type: 'Mannequin' })}`];
  return withHarness({ world, faults }, async (harness) => {
    const outcome = await harness.say(dismiss(harness.bugs.security));
    expect(writesOf(outcome)).toEqual([]);
    expect(outcome.replies[0]).toContain(INTRODUCED);
  });
});

describe('where details are withheld', () => {
  const NEUTRAL = `dismiss or resolve it. ${WAY_OUT}`;

  it.each<[what: string, login: string, origin: Origin]>([
    ['who introduced the bug', maintainer, { introducedIn: by({}), commit: { author: maintainer } }],
    ['the author of the pull request', pullAuthor, { introducedIn: by({}) }],
  ])('the refusal of %s does not say why, not even in the log', (_, login, origin) =>
    withHarness({ world: worldOf(origin) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security), {
        by: login,
        inputs: { disclosure: 'counts' },
      });
      expect(writesOf(outcome)).toEqual([]);
      for (const text of [outcome.replies[0], outcome.result.log]) {
        expect(text).toContain(NEUTRAL);
        expect(text).not.toMatch(/introduce|author of the pull request/);
      }
    }),
  );

  it('a bug that is shown in full is refused with the reason', async () => {
    const world = worldOf({ introducedIn: by({}), ofAll: true, commit: { author: maintainer } });
    await withHarness({ world }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.other), {
        inputs: { disclosure: 'counts', 'four-eyes': 'always' },
      });
      expect(outcome.replies[0]).toContain(INTRODUCED);
    });
  });
});

describe('what cannot be told forbids nobody, and the reply says so', () => {
  /** A word of a fault, which has no white space. */
  const saying = (message: string): string => `body=${JSON.stringify({ message }).replaceAll(' ', String.raw`\u0020`)}`;
  const known: Origin = { introducedIn: by({}) };
  const of400 = { introducedIn: by({ prNumber: 400 }), pulls: [{ number: 400 }] };
  const pulls = 'GET */commits/*/pulls';
  const doubts: string[] = [];

  it.each<[what: string, origin: Origin, fault?: string]>([
    ['no commit at all', { introducedIn: null, foundAt: null }],
    ['a pull request that is not there', { introducedIn: by({ prNumber: 9 }) }],
    ['a commit whose author has no account', { ...known, commit: { author: null, committer: other } }],
    ['a commit that is not signed, so that anybody may have written it', { ...known, commit: { verified: false } }],
    ['a commit that GitHub does not know', known, `GET */commits/${sha} status=404`],
    ['another commit than was asked for', known, `GET */commits/${sha} set=sha value="${'d'.repeat(40)}"`],
    ['the pull requests', known, `${pulls} status=403 ${saying('Resource not accessible by integration')}`],
    ['those, for a sign-on', known, `${pulls} status=403 ${saying('Resource protected by organization SAML.')}`],
    ['those, for a firewall', known, `${pulls} html=404`],
    ['those, at the limit of an hour', known, `${pulls} status=429 retry-after=99`],
    ['who opened the pull request', of400, 'GET */pulls/400 set=user value=null'],
    ['who opened that of the commit', { ...known, pulls: [{ number: 400, commits: [sha], isUserGone: true }] }],
    ['who is behind a bot that opened it', { ...of400, pulls: [{ number: 400, user: 'copilot-swe-agent[bot]' }] }],
    ['who is behind a bot that wrote the commit', { ...known, commit: { author: 'copilot-swe-agent[bot]' } }],
    ['a co-author with another address', { ...known, commit: { message: 'Old\n\nCo-authored-by: D <d@example.com>' } }],
    ['a commit of which nothing is left but its SHA', known, `GET */commits/${sha} set=commit value=null`],
    ['a commit whose accounts are gone', known, `GET */commits/${sha} set=author value=null`],
    ['those of the commit that it was found at', { introducedIn: null, foundAt: sha }, `${pulls} status=404`],
  ])('%s', (what, origin, fault = '') =>
    withHarness({ world: worldOf(origin), faults: fault === '' ? [] : [fault] }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect([writesOf(outcome).length, outcome.reactions]).toEqual([1, ['rocket']]);
      const reply = (outcome.replies[0] ?? '').replaceAll('\\', '');
      const [, doubt = ''] = reply.split(UNKNOWN);
      doubts.push(`${what}:${doubt.split('\n')[0]}`);
      expect(doubt).not.toBe('');
      expect(outcome.result.log).toContain(UNKNOWN);
      // Where details are withheld, the commit would point at the code.
      expect(reply).not.toContain(sha.slice(0, 7));
    }),
  );

  it('in these words', () => {
    expectGolden('introducers.txt', `${doubts.join('\n')}\n`);
  });
});

it('GitHub is asked once about a commit and a pull request, however many bugs name them', async () => {
  const pulls = [{ number: 400, user: other }];
  const world = worldOf({ introducedIn: by({ prNumber: 400 }), ofAll: true, foundAt: reviewWorld().sha, pulls });
  await withHarness({ world }, async (harness) => {
    const ids = harness.service.state.bugs.slice(0, 6).map(({ id }) => id);
    const outcome = await harness.say(dismiss(ids.join(' ')), { inputs: { 'four-eyes': 'always' } });
    expect(writesOf(outcome)).toHaveLength(ids.length);
    const repository = '/repos/acme/storefront';
    expect(lookups(outcome).toSorted()).toEqual([
      `GET ${repository}/commits/${sha}`,
      `GET ${repository}/commits/${sha}/pulls`,
      `GET ${repository}/commits/${world.sha}/pulls`,
      `GET ${repository}/pulls/400`,
    ]);
  });
});

it.each(['dismiss', 'show'])('%s takes no other bug than was asked for', (verb) =>
  withHarness({ faults: ['GET /public/v1/bugs/* set=id value="bug_somebody_elses"'] }, async (harness) => {
    const { other: id } = harness.bugs;
    const outcome = await harness.say(`/scan-gate ${verb} ${id} wont_fix`);
    expect(writesOf(outcome)).toEqual([]);
    expect(outcome.replies[0]).toContain('answered with another bug');
    expect(outcome.commands).toMatchObject([{ outcome: 'rejected' }]);
  }),
);
