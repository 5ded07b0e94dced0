// The readers of inputs: what each takes, what it refuses, and that all faults are reported at once.
import * as readers from '../../src/inputs/readers.ts';
import { type Input, InputError, readInputs } from '../../src/inputs/table.ts';
import { expectGolden } from '../documents/golden.ts';
import { fc } from '../harness/random.ts';
import { rowsOf } from '../harness/rows.ts';
import { describe, expect, test } from '../jest.ts';

function read(text: string, input: Input<unknown>): unknown {
  try {
    return readInputs({ value: input }, () => text).value;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

const letter: readers.Format<string> = {
  parse: (text) => (/^[a-z]$/.test(text) ? text.toUpperCase() : null),
  allowed: 'a letter',
};

const inputs: Readonly<Record<string, Input<unknown>>> = {
  text: readers.text('a', 'default'),
  'integer, 0 to 50': readers.integer('a', '7', { min: 0, max: 50 }),
  'number above 0': readers.optionalNumber('a'),
  limit: readers.limit('a', 'off'),
  'limit, 0 by default': readers.limit('a', '0'),
  duration: readers.duration('a', '10m'),
  'duration or nothing': readers.optionalDuration('a'),
  'warn or fail': readers.oneOf('a', ['warn', 'fail'], 'fail'),
  'list of three words': readers.listOf('a', ['exact', 'ancestor', 'latest'], 'exact'),
  list: readers.list('a'),
  letter: readers.parsed('a', '', letter),
  'letter or nothing': readers.optional('a', letter),
  'list of letters': readers.listEach('a', readers.splitWords, letter),
  flag: readers.flag('a', 'true'),
  secret: readers.secret('a'),
  address: readers.serviceUrl('a'),
  'link template': readers.linkTemplate('a'),
};

const API = 'https://api.example.com';
const LINK = 'https://app.example.com';

/** The input, the texts that it takes with what it reads, and those that it refuses. */
const rows = rowsOf(String.raw`
text                | {"": "default", " \t\n": "default", "  some words ": "some words"} |
integer, 0 to 50    | {"": 7, "  ": 7, "0": 0, "50": 50, " 8 ": 8, "007": 7} | ["-1", "51", "1.5", "1e1", "0x1", "+1", "seven"]
integer, 0 to 50    |                                                        | ["1 2", "1,000", "٣", "Infinity", "NaN", "off"]
number above 0      | {"": null, "1": 1, "9007199254740991": 9007199254740991} | ["0", "-1", "9007199254740992", "#1", "1.0"]
number above 0      |                                                          | ["99999999999999999999"]
limit               | {"": "off", "off": "off", "0": 0, "12": 12} | ["Off", "none", "-1", "1.5", "off 1", "false"]
limit, 0 by default | {"": 0} |
duration            | {"": 600000, "0": 0, "0s": 0, "90s": 90000, "10m": 600000, "2h": 7200000, "7d": 604800000} | ["10", "1.5h"]
duration            | {" 1s ": 1000, "3650d": 315360000000} | ["-1s", "10 m", "10M", "m", "1h30m", "1ms", "3651d", "10m\nx"]
duration or nothing | {"": null, "0": 0, "90s": 90000} | ["10", "1.5h", "-1s"]
warn or fail        | {"": "fail", "warn": "warn", " fail\n": "fail"} | ["Warn", "warn,fail", "warning", "null"]
list of three words | {"": ["exact"], "latest": ["latest"], "latest, exact": ["latest", "exact"]} | ["near", "exact, near", ","]
list of three words | {"exact,exact , exact": ["exact"], "exact,": ["exact"]} | ["exact latest", "Exact", "exact;latest"]
list of three words | {"exact\nlatest": ["exact", "latest"]} |
list                | {"": [], " , \n ,": [], "a": ["a"], "a, b ,c": ["a", "b", "c"], "a\nb\nc": ["a", "b", "c"]} |
list                | {"a\n\n b,c": ["a", "b", "c"], "src/[id]/**, docs/**": ["src/[id]/**", "docs/**"]} |
list                | {"a},b": ["a}", "b"], "a b, c": ["a b", "c"], "!a,!b": ["!a", "!b"], "s/{a\nb,c": ["s/{a", "b", "c"]} |
letter              | {"x": "X", " x ": "X"} | ["", "  ", "1"]
letter or nothing   | {"": null, "x": "X"} | ["1"]
list of letters     | {"": [], " , \n,": [], "x, y\nz,,": ["X", "Y", "Z"], "x y\tx": ["X", "Y", "X"]} | ["1", "x 1 2"]
flag                | {"": true, "true": true, "false": false} | ["yes", "True", "1"]
secret              | {"": null, "  ": null, " key-1 \n": "key-1", "~!@#$%^&*()_+": "~!@#$%^&*()_+"} | ["two words", "tab\there"]
secret              |  | ["umlaut-ä", "line\nfeed", "nul\u0000", "zero\u200bwidth"]
address             | {"API": "API", "API/": "API", "API///": "API", "API/prefix": "API/prefix", " API ": "API"} | ["", "https://"]
address             | {"http://localhost:8080": "http://localhost:8080", "http://localhost.:1": "http://localhost.:1"} |
address             | {"http://127.0.0.1:1": "http://127.0.0.1:1", "http://127.1": "http://127.0.0.1"} |
address             | {"http://[::1]:8080/x/": "http://[::1]:8080/x"} | ["api.example.com", "http://api.example.com", "http://[::2]"]
address             |  | ["http://10.0.0.1", "ftp://api.example.com", "https://user@api.example.com", "API?x=1", "API?", "API#x"]
address             |  | ["https://user:pass@api.example.com", "https://:pass@api.example.com", "API/#", "nothing like it"]
link template       | {"": null, "LINK/bugs/{id}": "LINK/bugs/{id}", "LINK/?bug={id}#{id}": "LINK/?bug={id}#{id}"} | ["LINK/bugs"]
link template       | {"http://bugs.intranet/{id}": "http://bugs.intranet/{id}"} | ["ftp://app.example.com/{id}", "https://{id}/"]
link template       |  | ["https://{id}.example.com/bugs/{id}", "LINK:{id}/", "javascript:alert({id})", "/bugs/{id}", "{id}"]
link template       |  | ["https://u:p@app.example.com/{id}"]
`);

test.each(rows)('%s reads %s, and refuses %s', (name = '', good = '', bad = '') => {
  const input = inputs[name];
  if (input === undefined) throw new Error(`no input ${name}`);
  const parse = (json: string, none: string): unknown =>
    JSON.parse((json || none).replaceAll('API', API).replaceAll('LINK', LINK));
  for (const [text, expected] of Object.entries(parse(good, '{}') as object))
    expect([text, read(text, input)]).toEqual([text, expected]);
  for (const text of parse(bad, '[]') as string[])
    expect([text, read(text, input)]).toMatchObject([text, { faults: [{ input: 'a' }] }]);
});

describe('an input that may be empty where another is', () => {
  const table = { value: readers.optionalWithout('key', readers.serviceUrl('a')) };
  const address = 'https://api.example.com';
  test.each<[given: Readonly<Record<string, string>>, expected: string | null]>([
    [{}, ''],
    [{ a: ' ', key: ' ' }, ''],
    [{ a: address }, address],
    [{ a: address, key: 'k' }, address],
    [{ key: 'k' }, null],
    [{ a: 'http://api.example.com' }, null],
  ])('%j', (given, expected) => {
    const act = (): string => readInputs(table, (name) => given[name] ?? '').value;
    if (expected === null) expect(act).toThrow(InputError);
    else expect(act()).toBe(expected);
  });
});

describe('faults', () => {
  test('are reported all at once, in the order of the table, in the words of the golden file', () => {
    const table = {
      mode: readers.oneOf('mode', ['enforce', 'warn', 'off'], 'enforce'),
      fine: readers.text('fine'),
      maxBugs: readers.limit('max-bugs', 'off'),
      waitTimeoutMs: readers.duration('wait-timeout', '10m'),
    };
    const texts: Readonly<Record<string, readonly string[]>> = {
      'number above 0': ['x'],
      letter: [''],
      'list of letters': ['x 1 22'],
      secret: ['ä'],
      address: [
        ...['', 'example', 'https://u@h.example/?x', 'ftp://h.example/?', 'ftp://h.example/x', 'api.h.example'],
        ...['localhost:80/x', 's3cret:p@h.example', 'https://h.example/p/public/v1/', 'https://api.github.com'],
        ...['file:///x', 'http://h.example/x'],
      ],
    };
    const lines = Object.entries(texts).flatMap(([name, each]) =>
      each.map(
        (text) => `${name}, ${JSON.stringify(text)}\n  ${String(read(text, inputs[name] ?? readers.text('a')))}`,
      ),
    );
    let all: unknown;
    try {
      readInputs(table, (name) => `bad ${name}`);
    } catch (error) {
      all = error;
    }
    expectGolden('input-faults.txt', `${[...lines, String(all)].join('\n\n')}\n`);
  });

  test.each([
    ['key', readers.secret('key')],
    ['address', readers.serviceUrl('address')],
  ])('never hold a secret that was put into the %s', (_, input) => {
    const shapes = fc.constantFrom(
      (secret: string) => `https://user:${secret}@h.example`,
      (secret: string) => `https://${secret}@h.example`,
      (secret: string) => `https://h.example/?key=${secret}`,
      (secret: string) => `https://h.example/#${secret}`,
      (secret: string) => `http://h.example/${secret}`,
      (secret: string) => `${secret} and more`,
      (secret: string) => `${secret}\u00e4`,
    );
    fc.assert(
      fc.property(fc.stringMatching(/^s3cret[A-Za-z0-9]{10,30}$/), shapes, (secret, shape) => {
        const error = read(shape(secret), input);
        const said = error instanceof InputError ? error.message + JSON.stringify(error) : '';
        expect(said).not.toContain(secret);
      }),
    );
  });

  test('quote what was given on one line and cut it', () => {
    expect(readers.toGiven('a\n::error::b')).toBe('"a\\n::error::b"');
    expect(readers.toGiven('x'.repeat(200))).toBe(`"${'x'.repeat(80)}…"`);
    expect(readers.toGiven(`${'x'.repeat(79)}🦊`).isWellFormed()).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n', '"', '\\', '🦊', '\ud800') }), (text) => {
        expect(readers.toGiven(text)).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
