// A check of the doctor: what it is, and how one is made.
import { formatCount } from '../judgement/format.ts';

export type CheckId =
  | 'api-key'
  | 'repository'
  | 'scans'
  | 'scan-lists'
  | 'lists-again'
  | 'bugs'
  | 'pull-requests'
  | 'contents'
  | 'forks'
  | 'required'
  | 'public';

export type CheckStatus = 'ok' | 'warning' | 'blocked';

/** Plain text that may quote the service and GitHub: untrusted until a document escapes it. */
export interface Check {
  readonly id: CheckId;
  readonly status: CheckStatus;
  /** What was found, a sentence or more. */
  readonly what: string;
  /** What to do; one sentence each. */
  readonly advice: readonly string[];
  /** The line to add to the workflow; null: there is none. */
  readonly line: string | null;
}

const MAX_NAMED = 20;

/** Names at most twenty, such as `a, b, 3 more`. */
export function toList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')}, ${formatCount(more)} more` : names.join(', ');
}

/** A check that has no name yet. */
export type Result = Omit<Check, 'id'>;

interface Remedy {
  readonly advice?: readonly string[];
  readonly line?: string | undefined;
}

export const ok = (what: string, remedy: Remedy = {}): Result => toResult('ok', what, remedy);
export const warn = (what: string, remedy: Remedy = {}): Result => toResult('warning', what, remedy);
export const block = (what: string, remedy: Remedy = {}): Result => toResult('blocked', what, remedy);

function toResult(status: CheckStatus, what: string, { advice = [], line }: Remedy): Result {
  return { status, what, advice, line: line ?? null };
}

/** What is not checked is no news, good or bad. */
export function toUnchecked(why: string): Result {
  return warn(`Not checked, because ${why}.`);
}
