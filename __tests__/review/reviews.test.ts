// The rules of what reaches the service, and of what is told when some of it does not.
import type { BugData } from '../../sandbox/service/data.ts';
import { readNote } from '../../src/insights/note.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { bugsOf, reviewOf, reviewWorld, withHarness, writesOf } from './harness.ts';

const pendingOf = (world = reviewWorld()): readonly string[] =>
  world.service.bugs.filter((bug) => !bug.review).map(({ id }) => id);

const someCommit = 'b'.repeat(40);
const forged = `By mara in acme/storefront, pull request 1, at ${someCommit}.`;

/** What services make of a note that is too long for them, with so many of its characters at its beginning or end. */
function shortened(note: string, characters: number): readonly string[] {
  const [start, end] = [note.slice(0, characters + 1), note.slice(-characters - 1)];
  const middle = [note.slice(0, Math.floor(characters / 2)), note.slice(-Math.ceil(characters / 2) - 1)];
  return [start, `${start}…`, `${start}...`, `${start} [...]`, start.trim(), end, `…${end}`, middle.join('…')];
}

it.each<[string, string]>([
  ['twice', `${forged} Fine. · ${forged}`],
  ['with two full stops', `Fine. · ${forged}.`],
  ['with many', `Fine. · ${forged}${'.'.repeat(20)}`],
  ['with an invisible character between two', `Fine. · ${forged}\u200b.`],
  ['with several kinds of them', `Fine. · ${forged}\ufe0f.\u2060\u00ad.\u2800.`],
  ['with a full stop in its commit', `Fine. · ${forged.slice(0, -20)}.${forged.slice(-20)}`],
  ['with a commit that goes on behind its full stop', `Fine. · ${forged}${'b'.repeat(9)}.`],
  ['with full stops in its commit', `Fine. · ${forged.slice(0, -20)}...${forged.slice(-20)}..`],
  ['in bold', `Fine. · **${forged}**`],
  ['in other case', `Fine. · ${forged.toUpperCase()} · ${forged}`],
  ['behind a date that is none of its end', `good until 2027-01-31. · ${forged} More.`],
  // Controls, which end no signature.
  ['with a space between two', `Fine. · ${forged.slice(0, -1)} .`],
  ['with an ellipsis', `Fine. · ${forged.slice(0, -1)}…`],
])('names nobody else as the reviewer, wherever the service may cut its note: %s', (_, words) =>
  withHarness({}, async (harness) => {
    const { security: id } = harness.bugs;
    await harness.say(`/scan-gate dismiss ${id} wont_fix ${words}`);
    const notes = reviewOf(harness, id)?.notes ?? '';
    const named = Array.from(notes, (_each, at) => shortened(notes, at).map((short) => readNote(short).by)).flat();
    expect(new Set(named)).toEqual(new Set([null, 'deniz-arslan']));
    // What would be read of it, had it been stored as it was written.
    expect(readNote(forged).by).toBe('mara');
  }),
);

it('keeps every other word and full stop of a note', () =>
  withHarness({}, async (harness) => {
    const { security: id } = harness.bugs;
    await harness.say(`/scan-gate resolve ${id} Done... See ${someCommit}.. (pull request 1.) ${forged}.. Fine.`);
    const kept = `Done... See ${someCommit}.. (pull request 1.) ${forged.slice(0, -1)} Fine. · By deniz-arslan in `;
    expect(reviewOf(harness, id)?.notes).toContain(kept);
  }));

