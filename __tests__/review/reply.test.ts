// The rules of the reply: what it says, what it withholds, and that nothing in it is more than text.
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { parseCommands } from '../../src/review/command.ts';
import type { BugResult, CommandOutcome } from '../../src/review/outcome.ts';
import { renderReply } from '../../src/review/reply.ts';
import { hostilePieces, hostileTexts } from '../documents/hostile-texts.ts';
import { linksOf, render, tagsOf, textOf } from '../documents/rendered.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it } from '../jest.ts';
import { aSource, bugId, ended, failed, help, known, recheck, rejected, reviewed, shown, unclear } from './words.ts';

const RULE =
  'Commands are the first lines of a comment, as plain text. Reading stops at the first line that does not begin with `/scan-gate`, and after a line with `<`, `[`, `$$` or a backtick; a pair of backticks around one ID is fine.';
const HELP = [
  RULE,
  '',
  'A dismissal needs one of the reasons `not_a_bug`, `wont_fix`, `duplicate`, `other`; separate several bugs with spaces or commas.',
  '',
  '- `/scan-gate dismiss bug_… not_a_bug why`',
  '- `/scan-gate dismiss bug_… wont_fix until YYYY-MM-DD why`',
  '- `/scan-gate resolve bug_… how`',
  '- `/scan-gate reopen bug_… why`',
  '- `/scan-gate show bug_…`',
  '- `/scan-gate recheck`',
  '- `/scan-gate help`',
];

