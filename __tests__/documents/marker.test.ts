// The marker: written, read back, and never more than one hidden line.
import {
  isMarked,
  type Marker,
  parseMarker,
  RULES,
  toBugMarks,
  toMarkerLine,
  withoutMarker,
  withPast,
} from '../../src/documents/marker.ts';
import { toDecidingInputs } from '../../src/inputs/gate.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { aMarker } from '../gate/documents/fixtures.ts';
import { fc } from '../harness/random.ts';
import { replaced } from '../harness/replaced.ts';
import { describe, expect, test } from '../jest.ts';
import { expectGolden } from './golden.ts';
import { hostilePieces } from './hostile-texts.ts';
import { render, tagsOf, textOf } from './rendered.ts';

const keys = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('-->', '--!>', '->', '<!--', 'a b', '%', '%2D', 'Scan Gate/gate', '-', '🦊'),
  fc.array(fc.constantFrom(...hostilePieces), { minLength: 1 }).map((pieces) => pieces.join('').toWellFormed()),
);

const wholes: fc.Arbitrary<Marker> = fc.record({
  key: keys,
  runId: fc.nat(),
  runAttempt: fc.nat(),
  sha: fc.option(fc.stringMatching(/^[0-9a-f]{40}$/).map((text) => text as CommitSha)),
  readAt: fc.nat().map((ms) => ms as EpochMs),
});

const markers: fc.Arbitrary<Marker> = fc
  .tuple(
    wholes,
    fc.record({ kind: fc.constant('watch' as const) }, { requiredKeys: [] }),
    fc.record(
      {
        isDefaultKey: fc.constant(true as const),
        rules: fc.nat(),
        jobId: fc.nat(),
        verdict: fc.record({ kind: keys, reason: keys }),
        counted: fc.stringMatching(/^(?:[0-9a-f]{6}){0,60}$/),
        before: fc.stringMatching(/^(?:[0-9a-f]{6}){0,60}$/),
        // Three keys that no reader keeps.
        inputs: fc.dictionary(
          keys.filter((key) => !['__proto__', 'prototype', 'constructor'].includes(key)),
          keys,
          { noNullPrototype: true, maxKeys: 4 },
        ),
        given: fc.array(keys, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([marker, kind, more]) => ({ ...marker, ...kind, ...more }));

const aWholeMarker: Marker = {
  ...aMarker,
  isDefaultKey: true,
  rules: RULES,
  jobId: 52_104_488,
  given: ['repository'],
  verdict: { kind: 'failed', reason: 'threshold-exceeded' },
  inputs: toDecidingInputs((name) => (name === 'paths' ? 'src/**\n!src/--><b>@acme</b>' : '')),
};

/** So many bugs in both lists. */
function listsOf(count: number): Pick<Marker, 'counted' | 'before'> {
  const marks = toBugMarks(Array.from({ length: count }, (_, at) => String(at).padStart(6, '0')));
  return { counted: marks, before: marks };
}

describe('the marker', () => {
  test('is what later runs look for', () => {
    expect(toMarkerLine({ ...aMarker, isDefaultKey: true, jobId: 52_104_488 })).toBe(
      '<!-- scan-gate:v2 {"key":"Scan Gate/gate","defaultKey":true,"run":19482771,"attempt":1,"job":52104488,"sha":"4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f","readAt":1795167000000} -->',
    );
  });

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(markers, fc.constantFrom('', '\n', '\r\n', '\nbody\n'), (marker, rest) => {
        const line = toMarkerLine(marker);
        const { counted, before, ...shorter } = marker;
        const { inputs, ...shortest } = shorter;
        const hasInputs = inputs === undefined || line.includes('"inputs"');
        const hasBugs = (counted ?? before) === undefined || /"(?:counted|before)"/.test(line);
        expect(parseMarker(line + rest)).toEqual(hasBugs && hasInputs ? marker : hasInputs ? shorter : shortest);
      }),
    );
  });

  test('may say more than this version knows', () => {
    const line = replaced(toMarkerLine(aMarker), '{', '{"colour":"green","steps":{"paths":[]},');
    expect(parseMarker(line)).toEqual(aMarker);
  });

  test('says what decided, and nothing of the service', () => {
    expectGolden('marker.txt', `${toMarkerLine(aWholeMarker)}\n`);
  });

  test.each([
    [1_400, true],
    [2_000, false],
  ])('with paths of %i characters has its inputs: %s', (length, isKept) => {
    const inputs = { ...aWholeMarker.inputs, paths: 'a'.repeat(length) };
    const line = toMarkerLine({ ...aWholeMarker, inputs });
    expect(line.length).toBeLessThanOrEqual(2_000);
    expect(parseMarker(line)?.inputs).toEqual(isKept ? inputs : undefined);
    expect(parseMarker(line)?.verdict).toEqual(aWholeMarker.verdict);
  });

  test.each([
    [900, 60, 'all'],
    [1_300, 60, 'inputs'],
    [1_300, 0, 'all'],
    [2_000, 60, 'none'],
  ])('with paths of %i characters and %i bugs keeps %s', (length, bugs, kept) => {
    const marker = { ...aWholeMarker, inputs: { paths: 'a'.repeat(length) }, ...listsOf(bugs) };
    const read = parseMarker(toMarkerLine(marker));
    expect(read?.inputs).toEqual(kept === 'none' ? undefined : marker.inputs);
    expect([read?.counted, read?.before]).toEqual(kept === 'all' ? [marker.counted, marker.before] : Array(2));
    expect(read?.verdict).toEqual(aWholeMarker.verdict);
  });

  test.each(['12345', 'g23456', 'ABCDEF', '1234567', 'a'.repeat(6 * 61)])('reads no bugs from %j', (counted) => {
    const line = toMarkerLine(aWholeMarker).replace('"inputs"', `"counted":"${counted}","inputs"`);
    expect(parseMarker(line)).toEqual(aWholeMarker);
  });

  test('is one line that nothing in its key can end', () => {
    fc.assert(
      fc.property(markers, (marker) => {
        const line = toMarkerLine(marker);
        expect(line).toMatch(/^<!-- [^\r\n]* -->$/);
        expect(line.slice(4, -3)).not.toMatch(/--|[^ -~]|[<>@#&]/);
        const html = render(`${line}\n### Title`);
        expect(tagsOf(html)).toEqual(['!--', 'h3']);
        expect(textOf(html).trim()).toBe('Title');
      }),
    );
  });
});

describe('no marker is read from', () => {
  const line = toMarkerLine(aMarker);
  test.each([
    ['nothing', ''],
    ['a marker further down', `x\n${line}`],
    ['a marker after a space', ` ${line}`],
    ['a marker with text behind it', `${line} x`],
    ['another version', replaced(line, 'v2', 'v3')],
    ['version 1.0.0', '<!-- scan-gate:v1 key=gate run=1 attempt=1 sha=4be1f0c read=1700000000000 -->'],
    ['a marker without a key', replaced(line, '"key"', '"name"')],
    ['a run that is no number', replaced(line, '"run":', '"run":"x",')],
    ['a time before 1970', replaced(line, '"readAt":', '"readAt":-')],
    ['no JSON', replaced(line, '"run"', 'run')],
    ['an unclosed marker', replaced(line, ' -->', '')],
  ])('%s', (_, body) => {
    expect(parseMarker(body)).toBeNull();
  });

  test('any text that does not begin like one', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        expect(parseMarker(body)).toBeNull();
      }),
    );
  });
});

