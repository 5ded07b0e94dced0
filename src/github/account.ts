// Whether two GitHub accounts are the same. Of either we may know an id, a login, or both.
import * as v from 'valibot';
import type { Author } from '../judgement/world.ts';
import { decode, GraphqlRefusal, isGitHubFailure, isRefusedToApp, orInstead } from './failure.ts';
import { queryGitHub } from './graphql.ts';
import type { Octokit } from './octokit.ts';

export interface AccountName {
  readonly id: number | null;
  /** Case does not matter. */
  readonly login: string | null;
}

/** An account as an answer describes it. */
export interface DescribedAccount extends AccountName {
  readonly isBot: boolean;
  /** Whether nobody can sign in as it: an import left it in the place of somebody, or it is an organization. */
  readonly isPlaceholder: boolean;
}

/** GitHub's coding agent, whose login says as little as its address that it is an app's. */
const COPILOT: AccountName = { id: 198_982_749, login: 'copilot' };

/** Whether a name is an app's, as far as it tells: only of an app the login ends with `[bot]`. */
export function isBotName(account: AccountName): boolean {
  return lower(account.login)?.endsWith('[bot]') === true || isSameAccount(account, COPILOT);
}

const Account = v.object({
  id: v.nullish(v.number(), null),
  login: v.nullish(v.string(), null),
  type: v.nullish(v.string(), null),
});

/** An account in an answer; null if it is missing, as that of a deleted account is. */
export const AccountAnswer = v.nullish(
  v.pipe(
    Account,
    v.transform(({ id, login, type }): DescribedAccount => {
      const isPlaceholder = type === 'Mannequin' || type === 'Organization';
      return { id, login, isBot: type === 'Bot', isPlaceholder };
    }),
  ),
);

/** The author of a pull request in an answer; null if it is missing. */
export const AuthorAnswer = v.nullish(
  v.pipe(
    Account,
    v.transform(({ id, login, type }): Author => ({ id, login, isUser: type === 'User' })),
  ),
  null,
);

/** The login that GitHub shows for accounts that were deleted, where it does not show none. */
const GHOST = 'ghost';

/** Whether it is known which account it is. */
export function isNamed<Account extends AccountName>(account: Account | null): account is Account {
  return account !== null && (account.id !== null || account.login !== null) && lower(account.login) !== GHOST;
}

/** Whether the ids or the logins are known and equal. */
export function isSameAccount(one: AccountName, other: AccountName): boolean {
  return haveSameId(one, other) === true || haveSameLogin(one, other) === true;
}

/** Whether the two are certainly different accounts. An id may be missing, and a login may belong to someone else now. */
export function isOtherAccount(one: AccountName, other: AccountName): boolean {
  return haveSameId(one, other) === false || haveSameLogin(one, other) === false;
}

/** Whether an answer is about an account: by the ids where both are known, else nothing known may contradict it. */
export function isAnswerAbout(answer: AccountName, account: AccountName): boolean {
  return haveSameId(answer, account) ?? haveSameLogin(answer, account) ?? true;
}

/** Null: one of them is not known. */
function haveSameId(one: AccountName, other: AccountName): boolean | null {
  return one.id === null || other.id === null ? null : one.id === other.id;
}

function haveSameLogin(one: AccountName, other: AccountName): boolean | null {
  return one.login === null || other.login === null ? null : lower(one.login) === lower(other.login);
}

function lower(login: string | null): string | null {
  return login?.toLowerCase() ?? null;
}

export interface Identity {
  /** As in a comment's `user.login`; an app's ends with `[bot]`. */
  readonly login: string;
}

/** The identity of a workflow's own token, for which REST has no endpoint. */
export const GITHUB_ACTIONS: Identity = { login: 'github-actions[bot]' };

const Viewer = v.object({ viewer: v.object({ login: v.string() }) });

/** Whose token it is: the workflow's own where GitHub refuses in words for an app. Rejects for other failures, which say nothing. */
export async function fetchIdentity(octokit: Octokit): Promise<Identity> {
  try {
    const { data, errors } = await queryGitHub(octokit, 'query { viewer { login } }');
    const [first] = errors;
    if (first !== undefined) throw new GraphqlRefusal(first);
    // Half a character cannot be part of an address.
    return { login: decode(Viewer, data, 'Viewer').viewer.login.toWellFormed() };
  } catch (error) {
    if (isRefusedToApp(error)) return GITHUB_ACTIONS;
    throw error;
  }
}

/** The same for whom it is enough to be careful where GitHub does not say: then null. Rejects if cancelled. */
export async function findIdentity(octokit: Octokit, signal: AbortSignal): Promise<Identity | null> {
  const isExpected = (error: unknown): boolean => !signal.aborted && isGitHubFailure(error);
  return await orInstead(null, () => fetchIdentity(octokit), isExpected);
}
