// The operations on what branches require.
import type { SandboxResponse } from '../../http.ts';
import { addressBelow, type Call, type Handler, param, repositoryPage, repositoryUrl } from '../call.ts';
import type { RequirementData, RuleData } from '../data.ts';
import { paginate } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { commitShape } from '../shapes/commit.ts';
import { numericId } from '../shapes/digest.ts';

/** Operations of this resource by GitHub's name. */
export const branchHandlers: Readonly<Record<string, Handler>> = {
  'repos/get-branch': getBranch,
  'repos/get-branch-rules': listRules,
};

// GitHub knows rules for branches that are not there yet, too.
function listRules(call: Call): SandboxResponse {
  const { rules = [] } = call.state.requirements[param(call, 'branch')] ?? {};
  const { items, headers } = paginate(call, rules);
  return { status: 200, headers, body: items.map((rule) => ruleShape(call, rule)) };
}

function ruleShape({ state }: Call, rule: RuleData): Record<string, unknown> {
  const source = { ruleset_source_type: 'Repository', ruleset_source: `${state.owner}/${state.name}`, ruleset_id: 42 };
  return { type: rule.type, ...source, ...parametersOf(rule) };
}

function parametersOf(rule: RuleData): Record<string, unknown> {
  switch (rule.type) {
    case 'required_status_checks':
      return {
        parameters: {
          required_status_checks: rule.contexts.map((context) => ({ context })),
          strict_required_status_checks_policy: false,
        },
      };
    case 'workflows':
      return {
        parameters: {
          workflows: rule.workflows.map(({ path, repositoryId: repository_id }) => ({ path, repository_id })),
        },
      };
    case 'pull_request':
      return {
        parameters: {
          dismiss_stale_reviews_on_push: false,
          require_code_owner_review: false,
          require_last_push_approval: false,
          required_approving_review_count: 1,
          required_review_thread_resolution: false,
        },
      };
    default:
      return {};
  }
}

function getBranch(call: Call): SandboxResponse {
  const name = param(call, 'branch');
  const sha = call.state.branches[name] ?? call.state.pulls.find(({ base }) => base.ref === name)?.base.sha;
  const commit = call.state.commits.find((candidate) => candidate.sha === sha) ?? call.state.commits[0];
  if (sha === undefined || commit === undefined) throw notFound();
  const url = addressBelow(`${repositoryUrl(call)}/branches`, name);
  const { classic } = call.state.requirements[name] ?? {};
  return {
    status: 200,
    body: {
      name,
      commit: commitShape(call, commit),
      _links: { self: url, html: addressBelow(`${repositoryPage(call)}/tree`, name) },
      protected: classic !== undefined,
      protection: protectionShape(classic),
      protection_url: `${url}/protection`,
    },
  };
}

function protectionShape(classic: RequirementData['classic']): Record<string, unknown> {
  if (classic?.isShown === false) return { enabled: true };
  const contexts = classic?.contexts ?? [];
  return {
    enabled: classic !== undefined,
    required_status_checks: {
      enforcement_level: contexts.length === 0 ? 'off' : 'non_admins',
      contexts,
      checks: contexts.map((context) => ({ context, app_id: numericId(`app of ${context}`) })),
    },
  };
}
