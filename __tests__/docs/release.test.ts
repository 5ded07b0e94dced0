// The rules of a release: what must agree before one, what its bill of materials names, and that a version's tag
// is never pointed elsewhere.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { parse } from 'yaml';
import {
  decideRelease,
  findNewerTag,
  findReleaseFaults,
  findSection,
  type ListedRelease,
  parseTags,
  readFacts,
  type ReleaseFacts,
  toNotes,
} from '../../scripts/release.ts';
import { makeSbom, parseLicenses, readSources } from '../../scripts/sbom.ts';
import { replaced } from '../harness/replaced.ts';
import { readInputs, rowsOf } from '../harness/rows.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';
import { listFiles, ROOT } from './pages.ts';

const commit = 'c'.repeat(40);
const other = 'd'.repeat(40);

const changeLog = [
  '# Changelog',
  '## [Unreleased]',
  '## [1.10.0] - 2026-11-21',
  '',
  '### Added',
  '',
  '- What is new.',
  '',
  '## [1.9.0] - 2026-10-01',
  '',
  '- What was new.',
  '',
].join('\n');

const good: ReleaseFacts = {
  version: '1.10.0',
  lockVersions: ['1.10.0', '1.10.0'],
  changeLog,
  tags: parseTags(`${other} refs/tags/v1.9.0\n${other} refs/tags/v1\n${other} refs/tags/vnext`),
  commit,
};

describe('a release', () => {
  it('may be made when version, change log and tags agree', () => {
    expect(good.tags).toHaveLength(3);
    expect(findReleaseFaults(good)).toEqual([]);
  });

  it('may be finished when its tag is on the same commit', () => {
    const tags = parseTags(`${commit} refs/tags/v1.10.0\n`);
    expect(findReleaseFaults({ ...good, tags })).toEqual([]);
  });

  const newer = [{ commit: other, name: 'v1.11.0' }];
  const more = replaced(changeLog, '[Unreleased]\n', '[Unreleased]\n\n- More.\n\n');
  it.each<[string, Partial<ReleaseFacts>, string]>([
    ['its tag is on another commit', { tags: [{ commit: other, name: 'v1.10.0' }] }, `on ${other}`],
    ['a newer version is there', { tags: newer }, 'newer than 1.10.0'],
    ['the lock file has another version', { lockVersions: ['1.10.0', '1.9.0'] }, 'package-lock.json'],
    ['the change log does not know it', { version: '1.11.0', lockVersions: ['1.11.0'] }, 'no section "## [1.11.0]'],
    ['its section is empty', { changeLog: '## [1.10.0] - 2026-11-21\n\n## [1.9.0]\n\n- x\n' }, 'nothing about 1.10.0'],
    ['something is left to be released', { changeLog: more }, 'below "Unreleased"'],
    ['it is a pre-release', { version: '1.10.0-rc.1' }, '1.10.0-rc.1 is not'],
  ])('is refused when %s', (_, change, fault) => {
    expect(findReleaseFaults({ ...good, ...change })).toEqual([expect.stringContaining(fault)]);
  });

  it('has its section of the change log as notes', () => {
    expect(findSection(changeLog, '1.10.0')).toBe('### Added\n\n- What is new.');
    expect(findSection(changeLog, '1.9.0')).toBe('- What was new.');
    expect(findSection(replaced(changeLog, /[.]/g, 'x'), '1.9.0')).toBeNull();
  });

  it('has notes whose links lead somewhere, without the definitions at the end of the file', () => {
    const text =
      '## [1.0.0] - 2026-11-21\n\n[a](docs/a.md#b), [c](https://c.example) [d](#e)\n\n[1.0.0]: https://x.example\n';
    expect(toNotes(text, '1.0.0', 'https://h.example/blob/v1.0.0')).toBe(
      '[a](https://h.example/blob/v1.0.0/docs/a.md#b), [c](https://c.example) [d](#e)',
    );
  });

  it('could be made of this checkout, but for entries that wait for the next one', () => {
    const facts = readFacts();
    const faults = findReleaseFaults({ ...facts, tags: [], commit });
    // Until its section has a date, the entries wait below another heading.
    const isWaiting = findSection(facts.changeLog, 'Unreleased') !== '';
    const waits = (fault: string): boolean =>
      fault.includes('Unreleased') || fault.includes(`has no section "## [${facts.version}]`);
    expect(faults.filter((fault) => !(isWaiting && waits(fault)))).toEqual([]);
  });
});

