// Owns the inputs of the rules action: what each takes, what is refused, and that action.yml says the same defaults.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { InputError } from '../../src/inputs/input-error.ts';
import { EMPTY_OUTPUTS } from '../../src/rules/outputs.ts';
import { readRulesInputs, type RulesInputs } from '../../src/rules/inputs.ts';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const action = parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'rules', 'action.yml'), 'utf8'),
) as ActionFile;

const given = {
  'api-url': 'https://api.example.com',
  'api-key': 'svc_test_key',
  repository: 'acme/one',
  operation: 'create',
};

type Texts = Readonly<Record<string, string>>;

function read(texts: Texts): RulesInputs {
  const all = new Map(Object.entries({ ...given, ...texts }));
  return readRulesInputs((name) => all.get(name) ?? '', 'linux');
}

/** The faults, as `input: what is allowed`. */
function faultsOf(texts: Texts): string[] {
  try {
    read(texts);
  } catch (error) {
    if (error instanceof InputError) return error.faults.map(({ input }) => input);
    throw error;
  }
  throw new Error(`${JSON.stringify(texts)} was accepted`);
}

describe('what an input becomes', () => {
  test.each<[Texts, Partial<RulesInputs>]>([
    [{ operation: 'pull' }, { operation: 'pull' }],
    [{ operation: ' list ' }, { operation: 'list' }],
    [{ description: '  no eval,\nanywhere ' }, { description: 'no eval,\nanywhere' }],
    [{ description: '' }, { description: '' }],
    [{ 'bug-ids': 'bug_a, bug_b\nbug_c,,' }, { bugIds: ['bug_a', 'bug_b', 'bug_c'] as never }],
    [{ 'bug-ids': 'bug_a bug_b\tbug_c' }, { bugIds: ['bug_a', 'bug_b', 'bug_c'] as never }],
    [{ 'bug-ids': ' \n ' }, { bugIds: [] }],
    [{ 'bug-ids': ' , \r\n,' }, { bugIds: [] }],
    [{ 'commit-shas': 'abc1234,ABCDEF0' }, { commitShas: ['abc1234', 'ABCDEF0'] as never }],
    [{ 'commit-shas': 'abc1234 def5678' }, { commitShas: ['abc1234', 'def5678'] as never }],
    [{ 'commit-shas': 'abc123' }, { commitShas: ['abc123'] as never }],
    [{ 'commit-shas': 'a'.repeat(64) }, { commitShas: ['a'.repeat(64)] as never }],
    [{ 'request-id': ' rcr_1 ' }, { requestId: 'rcr_1' as never }],
    [{ 'request-id': '' }, { requestId: null }],
    [{ 'poll-interval': '0' }, { pollIntervalMs: 0 }],
    [{ 'poll-interval': '1m' }, { pollIntervalMs: 60_000 }],
    [{ 'max-polls': '1' }, { maxPolls: 1 }],
    [{ 'max-polls': '1000' }, { maxPolls: 1_000 }],
    [{ 'output-dir': '' }, { outputDir: null }],
    [{ 'output-dir': '  ' }, { outputDir: null }],
    [{ 'output-dir': 'a/b' }, { outputDir: 'a/b' }],
    [{ 'output-dir': './a/' }, { outputDir: 'a' }],
    [{ 'output-dir': '.' }, { outputDir: '.' }],
    [{ 'output-dir': './' }, { outputDir: '.' }],
    [{ 'output-dir': 'a//b/./c' }, { outputDir: 'a/b/c' }],
    [{ 'output-dir': '/tmp/rules/' }, { outputDir: '/tmp/rules' }],
    [{ 'output-dir': '/srv/one/../rules' }, { outputDir: '/srv/one/../rules' }],
    [{ 'output-dir': '/' }, { outputDir: '/' }],
    [{ 'output-dir': '..a' }, { outputDir: '..a' }],
    [{ 'output-dir': '.github/rules' }, { outputDir: '.github/rules' }],
    [{ prune: 'true' }, { prune: true }],
    [{ prune: 'false' }, { prune: false }],
    [{ 'repository-id': 'repo_1' }, { repositoryId: 'repo_1' as never }],
    [{ repository: 'Acme/One.js' }, { repository: 'Acme/One.js' }],
    [{ 'api-url': 'http://127.0.0.1:8100/x/' }, { apiUrl: 'http://127.0.0.1:8100/x' }],
    [{ 'api-key': ' key \n' }, { apiKey: 'key' }],
    [{ 'api-key': '' }, { apiKey: null }],
    [{ 'github-token': '' }, { githubToken: null }],
  ])('%j', (texts, expected) => {
    expect(read(texts)).toMatchObject(expected);
  });
});

