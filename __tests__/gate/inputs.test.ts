// Owns the proof that the gate's inputs and outputs are those of action.yml, and that what is wrong is told at once.
import { describe, expect, test } from '@jest/globals';
import { InputError } from '../../src/inputs/input-error.ts';
import { readGateInputs } from '../../src/gate/inputs.ts';
import { toBareOutputs } from '../../src/gate/outputs.ts';
import { inputsOf, readActionFile, requiredInputs } from './fixtures.ts';

const action = readActionFile();

function faultsOf(given: Readonly<Record<string, string>>): InputError {
  try {
    inputsOf(given);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('the inputs were accepted');
}

describe('action.yml', () => {
  test('every input is read, and no other', () => {
    const read = new Set<string>();
    readGateInputs((name) => {
      read.add(name);
      return requiredInputs[name] ?? '';
    });
    expect([...read].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  });

  const defaults = Object.entries(action.inputs).filter(
    ([, input]) => input.default !== '' && !input.default.includes('${{'),
  );
  test.each(defaults.map(([name, input]) => [name, input.default]))(
    'the default of %s is what an empty input means: %s',
    (name, text) => {
      expect(inputsOf({ [name]: text })).toEqual(inputsOf());
    },
  );

  test('all defaults together are what empty inputs mean', () => {
    expect(
      inputsOf(Object.fromEntries(defaults.map(([name, input]) => [name, input.default]))),
    ).toEqual(inputsOf());
  });

  test('every output is set, also when there was no report, and no other', () => {
    const outputs = toBareOutputs({ kind: 'unverified', reason: 'invalid-input' });
    expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
    const { verdict, reason, ...others } = outputs;
    expect([verdict, reason]).toEqual(['unverified', 'invalid-input']);
    expect(new Set(Object.values(others))).toEqual(new Set(['']));
  });
});

describe('the inputs', () => {
  test('mean what the contract says when they are empty', () => {
    expect(inputsOf()).toMatchObject({
      repositoryId: null,
      sha: null,
      pullRequest: null,
      scanMatch: ['exact'],
      scanTypes: [],
      maxScanAgeMs: null,
      waitForScanMs: 0,
      waitTimeoutMs: 600_000,
      pollIntervalMs: 10_000,
      countFrom: 'scan',
      gateOn: 'all',
      paths: [],
      isInPaths: expect.any(Function),
      maxSecurityBugs: 0,
      maxBugs: 'off',
      countUnclassified: false,
      mode: 'enforce',
      onUnverified: 'fail',
      comment: 'always',
      commentKey: null,
      annotations: 'workflow',
      maxAnnotations: 50,
      maxListed: 20,
      disclosure: 'auto',
      bugUrl: null,
    });
  });

  test.each<[string, string, string, unknown]>([
    ['api-url', ' https://api.example.com/v2/ ', 'apiUrl', 'https://api.example.com/v2'],
    ['api-key', '  key-2\n', 'apiKey', 'key-2'],
    ['api-key', '  ', 'apiKey', null],
    ['github-token', '', 'githubToken', null],
    ['repository', 'Acme-1/store.front_x', 'repository', 'Acme-1/store.front_x'],
    ['repository-id', 'repo_1a2b', 'repositoryId', 'repo_1a2b'],
    ['sha', 'A'.repeat(40), 'sha', 'a'.repeat(40)],
    ['pr-number', '12', 'pullRequest', 12],
    ['scan-match', 'exact, ancestor,latest', 'scanMatch', ['exact', 'ancestor', 'latest']],
    ['scan-types', 'default,deep', 'scanTypes', ['default', 'deep']],
    ['max-scan-age', '7d', 'maxScanAgeMs', 604_800_000],
    ['wait-for-scan', '5m', 'waitForScanMs', 300_000],
    ['wait-timeout', '0', 'waitTimeoutMs', 0],
    ['poll-interval', '1s', 'pollIntervalMs', 1_000],
    ['count-from', 'repository', 'countFrom', 'repository'],
    ['gate-on', 'touched, introduced', 'gateOn', ['touched', 'introduced']],
    ['gate-on', 'all', 'gateOn', 'all'],
    ['paths', 'src/{a,b}/**\n!src/gen/**', 'paths', ['src/{a,b}/**', '!src/gen/**']],
    ['max-security-bugs', 'off', 'maxSecurityBugs', 'off'],
    ['max-bugs', '0', 'maxBugs', 0],
    ['unclassified', 'count', 'countUnclassified', true],
    ['mode', 'warn', 'mode', 'warn'],
    ['on-unverified', 'warn', 'onUnverified', 'warn'],
    ['comment', 'on-failure', 'comment', 'on-failure'],
    ['comment-key', ' a b ', 'commentKey', 'a b'],
    ['annotations', 'off', 'annotations', 'off'],
    ['max-annotations', '0', 'maxAnnotations', 0],
    ['max-annotations', '100000', 'maxAnnotations', 100_000],
    ['max-listed', '0', 'maxListed', 0],
    ['max-listed', '5000', 'maxListed', 5_000],
    ['disclosure', 'counts', 'disclosure', 'counts'],
    ['bug-url', 'https://app.example.com/{id}', 'bugUrl', 'https://app.example.com/{id}'],
    ['bug-url', 'http://bugs.intranet/{id}', 'bugUrl', 'http://bugs.intranet/{id}'],
  ])('%s: %j is read as %s %j', (input, text, key, expected) => {
    expect(inputsOf({ [input]: text })).toHaveProperty(key, expected);
  });

  test.each([
    ['api-url', 'http://api.example.com'],
    ['api-url', ''],
    ['api-key', 'two words'],
    ['repository', ''],
    ['repository', 'storefront'],
    ['repository', 'a/b/c'],
    ['repository-id', 'storefront'],
    ['sha', 'abc1234'],
    ['sha', 'main'],
    ['pr-number', '0'],
    ['pr-number', '#12'],
    ['scan-match', 'newest'],
    ['max-scan-age', 'a week'],
    ['wait-for-scan', '5'],
    ['wait-timeout', '-1s'],
    ['poll-interval', 'fast'],
    ['count-from', 'both'],
    ['gate-on', 'backlog'],
    ['gate-on', 'all, introduced'],
    ['max-security-bugs', '-1'],
    ['max-bugs', 'none'],
    ['unclassified', 'yes'],
    ['mode', 'block'],
    ['on-unverified', 'pass'],
    ['comment', 'true'],
    ['annotations', 'none'],
    ['max-annotations', '1e3'],
    ['max-listed', 'all'],
    ['disclosure', 'none'],
    ['bug-url', 'https://app.example.com/'],
  ])('%s: %j is refused by name', (input, text) => {
    const { faults } = faultsOf({ [input]: text });
    expect(faults.map((fault) => fault.input)).toEqual([input]);
    expect(faults[0]?.allowed).not.toBe('');
  });

  test('that are wrong are named in one message, three at once', () => {
    const { message } = faultsOf({ mode: 'block', 'max-bugs': 'none', 'wait-timeout': 'long' });
    expect(message).toMatch(/^3 inputs are not right\./);
    for (const given of ['mode: got "block"', 'max-bugs: got "none"', 'wait-timeout: got "long"']) {
      expect(message).toContain(given);
    }
  });

  test('never tell a secret, whatever else is wrong', () => {
    const { message, faults } = faultsOf({
      'api-key': 's3cret with-space',
      'github-token': 's3cret t\u00f6ken',
      'api-url': 'https://user:s3cret@api.example.com',
      mode: 'block',
    });
    expect(faults).toHaveLength(4);
    expect(message + JSON.stringify(faults)).not.toMatch(/s3cret|with-space|töken/);
  });

  test('an empty key is no fault: it is a verdict of its own, also where the address is withheld', () => {
    expect(inputsOf({ 'api-key': '' })).toMatchObject({ apiKey: null });
    expect(inputsOf({ 'api-key': '', 'api-url': '' })).toMatchObject({ apiKey: null, apiUrl: '' });
  });

  test('a wrong address is a fault also without a key', () => {
    expect(faultsOf({ 'api-key': '', 'api-url': 'http://x.example' }).faults).toHaveLength(1);
  });
});
