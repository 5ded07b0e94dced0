// Owns the rules of the grammar: which lines of a comment are commands, and what each of them says.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { bugsOf, MAX_BUGS, parseCommands, type Command } from '../../src/review/command.ts';
import { IN_PROPORTION_MS } from '../platform.ts';

const PREFIX = '/scan-gate';
/** Renderers differ in rare corners; those are looked for by many seeds on purpose, not by chance in every run. */
const SEED = 20_261_122;

/** Commands in short: verb, bugs, reason, note. */
function read(body: string, prefix = PREFIX): readonly string[] {
  return parseCommands(body, prefix).map(toShort);
}

function toShort(command: Command): string {
  const words: string[] = [command.verb, ...bugsOf(command)];
  if ('reason' in command) words.push(command.reason);
  if ('note' in command && command.note !== '') words.push(`"${command.note}"`);
  if ('problem' in command) words.push(`(${command.problem})`);
  return words.join(' ');
}

const NO_REASON =
  '(After the bugs a dismissal needs one of the reasons not_a_bug, wont_fix, duplicate, other.)';
const NO_BUG = '(It names no bug, such as bug_1a2b.)';
const UNKNOWN = '(This command is not known.)';

describe('a line is a command', () => {
  it.each<[rule: string, body: string, commands: readonly string[]]>([
    ['alone', '/scan-gate recheck', ['recheck']],
    [
      'among others, in order',
      '/scan-gate resolve bug_b\nThanks!\n/scan-gate dismiss bug_a other\n\n/scan-gate recheck',
      ['resolve bug_b', 'dismiss bug_a other', 'recheck'],
    ],
    ['after CRLF', 'Hello\r\n/scan-gate help\r\n/scan-gate recheck\r\n', ['help', 'recheck']],
    ['after a lone CR', 'Hello\r/scan-gate help', ['help']],
    ['with a tab or a no-break space after the prefix', '/scan-gate\thelp', ['help']],
    ['with nothing after the prefix: help', '/scan-gate', ['help']],
    ['with spaces alone after the prefix: help', '/scan-gate   ', ['help']],
    ['with the verb in any case', '/scan-gate ReCheck', ['recheck']],
    ['next to a quoted one', '> /scan-gate recheck\n\n/scan-gate help', ['help']],
    ['after a code block that has ended', '```\nx\n```\n/scan-gate help', ['help']],
    ['between two code blocks', '```\nx\n```\n/scan-gate help\n```\ny\n```', ['help']],
    ['below code in single backticks', 'See `x` and `y`.\n/scan-gate help', ['help']],
    ['an empty line below open code', 'See ``z`\n\n/scan-gate help `` x', ['help']],
    ['below a link', 'Agreed, see [ADR](https://x)\n/scan-gate help', ['help']],
    ['below an address', 'see <https://x>\n/scan-gate help', ['help']],
    ['below a task', '- [x] looked at it\n/scan-gate help', ['help']],
    ['below brackets', 'items[0] is fine\n/scan-gate help', ['help']],
    ['below a tag', 'Map<String> is fine\n/scan-gate help', ['help']],
    ['below <', 'I <3 this\n/scan-gate help', ['help']],
    ['below a lone backtick', 'it`s fine\n/scan-gate help', ['help']],
    ['below two dollars', '$$ x\n/scan-gate help\n$$', ['help']],
    ['below a quote', '> is this a bug?\n/scan-gate help', ['help']],
    ['below a quoted one', '> /scan-gate recheck\n/scan-gate help', ['help']],
    ['below a quote in a list', '1. > hello\n/scan-gate help', ['help']],
    ['below code that looks like a fence', '```x```\n/scan-gate help', ['help']],
    ['below code of two lines', 'a `b\nc` d\n/scan-gate help `e`', ['help']],
    ['below a code block in a list', '- ```\n  x\n/scan-gate help', ['help']],
    ['below a code block in a quote', '> ```\n> x\n/scan-gate help', ['help']],
    ['below a heading with a backtick', '# a `\n/scan-gate help `', ['help']],
    ['below HTML', '<details>\n</details>\n/scan-gate help', ['help']],
    ['below <code>', 'use <code> here\n/scan-gate help', ['help']],
    ['below a definition', '[x]: https://x "y"\n/scan-gate help', ['help']],
    ['below a tag that is none', 'if a <b\n/scan-gate help\nor c > d', ['help']],
    ['in the text of a link', 'see [\n/scan-gate help\n](https://x)', ['help']],
    ['below an open link', 'see [x](y "\n/scan-gate help', ['help']],
    ['in brackets that are no image', '![\n/scan-gate help\n]', ['help']],
    ['after an HTML comment', '<!-- a -->\n/scan-gate help', ['help']],
    ['after an HTML comment of several lines', '<!--\na\n-->\n/scan-gate help', ['help']],
    ['after a code block that holds <!--', '```\n<!--\n```\n/scan-gate help', ['help']],
    ['after <!-- in the paragraph before', 'a <!-- b\n\n/scan-gate help', ['help']],
    ['at the start, behind a byte order mark', '\ufeff/scan-gate help', ['help']],
    [
      'below a table and an empty line',
      '| a | b |\n|---|---|\n| c | d |\n\n/scan-gate help',
      ['help'],
    ],
    ['below text and a rule', 'Thanks\n---\n/scan-gate help', ['help']],
    ['inside <details>', '<details>\n\n/scan-gate help\n\n</details>', ['help']],
  ])('%s', (_, body, commands) => {
    expect(read(body)).toEqual(commands);
  });
});

