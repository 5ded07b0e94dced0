// The rules of the reply: what it says, what it withholds, and that nothing in it is more than text.
import type { BugResult } from '../../src/review/outcome.ts';
import { renderReply, type ReplySource } from '../../src/review/reply.ts';
import { expectGolden } from '../documents/golden.ts';
import { hostilePieces, hostileTexts } from '../documents/hostile-texts.ts';
import { linksOf, render, tagsOf, textOf } from '../documents/rendered.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it } from '../jest.ts';
import { aSource, bugId, ended, failed, help, known, recheck, rejected, reviewed, shown, unclear } from './words.ts';

const unread = ['/scan-gate recheck', '/scan-gate `x` @everyone'];
const sha = '4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f';

const replies: Readonly<Record<string, Partial<ReplySource>>> = {
  'to a dismissal until a day': { outcomes: [ended('dismiss until 2027-01-31', reviewed, rejected)] },
  'to a dismissal of bugs that were dismissed before': {
    outcomes: [
      ended(
        'dismiss',
        known({ ...reviewed, replaced: 'until 2027-01-31. Why @everyone · By mara.' }),
        { ...reviewed, replaced: 'until 2027-01-31. Why' },
        { ...reviewed, replaced: 'Why' },
      ),
    ],
  },
  'to a command that is not known': { outcomes: [unclear('frobnicate `bug_a` @everyone')] },
  'to a dismissal of bugs that were read, by title': {
    outcomes: [
      ended(
        'dismiss',
        known(reviewed),
        known({ kind: 'rejected', why: 'no' }, { title: '<b> @everyone' }),
        known(failed),
      ),
    ],
  },
  'to a request to show bugs that cannot be shown': { outcomes: [ended('show', rejected, failed)] },
  'to a request for help': { outcomes: [help] },
  'to a request to show a bug': { outcomes: [ended('show', shown({ kind: 'security', commitSha: sha }))] },
  'to lines that were not read': { outcomes: [], unread },
  'to a command, and lines that were not read': { unread },
  'to a request to run the gate again': {
    outcomes: [recheck],
    rerun: ['The failed jobs of run `7` run again.', 'Could not start run `8` again.'],
  },
};

describe('the reply', () => {
  it('word for word', () => {
    const texts = Object.entries(replies).map(([what, parts]) => `# ${what}\n\n${renderReply(aSource(parts))}\n`);
    expectGolden('replies.md', texts.join('\n'));
  });

  it('names ten lines that were not read, and counts the others', () => {
    const unread = Array.from({ length: 12 }, (_, index) => `/scan-gate show bug_${index}`);
    const reply = renderReply(aSource({ unread }));
    expect(reply.match(/^- `\/scan-gate show/gm)).toHaveLength(10);
    expect(reply).toContain('\n- and 2 more\n');
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
