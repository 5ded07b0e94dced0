// The inputs and outputs of every action: those of its action.yml, and what each input means.
import { doctorInputs } from '../../src/doctor/inputs.ts';
import { BARE_OUTPUTS } from '../../src/doctor/outputs.ts';
import { toBareOutputs } from '../../src/gate/outputs.ts';
import { gateInputs, readGateInputs } from '../../src/inputs/gate.ts';
import { InputError, type InputTable, readInputs } from '../../src/inputs/table.ts';
import { insightsInputs } from '../../src/insights/inputs.ts';
import { toBareOutputs as toBareInsightsOutputs } from '../../src/insights/outputs.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { recheckInputs } from '../../src/recheck/inputs.ts';
import { toOutputs as toRecheckOutputs } from '../../src/recheck/outputs.ts';
import { reviewInputs } from '../../src/review/inputs.ts';
import { toOutputs as toReviewOutputs } from '../../src/review/outputs.ts';
import { rulesInputs } from '../../src/rules/inputs.ts';
import { EMPTY_OUTPUTS } from '../../src/rules/outputs.ts';
import { watchInputs } from '../../src/watch/inputs.ts';
import { toBareOutputs as toBareWatchOutputs } from '../../src/watch/outputs.ts';
import { readActionFile } from '../gate/fixtures.ts';
import { describe, expect, test } from '../jest.ts';

const now = Date.parse('2027-02-01T12:00:00Z') as EpochMs;

type Texts = Readonly<Record<string, string>>;

const actions = {
  gate: (texts: Texts) => readGateInputs((name) => texts[name] ?? '', now),
  review: (texts: Texts) => readInputs(reviewInputs, (name) => texts[name] ?? ''),
  rules: (texts: Texts) => readInputs(rulesInputs('linux'), (name) => texts[name] ?? ''),
  watch: (texts: Texts) => readInputs(watchInputs, (name) => texts[name] ?? ''),
  doctor: (texts: Texts) => readInputs(doctorInputs, (name) => texts[name] ?? ''),
  recheck: (texts: Texts) => readInputs(recheckInputs, (name) => texts[name] ?? ''),
  insights: (texts: Texts) => readInputs(insightsInputs, (name) => texts[name] ?? ''),
};

type Action = keyof typeof actions;

const required: Readonly<Record<Action, Texts>> = {
  gate: connection(),
  review: connection(),
  rules: connection({ operation: 'create' }),
  watch: connection({ repositories: 'acme/shop' }),
  doctor: connection({ repositories: 'acme/shop' }),
  recheck: connection({ 'github-token': 'token-1', repositories: 'acme/shop' }),
  insights: connection({ 'github-token': 'token-1', repositories: 'acme/shop' }),
};

function connection(more: Texts = {}): Texts {
  return {
    'api-url': 'https://api.example.com',
    'api-key': 'key-1',
    repository: 'acme/shop',
    ...more,
  };
}

function read(action: Action, texts: Texts): object {
  return actions[action]({ ...required[action], ...texts });
}

