// The rules of who may settle which bug: four eyes from any pull request, roles, and the bug that was asked for.
import type { ActivityData, CommitData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import { readAuthor } from '../../src/review/policy.ts';
import { decidePermission } from '../../src/review/reviewer.ts';
import { describe, expect, it } from '../jest.ts';
import { type CommentOutcome, maintainer, pullAuthor, reviewWorld, withHarness, writesOf } from './harness.ts';

const maintainerId = 2_265_903;
const other = 'jonas-weber';
const sha = 'c0ffee'.padEnd(40, '0');
const WHO_MAY = 'anybody else with the permission write may who is not the author of the pull request';
const UNKNOWN = 'Could not determine for certain who introduced it:';

interface Origin {
  /** Of the security bug; null: the service does not say. */
  readonly introducedIn: BugData['introducedIn'];
  /** Of every bug. */
  readonly ofAll?: boolean;
  /** The commit `c0ffee…`. */
  readonly commit?: Partial<CommitData>;
  /** Merged pull requests besides the one that is talked about. */
  readonly pulls?: readonly Partial<PullData>[];
}

/** The world in which the security bug came in like this. */
function worldOf({ introducedIn, ofAll = false, commit = {}, pulls = [] }: Origin): ScenarioWorld {
  const world = reviewWorld();
  const bugs = world.service.bugs.map((bug) =>
    ofAll || (!bug.review && bug.isSecurityVulnerability) ? { ...bug, introducedIn: introducedIn ?? null } : bug,
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
    [
      'who committed it for somebody',
      { introducedIn: by({}), commit: { author: other, committer: maintainer } },
      false,
    ],
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
      if (!may) expect(outcome.replies[0]).toContain(WHO_MAY);
    }),
  );

  it.each<[rule: string, command: string, bug: 'security' | 'other', may: boolean]>([
    ['security', 'dismiss', 'security', false],
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

describe('a maintainer, where anybody may have typed the author of a commit', () => {
  const CLAIMED = 'its authorship is only claimed, because its commit has no verified signature';
  const shaOf = (number: number): string => `${number}`.padStart(40, 'a');
  const [base, before, after, last] = [shaOf(1), shaOf(2), shaOf(4), shaOf(5)];
  const nothing = '0'.repeat(40);
  /** Beside the branch now. */
  const forgotten = Array.from({ length: 12 }, (_, at) => shaOf(10 + at));
  const branch = 'feature';

  type Range = readonly [from: string, to: string];
  const activity = (type: ActivityData['type'], actor: string, [from, to]: Range): ActivityData => {
    return { branch, type, before: from, after: to, actor };
  };
  const madeAt = (to: string, actor = other): ActivityData => activity('branch_creation', actor, [nothing, to]);
  const push = (actor: string, ...range: Range): ActivityData => activity('push', actor, range);
  const forced = (actor: string, ...range: Range): ActivityData => activity('force_push', actor, range);
  const byMaintainer = [madeAt(base), push(maintainer, base, sha)];

  interface Pushed {
    /** Oldest first. */
    readonly activities: readonly ActivityData[];
    readonly commit?: Partial<CommitData>;
    readonly pull?: Partial<PullData>;
    readonly introducedIn?: BugData['introducedIn'];
  }

  /** Five commits, one after the other, of which the third brought the bug; 400 is the pull request of the last. */
  function pushedWorld({ activities, commit, pull, introducedIn }: Pushed): ScenarioWorld {
    const world = worldOf({
      introducedIn: introducedIn ?? by({ prNumber: 400 }),
      commit: { verified: false, parents: [before], ...commit },
      pulls: [
        {
          number: 400,
          user: other,
          base: { sha: base, ref: 'main' },
          head: { sha: last, ref: branch, repository: 'acme/storefront' },
          ...pull,
        },
      ],
    });
    const [old] = world.github.commits.filter((each) => each.sha === sha);
    if (!old) throw new Error('the world has no such commit');
    const more = [
      { ...old, sha: base, parents: [] },
      { ...old, sha: before, parents: [base] },
      { ...old, sha: after, parents: [sha] },
      { ...old, sha: last, parents: [after] },
      ...forgotten.map((each) => ({ ...old, sha: each, parents: [base] })),
    ];
    const github = {
      ...world.github,
      commits: [...world.github.commits, ...more],
      activities: activities.toReversed(),
    };
    return { ...world, github };
  }

  /** Pushes of one commit each, first old ones, then that of the bug by `actor`, then many more. */
  function manyPushes(actor: string): readonly ActivityData[] {
    return [
      madeAt(base),
      ...Array.from({ length: 40 }, () => push(other, base, before)),
      push(actor, before, sha),
      ...Array.from({ length: 50 }, () => push(other, sha, last)),
    ];
  }

  const fork = 'sam-visitor/storefront';
  const ofFork = { sha: last, ref: branch, repository: fork };
  const inFork = (each: ActivityData): ActivityData => ({ ...each, repository: fork });

  it.each<[what: string, pushed: Pushed, end: 'may' | 'may not' | 'claimed']>([
    ['who pushed it', { activities: byMaintainer }, 'may not'],
    [
      'who pushed before and after it',
      {
        activities: [
          madeAt(base, maintainer),
          push(maintainer, base, before),
          push(other, before, sha),
          push(maintainer, sha, last),
        ],
      },
      'may',
    ],
    ['who made the branch with it', { activities: [madeAt(sha, maintainer)] }, 'may not'],
    [
      'who made the branch when the base had it',
      { activities: [madeAt(sha, maintainer)], pull: { base: { sha: after, ref: 'main' } } },
      'claimed',
    ],
    [
      'who pushed it before somebody else forced a push that keeps it',
      { activities: [madeAt(base), push(maintainer, base, after), forced(other, after, sha)] },
      'may not',
    ],
    [
      'who forced the push that brought it',
      { activities: [madeAt(base), push(other, base, before), forced(maintainer, before, last)] },
      'may not',
    ],
    ['who pushed it long ago', { activities: manyPushes(maintainer) }, 'may not'],
    [
      'when the push is not among the newest hundred',
      { activities: [push(maintainer, before, sha), ...Array.from({ length: 100 }, () => push(other, sha, last))] },
      'claimed',
    ],
    [
      'when too many pushes were forced',
      {
        activities: [
          madeAt(base),
          ...forgotten.map((each) => forced(other, base, each)),
          forced(maintainer, base, sha),
        ],
      },
      'claimed',
    ],
    [
      'when it came by a merge',
      { activities: [madeAt(base), activity('pr_merge', maintainer, [base, after])] },
      'claimed',
    ],
    ['when the fork is gone', { activities: [], pull: { head: { ...ofFork, repository: null } } }, 'claimed'],
    ['who pushed it to a fork', { activities: byMaintainer.map(inFork), pull: { head: ofFork } }, 'may not'],
    ['when its pull request is named by nobody', { activities: byMaintainer, introducedIn: by({}) }, 'claimed'],
    [
      'who pushed it under a name whose signature is verified',
      { activities: byMaintainer, commit: { verified: true } },
      'may',
    ],
  ])('%s', (_, pushed, end) =>
    withHarness({ world: pushedWorld(pushed) }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      const reply = outcome.replies[0] ?? '';
      expect([writesOf(outcome).length, reply.includes(CLAIMED)]).toEqual([
        end === 'may not' ? 0 : 1,
        end === 'claimed',
      ]);
      expect(reply.includes(WHO_MAY)).toBe(end === 'may not');
      const compared = outcome.requests.github.filter(({ url }) => url.includes('/compare/'));
      expect(compared.length).toBeLessThanOrEqual(10);
    }),
  );

  it('who pushed it to this pull request of a fork, of whose commits GitHub names none', async () => {
    const world = pushedWorld({ activities: byMaintainer.map(inFork), introducedIn: by({}) });
    const [pull, ...pulls] = world.github.pulls;
    if (!pull) throw new Error('the world has no pull request');
    const ours = { ...pull, head: { ...pull.head, ...ofFork, sha: pull.head.sha } };
    const commits = [...pull.commits, sha];
    await withHarness(
      { world: { ...world, github: { ...world.github, pulls: [{ ...ours, commits }, ...pulls] } } },
      async (harness) => {
        const outcome = await harness.say(dismiss(harness.bugs.security));
        expect(writesOf(outcome)).toEqual([]);
        expect(outcome.replies[0]).toContain(WHO_MAY);
      },
    );
  });

  it.each(['activity', 'compare/*'])('the reply says that %s could not be read', (path) =>
    withHarness(
      { world: pushedWorld({ activities: byMaintainer }), faults: [`GET */${path} status=403`] },
      async (harness) => {
        const outcome = await harness.say(dismiss(harness.bugs.security));
        expect(writesOf(outcome)).toHaveLength(1);
        expect(outcome.replies[0]?.replaceAll('\\', '')).toContain(
          `${CLAIMED} and the pushes could not be read (GitHub answered 403; the token needs`,
        );
      },
    ),
  );
});

describe('where details are withheld', () => {
  const NEUTRAL = 'it takes somebody else with the permission write to settle it';

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
      expect(outcome.replies[0]).toContain('the one who introduced a bug may not settle it');
    });
  });
});

