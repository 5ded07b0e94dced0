// The methods for rules: list, get, files, create.
import type { RuleId } from '../judgement/identifiers.ts';
import { joinSignals } from '../net/abort.ts';
import { checkCall } from './arguments.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { CallOptions, CreateRule, OfRepository, RuleFilesOptions, WaitOptions } from './queries.ts';
import { type ClientConfig, type ServiceCall, toMethod } from './request.ts';
import type { Rule, RuleListItem } from './resources.ts';
import { decideFilePlan, type FilePlan, type System, toSystem } from './rule-files.ts';
import { type RuleCreation, type RuleRequestMethods, ruleRequestMethods } from './rule-requests.ts';

/** The methods for rules. */
export interface RuleMethods {
  /** The finished rules of a repository, newest first, without their files. The service does not page them. */
  list(query: OfRepository, options?: CallOptions): ServiceCall<readonly RuleListItem[]>;
  /** One rule with its files, whose names the service chose: see `files` before you write them. */
  get(id: RuleId, options?: CallOptions): ServiceCall<Rule>;
  /**
   * The files of a rule under paths that lead nowhere but into the rule's own folder, `<rule id>/…`, below one that you
   * choose; and which files were refused, and why: absolute paths, `..`, `.git`, names that the system does not take.
   * The client does not know what is in that folder already, such as a symbolic link: use one that nobody else writes to.
   */
  files(id: RuleId, options?: RuleFilesOptions): Promise<FilePlan>;
  /** Starts a request for rules, at once. Never sent again when it may have arrived. */
  create(rule: CreateRule, options?: CallOptions): RuleCreation;
  readonly requests: RuleRequestMethods;
}

export function ruleMethods(config: ClientConfig): RuleMethods {
  const fetchRule = toMethod(config, ENDPOINTS.getRule);
  const createRule = toMethod(config, ENDPOINTS.createRule);
  const requests = ruleRequestMethods(config);
  return {
    list: toMethod(config, ENDPOINTS.listRules),
    get: fetchRule,
    files: async (id, options = {}) => {
      checkCall(config, 'rules.files', [id, options]);
      const { system = ownSystem(), ...call } = options;
      const { ruleFiles: files } = await fetchRule(id, call);
      return decideFilePlan([{ id, files }], system);
    },
    create: (rule, options) => {
      const created = createRule(rule, options);
      return Object.assign(created, {
        wait: async (wait: WaitOptions = {}) => {
          // A caller who waits learns of its failure from the wait, or has been told first what is wrong with these options.
          created.catch(() => undefined);
          checkCall(config, 'rules.create(…).wait', [wait]);
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