const bot = { login: 'github-actions[bot]' };
const asset = (name: string, sha256: string): ListedRelease['assets'][number] => ({
  ...{ name, digest: `sha256:${sha256}`, uploader: bot },
});
const release = (assets: ListedRelease['assets'], changes: Partial<ListedRelease> = {}): ListedRelease => ({
  ...{ id: 1, tag_name: 'v1.10.0', draft: false, author: bot, assets },
  ...changes,
});

describe('the release of a tag', () => {
  const files = new Map([
    ['a.json', commit],
    ['b.tgz', other],
  ]);
  const own = [asset('a.json', commit), asset('b.tgz', other)];
  const mallory = { login: 'mallory' };
  const decide = (releases: readonly ListedRelease[]) => decideRelease(releases, { tag: 'v1.10.0', files });

  it.each<[string, ListedRelease[], boolean, number[]]>([
    ['is made where there is none', [], false, []],
    ['is made beside those of other tags', [release([], { tag_name: 'v1.10' })], false, []],
    ['is kept where it has these files', [release(own)], true, []],
    ['is made again where a run left drafts', [release(own, { id: 7, draft: true })], false, [7]],
  ])('%s', (_, releases, isPublished, drafts) => {
    expect(decide(releases)).toEqual({ faults: [], isPublished, drafts });
  });

  it.each<[string, ListedRelease, string]>([
    ['a draft of somebody', release([], { draft: true, author: mallory }), 'by mallory'],
    ['a release of somebody', release(own, { author: mallory }), 'by mallory'],
    ['a file of another content', release([asset('a.json', other), asset('b.tgz', other)]), 'another a.json'],
    ['a file without a checksum', release([{ ...asset('a.json', ''), digest: null }, asset('b.tgz', other)]), 'a.json'],
    ['a file more', release([...own, asset('c.sh', commit)]), 'another c.sh'],
    ['a file less', release(own.slice(1)), 'no a.json'],
  ])('is not published beside %s', (_, there, fault) => {
    expect(decide([there]).faults).toEqual([expect.stringContaining(fault)]);
  });
});

