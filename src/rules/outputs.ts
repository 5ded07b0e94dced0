// Renders the outputs of the rules action, as in rules/action.yml. Each is always set.
import type { RuleListItem, RuleRequestStatus } from '../client/index.ts';

export const EMPTY_OUTPUTS = {
  'request-id': '',
  status: '',
  'rule-ids': '',
  rules: '[]',
  requests: '[]',
  files: '',
  changed: 'false',
};

export type RulesOutputs = Readonly<typeof EMPTY_OUTPUTS>;

export function toRuleOutputs(
  rules: readonly Pick<RuleListItem, 'id' | 'ruleName'>[],
): Pick<RulesOutputs, 'rule-ids' | 'rules'> {
  return {
    'rule-ids': rules.map(({ id }) => id).join(','),
    rules: JSON.stringify(rules.map(({ id, ruleName }) => ({ id, name: ruleName }))),
  };
}

/** The output leaves out the descriptions that people wrote. */
export function toRequestsOutput(requests: readonly RuleRequestStatus[]): string {
  return JSON.stringify(
    requests.map(({ id, status, createdAt, completedAt, results }) => ({
      id,
      status,
      createdAt,
      completedAt,
      rules: results.map((result) => result.id),
    })),
  );
}