describe('a body without its marker', () => {
  const line = toMarkerLine(aMarker);
  test.each([
    ['is the rest', `${line}\nOne.\nTwo.`, 'One.\nTwo.'],
    ['has one kind of line end', `${line}\r\nOne.\r\nTwo.\r\n`, 'One.\nTwo.'],
    ['is the same without a marker', 'One.', 'One.'],
    [
      'has no number of a run or a job in its links',
      `${line}\n[a](https://github.com/a/b/actions/runs/12) [b](https://github.com/a/b/actions/runs/12/job/34)`,
      '[a](https://github.com/a/b/actions/runs/) [b](https://github.com/a/b/actions/runs/)',
    ],
    ['may be empty', line, ''],
  ])('%s', (_, body, expected) => {
    expect(withoutMarker(body)).toBe(expected);
  });
});

describe('the bugs of a marker', () => {
  const digests = ['ffffff99', '00000a11', '123456'];

  test('are the first digits of their digests, sorted', () => {
    expect(toBugMarks(digests)).toBe('00000a123456ffffff');
    expect(toBugMarks([])).toBe('');
  });

  test.each([
    [60, true],
    [61, false],
  ])('%i of them are listed: %s', (count, isListed) => {
    expect(toBugMarks(Array<string>(count).fill('abcdef')) !== undefined).toBe(isListed);
  });

  test('are found by the same digits, never across two of them', () => {
    const marks = toBugMarks(digests) ?? '';
    expect(digests.map((digest) => isMarked(marks, digest))).toEqual([true, true, true]);
    expect(['0000a123', 'a12345', 'ffffef'].map((digest) => isMarked(marks, digest))).toEqual([false, false, false]);
  });
});

describe('what a marker takes over from the one it replaces', () => {
  const [old, head] = ['1'.repeat(40) as CommitSha, '2'.repeat(40) as CommitSha];
  const failed = { kind: 'failed', reason: 'threshold-exceeded' };
  const now: Marker = { ...aMarker, sha: head, verdict: failed, counted: 'bbbbbb' };
  test.each<[what: string, last: Partial<Marker> | null, before: string | undefined, reds: number]>([
    ['the first comment', null, undefined, 1],
    ['a new head', { sha: old, counted: 'aaaaaa', before: 'cccccc', verdict: failed, reds: 1 }, 'aaaaaa', 2],
    ['a new head after one with nothing', { sha: old, counted: '', before: 'cccccc', reds: 1 }, '', 2],
    ['a new head after one that could not judge', { sha: old, before: 'cccccc', reds: 1 }, undefined, 2],
    ['the same head', { sha: head, counted: 'aaaaaa', before: 'cccccc', verdict: failed, reds: 1 }, 'cccccc', 1],
    ['the same head, which could not judge before', { sha: head, before: 'cccccc', reds: 1 }, 'cccccc', 2],
    ['the same head, and nothing before it', { sha: head, counted: 'aaaaaa', verdict: failed, reds: 1 }, undefined, 1],
  ])('%s', (_, last, before, reds) => {
    expect(withPast(now, last && { ...aMarker, ...last })).toEqual({ ...now, before, reds });
  });
});