describe('the reply, word for word', () => {
  it.each<[what: string, outcomes: readonly CommandOutcome[], lines: readonly string[]]>([
    [
      'to a dismissal until a day',
      [ended('dismiss until 2027-01-31', reviewed, rejected)],
      [
        '- ✅ `bug_a` is now `dismissed`. It is pending again after 2027-01-31 (UTC) if the `recheck` action runs with `reopen-expired`.',
        '- ⛔ `bug_b` was not changed: it is not a bug of this repository.',
      ],
    ],
    [
      'to a dismissal of bugs that were dismissed before',
      [
        ended(
          'dismiss',
          known({ ...reviewed, replaced: 'until 2027-01-31. Why @everyone · By mara.' }),
          { ...reviewed, replaced: 'until 2027-01-31. Why' },
          { ...reviewed, replaced: 'Why' },
        ),
      ],
      [
        '- ✅ **Cart total ignores the discount** (`bug_a`) is now `dismissed`. It replaces a dismissal with the note `until 2027-01-31. Why @everyone · By mara.`.',
        '- ✅ `bug_b` is now `dismissed`. It replaces a dismissal until 2027-01-31 (UTC).',
        '- ✅ `bug_c` is now `dismissed`. It replaces a dismissal with a note.',
      ],
    ],
    [
      'to a command that is not known',
      [unclear('frobnicate `bug_a` @everyone')],
      ['- ❓ ``frobnicate `bug_a` @everyone``: This command is unknown.', '', ...HELP],
    ],
    [
      'to a dismissal of bugs that were read, by title',
      [
        ended(
          'dismiss',
          known(reviewed),
          known({ kind: 'rejected', why: 'no' }, { title: '<b> @everyone' }),
          known(failed),
        ),
      ],
      [
        '- ✅ **Cart total ignores the discount** (`bug_a`) is now `dismissed`.',
        '- ⛔ **\\<b\\> @\u200beveryone** (`bug_a`) was not changed: no.',
        '- ❌ **Cart total ignores the discount** (`bug_a`) could not be changed: POST … answered 500.',
      ],
    ],
    [
      'to a request to show bugs that cannot be shown',
      [ended('show', rejected, failed)],
      [
        '- ⛔ `bug_a` cannot be shown: it is not a bug of this repository.',
        '- ❌ `bug_b` could not be read: POST … answered 500.',
      ],
    ],
    ['to a request for help', [help], HELP],
    [
      'to a request to show a bug',
      [ended('show', shown({ kind: 'security', commitSha: '4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f' }))],
      [
        '- 🔴 **Cart total ignores the discount** (`bug_a`) in [`total.ts`](https://github.com/acme/storefront/blob/4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f/src/cart/total.ts)',
        '  <details><summary>Details</summary>',
        '',
        '  Security bug · [`src/cart/total.ts`](https://github.com/acme/storefront/blob/4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f/src/cart/total.ts) · `bug_a`',
        '',
        '  The discount is read but never subtracted, so customers pay the full price.',
        '',
        '  </details>',
        '',
        '  It is `pending`.',
      ],
    ],
  ])('%s', (_, outcomes, lines) => {
    const expected = ['Scan Gate results for the commands of `deniz-arslan`:', '', ...lines].join('\n');
    expect(renderReply(aSource({ outcomes }))).toBe(expected);
  });

  it.each<[what: string, outcomes: readonly CommandOutcome[], lines: readonly string[]]>([
    ['alone', [], []],
    ['below a command', [ended('dismiss', reviewed)], ['- ✅ `bug_a` is now `dismissed`.', '']],
  ])('names lines that were not read, %s', (_, outcomes, lines) => {
    const unread = ['/scan-gate recheck', '/scan-gate `x` @everyone'];
    const expected = [
      ...['Scan Gate results for the commands of `deniz-arslan`:', '', ...lines],
      ...['These lines with `/scan-gate` were not read:', ''],
      ...['- `/scan-gate recheck`', '- ``/scan-gate `x` @everyone``', '', RULE],
    ].join('\n');
    expect(renderReply(aSource({ outcomes, unread }))).toBe(expected);
  });

  it('names ten lines that were not read, and counts the others', () => {
    const unread = Array.from({ length: 12 }, (_, index) => `/scan-gate show bug_${index}`);
    const reply = renderReply(aSource({ unread }));
    expect(reply.match(/^- `\/scan-gate show/gm)).toHaveLength(10);
    expect(reply).toContain('\n- and 2 more\n');
  });

  it('says what became of the second run', () => {
    const rerun = ['The failed jobs of run `7` run again.', 'Could not start run `8` again.'];
    const reply = renderReply(aSource({ outcomes: [recheck], rerun }));
    expect(reply).toBe(`Scan Gate results for the commands of \`deniz-arslan\`:\n\n${rerun.join('\n\n')}`);
  });
});

it.each<[commitSha: string | null, at: string | null]>([
  ['f'.repeat(40), 'f'.repeat(40)],
  ['f0f0f0f', null],
  [null, null],
])('a bug that was found at %s is shown in its file at %s, where that surely has the name', (commitSha, at) => {
  const reply = renderReply(aSource({ outcomes: [ended('show', shown({ commitSha }))] }));
  expect(reply.match(/\/blob\/[0-9a-f]{40}/g)).toEqual(at === null ? null : [`/blob/${at}`, `/blob/${at}`]);
  expect(reply).toContain('src/cart/total.ts');
});

describe('of a note that may be read as an end', () => {
  const NO_END = ' It has no end date: only `until YYYY-MM-DD`, directly after the reason of a dismissal, sets one.';

  it.each<[command: string, isSaid: boolean]>([
    ['dismiss bug_a wont_fix good until 2027-01-31', true],
    ['dismiss bug_a wont_fix the page goes (until 2027-01-31)', true],
    ['dismiss bug_a wont_fix Expires: 2027-01-31', true],
    ['dismiss bug_a wont_fix good till January 31', true],
    ['dismiss bug_a wont_fix for 30 days', true],
    ['dismiss bug_a wont_fix for the next 3 months', true],
    ['resolve bug_a until 2027-01-31', true],
    // Controls.
    ['dismiss bug_a wont_fix we wait until the migration', false],
    ['dismiss bug_a wont_fix seen on 2026-11-20, as in 12 days of tests', false],
    ['dismiss bug_a wont_fix for 2 reasons', false],
    ['dismiss bug_a wont_fix', false],
    ['resolve bug_a fixed on 2026-11-20', false],
  ])('%s: the reply says that there is none: %s', (line, isSaid) => {
    const [command] = parseCommands(`/scan-gate ${line}`, '/scan-gate', Date.parse('2026-11-23') as EpochMs).commands;
    if (command === undefined) throw new Error('the line is a command');
    const outcomes = [{ command, bugs: [{ id: bugId('bug_a'), outcome: reviewed }] }];
    expect(renderReply(aSource({ outcomes })).endsWith(isSaid ? NO_END : '`.')).toBe(true);
  });
});

describe('where only counts may be shown', () => {
  const words = { title: 'TITLE', summary: 'SUMMARY', path: 'PATH.ts' };
  it.each([
    ['security', false],
    ['unclassified', false],
    ['bug', true],
  ] as const)('details of a %s: %s', (kind, told) => {
    const outcomes = [ended('show', shown({ ...words, kind }))];
    const reply = renderReply(aSource({ outcomes, disclosure: 'counts' }));
    expect(/TITLE|SUMMARY|PATH/.test(reply)).toBe(told);
    expect(reply).toContain('`bug_a`');
    expect(reply).toContain('It is `pending`.');
  });

  it.each([
    ['security', 'counts', 'SQL injection in login.ts', 'other'],
    ['security', 'counts', 'resolved', 'resolved'],
    ['security', 'full', 'in review', 'in review'],
    ['bug', 'counts', 'in review', 'in review'],
  ] as const)('of a bug of kind %s, in %s, the state %j is %s', (kind, disclosure, state, said) => {
    const outcomes = [
      ended('show', known({ kind: 'shown', state }, { kind })),
      ended('dismiss', known({ kind: 'reviewed', state, doubts: [] }, { kind })),
    ];
    const reply = renderReply(aSource({ outcomes, disclosure }));
    expect(reply.match(/is (?:now )?`[^`]*`/g)).toEqual([`is \`${said}\``, `is now \`${said}\``]);
  });

  it('a link to the bug is still there', () => {
    const source = aSource({ outcomes: [ended('show', shown({ kind: 'security' }))], disclosure: 'counts' });
    const frame = { ...source.frame, bugUrl: 'https://app.example.com/bugs/{id}' };
    const reply = renderReply({ ...source, frame });
    expect(linksOf(render(reply))).toEqual([
      expect.stringMatching(/^https:\/\/app\.example\.com\/bugs\/bug(?:_|%5F)a$/),
    ]);
  });
});

