// Tests of the grammar: which lines of a comment are commands, and what each of them says.
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { bugsOf, type Command, type CommentCommands, MAX_BUGS, parseCommands } from '../../src/review/command.ts';
import { render } from '../documents/rendered.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it } from '../jest.ts';

const PREFIX = '/scan-gate';

const at = (time: string): EpochMs => Date.parse(time) as EpochMs;
const NOW = at('2026-11-23T12:00:00Z');

function parse(body: string, prefix: string, now = NOW): CommentCommands {
  return parseCommands(body, prefix, now);
}

/** Commands in short: verb, bugs, reason, end, note. */
function read(body: string, prefix = PREFIX, now = NOW): readonly string[] {
  return parse(body, prefix, now).commands.map(toShort);
}

function toShort(command: Command): string {
  const words: string[] = [command.verb, ...bugsOf(command)];
  if ('reason' in command) words.push(command.reason);
  if ('until' in command && command.until !== null) words.push(`<= ${command.until}`);
  if ('note' in command && command.note !== '') words.push(`"${command.note}"`);
  if ('fault' in command) words.push(`(${command.fault})`);
  return words.join(' ');
}

const NO_REASON = '(After the bugs, a dismissal needs one of the reasons not_a_bug, wont_fix, duplicate, other.)';
const NO_DAY = '(The word until needs a day from 2026-11-23 to 2027-11-24 (UTC), such as 2027-11-24.)';
const NO_BUG = '(It needs the ID of a bug, such as bug_1a2b.)';
const UNKNOWN = '(This command is unknown.)';

describe('commands are the first lines of the comment', () => {
  it.each<[rule: string, body: string, commands: readonly string[]]>([
    ['one alone', '/scan-gate recheck', ['recheck']],
    ['several, in order', '/scan-gate resolve bug_b\n/scan-gate help', ['resolve bug_b', 'help']],
    ['with CRLF', '/scan-gate help\r\n/scan-gate recheck\r\n', ['help', 'recheck']],
    ['with text below', '/scan-gate help\nThanks! <b>\n```\nx\n```', ['help']],
    ['below blank lines', '\n \t\r\n\n/scan-gate help', ['help']],
    ['behind a byte order mark', '\ufeff/scan-gate help', ['help']],
    ['behind up to three spaces', '   /scan-gate help\n /scan-gate recheck', ['help', 'recheck']],
    ['with a tab after the prefix', '/scan-gate\thelp', ['help']],
    ['with nothing after the prefix: help', '/scan-gate', ['help']],
    ['with the verb in any case', '/scan-gate ReCheck', ['recheck']],
    [
      'with a colon or comma behind the prefix',
      '/scan-gate: dismiss bug_a other\n/scan-gate, recheck\n/scan-gate:recheck\n/Scan-Gate:',
      ['dismiss bug_a other', 'recheck', 'recheck', 'help'],
    ],
    ['but with one such sign only', '/scan-gate:: recheck', [`unclear ${UNKNOWN}`]],
    ['with the prefix in any case', '/Scan-Gate recheck\n  /SCAN-GATE help\n/scan-GATE', ['recheck', 'help', 'help']],
    [
      'also below backticks around one bug',
      '/scan-gate show `bug_a`, `bug_b`\n/scan-gate resolve bug_a like `bug_c`.\n/scan-gate help',
      ['show bug_a bug_b', 'resolve bug_a "like `bug_c`."', 'help'],
    ],
    [
      'also below other signs',
      '/scan-gate resolve bug_a *so* __x~ \\ | $5 & !#>\n/scan-gate help',
      ['resolve bug_a "*so* __x~ \\ | $5 & !#>"', 'help'],
    ],
  ])('%s', (_, body, commands) => {
    expect(read(body)).toEqual(commands);
  });

  it.each<[rule: string, body: string]>([
    ['an empty comment', ''],
    ['text', 'Looks good.'],
    ['a quote', '> /scan-gate recheck'],
    ['a list', '- /scan-gate recheck\n* /scan-gate recheck\n1. /scan-gate recheck\n- [ ] /scan-gate recheck'],
    ['a heading', '# /scan-gate recheck'],
    ['stars', '**/scan-gate recheck**\n*/scan-gate recheck*'],
    ['underlines', '_/scan-gate recheck_\n__/scan-gate recheck__'],
    ['tildes', '~~/scan-gate recheck~~\n~/scan-gate recheck~'],
    ['quotation marks', '"/scan-gate recheck"'],
    ['a table', '| /scan-gate recheck |'],
    ['HTML', '<b>/scan-gate recheck</b>'],
    ['a link', '[/scan-gate recheck](x)'],
    ['a backslash', '\\/scan-gate recheck'],
    ['a mention', '@bot /scan-gate recheck'],
    ['the middle of a line', 'Please /scan-gate recheck'],
    ['a pair of backticks around one word', '`/scan-gates` recheck'],
    ['backticks that do not end with the line', '`/scan-gate recheck` please\n`/scan-gate help'],
    ['more backticks on one side', '`/scan-gate recheck``'],
    ['backticks around something before it', '`x /scan-gate recheck`'],
    ['backticks below text', 'Please:\n`/scan-gate recheck`'],
    ['four spaces, which make it code', '    /scan-gate recheck'],
    ['a tab, which makes it code', '\t/scan-gate recheck'],
    ['a longer word', '/scan-gates recheck\n/scan-gate-x recheck\n/scan-gate. recheck'],
    ['another prefix of as many letters', '/scan-gite recheck'],
    ['a line separator before it', 'x\u2028/scan-gate recheck'],
    ['something invisible or a line separator after it', '/scan-gate\u200bx\n/scan-gate\u2028help'],
  ])('no line of a comment with the prefix in or behind %s', (_, body) => {
    expect(parse(body, PREFIX)).toEqual({ commands: [], unread: [] });
  });
});