function refusalOf(action: Action, texts: Texts): InputError {
  try {
    read(action, texts);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(texts)} was accepted`);
}

describe('the inputs of a table are those of its action.yml, with the same defaults', () => {
  test.each<[string, InputTable]>([
    ['action.yml', gateInputs],
    ['review/action.yml', reviewInputs],
    ['rules/action.yml', rulesInputs('linux')],
    ['watch/action.yml', watchInputs],
    ['doctor/action.yml', doctorInputs],
    ['recheck/action.yml', recheckInputs],
    ['insights/action.yml', insightsInputs],
  ])('%s', (path, table) => {
    const { inputs } = readActionFile(path);
    const inFile = Object.entries(inputs).map(([name, input]) => {
      // The runner fills these in. An empty `output-dir` writes nothing, so that its default is in the file alone.
      const isInFileAlone = input.default.startsWith('${{') || name === 'output-dir';
      return [name, isInFileAlone ? '' : input.default];
    });
    const inTable = Object.values(table).map(({ name, defaultText }) => [name, defaultText]);
    expect(inTable.toSorted()).toEqual(inFile.toSorted());
  });

  test('the default of output-dir is a folder', () => {
    const text = readActionFile('rules/action.yml').inputs['output-dir']?.default ?? '';
    expect(read('rules', { 'output-dir': text })).toMatchObject({ outputDir: '.scan-rules' });
  });
});

describe('the outputs are those of action.yml, and all are set before anything is known', () => {
  test.each<[string, Texts, Texts]>([
    [
      'action.yml',
      toBareOutputs({ kind: 'unverified', reason: 'invalid-input' }),
      { verdict: 'unverified', reason: 'invalid-input' },
    ],
    [
      'watch/action.yml',
      toBareWatchOutputs('no-scan'),
      { verdict: 'unverified', reason: 'no-scan', 'pull-requests': '[]', failed: '[]', report: '[]' },
    ],
    ['doctor/action.yml', BARE_OUTPUTS, { healthy: 'false', recommendation: 'none', repositories: '[]', failed: '[]' }],
    [
      'recheck/action.yml',
      toRecheckOutputs([], 'invalid-input'),
      {
        verdict: 'unverified',
        reason: 'invalid-input',
        checked: '0',
        rerun: '[]',
        skipped: '[]',
        reopened: '[]',
        failed: '[]',
      },
    ],
    [
      'insights/action.yml',
      toBareInsightsOutputs('invalid-input'),
      { verdict: 'unverified', reason: 'invalid-input', failed: '[]' },
    ],
    ['review/action.yml', toReviewOutputs([]), { commands: '[]', reviewed: '0', rejected: '0' }],
    ['rules/action.yml', EMPTY_OUTPUTS, { rules: '[]', requests: '[]', changed: 'false' }],
  ])('%s', (path, outputs, known) => {
    const names = Object.keys(readActionFile(path).outputs);
    expect(outputs).toEqual({ ...Object.fromEntries(names.map((name) => [name, ''])), ...known });
  });
});

describe('what an input is read as', () => {
  test.each<[Action, input: string, text: string, property: string, value: unknown]>([
    ['gate', 'api-url', ' https://api.example.com/v2/ ', 'apiUrl', 'https://api.example.com/v2'],
    ['gate', 'api-key', '  key-2\n', 'apiKey', 'key-2'],
    ['gate', 'github-token', ' token ', 'githubToken', 'token'],
    ['gate', 'repository', 'Acme-1/store.front_x', 'repository', 'Acme-1/store.front_x'],
    ['gate', 'repository-id', 'repo_1a2b', 'repositoryId', 'repo_1a2b'],
    ['gate', 'sha', 'A'.repeat(40), 'sha', 'a'.repeat(40)],
    ['gate', 'pr-number', '12', 'pullRequest', 12],
    ['gate', 'job-id', '52104488', 'jobId', 52_104_488],
    ['gate', 'scan-match', 'exact, ancestor,latest', 'scanMatch', ['exact', 'ancestor', 'latest']],
    ['gate', 'scan-types', 'default,deep', 'scanTypes', ['default', 'deep']],
    ['gate', 'max-scan-age', '7d', 'maxScanAgeMs', 604_800_000],
    ['gate', 'wait-for-scan', '5m', 'waitForScanMs', 300_000],
    ['gate', 'wait-timeout', '0', 'waitTimeoutMs', 0],
    ['gate', 'poll-interval', '1s', 'pollIntervalMs', 1_000],
    ['gate', 'count-from', 'repository', 'countFrom', 'repository'],
    ['gate', 'gate-on', 'touched, introduced,touched', 'gateOn', ['touched', 'introduced']],
    ['gate', 'gate-on', ' all ', 'gateOn', 'all'],
    ['gate', 'paths', 'src/[id]/**\n!src/gen/**', 'paths', ['src/[id]/**', '!src/gen/**']],
    ['gate', 'paths', './src/**, .github/**', 'paths', ['./src/**', '.github/**']],
    ['gate', 'paths', 'a,'.repeat(64), 'paths', Array.from({ length: 64 }, () => 'a')],
    ['gate', 'max-security-bugs', 'off', 'maxSecurityBugs', 'off'],
    ['gate', 'max-bugs', '0', 'maxBugs', 0],
    ['gate', 'unclassified', 'count', 'countUnclassified', true],
    ['gate', 'mode', 'warn', 'mode', 'warn'],
    ['gate', 'on-unverified', 'warn', 'onUnverified', 'warn'],
    ['gate', 'mode', 'warn', 'onUnverified', 'warn'],
    ['gate', 'mode', 'enforce', 'onUnverified', 'fail'],
    ['gate', 'comment', 'never', 'comment', 'never'],
    ['gate', 'comment-key', ' a b ', 'commentKey', 'a b'],
    ['gate', 'annotations', 'check-run', 'annotations', 'check-run'],
    ['gate', 'check-name', 'Bugs', 'checkName', 'Bugs'],
    ['gate', 'max-annotations', '100000', 'maxAnnotations', 100_000],
    ['gate', 'disclosure', 'counts', 'disclosure', 'counts'],
    ['gate', 'bug-url', 'https://app.example.com/{id}', 'bugUrl', 'https://app.example.com/{id}'],
    ['gate', 'sarif-file', 'a.sarif', 'sarifFile', 'a.sarif'],
    ['gate', 'report-file', 'a.json', 'reportFile', 'a.json'],
    ['review', 'bug-url', 'http://bugs.intranet/{id}', 'bugUrl', 'http://bugs.intranet/{id}'],
    ['review', 'disclosure', 'counts', 'disclosure', 'counts'],
    ['review', 'prefix', '!gate', 'prefix', '!gate'],
    ['review', 'permission', 'maintain', 'permission', 'maintain'],
    ['review', 'four-eyes', 'always', 'fourEyes', 'always'],
    ['review', 'rerun', 'false', 'rerun', false],
    ['rules', 'operation', 'pull', 'operation', 'pull'],
    ['rules', 'operation', ' list ', 'operation', 'list'],
    ['rules', 'description', '  no eval,\nanywhere ', 'description', 'no eval,\nanywhere'],
    ['rules', 'bug-ids', 'bug_a, bug_b\nbug_c', 'bugIds', ['bug_a', 'bug_b', 'bug_c']],
    ['rules', 'commit-shas', 'abc123 ABCDEF0,a', 'commitShas', ['abc123', 'ABCDEF0', 'a']],
    ['rules', 'request-id', ' rcr_1 ', 'requestId', 'rcr_1'],
    ['rules', 'poll-interval', '1m', 'pollIntervalMs', 60_000],
    ['rules', 'max-polls', '1000', 'maxPolls', 1_000],
    ['rules', 'output-dir', '  ', 'outputDir', null],
    ['rules', 'output-dir', './a//b/./c/', 'outputDir', 'a/b/c'],
    ['rules', 'output-dir', './', 'outputDir', '.'],
    ['rules', 'output-dir', '/tmp/rules/', 'outputDir', '/tmp/rules'],
    ['rules', 'output-dir', '/srv/one/../rules', 'outputDir', '/srv/one/../rules'],
    ['rules', 'output-dir', '/', 'outputDir', '/'],
    ['rules', 'output-dir', '..a', 'outputDir', '..a'],
    ['rules', 'output-dir', '.github/rules', 'outputDir', '.github/rules'],
    ['rules', 'prune', 'true', 'prune', true],
    ['doctor', 'pull-requests', '200', 'pullRequests', 200],
    ['doctor', 'max-security-bugs', '0', 'maxSecurityBugs', 0],
    ['doctor', 'max-bugs', 'off', 'maxBugs', 'off'],
    ['doctor', 'scan-types', 'default', 'scanTypes', ['default']],
    ['recheck', 'repositories', ' all ', 'repositories', 'all'],
    ['recheck', 'repositories', 'acme/a, acme/b\n  ACME/A', 'repositories', ['acme/a', 'acme/b']],
    ['recheck', 'repository-id', 'repo_1a2b', 'repositoryId', 'repo_1a2b'],
    ['recheck', 'max-reruns', '0', 'maxReruns', 0],
    ['recheck', 'reopen-expired', 'true', 'reopenExpired', true],
    ['recheck', 'dry-run', 'true', 'dryRun', true],
    ['insights', 'repositories', ' Acme/Shop ', 'repositories', ['Acme/Shop']],
    ['insights', 'days', '7', 'days', 7],
    ['insights', 'days', '366', 'days', 366],
    ['insights', 'days', '', 'days', 90],
    ['insights', 'scan-types', 'default', 'scanTypes', ['default']],
    ['insights', 'bug-url', 'https://app.example.com/{id}', 'bugUrl', 'https://app.example.com/{id}'],
    ['gate', 'found-since', '2027-02-02', 'foundSince', Date.parse('2027-02-02T00:00:00Z')],
    ['gate', 'found-since', '', 'foundSince', null],
    ['gate', 'contact', ' #security-help ', 'contact', '#security-help'],
    ['gate', 'contact', 'a'.repeat(100), 'contact', 'a'.repeat(100)],
    ['gate', 'contact', ' ', 'contact', null],
    ['gate', 'review-prefix', '', 'reviewPrefix', null],
    ['gate', 'review-prefix', '/scan-gate', 'reviewPrefix', '/scan-gate'],
    ['gate', 'service-name', '', 'serviceName', 'the bug-findings service'],
    ['insights', 'service-name', ' Acme Scan ', 'serviceName', 'Acme Scan'],
    ['insights', 'service-name', ' ', 'serviceName', 'the bug-findings service'],
    ['insights', 'disclosure', 'counts', 'disclosure', 'counts'],
    ['insights', 'output-dir', './a//b/', 'outputDir', 'a/b'],
    ['insights', 'output-dir', 'a\\b', 'outputDir', 'a/b'],
    ['insights', 'output-dir', ' ', 'outputDir', null],
    ['watch', 'branch', ' release/1 ', 'branch', 'release/1'],
    ['watch', 'notify', 'issue, pull-request,issue', 'notify', ['pull-request', 'issue']],
    ['watch', 'notify', 'issue', 'notify', ['issue']],
    ['watch', 'notify', ' none ', 'notify', []],
    ['watch', 'announce', 'security', 'announce', 'security'],
    ['watch', 'max-notified', '0', 'maxNotified', 0],
    ['watch', 'max-listed', '7', 'maxListed', 7],
    ['watch', 'max-scan-age', '36h', 'maxScanAgeMs', 129_600_000],
    ['watch', 'scan-types', 'default', 'scanTypes', ['default']],
    ['watch', 'issue-title', 'Bugs of main', 'issueTitle', 'Bugs of main'],
    ['watch', 'issue-labels', 'bug, from scan', 'issueLabels', ['bug', 'from scan']],
    ['watch', 'bug-url', 'https://app.example.com/{id}', 'bugUrl', 'https://app.example.com/{id}'],
    ['watch', 'disclosure', 'counts', 'disclosure', 'counts'],
    ['watch', 'service-name', ' Acme Scan ', 'serviceName', 'Acme Scan'],
    ['watch', 'service-name', '', 'serviceName', 'the bug-findings service'],
    ['watch', 'bug-url', 'https://app.example.com:8443/{id}', 'serviceName', 'app.example.com:8443'],
    ['watch', 'bug-url', `https://${'a.'.repeat(50)}example.com/{id}`, 'serviceName', 'the bug-findings service'],
  ])('%s, %s: %j is read as %s %j', (action, input, text, property, value) => {
    expect(read(action, { [input]: text })).toHaveProperty(property, value);
  });

  test.each<[string, Texts]>([
    ['a key', { 'api-key': ' ' }],
    ['key and address', { 'api-key': '', 'api-url': '' }],
  ])('%s may be withheld', (_, texts) => {
    expect(read('gate', texts)).toMatchObject({ apiKey: null });
  });
});

