// A check of the doctor, and the functions that make one.
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

/** Its texts are plain, and may quote the service and GitHub: they are untrusted until a document escapes them. */
export interface Check {
  readonly id: CheckId;
  readonly status: CheckStatus;
  readonly what: string;
  readonly advice: readonly string[];
  /** It is to be added to the workflow; null: nothing is. */
  readonly line: string | null;
}

const MAX_NAMED = 20;

/** Names at most twenty, such as `a, b, 3 more`. */
export function toList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')}, ${formatCount(more)} more` : names.join(', ');
}

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

export const UNCHECKED = warn('Not checked, because something that it depends on could not be read.');
