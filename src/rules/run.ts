// The rules action creates, pulls or lists rules, and writes their files.
import {
  type CreateRuleInput,
  errorCategory,
  isServiceError,
  type Rule,
  type RuleListItem,
  RuleRequestFailedError,
  RuleRequestUnfinishedError,
  type ServiceClient,
  type WaitOptions,
} from '../client/index.ts';
import type { RefusedFile, RuleText } from '../client/rule-files.ts';
import { toWhat, toWhatAndAdvice } from '../documents/causes.ts';
import type { ActionEvent } from '../github/event.ts';
import { findVisibility } from '../github/visibility.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { hasQuotation } from '../judgement/cause.ts';
import { toFaultForReaders } from '../judgement/disclosure.ts';
import { ExpectedError } from '../judgement/errors.ts';
import { formatDuration } from '../judgement/format.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { maskSecrets, type Runner, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { findRepository } from '../service/find-repository.ts';
import { unverifiedBy } from '../service/to-unverified.ts';
import { type RulesInputs, rulesInputs } from './inputs.ts';
import { EMPTY_OUTPUTS, toRequestsOutput, toRuleOutputs } from './outputs.ts';
import { writeRules } from './write-rules.ts';

/** Runs one operation. Rejects for wrong inputs, a missing key, an error of the service, a cancelled job or a defect. */
export async function runRules(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  writeOutputs(runner, EMPTY_OUTPUTS);
  const inputs = readInputs(rulesInputs(runner.system), (name) => runner.input(name));
  // Polling slows down to twice the interval.
  const waitsMs = PATIENCE_MS + inputs.maxPolls * inputs.pollIntervalMs * 2;
  await withSession(dependencies, { inputs, waitsMs }, async (session) => {
    const { service } = session;
    if (service === null) throw missingKeyError(session.event);
    try {
      await operate({ ...session, service });
    } catch (error) {
      throw await findExpected(error, session);
    }
  });
}

interface RulesSession extends Session<RulesInputs> {
  readonly service: ServiceClient;
}

/** Somebody's own fork has the workflow without wanting it, so no key is missing. */
function missingKeyError(event: ActionEvent): ExpectedError {
  if (event.isInFork) {
    return new ExpectedError(toWhatAndAdvice(noCredentialsFault('own-fork'), '\n'));
  }
  return new InputError([
    { input: 'api-key', given: 'empty', allowed: 'the secret that holds the key of the service' },
  ]);
}

/** The client's own errors say what to do, with the service's words where nobody else reads the log. Any other is a defect. */
async function findExpected(error: unknown, session: Session<RulesInputs>): Promise<unknown> {
  const { maxPolls, pollIntervalMs } = session.inputs;
  if (error instanceof RuleRequestUnfinishedError) {
    const given = `max-polls is ${maxPolls}, poll-interval ${formatDuration(pollIntervalMs)}`;
    const advice = `A rule can take the service up to an hour: to wait longer, raise max-polls or poll-interval (${given}).`;
    return new ExpectedError(`${error.message} ${advice}`, { cause: error });
  }
  if (isServiceError(error)) {
    const fault = await findShown(unverifiedBy(error), session);
    return new ExpectedError(toWhat(fault), { cause: error });
  }
  return error instanceof RuleRequestFailedError ? new ExpectedError(error.message, { cause: error }) : error;
}

/** Everybody who may read the repository reads the log. GitHub is asked who that is where the event does not say. */
async function findShown(fault: Unverified, { github, event }: Session<RulesInputs>): Promise<Unverified> {
  // Without the words of others there is nothing to keep back.
  const asked = hasQuotation(fault.cause) ? github : null;
  return toFaultForReaders(fault, { input: 'auto', visibility: await findVisibility(asked, event, 'auto') });
}

async function operate(run: RulesSession): Promise<void> {
  switch (run.inputs.operation) {
    case 'create':
      await createRules(run);
      return;
    case 'pull':
      await pullRules(run, await findRepositoryId(run));
      return;
    case 'list':
      await listRules(run, await findRepositoryId(run));
  }
}

async function findRepositoryId(session: RulesSession): Promise<RepoId> {
  const { service, inputs } = session;
  try {
    return await findRepository(service, inputs);
  } catch (error) {
    const fault = await findShown(unverifiedBy(error), session);
    throw new ExpectedError(toWhatAndAdvice(fault, '\n'), { cause: error });
  }
}

async function createRules(run: RulesSession): Promise<void> {
  await writeAndReport(run, await waitForRules(run), { complete: false });
}

