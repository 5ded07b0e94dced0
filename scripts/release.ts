// The checks before a release: version, change log and tags agree. Works without dependencies.
// usage: node scripts/release.ts --tags <file> --commit <sha>   checks; prints the outputs of the step
//        node scripts/release.ts --newer-than <tag> --tags <file>   prints the newest tag of that major version, if newer
//        node scripts/release.ts --releases <file> --tag <tag> <asset>...   says what to do about the release: "keep", or
//            "create" with the ids of the drafts to delete first
//        node scripts/release.ts --notes <address> --commit <sha>   prints the release's notes; files are at the address
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Tag {
  readonly commit: string;
  readonly name: string;
}

export interface ReleaseFacts {
  /** In package.json. */
  readonly version: string;
  /** In package-lock.json, in both places. */
  readonly lockVersions: readonly (string | undefined)[];
  /** The text of CHANGELOG.md. */
  readonly changeLog: string;
  /** Every tag that begins with `v`. */
  readonly tags: readonly Tag[];
  readonly commit: string;
}

/** Says what prevents the release, one sentence each; empty if nothing does. */
export function findReleaseFaults(facts: ReleaseFacts): readonly string[] {
  const { version, lockVersions, changeLog } = facts;
  if (parseVersion(version) === null) return [`The version ${version} is not of the form 1.2.3.`];
  return [
    ...(lockVersions.every((each) => each === version)
      ? []
      : [`package-lock.json has another version than package.json: run "npm install".`]),
    ...findNotesFaults(changeLog, version),
    ...findTagFaults(facts),
  ];
}

function findNotesFaults(changeLog: string, version: string): readonly string[] {
  const section = findSection(changeLog, version);
  if (section === null) return [`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`];
  if (section === '') return [`CHANGELOG.md says nothing about ${version}.`];
  const left = findSection(changeLog, 'Unreleased') ?? '';
  return left === '' ? [] : ['CHANGELOG.md still has entries below "Unreleased".'];
}

function findTagFaults({ version, tags, commit }: ReleaseFacts): readonly string[] {
  const own = tags.find(({ name }) => name === `v${version}`);
  // If the tag is on this commit, an earlier run got that far, and this one may finish it.
  if (own) return own.commit === commit ? [] : [`The tag v${version} is already on ${own.commit}.`];
  const newer = tags.filter(({ name }) => isOlder(version, name.slice(1)));
  return newer.map(({ name }) => `${name} is already released, and newer than ${version}.`);
}

