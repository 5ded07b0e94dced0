// The builders of review words: a bug of the service, an outcome, a reply's source.
import type { Bug } from '../../src/client/index.ts';
import type { BugId, CommitSha, RepoId } from '../../src/judgement/identifiers.ts';
import type { Command } from '../../src/review/command.ts';
import type { BugOutcome, BugResult, CommandOutcome } from '../../src/review/outcome.ts';
import type { ReviewRules } from '../../src/review/policy.ts';
import type { ReplySource } from '../../src/review/reply.ts';
import { aFinding } from '../gate/documents/fixtures.ts';
import { aClientBug } from '../harness/service-data.ts';

export const bugId = (text: string): BugId => `bug_${text}`;
const repoId = (text: string): RepoId => `repo_${text}`;

/** Of the repository whose reviews these are. */
export function aBug(parts: Partial<Bug> = {}): Bug {
  return aClientBug({ id: bugId('a'), repoId: repoId('ours'), ...parts });
}

/** The end of every refusal by four eyes. */
export const WAY_OUT = 'If nobody else can, set the input `four-eyes: off`';

/** Somebody who has nothing to do with the pull request. */
export const mayAll: ReviewRules = {
  repositoryId: repoId('ours'),
  fourEyes: 'off',
  permission: 'write',
  disclosure: 'full',
  isPullAuthor: false,
  account: { id: null, login: 'deniz-arslan' },
  noreplyHosts: ['github.com'],
};

export const reviewed = { kind: 'reviewed', state: 'dismissed', doubts: [] } as const satisfies BugOutcome;
export const rejected: BugOutcome = { kind: 'rejected', why: 'it is not a bug of this repository' };
export const failed: BugOutcome = { kind: 'failed', why: 'POST … answered 500.' };

type End = Omit<BugResult, 'id'>;

/** The outcome of a bug that was read. */
export function known(outcome: BugOutcome, parts: Parameters<typeof aFinding>[1] = {}): End {
  return { outcome, finding: aFinding('a', parts) };
}

export function shown(parts: Parameters<typeof aFinding>[1] = {}): End {
  return known({ kind: 'shown', state: 'pending' }, parts);
}

/** A command whose bugs, a, b and so on, ended like this. */
export function ended(
  verb: 'dismiss' | 'show' | 'dismiss until 2027-01-31',
  ...ends: readonly (BugOutcome | End)[]
): CommandOutcome {
  const ids = ends.map((_, index) => bugId(String.fromCodePoint(97 + index)));
  const until = verb === 'dismiss' ? null : '2027-01-31';
  const command: Command =
    verb === 'show' ? { verb, bugs: ids } : { verb: 'dismiss', bugs: ids, reason: 'other', until, note: '' };
  return {
    command,
    bugs: ends.map((end, index) => ({ id: ids[index] ?? bugId('?'), ...('outcome' in end ? end : { outcome: end }) })),
  };
}

export function unclear(line: string, problem = 'This command is unknown.'): CommandOutcome {
  return { command: { verb: 'unclear', written: null, bugs: [], line, fault: problem }, bugs: [] };
}

export const help: CommandOutcome = { command: { verb: 'help' }, bugs: [] };
export const recheck: CommandOutcome = { command: { verb: 'recheck' }, bugs: [] };

export function aSource(parts: Partial<ReplySource> = {}): ReplySource {
  return {
    author: 'deniz-arslan',
    outcomes: [ended('dismiss', reviewed)],
    unread: [],
    rerun: [],
    disclosure: 'full',
    frame: {
      repository: {
        owner: 'acme',
        repo: 'storefront',
        serverUrl: 'https://github.com',
        runId: 0,
        visibility: 'private',
      },
      sha: '4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f' as CommitSha,
      pullRequest: 482,
      bugUrl: null,
      foundSince: null,
    },
    prefix: '/scan-gate',
    ...parts,
  };
}