/** Unless the request itself fails, it continues in the service whatever ends the wait. */
async function waitForRules(run: RulesSession): Promise<readonly Rule[]> {
  const { runner, service, inputs, signal } = run;
  let requestId = '';
  const options: WaitOptions = {
    pollIntervalMs: inputs.pollIntervalMs,
    maxPolls: inputs.maxPolls,
    // If anything fails later, the request can be resumed by this ID.
    onRequest: (id) => {
      requestId = id;
      runner.output('request-id', id);
      runner.info(`Request ${id} ${inputs.requestId === null ? 'was made' : 'is resumed'}.`);
    },
    onPoll: ({ status }, polls) => {
      runner.output('status', status);
      runner.info(`Attempt ${polls} of ${inputs.maxPolls}: ${status}.`);
    },
  };
  const asked = inputs.requestId ?? { repoId: await findRepositoryId(run), input: toRuleInput(inputs) };
  try {
    const { rules } =
      typeof asked === 'string'
        ? await service.rules.requests.wait(asked, options)
        : await service.rules.create(asked).wait(options);
    return rules;
  } catch (error) {
    const advice = toAdvice(error, { requestId, isCancelled: signal.aborted });
    if (advice !== null) runner.notice(advice);
    throw error;
  }
}

/** Says what to do about a request that may continue in the service. */
function toAdvice(
  error: unknown,
  { requestId, isCancelled }: { readonly requestId: string; readonly isCancelled: boolean },
): string | null {
  if (requestId === '') {
    const mayBeMade = isCancelled || (isServiceError(error) && errorCategory(error) === 'unavailable');
    return mayBeMade
      ? 'The service may have received the request: check with the operation list before you create it again.'
      : null;
  }
  return error instanceof RuleRequestFailedError ? null : `To resume: operation create with request-id ${requestId}.`;
}

/** An empty list would mean something else. */
function toRuleInput({ description, bugIds, commitShas }: RulesInputs): CreateRuleInput {
  return {
    description: description || undefined,
    bugIds: bugIds.length === 0 ? undefined : bugIds,
    commitShas: commitShas.length === 0 ? undefined : commitShas,
  };
}

async function pullRules(run: RulesSession, repoId: RepoId): Promise<void> {
  const { service } = run;
  const list = await service.rules.list({ repoId });
  const rules = await Promise.all(list.map(async ({ id }) => await service.rules.get(id)));
  await writeAndReport(run, rules, { complete: true });
}

async function listRules({ runner, service }: RulesSession, repoId: RepoId): Promise<void> {
  const [rules, requests] = await Promise.all([
    service.rules.list({ repoId }),
    service.rules.requests.list({ repoId }),
  ]);
  writeOutputs(runner, { ...toRuleOutputs(rules), requests: toRequestsOutput(requests) });
  logRules(runner, rules);
  runner.group(
    'Requests',
    requests.map(({ id, status }) => `${id}  ${status}`),
  );
}

function logRules(runner: Runner, rules: readonly RuleListItem[]): void {
  runner.group(
    'Rules',
    rules.map(({ id, ruleName }) => `${id}  ${ruleName}`),
  );
}

/** Throws after writing the other files if one could not be written, and if the job was cancelled in the meantime. */
async function writeAndReport(
  { runner, signal, inputs }: RulesSession,
  rules: readonly Rule[],
  { complete }: { readonly complete: boolean },
): Promise<void> {
  writeOutputs(runner, toRuleOutputs(rules));
  logRules(runner, rules);
  if (inputs.outputDir === null) return;
  const { outputDir, prune } = inputs;
  const { files, changed, refused, manifestFault } = await writeRules(
    runner,
    rules.map((rule) => toRuleText(runner, rule)),
    { outputDir, prune, complete },
  );
  writeOutputs(runner, { files: files.join('\n'), changed: String(changed) });
  runner.info(`Files of rules: ${files.length}; ${changed ? 'something' : 'nothing'} changed.`);
  signal.throwIfAborted();
  const faults = compact([...toRefusedLines(refused), manifestFault]);
  if (faults.length > 0) throw new ExpectedError(faults.join('\n'));
}

function toRefusedLines(refused: readonly RefusedFile[]): readonly string[] {
  if (refused.length === 0) return [];
  const lines = refused.map(({ rule, key, why }) => `- ${rule}, ${JSON.stringify(key)}: ${why}`);
  return ['Some files of rules were refused; the others were written.', ...lines];
}

/** The files may be committed and published, so any secret in them is removed. */
function toRuleText(runner: Runner, { id, ruleName, ruleFiles }: Rule): RuleText {
  const files = Object.entries(ruleFiles).map(([key, text]) => [runner.scrub(key), runner.scrub(text)] as const);
  return { id, name: runner.scrub(ruleName), files: Object.fromEntries(files) };
}
