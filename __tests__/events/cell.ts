// What a run leaves behind, in the words of the table.
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { queueSha } from '../harness/events.ts';
import type { Sandbox } from '../harness/sandbox.ts';

const { baseSha, headSha } = storefront;

/** `verdict`, `reason`, exit status, comment and check run: the right-hand side of a row. */
export function toCells(result: RunnerResult, sandbox: Sandbox): readonly string[] {
  const { verdict = '', reason = '' } = result.outputs;
  return [verdict, reason, String(result.exitCode), toComment(sandbox), toCheckRun(sandbox)];
}

/** `created`, `refused` when GitHub would not have it, else `-`. */
function toComment(sandbox: Sandbox): string {
  const count = sandbox.ownComments().length;
  if (count > 0) return count === 1 ? 'created' : `${count} comments`;
  return isRefused(sandbox, /\/issues\/\d+\/comments/u) ? 'refused' : '-';
}

/** `failure on head`, `refused` when GitHub would not have it, else `-`. */
function toCheckRun(sandbox: Sandbox): string {
  const runs = sandbox.github.state.checkRuns;
  if (runs.length === 0) return isRefused(sandbox, /\/check-runs$/u) ? 'refused' : '-';
  return runs.map((run) => `${run.conclusion ?? ''} on ${toName(run.headSha)}`).join(', ');
}

function isRefused({ github }: Sandbox, address: RegExp): boolean {
  return github.requests.some(({ url, status = 0 }) => address.test(url.replace(/\?.*$/u, '')) && status >= 400);
}

function toName(sha: string): string {
  if (sha === headSha) return 'head';
  if (sha === queueSha) return 'group';
  return sha === baseSha ? 'main' : sha;
}
