// Why something is not known: one kind for each thing that somebody has to do about it, with plain facts. The words are in
// `documents/causes.ts`.
import type { CommitSha, EpochMs, RepoId, RepositoryRef } from './identifiers.ts';
import type { Scan } from './scan.ts';
import type { ScanMatch } from './selection.ts';
import type { UnverifiedReason } from './verdict.ts';

export type Asked = 'service' | 'github';

/** A part of the network of the machine that runs the job, which its owner can mend and nobody else. */
export type Surrounding = 'proxy' | 'certificate' | 'clock' | 'name' | 'network';

/** A list of the service has the bugs of the repository, or those of a scan. */
export type ListOwner = 'repository' | 'scan';

export type Need = 'ancestors' | 'changes' | 'twins' | 'pull-request' | 'commit' | 'several';

/**
 * A workflow can say which repository of the service it means by its name there or its ID, by its ID alone if the action
 * has no input `repository`, or neither beside other repositories, which an ID says nothing about.
 */
export type Naming = 'name-or-id' | 'id' | 'none';

/** Why a run has no key: the secret is missing, or GitHub gives it none. `own-fork`: it runs in a fork by itself, for no pull request. */
export type KeylessOrigin = 'secret' | 'dependabot' | 'fork' | 'own-fork';

/** Words of others are untrusted until a document escapes them. */
interface Quoted {
  /** Everybody may read it. */
  readonly said: string;
  /** All of their words, which may name a bug, an organization, or a host in an inner network: see `disclose` in `disclosure.ts`. */
  readonly quotation?: string | undefined;
}

interface FailedRequest extends Quoted {
  readonly who: Asked;
  /** Completes "could not …"; null: what is said names the request. */
  readonly task: string | null;
  readonly need?: Need | undefined;
  /** Whole sentences that say what to look at. */
  readonly remedy?: string | undefined;
}

interface NoScanInputs {
  readonly scanMatch: readonly ScanMatch[];
  readonly scanTypes: readonly string[];
  readonly waitForScanMs: number;
}

interface OfCommit {
  readonly sha: CommitSha;
}

export type Cause =
  // Scans
  | ({
      readonly kind: 'no-scan';
      readonly inputs: NoScanInputs;
      readonly repositoryId: RepoId;
      /** Newest first. */
      readonly scans: readonly Scan[];
      /** Scans that are treated as if they were not there. */
      readonly absent: readonly Scan[];
      readonly foreignRepositoryIds: readonly string[];
    } & OfCommit)
  | ({ readonly kind: 'unscanned'; readonly scan: Scan } & OfCommit)
  | ({ readonly kind: 'scan-failed'; readonly scan: Scan } & OfCommit)
  | ({
      readonly kind: 'scan-running';
      readonly scan: Scan;
      readonly waitedMs: number;
      readonly waitTimeoutMs: number;
    } & OfCommit)
  | {
      readonly kind: 'scanning-stopped';
      readonly scan: Scan;
      /** The youngest scan that could have excused the judged one, or that itself. */
      readonly newest: Scan;
      readonly standsIn: boolean;
      readonly maxScanAgeMs: number;
      readonly now: EpochMs;
    }
  | { readonly kind: 'scan-ahead'; readonly scan: Scan; readonly aheadMs: number }
  /** This machine's clock against the service's; negative: it is behind. */
  | { readonly kind: 'clock'; readonly aheadMs: number }
  // Scans of a branch
  | {
      readonly kind: 'no-scan-of-branch';
      readonly branch: string;
      readonly absent: readonly Scan[];
      readonly leftOut: string | null;
      readonly scanTypes: readonly string[];
      readonly service: string;
      readonly isOfSeveral: boolean;
    }
  | { readonly kind: 'no-branch'; readonly branch: string }
  | {
      readonly kind: 'branch-scan-old';
      readonly branch: string;
      readonly service: string;
      readonly ageMs: number;
      readonly maxScanAgeMs: number;
    }
  // Lists of the service
  | { readonly kind: 'short-lists'; readonly missing: number; readonly of: 'judged' | 'new' }
  | { readonly kind: 'changing-list'; readonly endpoint: string; readonly readings: number }
  | ({ readonly kind: 'other-repository' } & Quoted)
  | ({ readonly kind: 'list-gone' } & FailedRequest)
  // Key and repository
  | { readonly kind: 'no-key'; readonly origin: KeylessOrigin }
  | ({ readonly kind: 'refused-key' } & FailedRequest)
  | ({ readonly kind: 'lacks-role' } & FailedRequest)
  | ({ readonly kind: 'unknown-repository'; readonly fullName: string; readonly naming: Naming } & Quoted)
  | ({
      readonly kind: 'repository-twice';
      readonly fullName: string;
      readonly count: number;
      readonly naming: Naming;
    } & Quoted)
  | { readonly kind: 'unknown-name'; readonly fullName: string }
  | { readonly kind: 'wrong-repository-id'; readonly repositoryId: RepoId }
  | { readonly kind: 'hidden-repository'; readonly repositoryId: RepoId }
  | { readonly kind: 'nothing-to-look-at'; readonly isPublic: boolean }
  | {
      readonly kind: 'unknown-readers';
      readonly repository: RepositoryRef;
      readonly isAgain: boolean;
      readonly hidden: number;
      readonly all: number;
    }
  // GitHub
  | { readonly kind: 'no-token'; readonly task: string; readonly need?: Need | undefined }
  | ({
      readonly kind: 'lacks-permission';
      /** No workflow sets the permissions of a person's own token. */
      readonly whose: 'workflow' | 'token';
      readonly permission: string;
    } & FailedRequest)
  | ({ readonly kind: 'unknown-pull-request'; readonly permission: string } & FailedRequest)
  | ({ readonly kind: 'renamed' } & FailedRequest)
  | ({ readonly kind: 'too-many-files' } & FailedRequest)
  | {
      readonly kind: 'not-yet-shown';
      /** False: it does not show the pull request at all. */
      readonly isShown: boolean;
    }
  | ({ readonly kind: 'superseded'; readonly meanwhile: string } & OfCommit)
  | { readonly kind: 'no-commit'; readonly why: string }
  | { readonly kind: 'other-author'; readonly what: string; readonly author: string; readonly taken: string }
  // Either
  | ({
      readonly kind: 'rate-limited';
      /** When the limit ends by GitHub's clock; null: GitHub does not say. */
      readonly until: EpochMs | null;
      /** The time that the answer asks to wait; null: it does not say. */
      readonly waitMs: number | null;
    } & FailedRequest)
  | ({
      readonly kind: 'surroundings';
      readonly part: Surrounding;
      readonly lasts: boolean;
      readonly status: number | null;
    } & FailedRequest)
  | ({
      readonly kind: 'outage';
      /** Only what is down is waited for. */
      readonly how: 'down' | 'broken';
      readonly status: number | null;
    } & FailedRequest)
  | ({
      readonly kind: 'refused';
      readonly isForbidden: boolean;
      /** The refused list of bugs; null: it is none, or not known. */
      readonly list: ListOwner | null;
    } & FailedRequest)
  | { readonly kind: 'no-time'; readonly isOfShare: boolean; readonly said: string }
  | ({ readonly kind: 'given-up' } & FailedRequest)
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'too-little-left' }
  // Inputs
  | { readonly kind: 'wrong-inputs'; readonly inputs: readonly { readonly input: string; readonly allowed: string }[] };