describe('what cannot be told forbids nobody, and the reply says so', () => {
  const refused = 'the token needs the permissions';

  it.each<[what: string, origin: Origin, faults: readonly string[], why: string]>([
    ['no commit at all', { introducedIn: null }, [], 'the service does not say'],
    [
      'a pull request that is not there',
      { introducedIn: by({ prNumber: 9 }) },
      [],
      `its pull request could not be read (GitHub answered 404; ${refused}`,
    ],
    [
      'a commit whose author has no account',
      { introducedIn: by({}), commit: { author: null, committer: other } },
      [],
      'GitHub knows no account for the author or the committer of its commit',
    ],
    [
      'a commit that GitHub does not know',
      { introducedIn: by({}) },
      [`GET */commits/${sha} status=404`],
      `its commit could not be read (GitHub answered 404; ${refused}`,
    ],
    [
      'another commit than was asked for',
      { introducedIn: by({}) },
      [`GET */commits/${sha} set=sha value="${'d'.repeat(40)}"`],
      'GitHub answered with another commit',
    ],
    [
      'the pull requests of the commit',
      { introducedIn: by({}) },
      ['GET */commits/*/pulls status=403'],
      `the pull requests of its commit could not be read (GitHub answered 403; ${refused}`,
    ],
    [
      'who opened the pull request',
      { introducedIn: by({ prNumber: 400 }), pulls: [{ number: 400 }] },
      ['GET */pulls/400 set=user value=null'],
      'GitHub does not name who opened its pull request',
    ],
  ])('%s', (_, origin, faults, why) =>
    withHarness({ world: worldOf(origin), faults }, async (harness) => {
      const outcome = await harness.say(dismiss(harness.bugs.security));
      expect(writesOf(outcome)).toHaveLength(1);
      expect(outcome.reactions).toEqual(['rocket']);
      const reply = (outcome.replies[0] ?? '').replaceAll('\\', '');
      expect(reply).toContain(UNKNOWN);
      expect(reply).toContain(why);
      expect(outcome.result.log).toContain(UNKNOWN);
      // Where details are withheld, the commit would point at the code.
      expect(reply).not.toContain(sha.slice(0, 7));
    }),
  );
});

