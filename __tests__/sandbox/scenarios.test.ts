// The promises of the scenarios: which there are, and what each holds. What comes of each: e2e/transcripts.test.ts.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundledNode } from '../../sandbox/runner/process.ts';
import { findScenario, scenarios } from '../../sandbox/scenarios/index.ts';
import { countBugs } from '../../sandbox/service/counts.ts';
import { describe, expect, it, test } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';

const nowMs = Date.UTC(2026, 10, 20, 12);
const root = join(import.meta.dirname, '..', '..');

describe('the list', () => {
  it('is printed by --help, each name once', () => {
    const { stdout } = spawnSync(process.execPath, ['sandbox/demo.ts', '--help'], { cwd: root, encoding: 'utf8' });
    const rows = [...stdout.matchAll(/^ {2}([\w-]+) {2,}(.+)$/gmu)].map(([, name, description]) => ({
      name,
      description,
    }));
    expect(rows).toEqual(scenarios.map(({ name, description }) => ({ name, description })));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });
});

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (name, scenario) => {
  const world = scenario.build(nowMs);

  it('has a head, an event and a merge commit that fit together', () => {
    const [pull] = world.github.pulls;
    expect(pull?.number).toBe(world.pullRequest);
    // Of one alone the pull request has moved on since the event.
    const { sha } = pull?.head ?? {};
    expect(name === 'superseded' ? pull?.commits.at(-2) : sha).toBe(world.sha);
    expect(world.event.payload).toMatchObject({
      number: world.pullRequest,
      pull_request: { head: { sha: world.sha, ref: pull?.head.ref } },
      repository: { full_name: `${world.github.owner}/${world.github.name}` },
    });
    expect(world.event.payload).not.toHaveProperty('pull_request.merge_commit_sha', world.sha);
    expect(world.service.keys).toContain(world.apiKey);
    expect(world.service.scans.some((scan) => scan.commitSha === pull?.base.sha)).toBe(true);
  });

  it('lists in each complete scan what that counts', () => {
    const services = [world.service, ...(world.steps ?? []).flatMap(({ service }) => service ?? [])];
    for (const { scans, bugs, surfaced } of services) {
      for (const { workflowRequestId, bugCounts } of scans.filter((scan) => scan.workflowStatus === 'complete')) {
        const listed = surfaced[workflowRequestId ?? ''];
        expect(listed).toBeDefined();
        const ids = new Set(listed);
        if (bugCounts) expect(countBugs(bugs.filter(({ id }) => ids.has(id)))).toEqual(bugCounts);
      }
    }
  });
});

test('many: 1,234 bugs; third-page: ours behind the 200th repository; threshold-exceeded: four of 37 block', () => {
  const held = (name: string) => findScenario(name).build(nowMs);
  const { service, github } = held('threshold-exceeded');
  const security = service.bugs.filter((bug) => bug.isSecurityVulnerability && bug.review === undefined);
  const changed = github.pulls[0]?.files.map(({ filename }) => filename);
  expect([service.bugs.length, security.length]).toEqual([37, 4]);
  expect(changed).toEqual(expect.arrayContaining(security.map(({ filePath }) => filePath)));
  expect(held('clean').github).toEqual(github);
  const { repos } = held('third-page').service;
  expect(repos.findIndex((repo) => repo.fullName === 'acme/storefront')).toBeGreaterThan(199);
  expect(held('many').service.bugs).toHaveLength(1234);
});

describe('the command line', () => {
  const script = join(import.meta.dirname, '..', '..', 'sandbox', 'cli.ts');
  const start = (...flags: string[]) => spawn(bundledNode(), [script, ...flags]);

  it('prints one line of JSON, serves, and ends with 0 when asked to', async () => {
    const child = start('--scenario', 'no-scan');
    const chunks = await once(child.stdout, 'data');
    const line: unknown = JSON.parse(chunks.join(''));
    expect(line).toEqual({
      service: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u),
      apiKey: expect.stringMatching(/^svc_test_/u),
      github: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u),
      githubToken: expect.stringMatching(/^ghs_/u),
      repository: 'acme/storefront',
      repositoryId: expect.stringMatching(/^repo_/u),
      sha: expect.stringMatching(/^[\da-f]{40}$/u),
      pullRequest: 482,
    });
    child.kill('SIGTERM');
    // On Windows that is an end at once, which no process sees coming.
    expect(await once(child, 'exit')).toEqual(IS_WINDOWS ? [null, 'SIGTERM'] : [0, null]);
  });

  it.each([
    [['--scenario', 'nothing'], 'threshold-exceeded'],
    [['--port', '70000'], '--port'],
    [['--fault', 'nonsense'], 'nonsense'],
  ])('refuses %j with 2 and says what it knows', async (flags, hint) => {
    const child = start(...flags);
    const texts: string[] = [];
    child.stderr.on('data', (chunk) => texts.push(String(chunk)));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(texts.join('')).toContain(hint);
  });
});