describe('reading stops', () => {
  it.each<[where: string, line: string]>([
    ['at text', 'Thanks!'],
    ['at a blank line', ''],
    ['at code', '    /scan-gate recheck'],
    ['at a quote', '> x'],
    ['at a fence', '```'],
    ['after <', '/scan-gate resolve bug_a 1 < 2'],
    ['after [', '/scan-gate resolve bug_a a[0]'],
    ['after a lone backtick', '/scan-gate resolve bug_a it`s'],
    ['after a pair of backticks around something else', '/scan-gate resolve bug_a `x`'],
    ['after a pair around two bugs', '/scan-gate resolve `bug_a bug_b`'],
    ['after a pair whose first is escaped', '/scan-gate resolve bug_a \\`bug_b` x'],
    ['after $$', '/scan-gate resolve bug_a $$'],
    ['after something unknown with <', '/scan-gate <b'],
  ])('%s', (_, line) => {
    const { commands, unread } = parse(
      `/scan-gate help\n${line}\n/scan-gate recheck\n  /scan-gate show bug_a  \nx\n/scan-gate`,
      PREFIX,
    );
    expect(commands.map(({ verb }) => verb)).not.toContain('recheck');
    expect(unread).toEqual(['/scan-gate recheck', '/scan-gate show bug_a', '/scan-gate']);
  });

  it.each<[what: string, line: string]>([
    ['a pair', '`/scan-gate recheck`'],
    ['a pair, in another case', '`/Scan-Gate Recheck`'],
    ['a pair with spaces around it', '  ` /scan-gate recheck `  '],
    ['two pairs', '``/scan-gate show `bug_a` ``'],
    ['as a fence is written', '```/scan-gate recheck```'],
    ['a pair around the prefix alone', '`/scan-gate`'],
  ])('at a first line that is a command in backticks: %s', (_, line) => {
    expect(parse(`\n${line}\n/scan-gate help\n${line}`, PREFIX)).toEqual({
      commands: [],
      unread: [line.trim(), '/scan-gate help'],
    });
    expect(parse(`/scan-gate help\n${line}`, PREFIX).unread).toEqual([]);
  });

  it.each<[where: string, below: string, unread: readonly string[]]>([
    ['at once', '`/scan-gate show bug_a`', ['`/scan-gate show bug_a`']],
    ['behind a blank line', '\n```/scan-gate help```\n`/scan-gate`', ['```/scan-gate help```', '`/scan-gate`']],
    ['behind text', 'Thanks!\n`/scan-gate show bug_a`', []],
  ])('at such a line, and what follows it %s in backticks is named, too', (_, below, unread) => {
    const first = '`/scan-gate recheck`';
    expect(parse(`${first}\n${below}`, PREFIX)).toEqual({ commands: [], unread: [first, ...unread] });
  });

  it('before there is any command, too', () => {
    const body = 'Try this:\n```\n/scan-gate recheck\n```';
    expect(parse(body, PREFIX)).toEqual({ commands: [], unread: ['/scan-gate recheck'] });
  });

  it('and of a line that was not read 200 characters are kept', () => {
    const { unread } = parse(`x\n/scan-gate ${'y'.repeat(60_000)}`, PREFIX);
    expect(unread).toEqual([`/scan-gate ${'y'.repeat(189)}`]);
  });
});

