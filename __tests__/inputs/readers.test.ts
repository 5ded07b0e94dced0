// The readers of inputs: what each takes, what it refuses, and that all faults are reported at once.
import * as readers from '../../src/inputs/readers.ts';
import { type Input, InputError, readInputs } from '../../src/inputs/table.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

/** What an input makes of one text; the InputError when it refuses. */
function read(text: string, input: Input<unknown>): unknown {
  try {
    return readInputs({ value: input }, () => text).value;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

function describeReader(
  name: string,
  input: Input<unknown>,
  { good, bad }: { good: [string, unknown][]; bad: string[] },
): void {
  describe(name, () => {
    test.each(good)('reads %j as %j', (text, expected) => {
      expect(read(text, input)).toEqual(expected);
    });
    if (bad.length === 0) return;
    test.each(bad)('refuses %j', (text) => {
      expect(read(text, input)).toMatchObject({ faults: [{ input: 'a' }] });
    });
  });
}

describeReader('text', readers.text('a', 'default'), {
  good: [
    ['', 'default'],
    [' \t\n', 'default'],
    ['  some words ', 'some words'],
  ],
  bad: [],
});

describeReader('a whole number in a range', readers.integer('a', '7', { min: 0, max: 50 }), {
  good: [
    ['', 7],
    ['  ', 7],
    ['0', 0],
    ['50', 50],
    [' 8 ', 8],
    ['007', 7],
  ],
  bad: ['-1', '51', '1.5', '1e1', '0x1', '+1', 'seven', '1 2', '1,000', '٣', 'Infinity', 'NaN', 'off'],
});

describeReader('a positive number', readers.optionalNumber('a'), {
  good: [
    ['', null],
    ['1', 1],
    ['9007199254740991', 9_007_199_254_740_991],
  ],
  bad: ['0', '-1', '9007199254740992', '99999999999999999999', '#1', '1.0'],
});

describeReader('a limit', readers.limit('a', 'off'), {
  good: [
    ['', 'off'],
    ['off', 'off'],
    ['0', 0],
    ['12', 12],
  ],
  bad: ['Off', 'none', '-1', '1.5', 'off 1', 'false'],
});

test('a limit that is empty is its default, also when that is a number', () => {
  expect(read('', readers.limit('a', '0'))).toBe(0);
});

const durations: [string, number][] = [
  ['0', 0],
  ['0s', 0],
  ['90s', 90_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  [' 1s ', 1_000],
  ['3650d', 315_360_000_000],
];
const noDurations = ['10', '1.5h', '-1s', '10 m', '10M', 'm', '1h30m', '1ms', '3651d', '10m\nx'];

describeReader('a duration', readers.duration('a', '10m'), { good: [['', 600_000], ...durations], bad: noDurations });

describeReader('a duration that may be empty', readers.optionalDuration('a'), {
  good: [['', null], ...durations.slice(0, 3)],
  bad: noDurations.slice(0, 3),
});

describeReader('one of several words', readers.oneOf('a', ['warn', 'fail'], 'fail'), {
  good: [
    ['', 'fail'],
    ['warn', 'warn'],
    [' fail\n', 'fail'],
  ],
  bad: ['Warn', 'warn,fail', 'warning', 'null'],
});

describeReader('a list of known words', readers.listOf('a', ['exact', 'ancestor', 'latest'], 'exact'), {
  good: [
    ['', ['exact']],
    ['latest', ['latest']],
    ['latest, exact', ['latest', 'exact']],
    ['exact,exact , exact', ['exact']],
    ['exact\nlatest', ['exact', 'latest']],
    ['exact,', ['exact']],
  ],
  bad: ['near', 'exact, near', 'exact latest', 'Exact', ',', 'exact;latest'],
});

describeReader('a list', readers.list('a'), {
  good: [
    ['', []],
    [' , \n ,', []],
    ['a', ['a']],
    ['a, b ,c', ['a', 'b', 'c']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\n\n b,c', ['a', 'b', 'c']],
    ['src/[id]/**, docs/**', ['src/[id]/**', 'docs/**']],
    ['a},b', ['a}', 'b']],
    ['a b, c', ['a b', 'c']],
    ['!a,!b', ['!a', '!b']],
    // A brace that is never closed spoils its own line, not those after it.
    ['src/{a\nb,c', ['src/{a', 'b', 'c']],
  ],
  bad: [],
});

const letter: readers.Format<string> = {
  parse: (text) => (/^[a-z]$/.test(text) ? text.toUpperCase() : null),
  allowed: 'a letter',
};

describeReader('what a format reads', readers.parsed('a', '', letter), {
  good: [
    ['x', 'X'],
    [' x ', 'X'],
  ],
  bad: ['', '  ', '1'],
});

describeReader('what a format reads, or nothing', readers.optional('a', letter), {
  good: [
    ['', null],
    ['x', 'X'],
  ],
  bad: ['1'],
});

describeReader('a list of what a format reads', readers.listEach('a', readers.splitWords, letter), {
  good: [
    ['', []],
    [' , \r\n,', []],
    ['x, y\nz,,', ['X', 'Y', 'Z']],
    ['x y\tx', ['X', 'Y', 'X']],
  ],
  bad: ['1', 'x 1 2'],
});

describeReader('a flag', readers.flag('a', 'true'), {
  good: [
    ['', true],
    ['true', true],
    ['false', false],
  ],
  bad: ['yes', 'True', '1'],
});

describeReader('a secret', readers.secret('a'), {
  good: [
    ['', null],
    ['  ', null],
    [' key-1 \n', 'key-1'],
    ['~!@#$%^&*()_+', '~!@#$%^&*()_+'],
  ],
  bad: ['two words', 'tab\there', 'umlaut-ä', 'line\nfeed', 'nul\u0000', 'zero\u200bwidth'],
});

describeReader('the address of the service', readers.serviceUrl('a'), {
  good: [
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com///', 'https://api.example.com'],
    ['https://api.example.com/prefix', 'https://api.example.com/prefix'],
    [' https://api.example.com ', 'https://api.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://localhost.:1', 'http://localhost.:1'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:8080/x/', 'http://[::1]:8080/x'],
  ],
  bad: [
    '',
    'api.example.com',
    'http://api.example.com',
    'http://10.0.0.1',
    'http://[::2]',
    'ftp://api.example.com',
    'https://user@api.example.com',
    'https://user:pass@api.example.com',
    'https://:pass@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com?',
    'https://api.example.com#x',
    'https://api.example.com/#',
    'https://',
    'nothing like it',
  ],
});

describeReader('a link template', readers.linkTemplate('a'), {
  good: [
    ['', null],
    ['https://app.example.com/bugs/{id}', 'https://app.example.com/bugs/{id}'],
    ['https://app.example.com/?bug={id}#{id}', 'https://app.example.com/?bug={id}#{id}'],
    ['http://bugs.intranet/{id}', 'http://bugs.intranet/{id}'],
  ],
  bad: [
    'https://app.example.com/bugs',
    'ftp://app.example.com/{id}',
    'https://{id}/',
    'https://{id}.example.com/bugs/{id}',
    'https://app.example.com:{id}/',
    'javascript:alert({id})',
    'https://u:p@app.example.com/{id}',
    '/bugs/{id}',
    '{id}',
  ],
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
  test('are reported all at once, in the order of the table', () => {
    const table = {
      mode: readers.oneOf('mode', ['enforce', 'warn', 'off'], 'enforce'),
      fine: readers.text('fine'),
      maxBugs: readers.limit('max-bugs', 'off'),
      waitTimeoutMs: readers.duration('wait-timeout', '10m'),
    };
    expect(() => readInputs(table, (name) => `bad ${name}`)).toThrow(
      [
        'Scan Gate could not start: 3 inputs are wrong.',
        'mode is "bad mode". Use enforce, warn or off.',
        'max-bugs is "bad max-bugs". Use a whole number from 0, or "off".',
        'wait-timeout is "bad wait-timeout". Use 0, or a whole number with s, m, h or d, such as 90s or 10m.',
      ].join('\n'),
    );
  });

  test.each<[text: string, input: Input<unknown>, fault: string]>([
    ['x', readers.optionalNumber('a'), 'is "x". Use a whole number above 0.'],
    ['', readers.parsed('a', '', letter), 'is empty. Use a letter.'],
    ['x 1 22', readers.listEach('a', readers.splitWords, letter), 'is "1". Use a letter.'],
    ['ä', readers.secret('a'), 'is a value with characters that an HTTP header cannot contain. Use'],
    ['', readers.serviceUrl('a'), 'is empty. Use an https address'],
    ['example', readers.serviceUrl('a'), 'is not an address. Use'],
    ['https://u@h.example/?x', readers.serviceUrl('a'), 'is an address with user info. Use'],
    ['ftp://h.example/?', readers.serviceUrl('a'), 'is an address with a query or fragment. Use'],
    ['ftp://h.example/x', readers.serviceUrl('a'), 'is "ftp://h.example". Use'],
    ['api.h.example', readers.serviceUrl('a'), 'is "api.h.example": https:// is missing. Use'],
    ['localhost:80/x', readers.serviceUrl('a'), 'is "localhost:80": https:// is missing. Use'],
    ['s3cret:p@h.example', readers.serviceUrl('a'), 'is "s3cret:". Use'],
    [
      'https://h.example/p/public/v1/',
      readers.serviceUrl('a'),
      'is "https://h.example" ending in /public/v1, which Scan Gate adds itself. Use',
    ],
    [
      'https://api.github.com',
      readers.serviceUrl('a'),
      'is "https://api.github.com", which is GitHub and not the bug-findings service. Use',
    ],
    ['file:///x', readers.serviceUrl('a'), 'is "file:". Use'],
    ['http://h.example/x', readers.serviceUrl('a'), 'is "http://h.example". Use'],
  ])('say of %j what was given and what is allowed', (text, input, fault) => {
    const error = read(text, input);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain(`Scan Gate could not start: a ${fault}`);
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
