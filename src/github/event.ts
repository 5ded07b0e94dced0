// The event that started the workflow, parsed once from GitHub's payload.
import * as v from 'valibot';
import type { RepositoryAddress } from '../judgement/address.ts';
import type { KeylessOrigin } from '../judgement/cause.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import { type CommitSha, isCommitSha, type RepositoryRef } from '../judgement/identifiers.ts';
import type { PullEnding } from '../judgement/report.ts';
import { toEnding } from './pull-request.ts';

/** What the payload says, by kind of event. */
export type EventData =
  | {
      readonly kind: 'pull-request';
      readonly number: number;
      readonly headSha: CommitSha;
      /** The head before the push that the event is about; null for any other event. */
      readonly before: CommitSha | null;
      /** Whether its branch is in another repository. */
      readonly isFork: boolean;
      /** How it was closed; null: it was open at the event, or the payload does not say. */
      readonly ending: PullEnding | null;
      /** The branch whose rules it is held to: its base, for a layer of a stack that of the whole stack; null if the payload lacks it. */
      readonly baseBranch: string | null;
    }
  /** `headRef` names the pull request; empty if the payload lacks it. */
  | { readonly kind: 'merge-group'; readonly headSha: CommitSha; readonly headRef: string }
  | {
      readonly kind: 'push';
      /** The pushed commit; all zeros where nothing is left. Of an annotated tag the commit that it is on. */
      readonly after: CommitSha | null;
      /** Such as `refs/heads/main`; null if the payload lacks it. */
      readonly ref: string | null;
      readonly deleted: boolean;
    }
  | {
      readonly kind: 'workflow-run';
      readonly headSha: CommitSha;
      /** The branch of the head commit, in `headRepository`; null if the payload lacks it. */
      readonly headBranch: string | null;
      /** The fork, if the run is from one; null if the payload lacks it. */
      readonly headRepository: RepositoryRef | null;
    }
  | {
      readonly kind: 'pull-request-comment';
      readonly number: number;
      /** Null if the payload lacks the text or its author. */
      readonly comment: WrittenComment | null;
    }
  /** Any other event, or a payload without what its event should have. */
  | { readonly kind: 'other' };

/** A comment as it was at the event; it may have changed since. */
export interface WrittenComment {
  readonly id: number;
  /** `created`, `edited` or `deleted`. */
  readonly action: string;
  readonly body: string;
  /** When it was created or last edited; null if the payload does not say. */
  readonly updatedAt: string | null;
  readonly author: Account;
  /** Who caused the event; for an edited comment not always the author. */
  readonly sender: Account;
  /** Whether an app wrote it with the author's login. */
  readonly isByApp: boolean;
}

export interface Account {
  /** Null if the payload does not say. */
  readonly id: number | null;
  readonly login: string;
  /** `User`, `Bot` or `Organization`. */
  readonly type: string;
}

export interface ActionEvent {
  /** Such as `pull_request`. */
  readonly name: string;
  readonly data: EventData;
  /** `GITHUB_SHA`. On a pull request this is GitHub's temporary merge commit, which is never judged. */
  readonly workflowSha: CommitSha | null;
  readonly repository: RepositoryRef;
  /** The number of that repository; null if the payload does not say. */
  readonly repositoryId: number | null;
  /** Whether the repository that the workflow runs in is a fork; false if the payload does not say. */
  readonly isInFork: boolean;
  /** Whether Dependabot caused the event: whoever runs it again, it gets Dependabot's secrets alone. */
  readonly isByDependabot: boolean;
  readonly visibility: Visibility;
  readonly serverUrl: string;
  readonly workflow: string;
  /** `GITHUB_WORKFLOW_REF`: repository, path and ref of the workflow's file; null if it is not known. */
  readonly workflowRef: string | null;
  readonly job: string;
  /** 0 if unknown. */
  readonly runId: number;
  /** How many runs the workflow had with this one; 0 if unknown. */
  readonly runNumber: number;
  readonly runAttempt: number;
  /** Login of who started this attempt, from `GITHUB_TRIGGERING_ACTOR`; null when it is not known. */
  readonly triggeringActor: string | null;
}

export function toAddress({ repository, serverUrl, runId }: ActionEvent): RepositoryAddress {
  return { ...repository, serverUrl, runId };
}

/** The events of a pull request whose workflow gets a token that can only read where a fork caused them. */
const READ_ONLY = /^pull_request(?:_review(?:_comment)?)?$/;

/** Whether a fork may have caused the event, so that the token can only read, whatever the workflow gives it. */
export function isReadOnly({ name, data }: Pick<ActionEvent, 'name' | 'data'>): boolean {
  return READ_ONLY.test(name) && (data.kind !== 'pull-request' || data.isFork);
}

/** Parses the payload of an event. Never throws: an unexpected payload is `other`. */
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
});

/** What the payload says of the repository that the workflow runs in, and of who caused the event. Never throws. */
export function parseHome(payload: unknown): Pick<ActionEvent, 'repositoryId' | 'isInFork' | 'isByDependabot'> {
  const { repository, sender } = v.parse(HomePayload, typeof payload === 'object' && payload !== null ? payload : {});
  return {
    repositoryId: repository.id,
    isInFork: repository.fork,
    isByDependabot: sender.login === 'dependabot[bot]',
  };
}

/** Why a run of this event may have no key. `isOfPull`: it is for a pull request. */
export function findKeylessOrigin(
  { name, data, isInFork, isByDependabot: isDependabots }: ActionEvent,
  isOfPull: boolean,
): KeylessOrigin {
  if (READ_ONLY.test(name) && data.kind === 'pull-request' && data.isFork) return 'fork';
  if (isDependabots) return 'dependabot';
  const isAlone = data.kind === 'push' || data.kind === 'other' || data.kind === 'workflow-run';
  return isInFork && isAlone && !isOfPull ? 'own-fork' : 'secret';
}

/** A run's id or attempt. A marker needs a number, so what is none gives `fallback`. */
export function parseRunNumber(value: number, fallback: number): number {
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** A text of the environment, such as a login; null if it is empty. */
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
    // Null where it was deleted: only a fork can be, while its pull request is there.
    const headRepository = v.safeParse(v.nullable(Repository), head.repo);
    const isFork = home !== null && headRepository.success && headRepository.output?.id !== home.id;
    // Without `merged`, as in the payloads of reviews, the date says it.
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
    // All zeros means that the branch was deleted, whatever else the payload says.
    const isNothing = after !== null && /^0+$/.test(after);
    // An annotated tag is an object of its own, which nobody scans and no check run can be on.
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

/** What the schema parses; null if it is missing or does not match. */
function orNull<Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithFallback<v.NullableSchema<Schema, undefined>, null> {
  return v.fallback(v.nullable(schema), null);
}
