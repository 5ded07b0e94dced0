// A pull request of the past weeks, as a list of them shows it.
import type { Author } from '../judgement/author.ts';
import type { CommitSha, EpochMs } from '../judgement/identifiers.ts';

export interface RecentPull {
  readonly number: number;
  /** Written by its author: untrusted. */
  readonly title: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly headSha: CommitSha;
  /** When it was merged or closed; null while it is open, or if GitHub does not say. */
  readonly closedAt: EpochMs | null;
  /** Whether its branch is in another repository, or in one that is gone. */
  readonly isFork: boolean;
  /** Null if GitHub does not say. */
  readonly author: Author | null;
  readonly isDependabot: boolean;
}