describe('what a command says', () => {
  it.each<[line: string, command: string]>([
    ['dismiss bug_a wont_fix', 'dismiss bug_a wont_fix'],
    ['dismiss bug_a bug_b wont_fix', 'dismiss bug_a bug_b wont_fix'],
    ['dismiss bug_a,bug_b,bug_c duplicate', 'dismiss bug_a bug_b bug_c duplicate'],
    ['dismiss ,,bug_a,,bug_b,, other', 'dismiss bug_a bug_b other'],
    ['dismiss bug_a bug_b bug_a other', 'dismiss bug_a bug_b other'],
    ['dismiss `bug_a` other', 'dismiss bug_a other'],
    ['dismiss `bug_a, bug_b` other', 'dismiss bug_a bug_b other'],
    ['dismiss ``bug_a`` other', 'dismiss bug_a other'],
    ['dismiss\tbug_a\u00a0bug_b\u3000other', 'dismiss bug_a bug_b other'],
    ['dismiss bug_a wont fix the old page', 'dismiss bug_a wont_fix "the old page"'],
    ['dismiss bug_a Wont_Fix: too old', 'dismiss bug_a wont_fix "too old"'],
    ['dismiss bug_a not a bug, see #12', 'dismiss bug_a not_a_bug "see #12"'],
    ['dismiss bug_a false-positive', 'dismiss bug_a not_a_bug'],
    ['dismiss bug_a other, see SEC-1', 'dismiss bug_a other "see SEC-1"'],
    ['dismiss bug_a other bug_b', 'dismiss bug_a other "bug_b"'],
    ['dismiss bug_a other   a   b  ', 'dismiss bug_a other "a b"'],
    ['dismiss bug_a wont_fix until 2027-01-31', 'dismiss bug_a wont_fix <= 2027-01-31'],
    ['dismiss bug_a wont_fix until 2027-01-31 why', 'dismiss bug_a wont_fix <= 2027-01-31 "why"'],
    ['dismiss bug_a other: \u200bun\u200btil\t2027-01-31, why', 'dismiss bug_a other <= 2027-01-31 "why"'],
    ['dismiss bug_a other until 2026-11-23', 'dismiss bug_a other <= 2026-11-23'],
    ['dismiss bug_a other until 2027-11-24', 'dismiss bug_a other <= 2027-11-24'],
    ['dismiss bug_a other until 2027-01-31 until 2030-01-31', 'dismiss bug_a other <= 2027-01-31 "until 2030-01-31"'],
    ['dismiss bug_a other until 2027-01-31 (why)', 'dismiss bug_a other <= 2027-01-31 "(why)"'],
    ['dismiss bug_a other (until 2027-01-31)', 'dismiss bug_a other "(until 2027-01-31)"'],
    ['dismiss bug_a other untilled why', 'dismiss bug_a other "untilled why"'],
    ['dismiss bug_a other good until 2030-01-31', 'dismiss bug_a other "good until 2030-01-31"'],
    ['dismiss bug_a until 2027-01-31', `unclear bug_a ${NO_REASON}`],
    ...[
      ...['', '2026-11-22', '2027-11-25', '9999-12-31', '0000-00-00', '2027-02-29', '2027-02-30', '2027-13-01'],
      ...['2027-1-31', '31.1.2027', '2027/01/31', '20270131', '2027-01-311', '2027-01-31x', '2027-01-31T00:00Z'],
      ...['2027-01-31-32', '+002027-01-31', '２０２７-01-31', '2027‑01‑31', 'YYYY-MM-DD', 'tomorrow', ', 2027-01-31'],
    ].map((day): [string, string] => [`dismiss bug_a other until ${day} why`, `unclear bug_a ${NO_DAY}`]),
    ['resolve bug_a until 2020-01-31', 'resolve bug_a "until 2020-01-31"'],
    ['resolve bug_a fixed in #12', 'resolve bug_a "fixed in #12"'],
    ['resolve bug_a', 'resolve bug_a'],
    ['reopen bug_a, it is back', 'reopen bug_a "it is back"'],
    ['show bug_a bug_b please', 'show bug_a bug_b'],
    ['show bug_Ab-9_z.x~!', 'show bug_Ab-9_z.x~!'],
    ['recheck bug_a', 'recheck'],
    ['help dismiss', 'help'],
    ['dismiss bug_a', `unclear bug_a ${NO_REASON}`],
    ['dismiss bug_a bug_b because', `unclear bug_a bug_b ${NO_REASON}`],
    ['dismiss bug_a wontfix', `unclear bug_a ${NO_REASON}`],
    ['dismiss bug_a false', `unclear bug_a ${NO_REASON}`],
    ['dismiss wont_fix', `unclear ${NO_BUG}`],
    ['dismiss bug_ wont_fix', `unclear ${NO_BUG}`],
    ['dismiss BUG_a wont_fix', `unclear ${NO_BUG}`],
    ['resolve bug_a\u2028bug_b', `unclear ${NO_BUG}`],
    ['resolve', `unclear ${NO_BUG}`],
    ['resolve bug_a and bug_b', 'resolve bug_a bug_b'],
    ['dismiss bug_a, bug_b and bug_c other and more', 'dismiss bug_a bug_b bug_c other "and more"'],
    ['dismiss bug_a, bug_b, AND `bug_c` other', 'dismiss bug_a bug_b bug_c other'],
    ['resolve bug_a, bug_b & `bug_c`', 'resolve bug_a bug_b bug_c'],
    ['reopen bug_a + bug_b why', 'reopen bug_a bug_b "why"'],
    ['dismiss bug_a and other', `unclear bug_a ${NO_REASON}`],
    ['dismiss bug_a BUG_b other', `unclear bug_a ${NO_REASON}`],
    ['show bug_a andbug_b', 'show bug_a'],
    ['show and bug_a', 'show bug_a'],
    ['resolve bug_a and so is bug_b', 'resolve bug_a "and so is bug_b"'],
    ['delete bug_a', `unclear bug_a ${UNKNOWN}`],
    ['dismiss-bug_a wont_fix', `unclear ${UNKNOWN}`],
    ['re\u200bcheck', `unclear ${UNKNOWN}`],
    ['constructor', `unclear ${UNKNOWN}`],
  ])('%s', (line, command) => {
    expect(read(`${PREFIX} ${line}`)).toEqual([command]);
  });

  it.each<[now: string, day: string, isTaken: boolean]>([
    ['2027-01-31T00:00:00.000Z', '2027-01-30', false],
    ['2027-01-31T23:59:59.999Z', '2027-01-31', true],
    ['2027-02-01T00:00:00.000Z', '2027-01-31', false],
    ['2027-01-31T23:59:59.999Z', '2028-02-01', true],
    ['2027-01-31T23:59:59.999Z', '2028-02-02', false],
    ['2027-02-01T00:00:00.000Z', '2028-02-02', true],
    ['2028-02-29T12:00:00.000Z', '2029-03-01', true],
    ['2028-02-29T12:00:00.000Z', '2029-03-02', false],
  ])('at %s a bug can be dismissed until %s: %s', (now, day, isTaken) => {
    const [command] = parse(`${PREFIX} dismiss bug_a other until ${day}`, PREFIX, at(now)).commands;
    expect(command).toMatchObject(isTaken ? { verb: 'dismiss', until: day } : { verb: 'unclear', written: 'dismiss' });
  });

  it.each<[what: string, written: string, note: string]>([
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a b c'],
    ['characters that turn the order around', 'a \u202eb\u2066c\u200f', 'a bc'],
    ['characters of no width', 'a\u200bb\ufeffc\u2060d\u00ade\u200df\u{e0061}g\u3164', 'abcdefg'],
    ['selectors of emoji and the empty braille cell', 'a\ufe0eb\ufe0fc\u2800d', 'abcd'],
    ['control characters', 'a\fb\u0085c\u0007d', 'abcd'],
    ['half a character', 'a\ud83d', 'a'],
  ])('a note is one line without %s', (_, written, note) => {
    const [command] = parse(`${PREFIX} resolve bug_a ${written}`, PREFIX).commands;
    expect(command).toEqual({ verb: 'resolve', bugs: ['bug_a'], note });
  });

  it('keeps a note whole, however long it is', () => {
    const note = 'Because. '.repeat(7_000).trim();
    const [command] = parse(`${PREFIX} resolve bug_a ${note}`, PREFIX).commands;
    expect(command).toEqual({ verb: 'resolve', bugs: ['bug_a'], note });
  });

  it('takes a hundred bugs, and more than a hundred for others to judge', () => {
    const bugs = Array.from({ length: MAX_BUGS + 1 }, (_, index) => `bug_${index}`);
    for (const count of [MAX_BUGS, MAX_BUGS + 1]) {
      const line = `${PREFIX} show ${bugs.slice(0, count).join()}`;
      const [command] = parse(line, PREFIX).commands;
      expect(command && bugsOf(command)).toHaveLength(count);
    }
  });

  it('quotes at most 200 characters of what it does not know', () => {
    const [command] = parse(`${PREFIX}     ${'x'.repeat(60_000)}`, PREFIX).commands;
    expect(command).toMatchObject({ verb: 'unclear', line: 'x'.repeat(200) });
  });
});