describe('the bill of materials', () => {
  const sources = readSources();
  const sbom = makeSbom(sources);

  it('names the packages of dist/licenses.txt, and no other', () => {
    const bundled = [...sources.licenses.matchAll(/^={80}\n(\S+) (\S+)\n={80}$/gm)];
    expect(bundled.length).toBeGreaterThan(10);
    expect(sbom.components.map(({ name, version }) => `${name} ${version}`)).toEqual(
      bundled.map(([, name, version]) => `${name ?? ''} ${version ?? ''}`),
    );
  });

  it('tells of each where it is from, what it is, and under which terms', () => {
    for (const { name, version, purl, licenses, hashes } of sbom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(licenses[0]?.license.id).toMatch(/^[\w.-]+$/);
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it('leads from the project to every package', () => {
    const reached = new Set<string>([`scan-gate@${sources.version}`]);
    for (const ref of reached) {
      const found = sbom.dependencies.find((dependency) => dependency.ref === ref);
      for (const next of found?.dependsOn ?? []) reached.add(next);
    }
    const refs = sbom.components.map((component) => component['bom-ref']);
    expect(refs.filter((ref) => !reached.has(ref))).toEqual([]);
  });

  it('is the same each time, and has another number when something changed', () => {
    expect(makeSbom(readSources())).toEqual(sbom);
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const changed = makeSbom({ ...sources, version: '9.9.9' });
    expect(changed.serialNumber).not.toBe(sbom.serialNumber);
  });

  it('is refused for a package that the lock file does not have', () => {
    const rule = '='.repeat(80);
    const licenses = `${rule}\nleft-pad 1.0.0\n${rule}\n\nterms\n`;
    expect(parseLicenses(licenses)).toEqual([{ name: 'left-pad', version: '1.0.0' }]);
    expect(() => makeSbom({ ...sources, licenses })).toThrow('no left-pad 1.0.0');
  });
});

it('the newest of several newer tags is named', () => {
  const tags = parseTags(['v1.2.0', 'v1.10.0', 'v1.9.9', 'v1', 'v2.0.0'].map((t) => `a refs/tags/${t}`).join('\n'));
  expect(findNewerTag('v1.2.0', tags)).toBe('v1.10.0');
  expect(findNewerTag('v1.10.0', tags)).toBeNull();
  expect(findNewerTag('v1.9.9', parseTags('a refs/tags/v1.10.0-rc.1\na refs/tags/v11.0.0'))).toBeNull();
});

it('nothing is installed outside of the lock file by a workflow, a script or the sandbox', () => {
  const folders = ['.github/workflows', 'scripts', 'sandbox', '.ci'];
  const files = folders.flatMap(listFiles).filter((file) => /\.(?:yml|ts|mjs|sh)$|\.ci\/run$/.test(file));
  const told = /: run "?npm install"?/g;
  const installs = /\bnpx\b|\bnpm (?:install|i|add|exec|update)\b|\b(?:curl|wget|pip3? install|corepack)\b/g;
  const found = [...files, 'package.json'].flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const code = text.replace(/^\s*(?:\/\/|\/?\*|#).*$/gm, '').replace(told, '');
    return (code.match(installs) ?? []).map((word) => `${file}: ${word}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

it('docs/releasing.md verifies of each attestation who signed it, from which branch, and of which commit', () => {
  const page = readFileSync(join(ROOT, 'docs', 'releasing.md'), 'utf8').replace(/\\\n\s*/g, '');
  const commands = page.match(/^gh attestation verify .*$/gm) ?? [];
  expect(commands).toHaveLength(1);
  for (const command of commands) {
    // The signature names the branch that the workflow runs on.
    expect(command).toMatch(/--signer-workflow \S+\/release\.yml --source-ref refs\/heads\/main --source-digest \S/);
  }
});

const stepShape = v.object({ name: v.optional(v.string()), run: v.optional(v.string(), '') });
const workflowShape = v.object({ jobs: v.object({ publish: v.object({ steps: v.array(stepShape) }) }) });

/** GitHub's command line as far as the release uses it: tags are lines of a file, refused when they are there. */
const gh = `#!/usr/bin/env bash
echo "$@" >>"$STATE/asked"
for word in "$@"; do case "$word" in ref=refs/tags/*) tag="\${word#ref=refs/tags/}" ;; repos/*/tags/*) tag="\${word##*/}" ;; sha=*) sha="\${word#sha=}" ;; esac; done
case "$*" in
  *'matching-refs/tags/v '*) for file in "$STATE"/v*; do if [ -f "$file" ]; then echo "$(cat "$file") refs/tags/\${file##*/}"; fi; done ;;
  *matching-refs*) if [ -f "$STATE/$tag" ]; then cat "$STATE/$tag"; fi ;;
  *'--method PATCH'*) [ -f "$STATE/$tag" ] && echo "$sha" >"$STATE/$tag" ;;
  *git/refs*) [ ! -f "$STATE/$tag" ] && echo "$sha" >"$STATE/$tag" ;;
  *'--slurp repos/a/b/releases?per_page=100') if [ -f "$STATE/releases" ]; then cat "$STATE/releases"; else echo '[[]]'; fi ;;
  *'--method DELETE repos/a/b/releases/'*) : ;;
  'release create'*) [ -f "$STATE/$3" ] && echo "$3" >"$STATE/release" ;;
  *) exit 9 ;;
