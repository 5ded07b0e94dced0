// Parses GitHub's payload of the event that started the workflow.
import * as v from 'valibot';
import type { RepositoryAddress } from '../judgement/address.ts';
import type { KeylessOrigin } from '../judgement/cause.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import { type CommitSha, type EpochMs, isCommitSha, isEpochMs, type RepositoryRef } from '../judgement/identifiers.ts';
import type { PullEnding } from '../judgement/report.ts';
import { toEnding } from './pull-request.ts';

export type EventData =
  | {
      readonly kind: 'pull-request';
      readonly number: number;
      readonly headSha: CommitSha;
      /** The head before the push; null for any other event. */
      readonly before: CommitSha | null;
      readonly isFork: boolean;
      /** How it was closed; null if it was open, or the payload does not say. */
      readonly ending: PullEnding | null;
      /** The branch whose rules it is held to: the base, or that of its stack. Null if the payload lacks it. */
      readonly baseBranch: string | null;
    }
  /** `headRef` names the pull request. It is empty if the payload lacks it. */
  | { readonly kind: 'merge-group'; readonly headSha: CommitSha; readonly headRef: string }
  | {
      readonly kind: 'push';
      /** The pushed commit, or that of an annotated tag; all zeros where nothing is left. */
      readonly after: CommitSha | null;
      /** Such as `refs/heads/main`; null if the payload lacks it. */
      readonly ref: string | null;
      readonly deleted: boolean;
    }
  | {
      readonly kind: 'workflow-run';
      readonly headSha: CommitSha;
      readonly headBranch: string | null;
      readonly headRepository: RepositoryRef | null;
    }
  | {
      readonly kind: 'pull-request-comment';
      readonly number: number;
      readonly comment: WrittenComment | null;
    }
  /** Any other event, or a payload without what its event should have. */
  | { readonly kind: 'other' };

/** The comment may have changed since the event. */
export interface WrittenComment {
  readonly id: number;
  /** `created`, `edited` or `deleted`. */
  readonly action: string;
  readonly body: string;
  /** The time of its creation or last edit; null if the payload does not say. */
  readonly updatedAt: string | null;
  readonly author: Account;
  /** The account that caused the event. Somebody else may edit the comment of its author. */
  readonly sender: Account;
  /** True if an app wrote it under the author's login. */
  readonly isByApp: boolean;
}

export interface Account {
  readonly id: number | null;
  readonly login: string;
  /** `User`, `Bot` or `Organization`. */
  readonly type: string;
}

export interface ActionEvent {
  readonly name: string;
  readonly data: EventData;
  /** `GITHUB_SHA`. On a pull request this is GitHub's temporary merge commit, which is never judged. */
  readonly workflowSha: CommitSha | null;
  readonly repository: RepositoryRef;
  readonly repositoryId: number | null;
  /** True if the workflow runs in a fork; false if the payload does not say. */
  readonly isInFork: boolean;
  /** When the pull request last changed before the event; null if the payload does not say. */
  readonly updatedAt: EpochMs | null;
  /** True if Dependabot caused the event. Its run gets only the secrets of Dependabot, even if somebody else runs it again. */
  readonly isByDependabot: boolean;
  readonly visibility: Visibility;
  readonly serverUrl: string;
  readonly workflow: string;
  /** `GITHUB_WORKFLOW_REF`, with repository, path and ref of the workflow file; null if it is not known. */
  readonly workflowRef: string | null;
  readonly job: string;
  /** 0 if unknown. */
  readonly runId: number;
  /** How many runs the workflow has had, with this one; 0 if unknown. */
  readonly runNumber: number;
  readonly runAttempt: number;
  readonly triggeringActor: string | null;
}

export function toAddress({ repository, serverUrl, runId }: ActionEvent): RepositoryAddress {
  return { ...repository, serverUrl, runId };
}

/** A workflow for these events gets a token that can only read if a fork caused the event. */
const READ_ONLY = /^pull_request(?:_review(?:_comment)?)?$/;