/** The newest tag of the same major version that is newer than `tag`, such as `v1.2.3`; null when there is none. */
export function findNewerTag(tag: string, tags: readonly Tag[]): string | null {
  const major = tag.replace(/\..*/, '');
  const newer = tags
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${major}.`) && isOlder(tag.slice(1), name.slice(1)))
    .sort((a, b) => (isOlder(a.slice(1), b.slice(1)) ? 1 : -1));
  return newer[0] ?? null;
}

/**
 * The text below the heading of a version, which has a date; below `Unreleased`, which has none. Null without such a
 * heading.
 */
export function findSection(changeLog: string, title: string): string | null {
  const date = title === 'Unreleased' ? '' : String.raw` - \d{4}-\d{2}-\d{2}`;
  const heading = new RegExp(String.raw`^## \[${title.replaceAll('.', '\\.')}\]${date}$`, 'm');
  const start = heading.exec(changeLog);
  if (start === null) return null;
  const rest = changeLog.slice(start.index + start[0].length);
  return (rest.split(/^## /m)[0] ?? '').trim();
}

/** The section of a version as notes of its release, where relative links would lead nowhere. `files` has no slash at its end. */
export function toNotes(changeLog: string, version: string, files: string): string {
  const section = findSection(changeLog, version) ?? '';
  const withoutDefinitions = section.replace(/^\[[^\]]+\]: .*$/gm, '').trim();
  return withoutDefinitions.replace(/\]\((?![a-z]+:|#)/g, `](${files}/`);
}

/** The line that pins the release in a workflow: the one place that names its commit, which no file of the commit can. */
function toPin(version: string, commit: string): string {
  return `Pin this release in your workflow:\n\n\`\`\`yaml\n- uses: scan-gate/scan-gate@${commit} # v${version}\n\`\`\``;
}

/** A release as GitHub's REST API lists it, drafts included. */
export interface ListedRelease {
  readonly id: number;
  readonly tag_name: string;
  readonly draft: boolean;
  readonly author: Account | null;
  readonly assets: readonly ListedAsset[];
}

interface ListedAsset {
  readonly name: string;
  /** `sha256:` and the checksum; null or missing where GitHub does not say. */
  readonly digest?: string | null;
  readonly uploader: Account | null;
}

interface Account {
  readonly login: string;
}

export interface ReleasePlan {
  /** Each sentence forbids to publish. */
  readonly faults: readonly string[];
  /** True if it is there as this run would publish it. */
  readonly isPublished: boolean;
  /** The ids of drafts that an interrupted run left. Nothing in them is taken over. */
  readonly drafts: readonly number[];
}

/** The workflow's own token publishes. */
const PUBLISHER = 'github-actions[bot]';

/**
 * Compares the releases of a tag with the files of this run, by name and SHA-256. Whoever may write to the repository
 * can draft a release of a tag to come: that one is never taken for ours, nor published beside ours.
 */
export function decideRelease(
  releases: readonly ListedRelease[],
  { tag, files }: { readonly tag: string; readonly files: ReadonlyMap<string, string> },
): ReleasePlan {
  const ofTag = releases.filter(({ tag_name: name }) => name === tag);
  const published = ofTag.filter(({ draft }) => !draft);
  const faults = ofTag.flatMap((release) => [
    ...findAuthorFaults(release),
    ...(release.draft ? [] : findAssetFaults(release, files)),
  ]);
  const drafts = ofTag.filter(({ draft }) => draft).map(({ id }) => id);
  return { faults, isPublished: published.length > 0, drafts };
}

function findAuthorFaults({ id, tag_name: tag, draft, author, assets }: ListedRelease): string[] {
  const people = [author, ...assets.map(({ uploader }) => uploader)].map((who) => who?.login ?? '');
  const other = people.find((login) => login !== PUBLISHER);
  if (other === undefined) return [];
  const what = draft ? 'A draft' : 'A release';
  return [`${what} of ${tag} (${id}) is by ${other === '' ? 'nobody known' : other}: delete it.`];
}

function findAssetFaults({ tag_name: tag, assets }: ListedRelease, files: ReadonlyMap<string, string>): string[] {
  const foreign = assets.filter(({ name, digest }) => digest !== `sha256:${files.get(name)}`);
  const missing = [...files.keys()].filter((file) => !assets.some(({ name }) => name === file));
  return [
    ...foreign.map(({ name }) => `The release ${tag} has another ${name} than this run.`),
    ...missing.map((file) => `The release ${tag} has no ${file}.`),
  ];
}

type Version = readonly [major: number, minor: number, patch: number];

function parseVersion(text: string): Version | null {
  const parts = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

/** False if one of the two is not a whole version, such as `1`. */
function isOlder(left: string, right: string): boolean {
  const [a, b] = [parseVersion(left), parseVersion(right)];
  if (a === null || b === null) return false;
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Reads lines of the form `<sha> refs/tags/<name>`. */
export function parseTags(text: string): readonly Tag[] {
  return [...text.matchAll(/^(\S+) refs\/tags\/(\S+)$/gm)].map(([, commit = '', name = '']) => ({
    commit,
    name,
  }));
}

interface Manifest {
  readonly version: string;
}
interface Lock extends Manifest {
  readonly packages: Readonly<Record<string, Manifest | undefined>>;
}

const ROOT = join(import.meta.dirname, '..');

/** Reads the facts of this checkout; GitHub has the others. */
export function readFacts(): Omit<ReleaseFacts, 'tags' | 'commit'> {
  const { version } = JSON.parse(read('package.json')) as Manifest;
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const lockVersions = [lock.version, lock.packages['']?.version];
  return { version, lockVersions, changeLog: read('CHANGELOG.md') };
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Prints the plan for the release of a tag. `list` is a file with GitHub's pages. */
function printPlan(list: string, tag: string, assets: readonly string[]): void {
  const pages = JSON.parse(readFileSync(list, 'utf8')) as readonly (readonly ListedRelease[])[];
  const files = new Map(assets.map((file) => [basename(file), toSha256(file)]));
  const { faults, isPublished, drafts } = decideRelease(pages.flat(), { tag, files });
  for (const fault of faults) console.error(`::error::${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(isPublished ? 'keep' : ['create', ...drafts].join(' '));
}

function toSha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      releases: { type: 'string' },
      tag: { type: 'string', default: '' },
      tags: { type: 'string', default: '' },
      commit: { type: 'string', default: '' },
      'newer-than': { type: 'string' },
      notes: { type: 'string' },
    },
  });
  const than = values['newer-than'];
  if (than !== undefined) {
    const newer = findNewerTag(than, parseTags(readFileSync(values.tags, 'utf8')));
    if (newer !== null) console.log(newer);
    return;
  }
  if (values.releases !== undefined) {
    printPlan(values.releases, values.tag, positionals);
    return;
  }
  const facts = readFacts();
  if (values.notes !== undefined) {
    const notes = toNotes(facts.changeLog, facts.version, values.notes);
    console.log(`${toPin(facts.version, values.commit)}\n\n${notes}`);
    return;
  }
  const tags = parseTags(readFileSync(values.tags, 'utf8'));
  const faults = findReleaseFaults({ ...facts, tags, commit: values.commit });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`tag=v${facts.version}\nmajor-tag=v${facts.version.replace(/\..*/, '')}`);
}

if (import.meta.main) main();
