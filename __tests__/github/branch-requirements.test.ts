// What a branch requires, as GitHub tells it, and whether a job is among that.
import type { RequirementData, RuleData } from '../../sandbox/github/data.ts';
import {
  decideIsRequired,
  fetchBranchRequirements,
  findJobName,
  type JobIdentity,
} from '../../src/github/branch-requirements.ts';
import type { IsRequired } from '../../src/judgement/report.ts';
import { describe, expect, it } from '../jest.ts';
import { REPO, sha, workflowToken } from '../sandbox/github-world.ts';
import { withConnection } from './connection.ts';

const NONE = { contexts: [], workflows: [], isWhole: true };
const BRANCH = { ...REPO, branch: 'main' };
const RULES = '/repos/acme/shop/rules/branches/main';
const CLASSIC = '/repos/acme/shop/branches/main';

const checks = (...contexts: string[]): RuleData => ({ type: 'required_status_checks', contexts });
const REVIEWS: RuleData = { type: 'pull_request' };
const workflow = (path: string, repositoryId: number): RuleData => ({
  type: 'workflows',
  workflows: [{ path, repositoryId }],
});

/** Our repository is number 7. */
const OURS = '.github/workflows/scan-gate.yml';
const aJob = (parts: Partial<JobIdentity> = {}): JobIdentity => ({
  ...{ name: 'gate', key: 'gate', checkName: null, repository: REPO, repositoryId: 7 },
  workflowRef: `acme/shop/${OURS}@refs/heads/main`,
  ...parts,
});
const UNNAMED = aJob({ name: null });
/** The workflow lies in another repository, as that of an organization does. */
const SHARED = aJob({ name: 'other', workflowRef: `acme/shared/${OURS}@refs/heads/main` });

describe('a branch requires the job of the gate', () => {
  it.each<[string, RequirementData, JobIdentity, IsRequired]>([
    ['nothing at all', {}, aJob(), 'not-required'],
    ['nothing at all, and nobody can name the job', {}, UNNAMED, 'not-required'],
    ['a ruleset names it', { rules: [checks('gate')] }, aJob(), 'required'],
    ['the classic protection names it', { classic: { contexts: ['gate'] } }, aJob(), 'required'],
    ['one of several contexts', { rules: [checks('build', 'gate', 'lint')] }, aJob(), 'required'],
    ['one of several rulesets', { rules: [REVIEWS, checks('build'), checks('gate')] }, aJob(), 'required'],
    ['both name other checks', { rules: [checks('build')], classic: { contexts: ['lint'] } }, aJob(), 'not-required'],
    ['reviews alone', { rules: [REVIEWS, { type: 'deletion' }], classic: {} }, aJob(), 'not-required'],
    ['reviews alone, and nobody can name the job', { rules: [REVIEWS] }, UNNAMED, 'not-required'],
    // A ruleset that is only evaluated is not in the answer.
    ['a ruleset that is only evaluated', { rules: [] }, UNNAMED, 'not-required'],
    ['its key, where nobody can name it', { rules: [checks('gate')] }, UNNAMED, 'required'],
    ['another check, where nobody can name it', { rules: [checks('build')] }, UNNAMED, 'unknown'],
    ['its key, where it is called something else', { rules: [checks('gate')] }, aJob({ name: 'Scan' }), 'not-required'],
    ['one of a matrix', { rules: [checks('gate (ubuntu)')] }, aJob({ name: 'gate (ubuntu)' }), 'required'],
    ['another one of the matrix', { rules: [checks('gate (ubuntu)')] }, aJob({ name: 'gate (macos)' }), 'not-required'],
    ['one of a matrix, unnamed', { rules: [checks('gate (ubuntu)')] }, UNNAMED, 'unknown'],
    [
      'one of a reusable workflow',
      { classic: { contexts: ['call / gate'] } },
      aJob({ name: 'call / gate' }),
      'required',
    ],
    ['one of a reusable workflow, unnamed', { classic: { contexts: ['call / gate'] } }, UNNAMED, 'unknown'],
    ['the same letters in other case', { rules: [checks('Gate')] }, aJob(), 'not-required'],
    ['its own check run', { rules: [checks('Scan Gate')] }, aJob({ checkName: 'Scan Gate' }), 'required'],
    ['a check run that it does not make', { rules: [checks('Scan Gate')] }, aJob(), 'not-required'],
    ['its workflow', { rules: [workflow(OURS, 7)] }, aJob({ name: 'other' }), 'required'],
    ['its workflow, unnamed', { rules: [workflow(OURS, 7)] }, UNNAMED, 'required'],
    ['another workflow', { rules: [workflow('.github/workflows/ci.yml', 7)] }, aJob(), 'not-required'],
    ['another workflow, unnamed', { rules: [workflow('.github/workflows/ci.yml', 7)] }, UNNAMED, 'unknown'],
    ['a workflow of that path elsewhere', { rules: [workflow(OURS, 8)] }, aJob(), 'not-required'],
    ['that workflow, by a run of it', { rules: [workflow(OURS, 8)] }, SHARED, 'required'],
    ['that of here, by a run of another', { rules: [workflow(OURS, 7)] }, SHARED, 'not-required'],
    ['two that it may be', { rules: [workflow(OURS, 8), workflow(OURS, 9)] }, SHARED, 'unknown'],
    [
      'a workflow, of a run whose file is not known',
      { rules: [workflow(OURS, 7)] },
      aJob({ workflowRef: null }),
      'unknown',
    ],
    [
      'a workflow, in a repository without a number',
      { rules: [workflow(OURS, 7)] },
      aJob({ repositoryId: null }),
      'unknown',
    ],
    ['what GitHub does not show', { classic: { isShown: false } }, aJob(), 'unknown'],
    [
      'what it does not show, beside a rule',
      { rules: [checks('gate')], classic: { isShown: false } },
      aJob(),
      'required',
    ],
    ['a full page of rules, which may go on', { rules: Array.from({ length: 100 }, () => REVIEWS) }, aJob(), 'unknown'],
    [
      'a full page with its name',
      { rules: [checks('gate'), ...Array.from({ length: 99 }, () => REVIEWS)] },
      aJob(),
      'required',
    ],
  ])('%s', (_, requirement, job, expected) =>
    withConnection(
      { data: { branches: { main: sha('2') }, requirements: { main: requirement } } },
      async ({ octokit, github }) => {
        const requirements = await fetchBranchRequirements(octokit, BRANCH);
        expect(decideIsRequired(requirements, job)).toBe(expected);
        expect(github.requests).toHaveLength(2);
      },
    ),
  );
});