/** Whether the token can only read, whatever the workflow gives it. */
export function isReadOnly({ name, data }: Pick<ActionEvent, 'name' | 'data'>): boolean {
  return READ_ONLY.test(name) && (data.kind !== 'pull-request' || data.isFork);
}

/** Never throws: an unexpected payload is `other`. */
export function parseEvent(name: string, payload: unknown): EventData {
  const schema = SCHEMAS.get(name);
  const result = schema && v.safeParse(schema, payload);
  return result?.success ? result.output : OTHER;
}

const WholeNumber = v.pipe(v.number(), v.safeInteger());

const HomePayload = v.object({
  repository: v.fallback(v.object({ id: orNull(WholeNumber), fork: v.fallback(v.boolean(), false) }), {
    id: null,
    fork: false,
  }),
  sender: v.fallback(v.object({ login: v.string() }), { login: '' }),
  pull_request: v.fallback(v.object({ updated_at: v.string() }), { updated_at: '' }),
});

/** Reads the repository that the workflow runs in, and who caused the event. Never throws. */
export function parseHome(
  payload: unknown,
): Pick<ActionEvent, 'repositoryId' | 'isInFork' | 'isByDependabot' | 'updatedAt'> {
  const home = v.parse(HomePayload, typeof payload === 'object' && payload !== null ? payload : {});
  const { repository, sender, pull_request: pull } = home;
  const updatedAt = Date.parse(pull.updated_at);
  return {
    updatedAt: isEpochMs(updatedAt) ? updatedAt : null,
    repositoryId: repository.id,
    isInFork: repository.fork,
    isByDependabot: sender.login === 'dependabot[bot]',
  };
}

/** Runs of these events get Dependabot's secrets alone if Dependabot caused them. */
const WITHOUT_SECRETS = /^(?:pull_request(?:_review(?:_comment)?)?|push|create|deployment(?:_status)?)$/;

/** Says why a run of this event may have no key. `isOfPull` is true for a run for a pull request. */
export function findKeylessOrigin(
  { name, data, isInFork, isByDependabot: isDependabots }: ActionEvent,
  isOfPull: boolean,
): KeylessOrigin {
  const isOfFork = data.kind === 'pull-request' && data.isFork;
  if (READ_ONLY.test(name) && isOfFork) return 'fork';
  // On a pull request that it stacked on one of its own branches, `pull_request_target` gets no secrets either.
  const isStacked = data.kind === 'pull-request' && data.baseBranch?.startsWith('dependabot/') === true;
  if (isDependabots && (WITHOUT_SECRETS.test(name) || isStacked)) return 'dependabot';
  const isAlone = data.kind === 'push' || data.kind === 'other' || data.kind === 'workflow-run';
  return isInFork && isAlone && !isOfPull ? 'own-fork' : 'secret';
}

