// The parts of a sweep: which of a thousand repositories is in which, and runs that look at each exactly once.
import { createHash } from 'node:crypto';
import { isInShard, parseShard, type Shard } from '../../src/sweep/shard.ts';
import { night, nowMs as insightsMs, runInsightsIn } from '../insights/harness.ts';
import { describe, expect, it, test } from '../jest.ts';
import { type GateSpec, organizationWorld } from '../recheck/worlds.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

test.each<[string, Shard | null]>([
  ['1/1', { part: 1, of: 1 }],
  ['3/10', { part: 3, of: 10 }],
  ['256/256', { part: 256, of: 256 }],
  ['0/10', null],
  ['11/10', null],
  ['1/257', null],
  ['3', null],
  ['3/', null],
  ['3 / 10', null],
  ['-1/10', null],
  ['1.0/10', null],
  ['a/b', null],
])('%s is read as %p', (text, shard) => {
  expect(parseShard(text)).toEqual(shard);
});

test('the part goes by the digest of the name in lower case, as anybody can compute it', () => {
  for (const name of ['acme/shop', 'Acme/Shop', 'acme/storefront']) {
    const digest = createHash('sha256').update(name.toLowerCase()).digest('hex');
    const part = (Number.parseInt(digest.slice(0, 8), 16) % 10) + 1;
    expect(numbers(10).filter((each) => isInShard(name, { part: each, of: 10 }))).toEqual([part]);
  }
});

test('of a thousand repositories each is in exactly one of ten parts, and the parts are about as large as each other', () => {
  const sizes = new Map<number, number>();
  for (const at of numbers(1_000)) {
    const parts = numbers(10).filter((part) => isInShard(`acme/repo-${at}`, { part, of: 10 }));
    expect(parts).toHaveLength(1);
    for (const part of parts) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  }
  expect([...sizes.values()].filter((size) => size < 70 || size > 130)).toEqual([]);
});

describe('insights of a dozen repositories in shards', () => {
  const names = numbers(11).map((number) => `repo-${number}`);
  const specsOf = (): readonly GateSpec[] => [{ number: 1, was: 'failed' }];
  const world = organizationWorld(names, { nowMs: insightsMs, specsOf });
  const all = ['acme/storefront', ...names.map((name) => `acme/${name}`)].toSorted();
  const runPart = (shard: string) => runInsightsIn(world, { event: night, inputs: { repositories: 'all', shard } });
  const rowsOf = (json = ''): readonly string[] =>
    (JSON.parse(json) as { readonly repositories: readonly { readonly repository: string }[] }).repositories.map(
      ({ repository }) => repository,
    );

  it('each repository is in exactly one, in the log and in the files, and the sums add up', async () => {
    const parts = await Promise.all(numbers(4).map((part) => runPart(`${part}/4`)));
    const looked = parts.map(({ result }) =>
      [...result.log.matchAll(/^(acme\/[\w-]+) \(\d+ of \d+\): /gm)].map(([, name = '']) => name),
    );
    expect(looked.flat().toSorted()).toEqual(all);
    for (const [at, { result, outputs, files }] of parts.entries()) {
      expect([result.conclusion, outputs['failed']]).toEqual(['success', '[]']);
      expect(result.log).toContain(`Shard ${at + 1}/4 has ${looked[at]?.length} of 12 repositories.`);
      expect(rowsOf(files['scan-insights/insights.json']).toSorted()).toEqual(looked[at]?.toSorted());
    }
    const whole = await runInsightsIn(world, { event: night, inputs: { repositories: 'all' } });
    for (const name of ['pending', 'pending-security', 'found', 'blocked'])
      expect(parts.reduce((sum, { outputs }) => sum + Number(outputs[name]), 0)).toBe(Number(whole.outputs[name]));
  });

  it('one that has none is green, with zeros and without a page', async () => {
    const empty = numbers(256).find((part) => all.every((name) => !isInShard(name, { part, of: 256 })));
    const { result, outputs, files } = await runPart(`${empty}/256`);
    expect([result.conclusion, Object.keys(files)]).toEqual(['success', []]);
    expect(outputs).toMatchObject({ verdict: 'reported', reason: 'up-to-date', pending: '0', blocked: '0', page: '' });
  });
});
