// Asks what a branch requires before a merge, and decides whether a job is part of it.
import * as v from 'valibot';
import { isSameFullName, type RepositoryRef, toFullName } from '../judgement/identifiers.ts';
import type { IsRequired } from '../judgement/report.ts';
import { decode, orInstead } from './failure.ts';
import { type Octokit, OPTIONAL } from './octokit.ts';
import { PER_PAGE } from './pages.ts';

export interface BranchRef extends RepositoryRef {
  /** The name without `refs/heads/`. */
  readonly branch: string;
}

export interface RequiredWorkflow {
  /** Such as `.github/workflows/scan-gate.yml`. */
  readonly path: string;
  readonly repositoryId: number;
}

export interface BranchRequirements {
  readonly contexts: readonly string[];
  readonly workflows: readonly RequiredWorkflow[];
  /** False if GitHub did not give both answers completely, so that the branch may require more. */
  readonly isWhole: boolean;
}

export interface JobIdentity {
  /** The name as GitHub shows it, such as `gate (ubuntu)` or `caller / gate`; null if it is not known. */
  readonly name: string | null;
  /** `GITHUB_JOB`, the key in the workflow, which is also the name where the job has no other. */
  readonly key: string;
  /** The check run that the gate makes for itself; null if it makes none. */
  readonly checkName: string | null;
  /** `GITHUB_WORKFLOW_REF`, such as `acme/shop/.github/workflows/scan-gate.yml@refs/heads/main`; null: unknown. */
  readonly workflowRef: string | null;
  readonly repository: RepositoryRef;
  readonly repositoryId: number | null;
}

const Contexts = v.array(v.object({ context: v.string() }));
const RuleAnswer = v.object({ type: v.string(), parameters: v.nullish(v.unknown()) });
/** Two kinds of rules require a check. A rule of any other kind may have any parameters. */
const ChecksRule = v.object({ required_status_checks: Contexts });
const WorkflowsRule = v.object({ workflows: v.array(v.object({ path: v.string(), repository_id: v.number() })) });

const BranchAnswer = v.object({
  protected: v.boolean(),
  protection: v.nullish(
    v.object({
      enabled: v.nullish(v.boolean(), null),
      required_status_checks: v.nullish(
        v.object({ contexts: v.optional(v.array(v.string()), []), checks: v.optional(Contexts, []) }),
        null,
      ),
    }),
    null,
  ),
});

/** Asks for the rules and for the classic protection: two requests, side by side. */
export async function fetchBranchRequirements(octokit: Octokit, branch: BranchRef): Promise<BranchRequirements> {
  const [rules, classic] = await Promise.all([
    orInstead(null, () => fetchRules(octokit, branch)),
    orInstead(null, () => fetchClassic(octokit, branch)),
  ]);
  return {
    contexts: [...new Set([...(rules?.contexts ?? []), ...(classic ?? [])])],
    workflows: rules?.workflows ?? [],
    isWhole: rules?.isWhole === true && classic !== null,
  };
}

/** A branch requires a job by the name of its check run, whose ID is the job's. Null: GitHub does not say. */
export async function findJobName(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  jobId: number,
): Promise<string | null> {
  return await orInstead(null, async () => {
    const { data } = await octokit.rest.checks.get({ owner, repo, check_run_id: jobId, ...OPTIONAL });
    return decode(v.object({ name: v.string() }), data, 'Check run').name;
  });
}

/** Answers `unknown` unless GitHub told enough to be sure. */
export function decideIsRequired({ contexts, workflows, isWhole }: BranchRequirements, job: JobIdentity): IsRequired {
  const isOneOf = (name: string | null): boolean => name !== null && contexts.includes(name);
  if (isOneOf(job.name ?? job.key) || isOneOf(job.checkName)) return 'required';
  const ofWorkflow = workflows.length === 0 ? 'not-required' : decideIsWorkflowRequired(workflows, job);
  if (ofWorkflow === 'required') return 'required';
  // Without its name a job cannot be ruled out.
  const isNamed = job.name !== null || (contexts.length === 0 && workflows.length === 0);
  return isWhole && isNamed ? ofWorkflow : 'unknown';
}

/** GitHub gives the number of a required workflow's repository, and the runner gives the name. */
function decideIsWorkflowRequired(workflows: readonly RequiredWorkflow[], job: JobIdentity): IsRequired {
  const file = parseWorkflowRef(job.workflowRef ?? '');
  if (file === null) return 'unknown';
  const same = workflows.filter(({ path }) => path === file.path);
  if (same.length === 0) return 'not-required';
  if (job.repositoryId === null) return 'unknown';
  const isHere = isSameFullName(file.repository, toFullName(job.repository));
  const homes = new Set(same.map((each) => each.repositoryId));
  const isOfHere = homes.delete(job.repositoryId);
  if (isHere) return isOfHere ? 'required' : 'not-required';
  // With two other repositories that have such a file it may be either.
  return homes.size > 1 ? 'unknown' : homes.size === 1 ? 'required' : 'not-required';
}

function parseWorkflowRef(ref: string): { readonly repository: string; readonly path: string } | null {
  const [, repository, path] = /^([^/]+\/[^/]+)\/([^@]+)@/.exec(ref) ?? [];
  return repository === undefined || path === undefined ? null : { repository, path };
}

type Rules = Pick<BranchRequirements, 'contexts' | 'workflows' | 'isWhole'>;

async function fetchRules(octokit: Octokit, { owner, repo, branch }: BranchRef): Promise<Rules> {
  const { data } = await octokit.rest.repos.getBranchRules({ owner, repo, branch, per_page: PER_PAGE, ...OPTIONAL });
  const rules = decode(v.array(RuleAnswer), data, 'Rules of the branch');
  const parametersOf = <Schema extends v.GenericSchema>(
    type: string,
    schema: Schema,
  ): readonly v.InferOutput<Schema>[] =>
    rules.filter((rule) => rule.type === type).map(({ parameters }) => decode(schema, parameters, `Rule ${type}`));
  return {
    contexts: parametersOf('required_status_checks', ChecksRule).flatMap(({ required_status_checks: checks }) =>
      checks.map(({ context }) => context),
    ),
    workflows: parametersOf('workflows', WorkflowsRule).flatMap(({ workflows }) =>
      workflows.map(({ path, repository_id: repositoryId }) => ({ path, repositoryId })),
    ),
    isWhole: rules.length < PER_PAGE,
  };
}

/** Gives the contexts of the classic protection; null where there is one that GitHub does not show. */
async function fetchClassic(octokit: Octokit, { owner, repo, branch }: BranchRef): Promise<readonly string[] | null> {
  const { data } = await octokit.rest.repos.getBranch({ owner, repo, branch, ...OPTIONAL });
  const { protected: isProtected, protection } = decode(BranchAnswer, data, 'Branch');
  const checks = protection?.required_status_checks ?? null;
  if (checks !== null) return [...checks.contexts, ...checks.checks.map(({ context }) => context)];
  return isProtected && protection?.enabled !== false ? null : [];
}