export type FailedCause = Extract<Cause, FailedRequest>;

export type CauseKind = Cause['kind'];
export type CauseOf<Kind extends CauseKind> = Extract<Cause, { readonly kind: Kind }>;

const REASONS: Readonly<Record<CauseKind, UnverifiedReason | null>> = {
  'no-scan': 'no-scan',
  unscanned: 'no-scan',
  'no-scan-of-branch': 'no-scan',
  'no-branch': 'no-scan',
  'scan-failed': 'scan-failed',
  'scan-running': 'scan-timeout',
  'scanning-stopped': 'stale-scan',
  'scan-ahead': 'stale-scan',
  clock: 'stale-scan',
  'branch-scan-old': 'stale-scan',
  'short-lists': 'service-error',
  'changing-list': 'service-error',
  'other-repository': 'service-error',
  'list-gone': 'service-error',
  'no-key': 'no-credentials',
  'refused-key': 'unauthorized',
  'lacks-role': 'unauthorized',
  'unknown-repository': 'repository-not-found',
  'repository-twice': 'repository-not-found',
  'unknown-name': 'repository-not-found',
  'wrong-repository-id': 'repository-not-found',
  'hidden-repository': 'repository-not-found',
  'nothing-to-look-at': 'repository-not-found',
  'unknown-readers': 'github-error',
  'no-token': 'github-error',
  'lacks-permission': 'github-error',
  'unknown-pull-request': 'github-error',
  renamed: 'github-error',
  'too-many-files': 'github-error',
  'not-yet-shown': 'github-error',
  superseded: 'superseded',
  'no-commit': 'github-error',
  'other-author': 'github-error',
  'rate-limited': null,
  surroundings: null,
  outage: null,
  refused: null,
  'no-time': 'service-error',
  'given-up': 'github-error',
  'not-asked': 'github-error',
  'too-little-left': 'github-error',
  'wrong-inputs': 'invalid-input',
};

/** The reason as users know it; of a request that failed it goes by who was asked. */
export function toReason(cause: Cause): UnverifiedReason {
  const reason = REASONS[cause.kind];
  if (reason !== null) return reason;
  return 'who' in cause && cause.who === 'github' ? 'github-error' : 'service-error';
}

/** The service may answer if it is asked again in a moment. */
export function mayPass(cause: Cause): boolean {
  switch (cause.kind) {
    case 'changing-list':
      return true;
    case 'rate-limited':
      return cause.who === 'service';
    case 'outage':
      return cause.who === 'service' && cause.how === 'down';
    case 'surroundings':
      return cause.who === 'service' && !cause.lasts;
    default:
      return false;
  }
}

const LASTING: ReadonlySet<CauseKind> = new Set([
  ...(['lacks-permission', 'unknown-pull-request', 'renamed', 'too-many-files', 'refused'] as const),
  ...(['repository-twice', 'wrong-repository-id'] as const),
]);

/** It would be the same if the job ran again. */
export function lasts(cause: Cause): boolean {
  return LASTING.has(cause.kind) || (cause.kind === 'surroundings' && cause.lasts);
}

/** Nobody was asked, for lack of requests, time or a token. */
export function isGivenUp({ kind }: Cause): boolean {
  return kind === 'given-up' || kind === 'no-token';
}

/** The service says that what was asked for is not there. */
export function isGone({ kind }: Cause): boolean {
  return kind === 'list-gone';
}

/** GitHub says that the token may not do it, or may not even see it. */
export function isForbidden(cause: Cause): boolean {
  const { kind } = cause;
  if (kind === 'refused') return cause.isForbidden;
  return kind === 'lacks-permission' || kind === 'unknown-pull-request';
}

/** It is about one pull request, and says nothing about the gates of others. */
export function isOfThisGateAlone({ kind }: Cause): boolean {
  return kind === 'too-many-files';
}

/** It has to be known who may read, because something may have to be kept back. */
export function hasQuotation(cause: Cause): boolean {
  return 'quotation' in cause && cause.quotation !== undefined;
}
