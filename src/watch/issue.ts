// Finds the issue of a watch, writes it, and never leaves two open.
import * as v from 'valibot';
import type { Identity } from '../github/account.ts';
import { findAuthorFault } from '../github/comment-plan.ts';
import { createOnce } from '../github/create-once.ts';
import { decode, hasStatus, isGitHubFailure, orInstead, readFailure } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchList } from '../github/pages.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { uniqueBy } from '../judgement/lists.ts';
import { renderDuplicate } from './documents/issue.ts';
import type { IssueMarker } from './documents/marker.ts';
import { isOvertaken, type ListedIssue, selectOwnIssues, toIssueTitle } from './issue-plan.ts';

const Issue = v.object({
  number: v.number(),
  title: v.nullish(v.string(), ''),
  body: v.nullish(v.string(), ''),
  state: v.string(),
  html_url: v.nullish(v.string(), null),
  user: v.nullish(v.object({ login: v.nullish(v.string(), null), type: v.nullish(v.string(), null) })),
  pull_request: v.nullish(v.unknown()),
});

/** Fetches the issues that an account has opened, open and closed, without pull requests. */
export async function fetchIssues(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  { login }: Identity,
): Promise<readonly ListedIssue[]> {
  const issues = await fetchList({
    item: Issue,
    what: 'Issues',
    fetchPage: (paging) =>
      octokit.rest.issues.listForRepo({
        owner,
        repo,
        state: 'all',
        creator: login,
        // New issues come at the end, so no page shifts while the list is read.
        sort: 'created',
        direction: 'asc',
        ...paging,
      }),
  });
  return issues.filter((issue) => (issue.pull_request ?? null) === null).map(toListed);
}

/** GitHub answers 410 where issues are switched off. */
export const isWithoutIssues = hasStatus(410);

export interface IssueDraft {
  readonly title: string;
  readonly labels: readonly string[];
  readonly marker: IssueMarker;
  readonly body: string;
  readonly state: ListedIssue['state'];
}

export interface IssuePublication {
  readonly repository: RepositoryRef;
  readonly identity: Identity;
  readonly draft: IssueDraft;
  readonly beforeCreation: () => Promise<void>;
  /** We call it with what was refused although the issue is there; `doing` completes "Could not …". */
  readonly onFault: (error: unknown, doing: string) => void;
}

export interface IssueAddress {
  readonly number: number;
  readonly url: string | null;
}

/** Looks again, since another run may have written; writes the oldest of ours, or a new one, and closes the others. */
export async function upsertIssue(octokit: Octokit, publication: IssuePublication): Promise<IssueAddress> {
  const own = await fetchOwn(octokit, publication);
  if (own.length === 0) return await createIssue(octokit, publication);
  return await writeOldest(octokit, publication, own);
}

/** Looks once more, since another run may have done the same. @throws {Unverified} If GitHub shows it as another account's. */
async function createIssue(octokit: Octokit, publication: IssuePublication): Promise<IssueAddress> {
  const created = await createOnce<ListedIssue>({
    create: () => createLabelled(octokit, publication),
    find: async () => (await fetchOwn(octokit, publication))[0] ?? null,
  });
  const fault = findAuthorFault('the issue', created, publication.identity);
  if (fault !== null) {
    // No run would find it, and every night would leave one more.
    const draft = { number: created.number, body: renderDuplicate(null), ...NOT_PLANNED };
    await orInstead(null, () => updateIssue(octokit, publication.repository, draft));
    throw fault;
  }
  // The issue was created, even if it cannot be read now.
  const found = await orInstead([], () => fetchOwn(octokit, publication));
  return await writeOldest(octokit, publication, [...found, created]);
}

async function fetchOwn(
  octokit: Octokit,
  { repository, identity, draft: { title } }: IssuePublication,
): Promise<readonly ListedIssue[]> {
  return selectOwnIssues(await fetchIssues(octokit, repository, identity), { identity, title });
}

/** The oldest of ours gets the draft, unless it has it already or a later run wrote it. */
async function writeOldest(
  octokit: Octokit,
  publication: IssuePublication,
  found: readonly ListedIssue[],
): Promise<IssueAddress> {
  const own = uniqueBy(found, ({ number }) => number).toSorted((a, b) => a.number - b.number);
  const { draft, repository } = publication;
  const { marker, body, state } = draft;
  const [oldest, ...others] = own;
  if (oldest === undefined) throw new Error('no issue was created');
  const { number, url } = oldest;
  const isLeft = isOvertaken(own, marker);
  const isWritten = oldest.body === body && oldest.state === state;
  if (!isLeft && !isWritten) await updateIssue(octokit, repository, { number, body, state });
  // The run that wrote a newer one is about to write that into the oldest.
  const older = others.filter((issue) => !isOvertaken([issue], marker));
  await closeDuplicates(octokit, publication, [oldest, ...older]);
  return { number, url };
}

/** GitHub refuses the whole issue for one label that it does not take. Then we add the labels one by one. */
async function createLabelled(octokit: Octokit, publication: IssuePublication): Promise<ListedIssue> {
  const { draft, onFault } = publication;
  const { owner, repo } = publication.repository;
  try {
    return await create(octokit, publication, draft.labels);
  } catch (error) {
    if (readFailure(error).status !== 422 || draft.labels.length === 0) throw error;
  }
  const issue = await create(octokit, publication, []);
  const labels: string[] = [];
  for (const label of draft.labels) {
    try {
      await octokit.rest.issues.update({ owner, repo, issue_number: issue.number, labels: [...labels, label] });
      labels.push(label);
    } catch (error) {
      if (!isGitHubFailure(error)) throw error;
      onFault(error, `label the issue "${label}"`);
    }
  }
  return issue;
}

async function create(
  octokit: Octokit,
  { repository: { owner, repo }, draft, beforeCreation }: IssuePublication,
  labels: readonly string[],
): Promise<ListedIssue> {
  await beforeCreation();
  const { data } = await octokit.rest.issues.create({
    owner,
    repo,
    title: toIssueTitle(draft.title),
    body: draft.body,
    labels: [...labels],
  });
  return { ...toListed(decode(Issue, data, 'Created issue')), body: draft.body };
}

interface IssueUpdate {
  readonly number: number;
  readonly body: string;
  readonly state: ListedIssue['state'];
  readonly reason?: 'not_planned';
}

const NOT_PLANNED = { state: 'closed', reason: 'not_planned' } as const;

async function updateIssue(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  { number, body, state, reason }: IssueUpdate,
): Promise<void> {
  await octokit.rest.issues.update({
    owner,
    repo,
    issue_number: number,
    body,
    state,
    ...(state === 'closed' ? { state_reason: reason ?? 'completed' } : {}),
  });
}

/** The first is kept. The others lose their marker, so no run finds them again. */
async function closeDuplicates(
  octokit: Octokit,
  { repository, onFault }: IssuePublication,
  [kept, ...others]: readonly ListedIssue[],
): Promise<void> {
  for (const { number } of others) {
    try {
      const body = renderDuplicate(kept?.url ?? null);
      await updateIssue(octokit, repository, { number, body, ...NOT_PLANNED });
    } catch (error) {
      if (!isGitHubFailure(error)) throw error;
      onFault(error, 'close a duplicate of the issue');
    }
  }
}

function toListed(issue: v.InferOutput<typeof Issue>): ListedIssue {
  const { number, title, body, state, user, html_url: url } = issue;
  return {
    number,
    title,
    body,
    state: state === 'closed' ? 'closed' : 'open',
    author: user?.login ?? null,
    authorType: user?.type ?? null,
    url,
  };
}