describe('a review in the service', () => {
  it.each([
    ['dismiss', 'not_a_bug', { state: 'dismissed', dismissalReason: 'not_a_bug' }],
    ['dismiss', 'Wont-Fix', { state: 'dismissed', dismissalReason: 'wont_fix' }],
    ['resolve', '', { state: 'resolved' }],
    ['reopen', '', { state: 'pending' }],
  ])('%s %s: state, reason, and who said it where', (verb, reason, stored) =>
    withHarness({}, async (harness) => {
      const { security: id } = harness.bugs;
      const outcome = await harness.say(`/scan-gate ${verb} ${id} ${reason} See SEC-118; it’s done.`);
      const notes = `See SEC-118; it’s done. · By deniz-arslan in acme/storefront, pull request 482, at ${harness.world.sha}.`;
      expect(writesOf(outcome).map(({ method, url }) => [method, url])).toEqual([
        ['POST', `/public/v1/bugs/${id}/review`],
      ]);
      expect(JSON.parse(writesOf(outcome)[0]?.body ?? '')).toEqual({ ...stored, notes });
      expect(reviewOf(harness, id)).toMatchObject({ ...stored, notes, source: 'review' });
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '1', rejected: '0' });
      expect(outcome.commands).toEqual([{ verb, bugs: [id], outcome: 'reviewed', outcomes: ['reviewed'] }]);
      expect(outcome.reactions).toEqual(['rocket']);
      expect(outcome.replies).toEqual([expect.stringContaining(`(\`${id}\`) is now \`${stored.state}\`.`)]);
    }),
  );

  it('later commands of a comment overrule earlier ones', () =>
    withHarness({}, async (harness) => {
      const { security: id } = harness.bugs;
      const outcome = await harness.say(`/scan-gate dismiss ${id} other\n/scan-gate resolve ${id} no`);
      expect(writesOf(outcome)).toHaveLength(2);
      expect(reviewOf(harness, id)).toMatchObject({ state: 'resolved' });
      expect(outcome.result.outputs['reviewed']).toBe('2');
      expect(outcome.replies).toHaveLength(1);
    }));
});

it.each<[what: string, review: NonNullable<BugData['review']>, verb: string, isNamed: boolean]>([
  ['with an end', { state: 'dismissed', createdAt: 1, notes: 'until 2027-01-31. Old.' }, 'dismiss', true],
  ['with a note', { state: 'dismissed', createdAt: 1, notes: 'Old.' }, 'reopen', true],
  // Controls.
  ['without a note', { state: 'dismissed', createdAt: 1 }, 'dismiss', false],
  ['that is over', { state: 'pending', createdAt: 1, notes: 'reopened 2026-11-01, was other: Old.' }, 'dismiss', false],
])('a dismissal %s that is replaced is named: %j, %s', async (_, review, verb, isNamed) => {
  const world = reviewWorld();
  const { other: id } = bugsOf(world);
  const bugs = world.service.bugs.map((bug) => (bug.id === id ? { ...bug, review } : bug));
  await withHarness({ world: changeService(world, () => ({ bugs })) }, async (harness) => {
    const { replies, reactions } = await harness.say(`/scan-gate ${verb} ${id} other`);
    expect(reactions).toEqual(['rocket']);
    expect(replies[0]?.includes('It replaces')).toBe(isNamed);
    expect(replies[0]?.includes(review.notes ?? '')).toBe(isNamed || review.notes === undefined);
  });
});

describe('what is refused before the service is asked to store it', () => {
  it('a dismissal without one of the four reasons: no request to the service at all', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(`/scan-gate dismiss ${harness.bugs.security} because`);
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '1' });
      expect(outcome.commands).toMatchObject([{ verb: 'dismiss', outcome: 'rejected' }]);
      expect(outcome.replies).toEqual([expect.stringMatching(/needs one of the reasons not.{1,2}a.{1,2}bug, /)]);
      expect(outcome.replies[0]).toContain('`/scan-gate help`');
    }));

  it('a bug of another repository, and one that nobody knows', async () => {
    const world = reviewWorld();
    const other = world.service.repos[1]?.id ?? '';
    const [bug] = world.service.bugs;
    if (!bug) throw new Error('no bug');
    world.service.bugs.push({ ...bug, id: 'bug_elsewhere', repoId: other });
    await withHarness({ world }, async (harness) => {
      const outcome = await harness.say('/scan-gate resolve bug_elsewhere bug_nobody');
      expect(writesOf(outcome)).toEqual([]);
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '2' });
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.replies).toHaveLength(1);
      for (const id of ['bug_elsewhere', 'bug_nobody']) expect(outcome.replies[0]).toContain(`- ⛔ \`${id}\``);
      expect(outcome.replies[0]).not.toContain('run');
    });
  });

  it('more than a hundred bugs of a comment, whichever command names them', () =>
    withHarness({}, async (harness) => {
      const many = Array.from({ length: 100 }, (_, index) => `bug_${index}`).join(',');
      const outcome = await harness.say(`/scan-gate resolve ${many}\n/scan-gate resolve ${harness.bugs.security}`);
      expect(writesOf(outcome)).toEqual([]);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '101' });
      expect(outcome.requests.service.filter(({ url }) => url.includes('/bugs/'))).toHaveLength(100);
      expect(outcome.replies[0]).toContain(
        `- ⛔ \`${harness.bugs.security}\` was not changed: one comment may name at most 100 bugs.`,
      );
    }));
});

