// Compares GitHub accounts. We may know the ID of an account, its login, or both.
import * as v from 'valibot';
import type { Author } from '../judgement/world.ts';
import { decode, GraphqlRefusal, isGitHubFailure, isRefusedToApp, orInstead } from './failure.ts';
import { queryGitHub } from './graphql.ts';
import type { Octokit } from './octokit.ts';

export interface AccountName {
  readonly id: number | null;
  readonly login: string | null;
}

export interface DescribedAccount extends AccountName {
  readonly isBot: boolean;
  /** True if nobody can sign in as it: an import left it in place of a person, or it is an organization. */
  readonly isPlaceholder: boolean;
}

/** GitHub's coding agent. Its login does not end with `[bot]`. */
const COPILOT: AccountName = { id: 198_982_749, login: 'copilot' };

export function isBotName(account: AccountName): boolean {
  return lower(account.login)?.endsWith('[bot]') === true || isSameAccount(account, COPILOT);
}

const Account = v.object({
  id: v.nullish(v.number(), null),
  login: v.nullish(v.string(), null),
  type: v.nullish(v.string(), null),
});

/** The account in an answer. It is null where the account was deleted. */
export const AccountAnswer = v.nullish(
  v.pipe(
    Account,
    v.transform(({ id, login, type }): DescribedAccount => {
      const isPlaceholder = type === 'Mannequin' || type === 'Organization';
      return { id, login, isBot: type === 'Bot', isPlaceholder };
    }),
  ),
);

export const AuthorAnswer = v.nullish(
  v.pipe(
    Account,
    v.transform(({ id, login, type }): Author => ({ id, login, isUser: type === 'User' })),
  ),
  null,
);

/** GitHub shows this login for some deleted accounts. */
const GHOST = 'ghost';

export function isNamed<Account extends AccountName>(account: Account | null): account is Account {
  return account !== null && (account.id !== null || account.login !== null) && lower(account.login) !== GHOST;
}

export function isSameAccount(one: AccountName, other: AccountName): boolean {
  return haveSameId(one, other) === true || haveSameLogin(one, other) === true;
}

/** Whether the two are certainly different accounts. A login may belong to someone else by now. */
export function isOtherAccount(one: AccountName, other: AccountName): boolean {
  return haveSameId(one, other) === false || haveSameLogin(one, other) === false;
}

/** Whether an answer is about an account. The IDs decide; without them nothing known may contradict it. */
export function isAnswerAbout(answer: AccountName, account: AccountName): boolean {
  return haveSameId(answer, account) ?? haveSameLogin(answer, account) ?? true;
}

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
  /** The `user.login` of its comments. An app's ends with `[bot]`. */
  readonly login: string;
}

/** REST has no endpoint for the identity of a workflow's own token. */
export const GITHUB_ACTIONS: Identity = { login: 'github-actions[bot]' };

const Viewer = v.object({ viewer: v.object({ login: v.string() }) });

/** Asks whose token it is. An app is refused, and taken for the workflow's own. Rejects for other failures. */
export async function fetchIdentity(octokit: Octokit): Promise<Identity> {
  try {
    const { data, errors } = await queryGitHub(octokit, 'query { viewer { login } }');
    const [first] = errors;
    if (first !== undefined) throw new GraphqlRefusal(first);
    return { login: decode(Viewer, data, 'Viewer').viewer.login.toWellFormed() };
  } catch (error) {
    if (isRefusedToApp(error)) return GITHUB_ACTIONS;
    throw error;
  }
}

/** Does the same, but gives null where GitHub does not say. Rejects if cancelled. */
export async function findIdentity(octokit: Octokit, signal: AbortSignal): Promise<Identity | null> {
  const isExpected = (error: unknown): boolean => !signal.aborted && isGitHubFailure(error);
  return await orInstead(null, () => fetchIdentity(octokit), isExpected);
}