esac
`;

/** npm as far as the release uses it: the client is packed once for all, which gives the same bytes each time. */
const npm = `#!/usr/bin/env bash
[ "$*" = "pack ./dist/client --silent --pack-destination $RUNNER_TEMP" ] && cp "$PACKED" "$RUNNER_TEMP"
`;

// The job runs on Linux: its scripts are for bash there.
describeOnPosix('the publishing scripts', () => {
  let folder: string;
  let packed: string;
  let signedSha256: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'release-'));
    const args = ['pack', './dist/client', '--silent', '--pack-destination', folder];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT });
    packed = join(folder, stdout.trim());
    signedSha256 = createHash('sha256')
      .update(await readFile(packed))
      .digest('hex');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });
  let state: string;
  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'release-'));
    for (const [name, program] of Object.entries({ gh, npm })) {
      await writeFile(join(state, name), program, { mode: 0o755 });
    }
  });
  afterEach(async () => {
    await rm(state, { recursive: true });
  });

  /** Runs the scripts of the job in order, as the runner does: `bash -e`. `first` is the word that the first one begins with. */
  async function publish({ signed = signedSha256, first = 'Pack' } = {}): Promise<void> {
    const text = await readFile(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
    const { steps } = v.parse(workflowShape, parse(text)).jobs.publish;
    const env = {
      ...process.env,
      ...{ PATH: [state, process.env['PATH']].join(delimiter), STATE: state, RUNNER_TEMP: state, PACKED: packed },
      ...{ GITHUB_REPOSITORY: 'a/b', GITHUB_SHA: commit, GITHUB_SERVER_URL: 'https://github.example' },
      ...{ TAG: 'v1.10.0', MAJOR_TAG: 'v1', CLIENT_SHA256: signed },
    };
    const begin = steps.findIndex(({ name }) => name?.startsWith(first));
    expect(begin).toBeGreaterThan(0);
    for (const { run } of steps.slice(begin)) {
      const file = join(state, 'script.sh');
      await writeFile(file, run);
      await promisify(execFile)('bash', ['-e', file], { cwd: ROOT, env });
    }
  }

  /** GitHub lists them like this once they are attached. */
  function ownAssets(): ListedRelease['assets'] {
    const sbom = `${JSON.stringify(makeSbom(readSources()), null, 2)}\n`;
    const { version } = readFacts();
    return [
      asset('sbom.cdx.json', createHash('sha256').update(sbom).digest('hex')),
      asset(`scan-gate-client-${version}.tgz`, signedSha256),
    ];
  }

  const read = async (name: string): Promise<string> =>
    (await readFile(join(state, name), 'utf8').catch(() => 'none')).trim();

  it('create the tag, publish, and create the major tag', async () => {
    await publish();
    expect([await read('v1.10.0'), await read('release'), await read('v1')]).toEqual([commit, 'v1.10.0', commit]);
    expect(await read('asked')).toMatch(
      /release create v1\.10\.0 --verify-tag .*sbom\.cdx\.json .*scan-gate-client-[\d.]+\.tgz$/m,
    );
    const notes = await read('notes.md');
    const { version, changeLog } = readFacts();
    expect(notes).toContain(`- uses: scan-gate/scan-gate@${commit} # v${version}`);
    expect(notes).toContain(toNotes(changeLog, version, 'https://github.example/a/b/blob/v1.10.0'));
  });

  /** A row says which tags and releases are there, how the scripts run, then where both tags are and what was deleted. */
  const RUNS = `
finish what an earlier run began on the same commit       | v1.10.0=ours            | own            |         | ours none ours
delete the draft of an interrupted run, and publish anew  |                         | draft, older   |         | ours v1.10.0 ours | 7
publish nothing beside the draft of somebody else         |                         | somebody       | refused | ours none none
publish nothing when the packed client is another         |                         |                | unsigned refused | none none none
change nothing when the tag is on another commit          | v1.10.0=other v1=other  |                | refused | other none other
do not move the major tag back after a newer version      | v1.100.0=other v1=other |                | moving  | none none other
move it beside a newer pre-release                        | v1.11.0-rc.1=other v1=other |            | moving  | none none ours
`;
  it.each(rowsOf(RUNS))('%s', async (_, tags, releases = '', how = '', left, deleted = '') => {
    const draft = release([], { id: 7, draft: true });
    const known: Readonly<Record<string, ListedRelease>> = {
      ...{ own: release(ownAssets()), draft, older: release([], { tag_name: 'v1.9.0' }) },
      somebody: { ...draft, author: { login: 'mallory' } },
    };
    const commits: Readonly<Record<string, string>> = { ours: commit, other };
    for (const [tag, at] of Object.entries(readInputs(tags))) await writeFile(join(state, tag), commits[at] ?? '');
    const listed = releases.split(', ').flatMap((name) => known[name] ?? []);
    await writeFile(join(state, 'releases'), JSON.stringify([listed.slice(0, 1), listed.slice(1)]));
    const isRefused = await publish({
      ...(how.includes('unsigned') && { signed: '0'.repeat(64) }),
      ...(how.includes('moving') && { first: 'Move the major tag' }),
    }).then(
      () => false,
      () => true,
    );
    expect(isRefused).toBe(how.includes('refused'));
    const found = [await read('v1.10.0'), await read('release'), await read('v1')].join(' ');
    expect(found.replaceAll(commit, 'ours').replaceAll(other, 'other')).toBe(left);
    expect((await read('asked')).match(/(?<=DELETE \S+\/)\d+/gu)?.join() ?? '').toBe(deleted);
  });
});