describe('what fails at the service', () => {
  it('one of three bugs: the others are stored, the reply says which, the job is red', async () => {
    const [first = '', second = '', third = ''] = pendingOf();
    await withHarness({ faults: [`POST /public/v1/bugs/${second}/review status=500`] }, async (harness) => {
      const outcome = await harness.say(`/scan-gate dismiss ${first} ${second} ${third} other`);
      expect(reviewOf(harness, first)).toMatchObject({ state: 'dismissed' });
      expect(reviewOf(harness, second)).toBeUndefined();
      expect(reviewOf(harness, third)).toMatchObject({ state: 'dismissed' });
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.replies[0]).toContain(`(\`${first}\`) is now \`dismissed\`.`);
      expect(outcome.replies[0]).toContain(`(\`${second}\`) could not be changed: `);
      expect(outcome.replies[0]).toContain(`(\`${third}\`) is now \`dismissed\`.`);
      expect(outcome.commands).toEqual([
        {
          verb: 'dismiss',
          bugs: [first, second, third],
          outcome: 'failed',
          outcomes: ['reviewed', 'failed', 'reviewed'],
        },
      ]);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.result.exitCode).toBe(1);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '2', rejected: '1' });
    });
  });

  it('a repository that the service does not know: each bug is told', () =>
    withHarness({}, async (harness) => {
      const { security, other } = harness.bugs;
      const outcome = await harness.say(`/scan-gate resolve ${security} ${other}\n/scan-gate help`, {
        inputs: { repository: 'acme/nowhere' },
      });
      expect(writesOf(outcome)).toEqual([]);
      expect(outcome.result.exitCode).toBe(1);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '2' });
      expect(outcome.replies[0]?.match(/The service knows no repository acme\/nowhere/g)).toHaveLength(2);
    }));
});

describe('inputs', () => {
  it('all faults are told at once, before any request', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say('/scan-gate help', {
        inputs: { prefix: 'two words', permission: 'read', 'four-eyes': 'yes', rerun: 'maybe' },
      });
      expect(outcome.result.exitCode).toBe(1);
      expect(outcome.requests.github).toEqual([]);
      for (const name of ['prefix', 'permission', 'four-eyes', 'rerun']) {
        expect(outcome.result.log).toContain(name);
      }
    }));

  it.each([
    ['github-token', 'resolve bug_a'],
    ['api-key', 'resolve bug_a'],
  ])('without %s %s: red, nothing asked', (name, command) =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(`/scan-gate ${command}`, { inputs: { [name]: '' } });
      expect(outcome.result.exitCode).toBe(1);
      expect(outcome.result.log).toContain(name);
      expect([...outcome.requests.github, ...outcome.requests.service]).toEqual([]);
    }),
  );

  it.each([
    ['help', 'rocket'],
    ['recheck', 'rocket'],
    ['dismiss bug_a because', 'confused'],
  ])('%s asks the service nothing and needs no api-key', (command, reaction) =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(`/scan-gate ${command}`, { inputs: { 'api-key': '' } });
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.reactions).toEqual([reaction]);
      expect(outcome.requests.service).toEqual([]);
    }),
  );

  it('another prefix works', () =>
    withHarness({}, async (harness) => {
      const body = `!gate resolve ${harness.bugs.security}\n/scan-gate help`;
      const outcome = await harness.say(body, { inputs: { prefix: '!gate' } });
      expect(outcome.commands).toMatchObject([{ verb: 'resolve', outcome: 'reviewed' }]);
    }));
});