describe('a line is no command', () => {
  it.each<[rule: string, body: string]>([
    ['in an empty comment', ''],
    ['when quoted', '> /scan-gate recheck'],
    ['when quoted twice', '>> /scan-gate recheck'],
    ['when indented', ' /scan-gate recheck'],
    ['when indented as code', '    /scan-gate recheck'],
    ['when indented with a tab', '\t/scan-gate recheck'],
    ['in a list', '- /scan-gate recheck\n1. /scan-gate recheck'],
    ['in the middle of a line', 'Please /scan-gate recheck'],
    ['in backticks', '`/scan-gate recheck`'],
    ['when the prefix is part of a longer word', '/scan-gates recheck\n/scan-gate-x recheck'],
    ['when the prefix is in another case', '/Scan-Gate recheck'],
    ['when the prefix is half a word of its own', '/scan- gate recheck\n/ scan-gate recheck'],
    ['in a code block', '```\n/scan-gate recheck\n```'],
    ['in a code block with a language', '```sh\n/scan-gate recheck\n```'],
    ['in a code block of tildes', '~~~\n/scan-gate recheck\n~~~'],
    ['in a code block of tildes with backticks after them', '~~~ `x`\n/scan-gate recheck\n~~~'],
    ['in an indented code block', '   ```\n/scan-gate recheck\n   ```'],
    ['in a code block that never ends', '```\n/scan-gate recheck'],
    ['in a code block that a shorter fence does not end', '````\n```\n/scan-gate recheck\n````'],
    ['in a code block that the other fence does not end', '```\n~~~\n/scan-gate recheck\n```'],
    ['in a code block whose end has words after it', '```\n``` x\n/scan-gate recheck\n```'],
    ['in a code block, CRLF', '```\r\n/scan-gate recheck\r\n```\r\n'],
    ['in an HTML comment', '<!--\n/scan-gate recheck\n-->'],
    ['in an HTML comment that never ends', '<!--\n/scan-gate recheck'],
    ['in an HTML comment with an empty line', '<!--\n\n/scan-gate recheck\n-->'],
    ['in an HTML comment with a fence', '<!--\n```\n-->\n<!--\n/scan-gate recheck\n-->'],
    ['in an HTML comment that begins in a paragraph', 'text <!--\n/scan-gate recheck\n-->'],
    ['behind an HTML comment', '<!-- x -->/scan-gate recheck'],
    ['in <pre>', '<pre>\n/scan-gate recheck\n</pre>'],
    ['in a code block behind <!-- in backticks', '`<!--`\n```\n`-->`\n/scan-gate recheck\n```'],
    [
      'in the label of a link definition',
      '[a\n/scan-gate recheck\n]: https://example.com\n\nNice work',
    ],
    [
      'in the title of a link definition',
      'Nice\n\n[a\n]: https://example.com "\n/scan-gate recheck\n"\n\nNice',
    ],
    [
      'in the title of a definition with an escaped bracket',
      '[a\\]]: https://example.com "x\n/scan-gate recheck\n"\n\nNice',
    ],
    [
      'in the title of a definition in a list',
      '- [a]: https://example.com "\n/scan-gate recheck\n"',
    ],
    ['in an attribute behind a quoted >', 'Nice <a title=">\n/scan-gate recheck\n">work</a>'],
    [
      'in the title of a link whose address has brackets',
      'Nice [work](https://example.com/(x) "\n/scan-gate recheck\n")',
    ],
    [
      'in an attribute behind an HTML comment',
      '<div title="\n<!-- -->\n/scan-gate recheck\n">\n\nNice work',
    ],
    [
      'in an attribute behind a code block that is none',
      '<div title="\n```\n```\n/scan-gate recheck\n">\n\nNice work',
    ],
    [
      'in the text that stands for an image',
      'thanks ![\n/scan-gate recheck\n](https://example.com/x.png)',
    ],
    ['in code between double backticks', '`` x\n/scan-gate recheck\n``'],
    ['in code behind an escaped backtick', '\\` x `\n/scan-gate recheck\n`'],
    ['in code behind pairs that interlock', '`a``b`c``\n/scan-gate recheck\n``'],
    [
      'in the attribute of another command’s note',
      '/scan-gates <a title="\n/scan-gate recheck\n">x</a>',
    ],
    ['in a code block behind <!-- in a paragraph', 'a <!--\n```\n-->\n/scan-gate recheck\n```'],
    ['in code between backticks', 'it`s\n/scan-gate recheck\n`'],
    ['in code that ends on the line', 'it`s\n/scan-gate dismiss bug_a other not `x'],
    ['in a tag', 'a <b\ntitle="\n/scan-gate recheck">x</b>'],
    ['in a title in quote marks', "see [x](y '\n/scan-gate recheck\n')"],
    ['in the address of a link', 'see [x](\n/scan-gate\n)'],
    ['in the address of a definition', '[x]:\n/scan-gate'],
    ['in the label of a link', '[x][\n/scan-gate recheck\n]\n\n[/scan-gate recheck]: https://x'],
    ['in an image with a definition', '![\n/scan-gate recheck\n][x]\n\n[x]: https://x'],
    ['in a footnote', '[^1]: hello\n/scan-gate recheck'],
    ['in code of several lines', 'like <code>\n/scan-gate recheck\n</code>'],
    ['behind a comment that never ends in HTML', '<div> <!--\n\n/scan-gate recheck'],
    ['behind a second comment that never ends', '<!-- a --> <!--\n/scan-gate recheck'],
    [
      'in the title of a definition whose label is a no-break space',
      '[\u00a0]: https://x "\n/scan-gate recheck\n"',
    ],
    ['in a code block with a line separator', '~~~ a\u2028\n/scan-gate recheck\n~~~'],
    ['behind a tag with a no-break space', '<div\u00a0>\n[x](y "\n/scan-gate recheck\n")'],
    [
      'in HTML that a no-break space does not end',
      '<div>\n\u00a0\n\\<!--\n/scan-gate recheck\n-->',
    ],
    ['in an HTML comment behind a no-break space', '<div>\n\u00a0\n<!--\n/scan-gate recheck\n-->'],
    [
      'in a title below definitions with a line of =',
      '[a]: x\n===\n<b>\n[c](y "\n/scan-gate recheck\n")',
    ],
    ['behind HTML below a table', 'Nice work\n|-|\n2. <!-- x --> <!--\n\n/scan-gate recheck'],
    [
      'in code behind an address and a no-break space',
      'https://x.y/\u00a0`\n/scan-gate recheck\n`',
    ],
    ['in a table', 'a\n|-|\n/scan-gate recheck'],
    ['behind a table for some and text for others', 'a|b\n|-|\nc\n|-|\n\n/scan-gate recheck'],
    ['behind a rule for some and text for others', '[a]: x\n---\n\n/scan-gate recheck'],
    ['in a comment with control characters', 'a\u000c\n\n/scan-gate recheck'],
    [
      'in an HTML comment behind a quote mark in a value',
      '<div>\n<a b=c="> <!-- ">\n/scan-gate recheck',
    ],
    [
      'in an HTML comment behind a quote mark in a name',
      '<div>\n<a ="> <!-- ">\n/scan-gate recheck',
    ],
    ['in a tag that an empty line does not end', '<div\n\n<div =">\n/scan-gate recheck\n">'],
    ['in a footnote behind spaces', '[^1]:     see\n/scan-gate recheck'],
  ])('%s', (_, body) => {
    expect(read(body)).toEqual([]);
  });
});

