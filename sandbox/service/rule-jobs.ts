// Decides what becomes of a request for rules: which ones fail, and the rules of the others.
import type { RuleData, RuleRequestData } from './data.ts';

/** These words in a description make the job fail; no document says what does. */
const failingWords = '[fail]';

/** A job fails if its description says so, or if one of its example bugs does not exist. */
export function isFailing(input: RuleRequestData['input'], isKnownBug: (id: string) => boolean): boolean {
  if (input.description?.includes(failingWords)) return true;
  return (input.bugIds ?? []).some((id) => !isKnownBug(id));
}

/** The rules of a request: one for what was asked, two proposals when nothing was. */
export function makeRules(request: RuleRequestData, createdAt: number): RuleData[] {
  return ruleNames(request.input).map((ruleName, index) => ({
    id: `rule_${request.id.replace(/^rcr_/, '')}_${index + 1}`,
    ruleName,
    ruleFiles: ruleFiles(ruleName, request.input),
    createdAt,
    repoId: request.repoId,
  }));
}

function ruleNames(input: RuleRequestData['input']): string[] {
  const described = slug(input.description ?? '');
  if (described !== '') return [described];
  if (input.bugIds?.length) return ['like-the-given-bugs'];
  if (input.commitShas?.length) return ['like-the-given-commits'];
  return ['proposed-from-history-1', 'proposed-from-history-2'];
}

function ruleFiles(ruleName: string, input: RuleRequestData['input']): Record<string, string> {
  const lines = [
    `rule: ${ruleName}`,
    `description: ${input.description ?? '(proposed from the history of the repository)'}`,
    ...(input.bugIds ?? []).map((id) => `example bug: ${id}`),
    ...(input.commitShas ?? []).map((sha) => `example commit: ${sha}`),
  ];
  return {
    [`${ruleName}/rule.txt`]: `${lines.join('\n')}\n`,
    [`${ruleName}/notes.txt`]: 'Made by the sandbox. The language of real rule files is not documented.\n',
  };
}

function slug(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 6).join('-').slice(0, 60);
}
