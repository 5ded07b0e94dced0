// What a handler gets and gives: one checked request, and one answer.
import type { SandboxRequest, SandboxResponse } from '../http.ts';
import { remembering } from '../remember.ts';
import type { TokenData } from './data.ts';
import type { GitHubState } from './state.ts';

/** Where the addresses in answers point to. */
export interface Links {
  /** Base of the API as the client reached it, with mount, no trailing slash. */
  readonly api: string;
  /** Base of the web pages, no trailing slash. */
  readonly html: string;
}

/** What the shapes of answers are made from. */
export interface ServerContext {
  readonly state: GitHubState;
  readonly links: Links;
}

/** A request that passed every check of the description. */
export interface Call extends ServerContext {
  readonly request: SandboxRequest;
  /** Path without mount. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: TokenData;
  /** GitHub's timestamp of this moment. */
  readonly now: string;
}

export type Handler = (call: Call) => SandboxResponse;

/** A path parameter that the description says is there. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`The path has no ${name}.`);
  return value;
}

/** An address below another: names are whatever somebody chose, so each is encoded, its slashes too. */
export function addressBelow(base: string, ...names: readonly string[]): string {
  return [base, ...names.map((name) => toSegment(name))].join('/');
}

const toSegment = remembering((name) => encodeURIComponent(name.toWellFormed()));

/** The address of this repository in the API. */
export function repositoryUrl({ state, links }: ServerContext): string {
  return addressBelow(`${links.api}/repos`, state.owner, state.name);
}

/** The address of this repository for people. */
export function repositoryPage({ state, links }: ServerContext): string {
  return addressBelow(links.html, state.owner, state.name);
}
