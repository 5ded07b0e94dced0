// Fifty repositories, and three nights of twenty, some of them in trouble: the tables as one would wish to read them, what they cost, and that nobody is told twice.
import { identifier } from '../../sandbox/scenarios/identity.ts';
import { makeMembers, type Member } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { APP_LIMITS } from '../../src/sweep/sweep.ts';
import { doctorCheck } from '../harness/schemas.ts';
import { changeGitHub } from '../harness/worlds.ts';
import { parseCsv } from '../insights/csv-grammar.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { countRest, issuesOf, type ManyRun, type Organization, withOrganization } from './harness.ts';

const inTrouble: readonly Member[] = [
  { name: 'without-scans', scanned: 'never' },
  { name: 'archived', archived: true },
  { name: 'renamed' },
  // The app was not given it: everybody may read it.
  { name: 'read-only', visibility: 'public', isNewTonight: true },
  { name: 'scans-fail' },
  { name: 'bugs-fail' },
  { name: 'github-fails' },
];
const FAIL = { kind: 'status' as const, status: 500 };
const faults = [
  { path: { regex: `/scans.*${identifier('repo_', 'acme/scans-fail')}` }, effect: FAIL },
  { path: { regex: `/bugs.*${identifier('repo_', 'acme/bugs-fail')}` }, effect: FAIL },
  { path: { regex: '^/repos/acme/github-fails' }, effect: FAIL },
];

/** So many ordinary repositories, and seven in trouble. */
function gather(count: number) {
  const ordinary = makeMembers(count);
  const members = [...ordinary, ...inTrouble];
  const names = members.map(({ name }) => `acme/${name}`);
  const given = [
    'acme/scan-operations',
    ...members.filter(({ name }) => name !== 'read-only').map(({ name }) => `acme/${name}`),
  ];
  const world = (base: ScenarioWorld): ScenarioWorld =>
    changeGitHub(base, ({ tokens }) => ({ tokens: tokens.map((token) => ({ ...token, repositories: given })) }));
  return { ordinary, members, inputs: { repositories: names.join('\n') }, world };
}