describe('what a command says', () => {
  it.each<[line: string, command: string]>([
    ['dismiss bug_a wont_fix', 'dismiss bug_a wont_fix'],
    ['dismiss bug_a bug_b wont_fix', 'dismiss bug_a bug_b wont_fix'],
    ['dismiss bug_a,bug_b,bug_c duplicate', 'dismiss bug_a bug_b bug_c duplicate'],
    ['dismiss bug_a, bug_b ,bug_c , duplicate', 'dismiss bug_a bug_b bug_c duplicate'],
    ['dismiss ,,bug_a,,bug_b,, other', 'dismiss bug_a bug_b other'],
    ['dismiss bug_a bug_b bug_a other', 'dismiss bug_a bug_b other'],
    ['dismiss bug_a wont-fix', 'dismiss bug_a wont_fix'],
    ['dismiss bug_a NOT-A-BUG', 'dismiss bug_a not_a_bug'],
    ['dismiss bug_a Wont_Fix: too old', 'dismiss bug_a wont_fix "too old"'],
    ['dismiss bug_a other, see SEC-1', 'dismiss bug_a other "see SEC-1"'],
    ['dismiss bug_a other bug_b', 'dismiss bug_a other "bug_b"'],
    ['dismiss bug_a other   a   b  ', 'dismiss bug_a other "a   b"'],
    ['dismiss bug_a other a\tb', 'dismiss bug_a other "a b"'],
    ['dismiss bug_a other a <!-- b --> c', 'dismiss bug_a other "a  c"'],
    ['dismiss bug_a other <!-- b', 'dismiss bug_a other'],
    ['resolve bug_a fixed in #12', 'resolve bug_a "fixed in #12"'],
    ['resolve bug_a', 'resolve bug_a'],
    ['reopen bug_a, it is back', 'reopen bug_a "it is back"'],
    ['show bug_a bug_b please', 'show bug_a bug_b'],
    ['show bug_Ab-9_z.x~!', 'show bug_Ab-9_z.x~!'],
    ['recheck bug_a', 'recheck'],
    ['help dismiss', 'help'],
    ['dismiss bug_a', `unclear bug_a ${NO_REASON}`],
    ['dismiss bug_a bug_b because', `unclear bug_a bug_b ${NO_REASON}`],
    ['dismiss bug_a resolved', `unclear bug_a ${NO_REASON}`],
    ['dismiss wont_fix', `unclear ${NO_BUG}`],
    ['dismiss wont_fix bug_a', `unclear ${NO_BUG}`],
    ['dismiss bug_ wont_fix', `unclear ${NO_BUG}`],
    ['dismiss BUG_a wont_fix', `unclear ${NO_BUG}`],
    ['resolve', `unclear ${NO_BUG}`],
    ['reopen it', `unclear ${NO_BUG}`],
    ['show me', `unclear ${NO_BUG}`],
    ['delete bug_a', `unclear bug_a ${UNKNOWN}`],
    ['dismiss-bug_a wont_fix', `unclear ${UNKNOWN}`],
    ['constructor', `unclear ${UNKNOWN}`],
    ['🙂', `unclear ${UNKNOWN}`],
  ])('%s', (line, command) => {
    expect(read(`${PREFIX} ${line}`)).toEqual([command]);
  });

  it('keeps a hostile note as it is, on its one line', () => {
    const note = '::error::x ##[group]y @everyone <script> `$(rm -rf /)` ${{ secrets.X }} \u202e|';
    const [command] = parseCommands(`${PREFIX} resolve bug_a ${note}\nanother line`, PREFIX);
    expect(command).toEqual({ verb: 'resolve', bugs: ['bug_a'], note });
  });

  it('keeps a note whole, however long it is', () => {
    const note = 'Because. '.repeat(7_000).trim();
    const [command] = parseCommands(`${PREFIX} resolve bug_a ${note}`, PREFIX);
    expect(command).toEqual({ verb: 'resolve', bugs: ['bug_a'], note });
  });

  it('never keeps half a character', () => {
    expect(read(`${PREFIX} resolve bug_a \ud83d`)).toEqual(['resolve bug_a "\ufffd"']);
  });

  it('takes a hundred bugs, and more than a hundred for others to judge', () => {
    const bugs = Array.from({ length: MAX_BUGS + 1 }, (_, index) => `bug_${index}`);
    for (const count of [MAX_BUGS, MAX_BUGS + 1]) {
      const [command] = parseCommands(`${PREFIX} show ${bugs.slice(0, count).join()}`, PREFIX);
      expect(command && bugsOf(command)).toHaveLength(count);
    }
  });

  it('quotes at most 200 characters of what it does not know', () => {
    const [command] = parseCommands(`${PREFIX} ${'x'.repeat(60_000)}`, PREFIX);
    expect(command).toMatchObject({ verb: 'unclear', line: 'x'.repeat(200) });
  });
});

