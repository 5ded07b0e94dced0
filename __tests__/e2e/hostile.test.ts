// The rule that hostile text is letters: in the log, in the comment, in the summary.
import { describe, expect, it, jest } from '@jest/globals';
import type { BugData } from '../../sandbox/service/data.ts';
import { hostile, hostileTexts } from '../../sandbox/scenarios/hostile.ts';
import { renderUnsafe } from '../../sandbox/page/markdown.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { withSandbox } from '../harness/sandbox.ts';
import { changeService, failingWorld } from '../harness/worlds.ts';

jest.setTimeout(60_000);

/** The texts that the issue names. */
const named = [
  '::set-output name=x::y',
  '##[add-mask]a',
  '<!-- scan-gate -->',
  '@everyone',
  '</details><img src=x onerror=alert(1)>',
  '| a | b |',
];

/** Tags that the documents themselves use. */
const ownTags =
  /^<\/?(?:b|pre|details|summary|sub|br|h3|h4|p|ul|ol|li|table|thead|tbody|tr|th|td|code|strong|em|blockquote|a|hr)[\s/>]/u;

function checkDocument(markdown: string): void {
  const html = renderUnsafe(markdown);
  const tags = html.match(/<[a-z/!?][^>]*>?/giu) ?? [];
  const marker = '<!-- scan-gate:v1 ';
  const foreign = tags.filter((tag) => !ownTags.test(tag) && !tag.startsWith(marker));
  expect(foreign).toEqual([]);
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map(([, address]) => address);
  expect(addresses.filter((address) => !address?.startsWith('http://127.0.0.1:'))).toEqual([]);
  expect(tags.filter((tag) => /\son\w+\s*=/iu.test(tag))).toEqual([]);
  const prose = html.replace(/<code>[^]*?<\/code>/gu, '');
  // Mentions and references are made of plain text after Markdown; only code spans are spared.
  expect(prose.replace(/<[^>]*>/gu, '')).not.toMatch(/@[\w-]|#\d|\bGH-\d/u);
}

/** Commands of the runner that a finding could have given. */
function checkCommands(result: RunnerResult): void {
  expect(result.unexpected).toEqual([]);
  // Ours only: the key and the token.
  expect(new Set(result.masks).size).toBeLessThanOrEqual(2);
  expect(result.masks.filter((mask) => !/^(?:svc_test|ghs)_/u.test(mask))).toEqual([]);
}

describe('the hostile scenario', () => {
  it('makes the runner carry out no command but ours', () =>
    withSandbox(hostile.build(Date.now()), async (sandbox) => {
      const result = await sandbox.run();
      checkCommands(result);
      const placed = result.commands.filter(({ properties }) => 'file' in properties);
      // Ours end with the finding's id, or where they are cut.
      expect(placed.filter(({ data }) => !/\n\nbug_[^]*$|^[^]{4000,}…$/u.test(data))).toEqual([]);
      expect(result.exitCode).toBe(1);
    }));

  it('puts no live markup into comment and summary', () =>
    withSandbox(hostile.build(Date.now()), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'max-listed': '1000' } });
      const comment = sandbox.ownComments().at(-1);
      checkDocument(comment?.body ?? '');
      checkDocument(result.summary);
      expect(comment?.body.length).toBeGreaterThan(10_000);
    }));

  it('leaves the comments of others alone, although they begin with something like our marker', () => {
    const world = hostile.build(Date.now());
    return withSandbox(world, async (sandbox) => {
      await sandbox.run();
      const { comments } = sandbox.github.state;
      expect(comments.slice(0, -1)).toEqual(world.github.comments);
      expect(comments.at(-1)?.user).toBe('github-actions[bot]');
    });
  });

  it('is no more dangerous when it comes as an error of the service', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        checkCommands(result);
        expect(result.annotations).toHaveLength(1);
        checkDocument(sandbox.ownComments()[0]?.body ?? '');
        checkDocument(result.summary);
      },
      {
        faults: [
          {
            path: '/public/v1/*',
            effect: {
              kind: 'status',
              status: 400,
              body: { type: named[4], message: hostileTexts.join('\n'), statusCode: 400 },
            },
          },
        ],
      },
    ));

  it('is no more dangerous when it comes as an error of GitHub', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        checkCommands(result);
        checkDocument(result.summary);
        expect(result.outputs['verdict']).toBe('failed');
      },
      {
        faults: [
          {
            path: '/repos/*',
            effect: { kind: 'status', status: 403, body: { message: hostileTexts.join('\n') } },
          },
        ],
      },
    ));
});

/** Runs with a title, and a summary, of all findings; gives what must not depend on it. */
async function runWithTitle(title: string): Promise<object> {
  const world = changeService(failingWorld(), ({ bugs }) => ({
    bugs: bugs.map((bug): BugData => ({ ...bug, title, summary: title })),
  }));
  const structure = (body = ''): string[] => renderUnsafe(body).match(/<\/?[a-z]\w*/giu) ?? [];
  let seen = {};
  await withSandbox(world, async (sandbox) => {
    const { commands, outputs, exitCode, summary } = await sandbox.run();
    const [comment] = sandbox.ownComments();
    checkDocument(comment?.body ?? '');
    seen = {
      outputs,
      exitCode,
      commands: commands.map(({ name, properties: { file, line } }) => [name, file, line]),
      comment: structure(comment?.body),
      summary: structure(summary),
    };
  });
  return seen;
}

describe('a title', () => {
  let harmless: Promise<object> | undefined;

  it.each(named)('of %s changes nothing but letters', async (title) => {
    harmless ??= runWithTitle('harmless');
    expect(await runWithTitle(title)).toEqual(await harmless);
  });
});
