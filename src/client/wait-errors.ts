// The errors of waiting: what is waited for failed, or was not finished at the last poll.
import type { RuleRequestId } from '../judgement/identifiers.ts';
import { toShortLine } from '../net/network-cause.ts';
import { ServiceClientError } from './client-error.ts';
import type { Scan } from './resources.ts';

/** The service could not make rules from the request. Sending the same input again starts a new request. */
export class RuleRequestFailedError extends ServiceClientError {
  declare readonly name: 'RuleRequestFailedError';
  readonly requestId: RuleRequestId;

  constructor(requestId: RuleRequestId) {
    const summary = `The rule request ${requestId} failed in the service.`;
    const advice = 'Change the description or the examples, and create a new one.';
    super({ summary, advice }, { name: 'RuleRequestFailedError' });
    this.requestId = requestId;
  }
}

/** The request was not finished at the last poll. It continues in the service and can be resumed. */
export class RuleRequestUnfinishedError extends ServiceClientError {
  declare readonly name: 'RuleRequestUnfinishedError';
  readonly requestId: RuleRequestId;
  /** How often it was polled. */
  readonly polls: number;

  constructor(requestId: RuleRequestId, polls: number) {
    const summary = `The rule request ${requestId} is not finished after ${polls} polls.`;
    const advice = 'It continues in the service. Resume it with this request ID.';
    super({ summary, advice }, { name: 'RuleRequestUnfinishedError' });
    this.requestId = requestId;
    this.polls = polls;
  }
}

/** The scan that was waited for failed. */
export class ScanFailedError extends ServiceClientError {
  declare readonly name: 'ScanFailedError';
  readonly scan: Scan;

  constructor(scan: Scan) {
    const summary = `The scan ${scan.workflowRequestId ?? 'without an ID'} failed in the service.`;
    super({ summary: toShortLine(summary, 300), advice: 'Start a new scan.' }, { name: 'ScanFailedError' });
    this.scan = scan;
  }
}

/** The scan that was waited for was not complete at the last poll. */
export class ScanUnfinishedError extends ServiceClientError {
  declare readonly name: 'ScanUnfinishedError';
  /** It is null if the commit had no scan yet. */
  readonly scan: Scan | null;
  /** How often it was looked for. */
  readonly polls: number;

  constructor(sha: string, { scan, polls }: { readonly scan: Scan | null; readonly polls: number }) {
    const what = scan === null ? 'has no scan' : 'has no complete scan';
    const summary = toShortLine(`The commit ${sha} ${what} after ${polls} polls.`, 300);
    super({ summary, advice: 'Start a scan if none is running, then wait again.' }, { name: 'ScanUnfinishedError' });
    this.scan = scan;
    this.polls = polls;
  }
}