describe('another prefix', () => {
  it.each(['!gate', '/gate', '@gate', 'gate:', '$^.*', '/scan-gate/review'])('%s', (prefix) => {
    expect(read(`${prefix} recheck\n${prefix}x recheck\n${PREFIX} help`, prefix)).toEqual([
      'recheck',
    ]);
  });
});

describe('whatever the comment says', () => {
  const fragment = fc.constantFrom(
    ...['/scan-gate', ' ', '\n', '\r\n', '```', '````', '~~~', '<!--', '-->', '>', ',', '\t', '`'],
    ...['dismiss', 'resolve', 'bug_a', 'bug_', 'wont_fix', 'other', '<pre>', '</pre>', '\ud800'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  );

  it('never throws, and what it reads is whole', () => {
    fc.assert(
      fc.property(text, (body) => {
        for (const command of parseCommands(body, PREFIX)) {
          expect(bugsOf(command).every((id) => /^bug_[^\s,]+$/.test(id))).toBe(true);
          expect(new Set(bugsOf(command)).size).toBe(bugsOf(command).length);
          if ('note' in command) expect(command.note).toMatch(/^[^\r\n]*$/u);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('without the prefix at the start of a line there is no command', () => {
    fc.assert(
      fc.property(text, (body) => {
        const harmless = body.replaceAll(PREFIX, '/scan');
        expect(parseCommands(harmless, PREFIX)).toEqual([]);
        expect(parseCommands(body.replaceAll(/^/gmu, '> '), PREFIX)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('no command is taken from what GitHub shows as a code block or does not show at all', () => {
    const line = fc.constantFrom(
      ...[
        '/scan-gate show bug_',
        '/scan-gate show bug_',
        '',
        '```',
        '````',
        '  ```',
        '```x',
        '~~~',
      ],
      ...['<!--', '-->', 'a <!-- b', 'a --> b', '<!-- a -->', '<!-->', '`<!--`'],
      ...['`-->`', '    x', 'text', '> text', '> ```', '~~~ `a`', '```a```', '--> ```', '<!-- ```'],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const body = lines.map((text, at) => text.replace(/bug_$/, `bug_${at}x`)).join('\n');
        const shown = showText(fromHtml(render(body), { fragment: true }));
        const taken = parseCommands(body, PREFIX).flatMap(bugsOf);
        expect(taken.filter((id) => !shown.includes(id))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  const inline = [
    ...['\n', '\n', 'x\n', '`', '`', '``', 'a', '[', ']', '(', ')', '"\n', "'", '<a ', '<b', '>'],
    ...['title="', '![', '](x)', '[a]', '\\', '</b\n', '[x]: ', '/y', '=', '<https://x.y'],
    ...['https://x.y/', '<a>', '](x "'],
  ];
  const block = [
    ...['\n', '- ', '1. ', '2. ', '> ', '  ', '    ', '\t', '```\n', '~~~\n', '# ', '---\n'],
    ...['===\n', '<div>\n', '</div>\n', '<x>\n', '<!--\n', '-->\n', '`\n', 'x\n', '[a]: y\n'],
    ...['[a\n', ']: y\n', '"\n', '[a]: y "\n', '* * *\n', '- \n', '<div title="\n', '">\n'],
    ...['![\n', '<!-- x --> <!--\n', '<!--', '-->', '\u00a0', '\u2003', '\u2028', '|-|\n'],
    ...['|', '|-|-|\n', '[a]: y\n===\n', '[^1]:     x\n', '<b>', '<div', '<b>\n'],
  ];

  /** Of a comment made of these parts and commands: the bugs of lines that are taken, and of lines that are shown. */
  function compare(parts: readonly string[]): Record<'taken' | 'shown', readonly string[]> {
    const body = parts.map((part, at) => part.replace(/bug_/, `bug_${at}x`)).join('');
    const text = showText(fromHtml(render(body), { fragment: true }));
    const written = [...body.matchAll(/^\/scan-gate show (bug_\d+x)$/gm)].map(([, id = '']) => id);
    return {
      taken: parseCommands(body, PREFIX).flatMap(bugsOf),
      shown: written.filter((id) => text.includes(id)),
    };
  }

  const comment = (parts: readonly string[]): fc.Arbitrary<readonly string[]> => {
    const command = fc.constant('\n/scan-gate show bug_\n');
    return fc.array(fc.oneof(command, fc.constantFrom(...parts)), { maxLength: 12 });
  };

  it('no command is taken from a line that GitHub does not show, whatever is around it', () => {
    fc.assert(
      fc.property(comment([...inline, ...block]), (parts) => {
        const { taken, shown } = compare(parts);
        expect(taken.filter((id) => !shown.includes(id))).toEqual([]);
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });

  it('every line of a paragraph that GitHub shows is taken', () => {
    fc.assert(
      fc.property(comment(inline), (parts) => {
        const { taken, shown } = compare(parts);
        expect(taken).toEqual(shown);
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });

  it('65,536 characters are read at once', () => {
    const hostile = [
      '<!--',
      '`',
      '~',
      ',',
      'bug_a',
      '\n',
      '/scan-gate ',
      '<!-- -->',
      '/scan-gate\n',
      ...[
        '[',
        '![',
        ']',
        '[](',
        '[a](b "',
        '[x]: y\n',
        '[x]: y "\n',
        '](<',
        '<a b="',
        "<a b='",
        '<a ',
      ],
      ...[
        '<?',
        '<![CDATA[',
        '<!a',
        '`'.repeat(9) + ' ',
        '` `` ',
        '> ',
        '>',
        '- ',
        '\t',
        '  - a\n',
        '\n- ',
      ],
      ...[
        '<div a="',
        '<div a= ',
        '<div a=b=',
        '<div ="',
        '<div\n',
        '<div>\n<!--\n',
        '<a b=" c="',
        'https://',
        '\\',
        '[a]\n',
        '![a\n',
        '<code>\n',
      ],
      ...['|', '|-|\n', 'x|\n|-|\n', '[a]: x\n===\n', '-|', '| ', '~~~ ', '[^1]:     x\n'],
      `x\n-${' '.repeat(16_000)}x\n`,
      `x\n|-${' '.repeat(16_000)}x\n`,
    ];
    const started = performance.now();
    for (const part of hostile) {
      const body = part.repeat(65_536 / part.length);
      parseCommands(body, PREFIX);
      parseCommands(`${PREFIX} dismiss ${body}`, PREFIX);
    }
    expect(performance.now() - started).toBeLessThan(IN_PROPORTION_MS);
  });
});

function render(text: string): string {
  const html = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true };
  return micromark(text, html);
}

/** The text outside of code and HTML comments. */
function showText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type === 'element' && /^(?:pre|code)$/.test(node.tagName)) return '';
  return node.children.map(showText).join('');
}