it('GitHub is asked once about a commit and a pull request, however many bugs name them', async () => {
  const pulls = [{ number: 400, user: other }];
  const world = worldOf({ introducedIn: by({ prNumber: 400 }), ofAll: true, pulls });
  await withHarness({ world }, async (harness) => {
    const ids = harness.service.state.bugs.slice(0, 6).map(({ id }) => id);
    const outcome = await harness.say(dismiss(ids.join(' ')), { inputs: { 'four-eyes': 'always' } });
    expect(writesOf(outcome)).toHaveLength(ids.length);
    const repository = '/repos/acme/storefront';
    expect(lookups(outcome).toSorted()).toEqual([
      `GET ${repository}/commits/${sha}`,
      `GET ${repository}/commits/${sha}/pulls`,
      `GET ${repository}/pulls/400`,
    ]);
  });
});

it.each(['dismiss', 'show'])('%s takes no other bug than was asked for', (verb) =>
  withHarness({ faults: ['GET /public/v1/bugs/* set=id value="bug_somebody_elses"'] }, async (harness) => {
    const { other: id } = harness.bugs;
    const outcome = await harness.say(`/scan-gate ${verb} ${id} wont_fix`);
    expect(writesOf(outcome)).toEqual([]);
    expect(outcome.replies[0]).toContain('the service answered with another bug');
    expect(outcome.commands).toMatchObject([{ outcome: 'rejected' }]);
  }),
);

it('an author is read in time linear in its length', () => {
  const text = '1+'.repeat(200_000) + '@users.noreply.'.repeat(100_000);
  const before = performance.now();
  expect(readAuthor(text, ['github.com'])).toHaveLength(1);
  expect(performance.now() - before).toBeLessThan(1_000);
});

it.each<[permission: string, role: string | null, counts: string]>([
  ['write', 'maintain', 'maintain'],
  ['read', 'triage', 'triage'],
  ['admin', 'admin', 'admin'],
  ['none', 'none', 'none'],
  ['read', 'maintain', 'read'],
  ['write', 'admin', 'write'],
  ['admin', 'read', 'read'],
  ['write', 'security-team', 'write'],
  ['read', 'Admin', 'read'],
  ['write', null, 'write'],
  ['owner', 'admin', 'none'],
  ['owner', null, 'none'],
])('the permission %s with the role %s is %s', (permission, role, counts) => {
  expect(decidePermission(permission, role)).toBe(counts);
});