/** A run's id or attempt. A marker needs a number, so what is none gives `fallback`. */
export function parseRunNumber(value: number, fallback: number): number {
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

export function parseText(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

const OTHER = { kind: 'other' } as const satisfies EventData;

const Sha = v.pipe(v.string(), v.toLowerCase(), v.guard(isCommitSha));

const Repository = v.object({ id: WholeNumber });

const PullRequestPayload = v.pipe(
  v.object({
    number: orNull(WholeNumber),
    before: orNull(Sha),
    pull_request: v.object({
      number: orNull(WholeNumber),
      state: orNull(v.string()),
      merged: orNull(v.boolean()),
      merged_at: orNull(v.string()),
      head: v.object({ sha: Sha, repo: v.optional(v.unknown()) }),
      base: orNull(v.object({ ref: orNull(v.string()), repo: orNull(Repository) })),
      stack: orNull(v.object({ base: v.object({ ref: v.string() }) })),
    }),
  }),
  v.transform(({ number: besides, before, pull_request: pull }): EventData => {
    const { state, merged, merged_at: mergedAt, head, base, stack } = pull;
    const number = pull.number ?? besides;
    if (number === null) return OTHER;
    const home = base?.repo ?? null;
    // A deleted head repository was a fork.
    const headRepository = v.safeParse(v.nullable(Repository), head.repo);
    const isFork = home !== null && headRepository.success && headRepository.output?.id !== home.id;
    // The payloads of reviews have the date alone.
    const ending = toEnding({ state, isMerged: merged ?? mergedAt !== null });
    const baseBranch = stack?.base.ref ?? base?.ref ?? null;
    return { kind: 'pull-request', number, headSha: head.sha, before, isFork, ending, baseBranch };
  }),
);

const MergeGroupPayload = v.pipe(
  v.object({ merge_group: v.object({ head_sha: Sha, head_ref: v.fallback(v.string(), '') }) }),
  v.transform(({ merge_group: { head_sha: headSha, head_ref: headRef } }): EventData => {
    return { kind: 'merge-group', headSha, headRef };
  }),
);

const PushPayload = v.pipe(
  v.fallback(
    v.object({
      after: orNull(Sha),
      ref: orNull(v.string()),
      deleted: v.fallback(v.boolean(), false),
      head_commit: orNull(v.object({ id: Sha })),
    }),
    { after: null, ref: null, deleted: false, head_commit: null },
  ),
  v.transform(({ after, ref, deleted, head_commit: head }): EventData => {
    // All zeros mean that the branch was deleted, whatever else the payload says.
    const isNothing = after !== null && /^0+$/.test(after);
    // An annotated tag is an object of its own, which no scan and no check run can be on.
    const isTag = ref?.startsWith('refs/tags/') === true && !isNothing;
    const sha = isTag && head !== null ? head.id : after;
    return { kind: 'push', after: sha, ref, deleted: isNothing || deleted };
  }),
);

const FullName = v.pipe(
  v.string(),
  v.regex(/^[^/]+\/[^/]+$/),
  v.transform((fullName): RepositoryRef => {
    const [owner = '', repo = ''] = fullName.split('/');
    return { owner, repo };
  }),
);

const WorkflowRunPayload = v.pipe(
  v.object({
    workflow_run: v.object({
      head_sha: Sha,
      head_branch: orNull(v.string()),
      head_repository: orNull(v.object({ full_name: FullName })),
    }),
  }),
  v.transform(({ workflow_run: run }): EventData => {
    return {
      kind: 'workflow-run',
      headSha: run.head_sha,
      headBranch: run.head_branch,
      headRepository: run.head_repository?.full_name ?? null,
    };
  }),
);

const AccountPayload = v.object({
  id: orNull(WholeNumber),
  login: v.string(),
  type: v.string(),
});

const IssueCommentPayload = v.pipe(
  v.object({
    issue: v.object({ number: WholeNumber, pull_request: v.object({}) }),
    action: orNull(v.string()),
    comment: orNull(
      v.object({
        id: WholeNumber,
        body: v.string(),
        user: AccountPayload,
        updated_at: orNull(v.string()),
        performed_via_github_app: v.nullish(v.unknown(), null),
      }),
    ),
    sender: orNull(AccountPayload),
  }),
  v.transform(({ issue: { number }, action, comment, sender }): EventData => {
    const isTold = action !== null && comment !== null && sender !== null;
    if (!isTold) return { kind: 'pull-request-comment', number, comment: null };
    const { id, body, user: author, updated_at: updatedAt, performed_via_github_app: app } = comment;
    const written = { id, action, body, updatedAt, author, sender, isByApp: app !== null };
    return { kind: 'pull-request-comment', number, comment: written };
  }),
);

const SCHEMAS = new Map<string, v.GenericSchema<unknown, EventData>>([
  ['pull_request', PullRequestPayload],
  ['pull_request_target', PullRequestPayload],
  ['pull_request_review', PullRequestPayload],
  ['pull_request_review_comment', PullRequestPayload],
  ['merge_group', MergeGroupPayload],
  ['push', PushPayload],
  ['workflow_run', WorkflowRunPayload],
  ['issue_comment', IssueCommentPayload],
]);

function orNull<Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithFallback<v.NullableSchema<Schema, undefined>, null> {
  return v.fallback(v.nullable(schema), null);
}
