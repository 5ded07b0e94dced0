// The methods for rules: list, get, files, create.
import type { RepoId, RuleId } from '../judgement/identifiers.ts';
import { joinSignals } from '../net/abort.ts';
import { checkArguments, checked } from './arguments.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { RuleFilesOptions, WaitOptions } from './queries.ts';
import { type CallOptions, type ClientConfig, request } from './request.ts';
import type { Rule, RuleListItem } from './resources.ts';
import { decideFilePlan, type FilePlan, type System, toSystem } from './rule-files.ts';
import { type CreateRule, type RuleCreation, type RuleRequestMethods, ruleRequestMethods } from './rule-requests.ts';

/**
 * The methods for rules.
 * @throws {ServiceError} Where a request fails; if its signal is aborted, the signal’s reason instead.
 * @throws {ServiceClientError} For an argument that cannot be used.
 */
export interface RuleMethods {
  /** The finished rules of a repository, newest first, without their files. The service does not page them. */
  list(query: { readonly repoId: RepoId }, options?: CallOptions): Promise<readonly RuleListItem[]>;
  /** One rule with its files, whose names the service chose: see `files` before you write them. */
  get(id: RuleId, options?: CallOptions): Promise<Rule>;
  /**
   * The files of a rule under paths that lead nowhere but into the rule's own folder, `<rule id>/…`, below one that you
   * choose; and which files were refused, and why: absolute paths, `..`, `.git`, names that the system does not take.
   * What is in that folder already, such as a symbolic link, is not known here: use a folder that nobody else writes to.
   */
  files(id: RuleId, options?: RuleFilesOptions): Promise<FilePlan>;
  /** Starts a request for rules, at once. Never sent again when it may have arrived. */
  create(rule: CreateRule, options?: CallOptions): RuleCreation;
  readonly requests: RuleRequestMethods;
}

export function ruleMethods(config: ClientConfig): RuleMethods {
  const fetchRule: RuleMethods['get'] = async (id, options) =>
    await request(config, ENDPOINTS.getRule, { ...options, id });
  const requests = ruleRequestMethods(config, fetchRule);
  const createRule = checked(config, 'rules.create', async (rule: CreateRule, options?: CallOptions) => {
    // Field by field: the caller's object may contain more than the service should see.
    const { description, bugIds, commitShas } = rule.input ?? {};
    const body = { repo_id: rule.repoId, input: { description, bugIds, commitShas } };
    return (await request(config, ENDPOINTS.createRule, { ...options, body })).ruleCreationRequestId;
  });
  return {
    list: checked(config, 'rules.list', async ({ repoId }, options) => {
      const call = { ...options, query: { repo_id: repoId } };
      return (await request(config, ENDPOINTS.listRules, call)).rules;
    }),
    get: checked(config, 'rules.get', fetchRule),
    files: checked(config, 'rules.files', async (id, { system = ownSystem(), signal } = {}) => {
      const { ruleFiles: files } = await fetchRule(id, { signal });
      return decideFilePlan([{ id, files }], system);
    }),
    create: (rule, options) => {
      const created = createRule(rule, options);
      return Object.assign(created, {
        wait: async (wait: WaitOptions = {}) => {
          // Whoever waits hears of its failure from the wait, or has been told first of what is wrong with these options.
          created.catch(() => undefined);
          checkArguments(config, 'rules.create(…).wait', [wait]);
          const signal = joinSignals(options?.signal, wait.signal);
          return await requests.wait(await created, { ...wait, signal });
        },
      });
    },
    requests,
  };
}

/** Browsers and workers do not say on which system they run: then the names that every system takes. */
function ownSystem(): System {
  return typeof process === 'undefined' ? 'windows' : toSystem(process.platform);
}