describe('what a branch requires', () => {
  const gate = { rules: [checks('gate')], classic: { contexts: ['gate', 'lint'] } };
  const data = { branches: { main: sha('2') }, requirements: { main: gate } };

  it('is told once, rulesets first', () =>
    withConnection({ data }, async ({ octokit }) => {
      expect(await fetchBranchRequirements(octokit, BRANCH)).toEqual({ ...NONE, contexts: ['gate', 'lint'] });
    }));

  it('is that of the branch, whatever its name has in it', () =>
    withConnection(
      { data: { branches: { 'release/1.x #2': sha('2') }, requirements: { 'release/1.x #2': gate } } },
      async ({ octokit }) => {
        const read = await fetchBranchRequirements(octokit, { ...REPO, branch: 'release/1.x #2' });
        expect(read.contexts).toEqual(['gate', 'lint']);
      },
    ));

  it.each<[string, readonly string[], object]>([
    ['the rules are refused', [`GET ${RULES}* status=403`], { contexts: ['gate', 'lint'], isWhole: false }],
    ['the branch is refused', [`GET ${CLASSIC} status=404`], { contexts: ['gate'], isWhole: false }],
    ['both are refused', [`GET ${RULES}* status=403`, `GET ${CLASSIC} status=403`], { contexts: [], isWhole: false }],
    ['the rules are no rules', [`GET ${RULES}* wrong-type=0.type`], { contexts: ['gate', 'lint'], isWhole: false }],
    ['a rule has no parameters', [`GET ${RULES}* omit=0.parameters`], { contexts: ['gate', 'lint'], isWhole: false }],
    ['the branch is no branch', [`GET ${CLASSIC} omit=protected`], { contexts: ['gate'], isWhole: false }],
    [
      'the branch says nothing of its protection',
      [`GET ${CLASSIC} omit=protection`],
      { contexts: ['gate'], isWhole: false },
    ],
  ])('is not wholly known where %s', (_, faults, expected) =>
    withConnection({ data, faults }, async ({ octokit }) => {
      expect(await fetchBranchRequirements(octokit, BRANCH)).toMatchObject(expected);
    }),
  );

  it('can be read by every token that reads contents, and the rules by any', () =>
    withConnection({ data: { ...data, tokens: [workflowToken('all', { contents: 'read' })] } }, async ({ octokit }) => {
      expect((await fetchBranchRequirements(octokit, BRANCH)).isWhole).toBe(true);
    }));
});

describe('the name of a job', () => {
  const run = { id: 5, name: 'Gate', headSha: sha('b'), attempt: 1, status: 'in_progress', conclusion: null } as const;
  const data = { runs: [{ ...run, jobs: [{ name: 'lint' }, { name: 'gate (ubuntu)' }] }] };

  it('is that of its check run', () =>
    withConnection({ data }, async ({ octokit }) => {
      const { data: found } = await octokit.rest.actions.listJobsForWorkflowRun({ ...REPO, run_id: 5 });
      expect(await findJobName(octokit, REPO, found.jobs[1]?.id ?? 0)).toBe('gate (ubuntu)');
    }));

  it.each([
    ['there is no such check run', {}],
    ['the token may not read it', { tokens: [workflowToken('all', { contents: 'read' })] }],
  ])('is not known where %s', (_, change) =>
    withConnection({ data: { ...data, ...change } }, async ({ octokit }) => {
      expect(await findJobName(octokit, REPO, 12)).toBeNull();
    }),
  );
});
