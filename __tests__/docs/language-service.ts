// GitHub's own language service for workflows, as the editor on github.com uses it, for the tests of documents.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { validate } from '@actions/languageservice';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { ROOT } from './pages.ts';

type Metadata = NonNullable<Parameters<typeof validate>[1]>['actionsMetadataProvider'];
type Action = Awaited<ReturnType<NonNullable<Metadata>['fetchActionMetadata']>>;

interface Bundle {
  readonly validate: typeof validate;
  readonly TextDocument: {
    create(uri: string, languageId: string, version: number, content: string): Parameters<typeof validate>[0];
  };
}

export interface LanguageService {
  /** Errors and warnings, a line each; empty when all is well. */
  check(workflow: string): Promise<readonly string[]>;
}

/** Our samples name this repository so. */
export const OURS = 'scan-gate/scan-gate';

/** Inputs of actions by others that samples may use, by address without version: enough to find a wrong name. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'actions/attest': ['subject-checksums', 'subject-path', 'sbom-path', 'predicate-type', 'predicate-path'],
  'actions/create-github-app-token': [
    ...['client-id', 'private-key', 'owner'],
    ...['permission-actions', 'permission-contents', 'permission-issues', 'permission-pull-requests'],
  ],
  'actions/checkout': ['ref', 'path', 'fetch-depth', 'persist-credentials'],
  'actions/setup-node': ['node-version', 'package-manager-cache'],
  'actions/upload-artifact': ['name', 'path', 'archive', 'if-no-files-found', 'retention-days'],
  'github/codeql-action/init': ['languages'],
  'github/codeql-action/analyze': [],
  'github/codeql-action/upload-sarif': ['sarif_file', 'category', 'checkout_path', 'ref', 'sha'],
};

const SEVERITIES = ['', 'error', 'warning'];

/** Bundles it first: its packages import JSON in a way that Node does not take. */
export async function openLanguageService(): Promise<LanguageService> {
  const bundle = await loadBundle();
  const actionsMetadataProvider: Metadata = {
    fetchActionMetadata: ({ owner, name, path = '' }) => Promise.resolve(readAction(`${owner}/${name}`, path)),
  };
  let count = 0;
  return {
    check: async (workflow) => {
      // The service remembers what it learns of a document by its address.
      count += 1;
      const uri = `file:///.github/workflows/sample-${count}.yml`;
      const document = bundle.TextDocument.create(uri, 'yaml', 1, workflow);
      const found = await bundle.validate(document, { actionsMetadataProvider });
      return found.flatMap(({ severity = 1, range, message }) => {
        const word = SEVERITIES[severity];
        const text = typeof message === 'string' ? message : message.value;
        return word === undefined ? [] : [`${word}, line ${range.start.line + 1}: ${text}`];
      });
    },
  };
}

async function loadBundle(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-language-service-'));
  try {
    const outfile = join(folder, 'bundle.cjs');
    const contents = [
      "export { validate } from '@actions/languageservice';",
      "export { TextDocument } from 'vscode-languageserver-textdocument';",
    ].join('\n');
    // The service's own copy of the documents that it takes.
    const resolveDir = dirname(fileURLToPath(import.meta.resolve('@actions/languageservice')));
    await build({
      stdin: { contents, resolveDir },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
    return createRequire(import.meta.url)(outfile) as Bundle;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readAction(repository: string, path: string): Action {
  if (repository === OURS) return readOwnAction(path);
  const address = [repository, path].filter((part) => part !== '').join('/');
  const inputs = OTHERS[address];
  if (inputs === undefined) return undefined;
  return {
    name: address,
    description: '',
    inputs: Object.fromEntries(inputs.map((name) => [name, { description: '' }])),
  };
}

function readOwnAction(path: string): Action {
  const file = join(ROOT, path, 'action.yml');
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Action) : undefined;
}