describe('what an operation does not use', () => {
  const material = { description: 'x', 'bug-ids': 'bug_1', 'commit-shas': 'abc1234' };
  const request = { 'request-id': 'rcr_1' };
  test.each<[Texts, readonly string[]]>([
    [material, []],
    [request, []],
    [{ ...material, ...request }, Object.keys(material)],
    [{ operation: 'pull', ...material }, Object.keys(material)],
    [{ operation: 'list', ...material, ...request }, [...Object.keys(material), 'request-id']],
    [{ operation: 'list', 'max-polls': '3', prune: 'true' }, []],
  ])('is named, and no fault: %j', (texts, unused) => {
    expect(read(texts).unused).toEqual(unused);
  });
});

describe('what is refused', () => {
  test.each<[string, readonly string[]]>([
    ['operation', ['', 'delete', 'Create', 'create,pull']],
    ['bug-ids', ['1', 'bug', 'BUG_1', 'bug_a b', 'bug_a,rule_b', '#12']],
    ['commit-shas', ['HEAD~1', 'origin/main', 'abc1234..def5678', '#12', 'abc1234\u202e']],
    ['request-id', ['1', 'rule_1', 'rcr-1']],
    ['poll-interval', ['5', '-1s', 'fast', '500ms']],
    ['max-polls', ['0', '1001', '-1', '1.5', 'off']],
    [
      'output-dir',
      [
        ...['..', '../x', './../x', 'a/../b', 'C:\\x', 'C:x', 'a\\b', 'a\nb', '/a\nb'],
        ...[
          '/srv/one/.git/hooks',
          '/a\\b',
          '.git',
          '.git/hooks',
          'a/.GIT',
          '.git.',
          'a'.repeat(300),
          'a\u0000',
        ],
      ],
    ],
    ['prune', ['yes', 'True', '1']],
    ['repository', ['', 'acme', 'acme/one/two', 'acme one/x']],
    ['repository-id', ['1', 'acme/one', 'bug_1']],
    ['api-url', ['', 'http://api.example.com', 'https://u:p@api.example.com', 'api']],
    ['api-key', ['two words', 'ä']],
  ])('%s', (name, texts) => {
    for (const text of texts) {
      expect([text, faultsOf({ [name]: text })]).toEqual([text, [name]]);
    }
  });

  test('everything at once, and never the key', () => {
    const texts = {
      ...{ 'api-url': 'ftp://x', 'api-key': 'secret key', repository: 'x', operation: 'x' },
      ...{ 'bug-ids': 'x', 'commit-shas': 'x~1', 'request-id': 'x', 'poll-interval': 'x' },
      ...{ 'max-polls': 'x', 'output-dir': '../x', prune: 'x', 'repository-id': 'x' },
    };
    expect([...new Set(faultsOf(texts))].toSorted()).toEqual(Object.keys(texts).toSorted());
    expect(() => read(texts)).toThrow(/^\d+ inputs are not right\.\n/);
    expect(() => read(texts)).not.toThrow(/secret/);
  });
});

describe('action.yml', () => {
  test('has the inputs that are read, and no others', () => {
    const names = new Set<string>();
    readRulesInputs((name) => {
      names.add(name);
      return new Map(Object.entries(given)).get(name) ?? '';
    }, 'linux');
    expect([...names].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  });

  test.each(
    Object.entries(action.inputs).filter(([, input]) => !(input.default ?? '').startsWith('$')),
  )('says the default of %s', (name, input) => {
    if (name === 'output-dir') {
      expect(read({ [name]: input.default ?? '' }).outputDir).toBe('.scan-rules');
      expect(read({ [name]: '' }).outputDir).toBeNull();
    } else if (input.default !== undefined) {
      expect(read({ [name]: input.default })).toEqual(read({ [name]: '' }));
    }
  });

  test('takes token and repository from the run', () => {
    expect(action.inputs['github-token']?.default).toBe('${{ github.token }}');
    expect(action.inputs['repository']?.default).toBe('${{ github.repository }}');
  });

  test('has the outputs that are written, and no others', () => {
    expect(Object.keys(EMPTY_OUTPUTS).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
  });
});