/** The cells of each row of the tables of a summary, the names without their links. */
function rowsOf({ result: { summary } }: ManyRun): readonly (readonly string[])[] {
  const rows = summary.split('\n').filter((line) => line.startsWith('| ['));
  return rows.map((row) =>
    row.split(' | ').map((cell) =>
      cell
        .replace(/^\| /, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll('\\.', '.'),
    ),
  );
}

describe('the watch on three nights', () => {
  const { ordinary, members, inputs, world } = gather(13);
  const nights: ManyRun[] = [];
  const told: string[] = [];
  let issues: Readonly<Record<string, number>> = {};

  beforeAll(async () => {
    const play = async (organization: Organization): Promise<void> => {
      nights.push(await organization.run('watch', { inputs }));
      organization.night();
      nights.push(await organization.run('watch', { inputs }));
      nights.push(await organization.run('watch', { inputs }));
      issues = Object.fromEntries(members.map(({ name }) => [name, issuesOf(organization, name).length]));
      for (const { name, comments } of organization.sandbox.github.state.neighbours)
        told.push(...comments.map(({ issue }) => `acme/${name}#${issue}`));
    };
    await withOrganization(members, play, { faults, world });
  }, 300_000);

  it('each repository has its issue, but those that cannot be read or written', () => {
    const without = Object.entries(issues).filter(([, count]) => count === 0);
    expect(without.map(([name]) => name).toSorted()).toEqual([
      ...['archived', 'bugs-fail', 'github-fails', 'read-only', 'scans-fail', 'without-scans'],
    ]);
    expect(Math.max(...Object.values(issues))).toBe(1);
  });

  it('each pull request with a new bug is told once, and in the third night nobody', () => {
    const expected = ordinary.filter((member) => member.isNewTonight).map(({ name }) => `acme/${name}#5`);
    expect(told.toSorted()).toEqual(expected);
    const outputs = nights.map((night) => JSON.parse(night.outputs['pull-requests'] ?? '') as readonly string[]);
    expect(outputs.map((list) => list.toSorted())).toEqual([[], expected, []]);
    // Nor is an issue written that says the same; those that may not be written are tried.
    expect(nights[2]?.writes.filter((line) => !/archived|read-only/.test(line))).toEqual([]);
  });

  it('what failed is named, and is all that is red', () => {
    for (const night of nights) {
      expect(night.failed.toSorted()).toEqual([
        ...['acme/bugs-fail', 'acme/github-fails', 'acme/scans-fail', 'acme/without-scans'],
      ]);
      expect(night.result.conclusion).toBe('failure');
      expect(night.outputs['reason']).toBe('no-scan');
      const warned = night.result.annotations.filter(({ level }) => level === 'warning');
      expect(warned.map(({ message }) => message.split(':')[0])).toEqual(['acme/archived', 'acme/read-only']);
    }
  });

  it('the sums are those of the entries', () => {
    const outputs = nights[1]?.outputs ?? {};
    const entries = JSON.parse(outputs['report'] ?? '') as readonly Readonly<Record<string, unknown>>[];
    expect(entries).toHaveLength(20);
    for (const name of ['scans', 'new', 'new-security', 'open', 'open-security']) {
      const total = entries.reduce((sum, entry) => sum + Number(entry[name]), 0);
      expect([name, outputs[name]]).toEqual([name, String(total)]);
    }
    expect(outputs).toMatchObject({
      new: '2',
      verdict: 'unverified',
      'scan-id': '',
      'issue-number': '',
      'issue-url': '',
    });
    expect(entries.find(({ repository }) => repository === 'acme/renamed')).toMatchObject({
      ...{ verdict: 'reported', reason: 'new-scans', scans: 1, new: 0, 'pull-requests': [] },
    });
    expect(entries.find(({ repository }) => repository === 'acme/scans-fail')).toMatchObject({
      ...{ verdict: 'unverified', reason: 'service-error', 'scan-id': null, new: null, 'issue-url': null },
    });
  });

  it('the table begins with what failed, then what is new; the rest is folded', () => {
    const [loud = '', quiet = ''] = (nights[1]?.result.summary ?? '').split('<details>');
    expect(loud).toContain(
      '### ⚠️ Scan Gate watch: 20 repositories: 2 new bugs; 21 pending bugs, 2 of them security bugs; 4 could not be read',
    );
    const rows = nights[1] === undefined ? [] : rowsOf(nights[1]);
    expect(rows).toHaveLength(20);
    expect(rows.slice(0, 4).map(([name, , , what]) => [name, what?.slice(0, 20)])).toEqual([
      ['acme/bugs-fail', '❌ GET /public/v1/bug'],
      ['acme/github-fails', '❌ Could not read the'],
      ['acme/scans-fail', '❌ GET /public/v1/sca'],
      ['acme/without-scans', '❌ No scan of the bra'],
    ]);
    // Where nothing can be written there is no memory either.
    expect(rows[6]).toEqual([
      'acme/read-only',
      'first run',
      '2',
      expect.stringContaining('⚠️ Could not write the issue'),
    ]);
    expect(rows[7]).toEqual([
      'acme/archived',
      'first run',
      '1',
      expect.stringMatching(/archived so is read-only(?!.*permission)/),
    ]);
    expect(loud.match(/Commented on pull request 5\./g)).toHaveLength(2);
    expect(quiet).toContain('<b>12 repositories without news</b>');
    expect(quiet).not.toMatch(/❌|Told/);
  });

  it('stays within the limits, for one repository and in all', () => {
    for (const night of nights) {
      expect((countRest(night.github) / 20) * 200).toBeLessThan(APP_LIMITS.ofRun);
      const ofEach = Map.groupBy(night.github, ({ url }) => /^\/repos\/acme\/([^/?]+)/.exec(url)?.[1]);
      expect(Math.max(...[...ofEach.values()].map((requests) => requests.length))).toBeLessThan(30);
    }
  });
});

describe('the doctor before the roll-out', () => {
  const { members, inputs, world } = gather(43);
  const runs: ManyRun[] = [];
  const run = (): ManyRun => {
    const [only] = runs;
    if (only === undefined) throw new Error('there was no run');
    return only;
  };

  beforeAll(async () => {
    await withOrganization(
      members,
      async (organization) => {
        runs.push(await organization.run('doctor', { inputs: { ...inputs, 'csv-file': 'doctor.csv' } }));
      },
      { faults, world },
    );
  }, 300_000);

  it('the table has each repository, worst first', () => {
    const rows = rowsOf(run());
    expect(rows).toHaveLength(50);
    expect(rows.slice(0, 5)).toEqual([
      ['acme/github-fails', 'none', expect.stringMatching(/^❌ \*\*/)],
      ['acme/bugs-fail', 'nightly-scans', expect.stringMatching(/^❌ .* Scanned 26\.6 h ago/)],
      ['acme/scans-fail', 'none', expect.stringMatching(/^❌ \*\*Scans:\*\*/)],
      ['acme/without-scans', 'none', expect.stringMatching(/^❌ \*\*Scans:\*\*/)],
      [
        'acme/service-001',
        'nightly-scans',
        expect.stringMatching(/^1 of 5 .*found-since 2026-11-10 0\. Scanned 26\.6 h ago/),
      ],
    ]);
    expect(rows.at(-1)).toEqual([
      ...['acme/service-042', 'nightly-scans'],
      expect.stringMatching(/^0 of 5 .*Scanned 26\.6 h ago, every 24 h\. \|$/),
    ]);
    expect(run().result.summary).toContain('### ❌ Scan Gate doctor: 50 repositories: 46 ready, 4 not ready yet');
  });

  it('report and CSV say the same, and the report fits into a variable', () => {
    const text = run().outputs['report'] ?? '';
    // That of two hundred: a program is given no longer variable, 32 pages of 4 KiB.
    expect(Buffer.byteLength(text) * 4).toBeLessThan(120_000);
    const report = JSON.parse(text) as {
      readonly healthy: boolean;
      readonly recommendation: string;
      readonly repositories: readonly {
        readonly repository: { readonly fullName: string };
        readonly red: number | null;
      }[];
    };
    expect(doctorCheck()(report)).toEqual([]);
    expect(report).toMatchObject({ healthy: false, recommendation: 'nightly-scans' });
    const [, ...csv] = parseCsv(run().result.workspaceFiles['doctor.csv'] ?? '');
    expect(run().outputs['csv-file']).toBe('doctor.csv');
    const inReport = report.repositories.map(({ repository, red }) => [repository.fullName, String(red ?? '')]);
    expect(csv.map((cells) => [cells[0], cells[6]])).toEqual(inReport);
    expect(rowsOf(run()).map(([name]) => name)).toEqual(inReport.map(([name]) => name));
  });

  it('is red for what is blocked alone, and names what it could not read', () => {
    expect(run().failed.toSorted()).toEqual(['acme/bugs-fail', 'acme/github-fails', 'acme/scans-fail']);
    expect(run().result.conclusion).toBe('failure');
    const lines = run()
      .result.log.split('\n')
      .filter((line) => /^Error: acme\/|^acme\/.* of 50\): /.test(line));
    expect(lines).toHaveLength(50);
  });

  it('writes nothing, and stays within the limits', () => {
    expect(run().writes).toEqual([]);
    expect(countRest(run().github) * 4).toBeLessThan(APP_LIMITS.ofRun);
    // Fifteen, and the lists of up to twenty scans.
    expect(run().service.length / 50).toBeLessThan(15 + 20);
  });
});
