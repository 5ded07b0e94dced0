// Owns the readers of inputs: what each takes, what it refuses, and that all faults are told at once.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InputError } from '../../src/inputs/input-error.ts';
import { openInputs, toGiven, type Inputs } from '../../src/inputs/inputs.ts';

/** What a reader makes of one text; the InputError when it refuses. */
function read<Value>(text: string, reader: (inputs: Inputs) => Value): Value | InputError {
  const inputs = openInputs(() => text);
  const value = reader(inputs);
  try {
    inputs.check();
    return value;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

function refusal(text: string, reader: (inputs: Inputs) => unknown): InputError {
  const error = read(text, reader);
  if (!(error instanceof InputError)) throw new Error(`${JSON.stringify(text)} was accepted`);
  return error;
}

type Reader = (inputs: Inputs) => unknown;

function describeReader(
  name: string,
  reader: Reader,
  { good, bad }: { good: [string, unknown][]; bad: string[] },
): void {
  describe(name, () => {
    test.each(good)('reads %j as %j', (text, expected) => {
      expect(read(text, reader)).toEqual(expected);
    });
    if (bad.length === 0) return;
    test.each(bad)('refuses %j', (text) => {
      expect(refusal(text, reader).faults).toHaveLength(1);
    });
  });
}

describeReader('text', (inputs) => inputs.text('a', 'default'), {
  good: [
    ['', 'default'],
    [' \t\n', 'default'],
    ['  some words ', 'some words'],
  ],
  bad: [],
});

describeReader(
  'a whole number in a range',
  (inputs) => inputs.integer('a', 7, { min: 0, max: 50 }),
  {
    good: [
      ['', 7],
      ['  ', 7],
      ['0', 0],
      ['50', 50],
      [' 8 ', 8],
      ['007', 7],
    ],
    bad: [
      '-1',
      '51',
      '1.5',
      '1e1',
      '0x1',
      '+1',
      'seven',
      '1 2',
      '1,000',
      '٣',
      'Infinity',
      'NaN',
      'off',
    ],
  },
);

describeReader('a positive number', (inputs) => inputs.number('a'), {
  good: [
    ['', null],
    ['1', 1],
    ['9007199254740991', 9_007_199_254_740_991],
  ],
  bad: ['0', '-1', '9007199254740992', '99999999999999999999', '#1', '1.0'],
});

describeReader('a limit', (inputs) => inputs.limit('a', 'off'), {
  good: [
    ['', 'off'],
    ['off', 'off'],
    ['0', 0],
    ['12', 12],
  ],
  bad: ['Off', 'none', '-1', '1.5', 'off 1', 'false'],
});

test('a limit that is empty is its default, also when that is a number', () => {
  expect(read('', (inputs) => inputs.limit('a', 0))).toBe(0);
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
const noDurations = [
  '10',
  '1.5h',
  '-1s',
  '10 m',
  '10M',
  'm',
  '1h30m',
  '1w',
  '1ms',
  '3651d',
  '999999999999d',
  '9'.repeat(40) + 's',
  '10m\nx',
];

describeReader('a duration', (inputs) => inputs.durationMs('a', '10m'), {
  good: [['', 600_000], ...durations],
  bad: noDurations,
});

describeReader('a duration that may be empty', (inputs) => inputs.optionalDurationMs('a'), {
  good: [['', null], ...durations],
  bad: noDurations,
});

describeReader('one of several words', (inputs) => inputs.oneOf('a', ['warn', 'fail'], 'fail'), {
  good: [
    ['', 'fail'],
    ['warn', 'warn'],
    [' fail\n', 'fail'],
  ],
  bad: ['Warn', 'warn,fail', 'warning', 'null'],
});

describeReader(
  'a list of known words',
  (inputs) => inputs.listOf('a', ['exact', 'ancestor', 'latest'], 'exact'),
  {
    good: [
      ['', ['exact']],
      ['latest', ['latest']],
      ['latest, exact', ['latest', 'exact']],
      ['exact,exact , exact', ['exact']],
      ['exact\nlatest', ['exact', 'latest']],
      ['exact,', ['exact']],
    ],
    bad: ['near', 'exact, near', 'exact latest', 'Exact', ',', 'exact;latest'],
  },
);

describeReader('a list', (inputs) => inputs.list('a'), {
  good: [
    ['', []],
    [' , \n ,', []],
    ['a', ['a']],
    ['a, b ,c', ['a', 'b', 'c']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\n\n b,c', ['a', 'b', 'c']],
    ['src/{a,b}/**, docs/**', ['src/{a,b}/**', 'docs/**']],
    ['{a,{b,c}},d', ['{a,{b,c}}', 'd']],
    ['a},b', ['a}', 'b']],
    ['a b, c', ['a b', 'c']],
    ['!a,!b', ['!a', '!b']],
    // A brace that is never closed spoils its own line, not those after it.
    ['src/{a\nb,c', ['src/{a', 'b', 'c']],
  ],
  bad: [],
});

describeReader(
  'what a parser makes of it',
  (inputs) => inputs.parsed('a', (text) => (text === 'x' ? 'X' : null), 'x'),
  {
    good: [
      ['', null],
      ['x', 'X'],
      [' x ', 'X'],
    ],
    bad: ['y'],
  },
);

describeReader('a secret', (inputs) => inputs.secret('a'), {
  good: [
    ['', null],
    ['  ', null],
    [' key-1 \n', 'key-1'],
    ['~!@#$%^&*()_+', '~!@#$%^&*()_+'],
  ],
  bad: ['two words', 'tab\there', 'umlaut-ä', 'line\nfeed', 'nul\u0000', 'zero\u200bwidth'],
});

describeReader('the address of the service', (inputs) => inputs.serviceUrl('a'), {
  good: [
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com///', 'https://api.example.com'],
    ['https://api.example.com/prefix', 'https://api.example.com/prefix'],
    ['https://api.example.com/a/b/', 'https://api.example.com/a/b'],
    ['https://API.example.com:8443', 'https://api.example.com:8443'],
    ['https://api.example.com:443', 'https://api.example.com'],
    [' https://api.example.com ', 'https://api.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://LOCALHOST', 'http://localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.8.9.1', 'http://127.8.9.1'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:8080/x/', 'http://[::1]:8080/x'],
  ],
  bad: [
    '',
    'api.example.com',
    'http://api.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
    'ftp://api.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@api.example.com',
    'https://user:pass@api.example.com',
    'https://:pass@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com?',
    'https://api.example.com#x',
    'https://api.example.com/#',
    'https://',
    '//api.example.com',
    'nothing like it',
  ],
});

describeReader('a link template', (inputs) => inputs.linkTemplate('a'), {
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

describe('faults', () => {
  test('are told all at once, each with its input, what was given and what is allowed', () => {
    const inputs = openInputs((name) => `bad ${name}`);
    inputs.oneOf('mode', ['enforce', 'warn'], 'enforce');
    inputs.limit('max-bugs', 'off');
    inputs.durationMs('wait-timeout', '10m');
    expect(() => {
      inputs.check();
    }).toThrow(
      [
        '3 inputs are not right.',
        'mode: got "bad mode"; use enforce or warn.',
        'max-bugs: got "bad max-bugs"; use a whole number from 0, or "off".',
        'wait-timeout: got "bad wait-timeout"; use 0, or a whole number with s, m, h or d, such as 90s or 10m.',
      ].join('\n'),
    );
  });

  test('are not told before check', () => {
    expect(() => openInputs(() => 'x').limit('a', 0)).not.toThrow();
  });

  test('between inputs are told with the others', () => {
    const inputs = openInputs(() => 'x');
    inputs.limit('a', 0);
    inputs.fault({ input: 'b', given: 'nothing', allowed: 'something' });
    expect(() => {
      inputs.check();
    }).toThrow(/^2 inputs are not right\.\na: .*\nb: got nothing; use something\.$/);
  });

  test('are none when everything is right', () => {
    expect(() => {
      openInputs(() => 'x').check();
    }).not.toThrow();
  });

  test('name one input in the singular', () => {
    expect(refusal('x', (inputs) => inputs.number('pr-number')).message).toBe(
      'One input is not right.\npr-number: got "x"; use a whole number above 0.',
    );
  });

  const secretReaders: [string, Reader][] = [
    ['key', (inputs) => inputs.secret('key')],
    ['address', (inputs) => inputs.serviceUrl('address')],
  ];
  test.each(secretReaders)('never hold a secret that was put into the %s', (_, reader) => {
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
        const error = read(shape(secret), reader);
        const told = error instanceof InputError ? error.message + JSON.stringify(error) : '';
        expect(told).not.toContain(secret);
      }),
    );
  });

  test('quote what was given on one line and cut it', () => {
    expect(toGiven('a\n::error::b')).toBe('"a\\n::error::b"');
    expect(toGiven('x'.repeat(200))).toBe(`"${'x'.repeat(80)}…"`);
    expect(toGiven(`${'x'.repeat(79)}🦊`).isWellFormed()).toBe(true);
  });

  test('are quoted on one line, whatever was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toGiven(text)).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
