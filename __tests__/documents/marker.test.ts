// The marker: written, read back, and never more than one hidden line.
import { type Marker, parseMarker, toMarkerLine, withoutMarker } from '../../src/documents/marker.ts';
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
        jobId: fc.nat(),
        verdict: fc.record({ kind: keys, reason: keys }),
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
  jobId: 52_104_488,
  given: ['repository'],
  verdict: { kind: 'failed', reason: 'threshold-exceeded' },
  inputs: toDecidingInputs((name) => (name === 'paths' ? 'src/**\n!src/--><b>@acme</b>' : '')),
};

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
        const { inputs, ...short } = marker;
        const isCut = inputs !== undefined && !line.includes('"inputs"');
        expect(parseMarker(line + rest)).toEqual(isCut ? short : marker);
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

  test('of version 1.0.0 is read too', () => {
    const line =
      '<!-- scan-gate:v1 key=Scan%20Gate%2Fgate run=19482771 attempt=1 sha=4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f read=1795167000000 -->';
    expect(parseMarker(`${line}\nText.`)).toEqual(aMarker);
    expect(parseMarker(replaced(line, /key=\S+/, 'key=%ff'))).toBeNull();
    expect(withoutMarker(`${line}\nText.`)).toBe('Text.');
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