describe('hostile text', () => {
  const texts = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.array(fc.constantFrom(...hostilePieces), { maxLength: 12 }).map((parts) => parts.join('')),
  );
  const endsOf = (text: string): readonly Omit<BugResult, 'id'>[] => [
    known({ kind: 'reviewed', state: text, doubts: [] }, { title: text, kind: 'bug' }),
    { outcome: { kind: 'rejected', why: text } },
    { outcome: { kind: 'failed', why: text } },
    shown({ title: text, summary: text, path: text, kind: 'bug' }),
  ];
  const sourceOf = (text: string): Parameters<typeof renderReply>[0] => {
    const id = bugId(text);
    return aSource({
      author: text,
      outcomes: [
        { command: { verb: 'show', bugs: [id] }, bugs: endsOf(text).map((end) => ({ id, ...end })) },
        unclear(text),
      ],
      unread: [text],
      rerun: [text],
    });
  };
  const ours = ['a', 'br', 'code', 'details', 'li', 'p', 'strong', 'summary', 'ul'];

  it('is letters and nothing else: no tag, link, mention or reference that is not ours', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const html = render(renderReply(sourceOf(text)));
        expect(tagsOf(html).filter((tag) => !ours.includes(tag))).toEqual([]);
        const foreign = linksOf(html).filter((link) => !link.startsWith('https://github.com/acme/'));
        expect(foreign).toEqual([]);
        const outside = textOf(html.replace(/<code>.*?<\/code>/gs, ''));
        expect(outside).not.toMatch(/@[\p{L}\p{N}]|#\d|\bgh-\d|:\/\//iu);
      }),
    );
  });

  it('no line begins with the prefix, whatever the prefix is', () => {
    const prefix = fc.constantFrom('/scan-gate', 'Scan', 'Commands', 'These', '-', '#', '🔴', 'x');
    fc.assert(
      fc.property(texts, prefix, (text, word) => {
        const hostile = `${text}\n${word} help\r${word} help\u2028${word} help`;
        const reply = renderReply({ ...sourceOf(hostile), prefix: word });
        const lines = reply.split(/[\r\n\u2028\u2029]/);
        const plain = lines.map((line) => line.replace(/^ {1,3}/, ''));
        expect(plain.filter((line) => line.startsWith(word))).toEqual([]);
      }),
    );
  });
});

describe('length', () => {
  const long = shown({ title: 'T'.repeat(500), summary: '*'.repeat(5_000) });

  it('a hundred bugs with long summaries: at most 65,000 characters, whole entries', () => {
    const outcomes = [ended('show', ...Array<Omit<BugResult, 'id'>>(100).fill(long)), help];
    const reply = renderReply(aSource({ outcomes, rerun: Array<string>(10).fill('x'.repeat(900)) }));
    expect(reply.length).toBeLessThanOrEqual(65_000);
    const entries = reply.match(/^- [🟠✅]/gmu)?.length ?? 0;
    const [, missing = '0'] = /^(\d+) more outcomes? not listed here\.$/m.exec(reply) ?? [];
    expect(entries).toBe(12);
    expect(entries + Number(missing)).toBe(100);
    expect(reply.match(/<details>/g)?.length).toBe(reply.match(/<\/details>/g)?.length);
    expect(reply).toContain('`/scan-gate help`');
  });

  it('thousands of commands that are not known', () => {
    const outcomes = Array.from({ length: 5_000 }, () => unclear('x'.repeat(200)));
    const reply = renderReply(aSource({ outcomes }));
    expect(reply.length).toBeLessThanOrEqual(65_000);
    expect(reply).toMatch(/^4,\d+ more outcomes not listed here\.$/m);
  });
});
