// Programs as users of the client write them, and their compilation by a strict TypeScript of any version.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './project.ts';

/** What a program may know of its platform. */
export type Platform = 'node' | 'dom' | 'both' | 'neither';
export const PLATFORMS: readonly Platform[] = ['node', 'dom', 'both', 'neither'];

/** How a program finds its modules. */
export type Resolution = 'nodenext' | 'bundler';
export const RESOLUTIONS: readonly Resolution[] = ['nodenext', 'bundler'];

export interface Consumer {
  readonly resolution: Resolution;
  readonly platform: Platform;
  /** Whether the declarations of all packages are checked too, in most of the time; ours are the same on each platform. */
  readonly checksLibraries?: boolean;
  /** Programs in JavaScript besides ours, by their file names. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Needs nothing of the platform. */
const EVERYDAY = `
import {
  createClient, errorCategory, isBugId, isServiceError, RepositoryNotFoundError, ServiceClientError,
  type Bug, type FetchLike, type Repo, type Scan, type ServiceClient,
} from 'scan-gate-client';

declare const anyFetch: FetchLike;
declare const env: Readonly<Record<string, string | undefined>>;
const client: ServiceClient = createClient({ baseUrl: env['SERVICE_URL'], apiKey: env['SERVICE_KEY'], fetch: anyFetch });

export async function everyday(text: string): Promise<string[]> {
  const repo: Repo = await client.repos.find('owner/name');
  const titles: string[] = [];
  for await (const bug of client.bugs.iterate({ repoId: repo.id, status: ['pending', 'dismissed'] })) {
    const path: string | null = bug.filePath;
    titles.push(bug.title, path ?? '', bug.review?.notes ?? '');
  }
  const ids: string[] = await client.bugs.collect({ repoId: repo.id, status: 'pending', select: ({ id }: Bug) => id });
  const all: Repo[] = await client.repos.collect(undefined, {});
  all.sort((a, b) => a.name.localeCompare(b.name));
  // @ts-expect-error A signal belongs in the second argument.
  await client.repos.collect({ signal: undefined });
  // @ts-expect-error Nor is it the options themselves.
  await client.user.get({ aborted: false });
  if (isBugId(text)) await client.bugs.review(text, { state: 'dismissed', dismissalReason: 'wont_fix' });
  // @ts-expect-error A dismissal needs its reason.
  if (isBugId(text)) await client.bugs.review(text, { state: 'dismissed' });
  // @ts-expect-error A text is no identifier yet.
  await client.bugs.get(text);
  const newest: Scan | undefined = (await client.scans.list({ repoId: repo.id, limit: 1 })).scans[0];
  const creation = client.rules.create({ repoId: repo.id, input: { description: 'x' } });
  const { rules } = await creation.wait({ onPoll: ({ status }, polls) => titles.push(status + String(polls)) });
  for (const { id } of rules) {
    for (const { path, text: content } of (await client.rules.files(id, { system: 'windows' })).files) titles.push(path, content);
  }
  return [...titles, ...ids, newest?.workflowStatus ?? ''];
}

export function explain(error: unknown): string {
  if (error instanceof RepositoryNotFoundError) return error.organizations.join();
  if (!(error instanceof ServiceClientError)) throw error;
  if (!isServiceError(error)) return error.message;
  return errorCategory(error);
}
`;

/** Needs the types of fetch and of signals. */
const PLATFORM = `
import { createClient } from 'scan-gate-client';

const end = new AbortController();
export const client = createClient({
  baseUrl: 'https://a.example', apiKey: 'k', fetch: globalThis.fetch, signal: end.signal,
});
export const user = client.user.get({ signal: AbortSignal.timeout(1_000) });
// @ts-expect-error A signal belongs in an object.
export const wrong = client.user.get(end.signal);
// @ts-expect-error And in the second argument.
export const wrongPlace = client.repos.collect({ signal: end.signal });
`;

const UNDICI = `
import { createClient } from 'scan-gate-client';
import { fetch, ProxyAgent } from 'undici';

const dispatcher = new ProxyAgent('http://proxy.example:8080');
export const direct = createClient({ baseUrl: 'https://a.example', apiKey: 'k', fetch });
export const proxied = createClient({
  baseUrl: 'https://a.example', apiKey: 'k', fetch: (url, init) => fetch(url, { ...init, dispatcher }),
});
`;

/**
 * Compiles programs in `directory`, whose node_modules has the client (and Node's types and undici where the platform is
 * Node's), in one run of a compiler that knows `--build`. Gives what it prints: nothing when all is well.
 */
export async function compileConsumers(
  directory: string,
  compiler: string,
  consumers: readonly Consumer[],
): Promise<string> {
  const folders = consumers.map((consumer) => writeConsumer(directory, consumer));
  return await runCompiler(directory, [compiler, '--build', ...folders]);
}

/** The same of one, with a compiler of any version. */
export async function compileConsumer(directory: string, compiler: string, consumer: Consumer): Promise<string> {
  return await runCompiler(directory, [compiler, '-p', writeConsumer(directory, consumer)]);
}

async function runCompiler(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runNode(process.execPath, args, { cwd, env: {} });
  return stdout + stderr;
}

/** Writes the programs with their settings; gives their folder. */
function writeConsumer(
  directory: string,
  { resolution, platform, checksLibraries = true, scripts = {} }: Consumer,
): string {
  const isNode = platform === 'node' || platform === 'both';
  const programs = {
    'everyday.ts': EVERYDAY,
    ...(platform !== 'neither' && { 'platform.ts': PLATFORM }),
    ...(isNode && { 'undici.ts': UNDICI }),
    ...scripts,
  };
  const folder = join(directory, `${resolution}-${platform}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  const lib = ['es2022', ...(platform === 'dom' || platform === 'both' ? ['dom'] : [])];
  const compilerOptions = {
    target: 'es2022',
    module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution: resolution,
    lib,
    types: isNode ? ['node'] : [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    allowJs: true,
    checkJs: true,
    verbatimModuleSyntax: true,
    skipLibCheck: !checksLibraries,
    noEmit: true,
  };
  const settings = { compilerOptions, include: ['*.ts', '*.js', '*.mjs'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}
