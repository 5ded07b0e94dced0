// The parts of a sweep: which repository is in which, and a thousand of them, each looked at exactly once.
import { createHash } from 'node:crypto';
import { isInShard, parseShard, type Shard } from '../../src/sweep/shard.ts';
import { describe, expect, it, test } from '../jest.ts';
import { sweepIn } from '../recheck/harness.ts';
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

describe('a thousand repositories in ten shards', () => {
  const names = numbers(999).map((number) => `repo-${number}`);
  const specsOf = (name: string): readonly GateSpec[] => (name === 'storefront' ? [{ number: 1, was: 'passed' }] : []);

  it('each is looked at exactly once, and each job stays within the limits', async () => {
    const looked: string[] = [];
    for (const part of numbers(10)) {
      const { result, outputs, github, service } = await sweepIn(
        (nowMs) => organizationWorld(names, { nowMs, specsOf }),
        { inputs: { repositories: 'all', shard: `${part}/10` }, runNumber: part },
      );
      const lines = [...result.log.matchAll(/^(acme\/[\w-]+): \d gates? judged again/gm)].map(([, name = '']) => name);
      expect([result.conclusion, outputs['failed']]).toEqual(['success', '[]']);
      expect(github.length).toBeLessThan(200);
      expect(service.length).toBeLessThan(200);
      looked.push(...lines);
    }
    expect(looked.toSorted()).toEqual(['acme/storefront', ...names.map((name) => `acme/${name}`)].toSorted());
  }, 300_000);
});