describe('what is refused, by name', () => {
  test.each<[Action, input: string, texts: readonly string[]]>([
    ['gate', 'api-url', ['', 'http://api.example.com', 'https://u:p@api.example.com', 'api']],
    ['gate', 'api-key', ['two words', 'ä']],
    ['gate', 'github-token', ['two words']],
    ['gate', 'repository', ['', 'storefront', 'a/b/c', 'acme one/x']],
    ['gate', 'repository-id', ['storefront', 'repo_', 'bug_1']],
    ['gate', 'sha', ['abc1234', 'main']],
    ['gate', 'pr-number', ['0', '#12']],
    ['gate', 'job-id', ['0', 'gate']],
    ['gate', 'scan-match', ['newest']],
    ['gate', 'max-scan-age', ['a week']],
    ['gate', 'wait-for-scan', ['5']],
    ['gate', 'wait-timeout', ['-1s']],
    ['gate', 'poll-interval', ['fast']],
    ['gate', 'count-from', ['both']],
    ['gate', 'gate-on', ['backlog', 'all, introduced', ',']],
    ['gate', 'found-since', ['2027-02-03', '2027-02-30', '1.2.2027', 'yesterday']],
    ['gate', 'contact', ['a\nb', 'a\u2028b', 'a'.repeat(101), '\u200b']],
    ['gate', 'review-prefix', ['scan-gate', '/', '/a b', `/${'a'.repeat(50)}`]],
    ['gate', 'service-name', ['a\nb', '\u200b']],
    ['gate', 'paths', ['src/{a,b}/**', 'ok, wow!.ts', 'src/**, ../**', '"src/**, docs/**"', '- src/**\n- docs/**']],
    ['gate', 'paths', ['a,'.repeat(65), `src/**\n${'a'.repeat(257)}`]],
    ['gate', 'max-security-bugs', ['-1']],
    ['gate', 'max-bugs', ['none']],
    ['gate', 'unclassified', ['yes']],
    ['gate', 'mode', ['block']],
    ['gate', 'on-unverified', ['pass']],
    ['gate', 'comment', ['true']],
    ['gate', 'annotations', ['none']],
    ['gate', 'max-annotations', ['1e3']],
    ['gate', 'max-listed', ['all']],
    ['gate', 'disclosure', ['none']],
    ['gate', 'bug-url', ['https://app.example.com/', 'https://ada@a.example.com/{id}']],
    ['review', 'bug-url', ['https://app.example.com/']],
    ['review', 'disclosure', ['none']],
    ['review', 'prefix', ['two words', '> x', 'a/gate', '/scan gate']],
    ['review', 'permission', ['read']],
    ['review', 'four-eyes', ['never']],
    ['review', 'rerun', ['yes']],
    ['rules', 'operation', ['', 'delete', 'Create', 'create,pull']],
    ['rules', 'bug-ids', ['1', 'bug', 'bug_', 'BUG_1', 'bug_a b', 'bug_a,rule_b', '#12']],
    ['rules', 'commit-shas', ['HEAD~1', 'origin/main', 'abc1234..def5678', '#12', 'abc1234\u202e']],
    ['rules', 'request-id', ['1', 'rule_1', 'rcr-1']],
    ['rules', 'poll-interval', ['5', '500ms']],
    ['rules', 'max-polls', ['0', '1001', '-1', '1.5', 'off']],
    ['rules', 'output-dir', ['..', '../x', './../x', 'a/../b', 'C:\\x', 'C:x', 'a\\b', 'a\nb']],
    ['rules', 'output-dir', ['/a\nb', '/srv/one/.git/hooks', '/a\\b', 'a'.repeat(300), 'a\u0000']],
    ['rules', 'output-dir', ['.git', '.git/hooks', 'a/.GIT', '.git.']],
    ['rules', 'prune', ['yes', 'True', '1']],
    ['watch', 'notify', ['pull-request', 'none, issue', 'slack', 'issue, slack']],
    ['doctor', 'pull-requests', ['0', '201', 'all']],
    ['doctor', 'max-security-bugs', ['-1', 'none']],
    ['doctor', 'max-bugs', ['1.5']],
    ['recheck', 'repositories', ['', ',', 'acme', 'all, acme/a', 'acme/a/b', '../a', 'acme/..', 'acme/a b']],
    ['recheck', 'github-token', ['', 'two words']],
    ['recheck', 'max-reruns', ['off', '-1']],
    ['recheck', 'reopen-expired', ['yes']],
    ['recheck', 'dry-run', ['1']],
    ['insights', 'repositories', ['', ',', 'acme', 'all, acme/a', '../a', 'acme/..', 'acme/a/b']],
    ['insights', 'github-token', ['', 'two words']],
    ['insights', 'days', ['6', '367', '-7', '7d', '1e2', '90.5']],
    ['insights', 'output-dir', ['/tmp/x', '..', '../x', 'a/../b', '.', './', 'C:\\x', 'C:x', 'con', 'a\nb']],
    ['insights', 'output-dir', ['.git', '.git/hooks', 'a/.GIT', 'a'.repeat(300), 'a\u0000']],
    ['insights', 'disclosure', ['none']],
    ['insights', 'bug-url', ['https://app.example.com/']],
    ['watch', 'announce', ['none']],
    ['watch', 'max-notified', ['off']],
    ['watch', 'max-listed', ['-1']],
    ['watch', 'max-scan-age', ['a week']],
    ['watch', 'disclosure', ['none']],
    ['watch', 'bug-url', ['https://app.example.com/', '{id}']],
    ['watch', 'service-name', ['Acme\nScan', 'Acme\u2028Scan', 'a'.repeat(101)]],
  ])('%s, %s: %j', (action, input, texts) => {
    for (const text of texts) {
      const faults = refusalOf(action, { [input]: text }).faults.map((fault) => fault.input);
      expect([text, faults]).toEqual([text, [input]]);
    }
  });

  test.each<[Action, Texts]>([
    [
      'gate',
      {
        'api-url': 'https://user:s3cret@api.example.com',
        'api-key': 's3cret with-space',
        'github-token': 's3cret t\u00f6ken',
        mode: 'block',
      },
    ],
    [
      'rules',
      {
        'api-url': 'ftp://x',
        'api-key': 's3cret key',
        repository: 'x',
        operation: 'x',
        'repository-id': 'x',
        'bug-ids': 'x',
        'commit-shas': 'x~1',
        'request-id': 'x',
        'poll-interval': 'x',
        'max-polls': 'x',
        prune: 'x',
        'output-dir': '../x',
      },
    ],
    [
      'recheck',
      {
        'api-url': 'ftp://x',
        'api-key': 's3cret key',
        'github-token': 's3cret t\u00f6ken',
        repositories: 'acme/a acme',
        'max-reruns': 'x',
        'reopen-expired': 'x',
        'dry-run': 'x',
      },
    ],
    ['recheck', { repositories: 'acme/a, acme/b', 'repository-id': 'repo_1', 'dry-run': 'x' }],
    [
      'insights',
      {
        'api-key': 's3cret key',
        'github-token': 's3cret t\u00f6ken',
        days: '5',
        repositories: 'x',
        'output-dir': '../x',
      },
    ],
  ])('%s: everything at once, and never a secret', (action, texts) => {
    const { message, faults } = refusalOf(action, texts);
    const names = faults.map(({ input }) => input);
    expect(names.toSorted()).toEqual(
      Object.keys(texts)
        .filter((name) => !isRight(name, texts))
        .toSorted(),
    );
    expect(message).toMatch(new RegExp(`^Scan Gate could not start: ${names.length} inputs are wrong\\.\\n`));
    expect(message + JSON.stringify(faults)).not.toMatch(/s3cret|with-space|töken/);
  });

  /** Several repositories are right, but not beside an identifier. */
  function isRight(name: string, texts: Texts): boolean {
    return name === 'repositories' && texts['repository-id'] !== undefined;
  }

  test('a wrong address, also without a key', () => {
    const { faults } = refusalOf('gate', { 'api-key': '', 'api-url': 'http://x.example' });
    expect(faults).toHaveLength(1);
  });
});