it.each(['!gate', '/gate', '/-1'])('another prefix: %s', (prefix) => {
  const body = `${prefix} recheck\n${prefix}x recheck\n${PREFIX} help\n${prefix} help`;
  expect(read(body, prefix)).toEqual(['recheck']);
  expect(parse(body, prefix).unread).toEqual([`${prefix} help`]);
});

describe('whatever the comment says', () => {
  const markup = [
    ...['`', '``', '```', '~~~', '<!--', '-->', '<!-- a -->', '<', '>', '<b>', '<div', '<pre>'],
    ...['</pre>', '<a title="', '<code>', '<?', '<![CDATA[', '<https://x.y', '[', ']', '![', '[^1]:'],
    ...['[a]: y', '[a]: y "', '](x)', '](x "', '[a]', '(', ')', '"', "'", '\\', '\\`', '$$', '$`'],
    ...['*', '**', '_', '~~', '|', '|-|', '|-|-|', '---', '===', '- ', '1. ', '> ', '# ', '* * *'],
    ...['https://x.y/', 'www.x.y/', '`bug_q`', ' `bug_q` ', '`bug_', ',', 'x', ' ', '    ', '\t'],
    ...['&amp;', '&', '\u00a0', '\u2003', '\u2028', '\f', '\0', '\u200b', '\ud800', '🙂'],
  ];
  const pieces = fc.array(fc.constantFrom(...markup), { maxLength: 4 });
  const words = pieces.map((parts) => parts.join(''));
  const command = words.map((text) => `${PREFIX} show bug_${text === '' ? '' : ` ${text}`}`);
  const lead = fc.constantFrom('', '', '', ' ', '   ', '    ', '\t', '> ', '- ', '`', '<!--', '[');
  const line = fc.oneof(
    { arbitrary: command, weight: 4 },
    { arbitrary: fc.tuple(lead, command).map((parts) => parts.join('')), weight: 1 },
    { arbitrary: words, weight: 2 },
    { arbitrary: fc.constantFrom('', ...markup), weight: 1 },
  );
  const top = fc.constantFrom('', '', '', '\n', ' \n', '\ufeff', '\t\n', '\u2028\n', '\f\n', ' ');
  const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
  /** Comments that mostly begin with commands; each names a bug of its own. */
  const comments = fc.tuple(top, fc.array(fc.tuple(line, end), { maxLength: 7 })).map(([start, lines]) => {
    const named = lines.map(([text, at], index) => text.replace(/bug_(?= |$)/, `bug_${index}x`) + at);
    return start + named.join('');
  });

  it('no command is taken from a line that a reader does not see as a plain line at the top', () => {
    fc.assert(
      fc.property(comments, (body) => {
        const taken = parse(body, PREFIX).commands.map((read) => bugsOf(read)[0]);
        const seen = linesAtTheTop(render(body));
        const shown = seen.map((text) => /^\/scan-gate\s+show (bug_\d+x)/.exec(text)?.[1]);
        expect(shown.slice(0, taken.length)).toEqual(taken);
      }),
    );
  });

  it('a line with the prefix is a command or named as not read', () => {
    fc.assert(
      fc.property(comments, (body) => {
        const { commands, unread } = parse(body, PREFIX);
        const lines = body.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
        const isWritten = (text: string): boolean => /^ {0,3}\/scan-gate(?:[\s:,]|$)/.test(text);
        expect(commands.length + unread.filter(isWritten).length).toBe(lines.filter(isWritten).length);
      }),
    );
  });

  it('never throws, and what it reads is whole', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...markup, ' bug_a', '\n'), fc.string()));
    const verbs = fc.constantFrom('dismiss bug_a', 'dismiss', 'resolve bug_b,', 'reopen', 'x', '');
    fc.assert(
      fc.property(verbs, texts, (verb, text) => {
        for (const read of parse(`${PREFIX} ${verb} ${text.join('')}`, PREFIX).commands) {
          expect(bugsOf(read).every((id) => /^bug_[^\s,`]+$/.test(id))).toBe(true);
          expect(new Set(bugsOf(read)).size).toBe(bugsOf(read).length);
          if ('note' in read) expect(read.note).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u200b\u202e]*$/u);
        }
      }),
    );
  });

  it('a long one is read in time linear in its length', () => {
    const hostile = [
      ...['\n', '\r', ' ', '\t', ',', '`', '[', '<', '$$', 'x', '\u2028', '\u200b', '\ufeff'],
      ...['/scan-gate\n', '/scan-gate ', '/scan-gate `\n', '\n/scan-gate <', '/scan-gate\r\n\r\n'],
      ...[' bug_a', ' `bug_a`', '`bug_a', ' `bug_', ' `bug_a` `', 'bug_', ',bug_a`', '/scan-gate'],
      ...[
        ' wont',
        ' not a',
        ' .,;:',
        '   \n',
        ' and bug_a',
        ' and',
        ':',
        '    /scan-gate\n',
        '/scan-gate dismiss bug_a\n',
      ],
    ];
    for (const part of hostile) {
      const read = (length: number): void => {
        const body = part.repeat(length / part.length);
        for (const head of ['', `${PREFIX} dismiss`, `${PREFIX} dismiss bug_a other`]) parse(head + body, PREFIX);
      };
      expect([part, growthOf(read, 5_000) <= LINEAR_AT_MOST]).toEqual([part, true]);
    }
  });
});

/** The lines of the text at the top of a document, as far as it is nothing but text: no code, quote, list or HTML block. */
function linesAtTheTop(html: string): readonly string[] {
  const blocks = fromHtml(html, { fragment: true }).children.filter(
    (node) => node.type !== 'text' || node.value.trim() !== '',
  );
  const other = blocks.findIndex((node) => node.type !== 'element' || !isText(node));
  const plain = other === -1 ? blocks : blocks.slice(0, other);
  const lines = plain.flatMap((node) => textOf(node).split('\n'));
  return lines.map((line) => line.trimStart()).filter((line) => line !== '');
}

/** A row of dashes below makes a heading of lines, or the head of a table of the last. */
function isText({ tagName }: Element): boolean {
  return ['p', 'h1', 'h2', 'table'].includes(tagName);
}

/** The text outside of code, but for identifiers, of which only the head of a table counts. */
function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type === 'element' && ['pre', 'tbody'].includes(node.tagName)) return '';
  const text = node.children.map(textOf).join('');
  const isCode = node.type === 'element' && node.tagName === 'code';
  return isCode && !text.startsWith('bug_') ? '' : text;
}
