// Reads the inputs of the watch action, as in watch/action.yml.
import type { ServiceClient } from '../client/index.ts';
import type { Identity } from '../github/account.ts';
import type { ActionEvent } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import { connectionInputs, serviceName } from '../inputs/connection.ts';
import {
  count,
  linkTemplate,
  list,
  oneOf,
  optionalDuration,
  optionalText,
  parsed,
  splitList,
  text,
} from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';
import type { Session } from '../runner/session.ts';
import { sweepInputs } from '../sweep/inputs.ts';

/** Empty: new bugs are in the job summary and the outputs alone. */
export type Notify = readonly ('pull-request' | 'issue')[];

export const watchInputs = {
  ...connectionInputs,
  ...sweepInputs,
  bugUrl: linkTemplate('bug-url'),
  serviceName,
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  /** Empty: any. */
  scanTypes: list('scan-types'),
  maxScanAgeMs: optionalDuration('max-scan-age'),
  /** Null: the repository's default branch. */
  branch: optionalText('branch'),
  notify: parsed<Notify>('notify', 'pull-request, issue', {
    parse: parseNotify,
    allowed:
      '"pull-request, issue", "issue" or "none" (the issue is what a later run knows this one by, so pull-request needs it)',
  }),
  announce: oneOf('announce', ['all', 'security'], 'all'),
  maxNotified: count('max-notified', '20'),
  maxListed: count('max-listed', '50'),
  issueTitle: text('issue-title', 'Scan Gate: open bugs'),
  issueLabels: parsed<readonly string[]>('issue-labels', '', {
    parse: parseLabels,
    allowed: 'a comma list of labels of at most 50 characters each, as GitHub takes them',
  }),
};

export type WatchInputs = InferInputs<typeof watchInputs>;

/** Any repository is looked at with these. */
export interface WatchSession extends Pick<
  Session<WatchInputs>,
  'runner' | 'signal' | 'clock' | 'serviceClock' | 'inputs'
> {
  readonly event: Pick<ActionEvent, 'serverUrl' | 'runId' | 'runAttempt'>;
  readonly service: ServiceClient;
  readonly github: Octokit;
  /** The issue and the comments are ours if this account wrote them. */
  readonly identity: Identity;
  readonly beforeCreation: () => Promise<void>;
}

const MAX_LABEL_CHARACTERS = 50;

function parseLabels(text: string): readonly string[] | null {
  const labels = splitList(text);
  return labels.every((label) => label.length <= MAX_LABEL_CHARACTERS) ? labels : null;
}

function parseNotify(text: string): Notify | null {
  const words = new Set(splitList(text));
  if (words.size === 1 && words.has('none')) return [];
  const known = (['pull-request', 'issue'] as const).filter((word) => words.has(word));
  return known.length === words.size && known.includes('issue') ? known : null;
}
