// `npm run test:mutation -- PART [FILE]...`: which small changes of the code make no test fail.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

interface Part {
  /** The files that are changed. */
  readonly mutate: readonly string[];
  /** Patterns of paths under `__tests__/`. A change that no test notices runs all tests that reach it, so only quick ones are named. */
  readonly tests: readonly string[];
  /** The lowest score in percent, if it is not the usual one. */
  readonly least?: number;
}

const USUAL_LEAST = 85;

/** Each takes at most ten minutes on two cores. */
const parts: Readonly<Record<string, Part>> = {
  judgement: {
    mutate: ['src/judgement/**/*.ts'],
    // It decides every verdict.
    least: 93,
    tests: ['judgement/*', 'gate/documents/{json,sentences}'],
  },
  // These files decide whether a comment or an issue is created, updated or left alone.
  plans: {
    mutate: ['src/github/comment-plan.ts', 'src/watch/issue-plan.ts'],
    tests: ['github/comment-plan', 'watch/*'],
  },
  // `watch/faults` is left out: its nights with a fault at every request are slow, and most changes fail an earlier test.
  watch: {
    mutate: ['src/watch/{announcement-plan,attribution,new-findings,report}.ts'],
    tests: ['watch/{decisions,documents,nights}'],
  },
  'watch-requests': {
    mutate: ['src/watch/{fetch-watched-findings,withdraw-announcements}.ts'],
    tests: ['watch/nights'],
  },
  'watch-scans': {
    mutate: ['src/watch/{branch-commits,find-branch-scans}.ts'],
    tests: ['watch/nights'],
  },
  doctor: {
    mutate: ['src/doctor/{checks,evidence,own-set-ups,row,scan-statistics,set-ups}.ts'],
    tests: ['doctor/{checks,own-set-ups,row,scan-statistics}'],
  },
  insights: {
    mutate: ['src/insights/{gate-facts,note,report,scan-facts,settled,shown-bug,through}.ts'],
    tests: ['insights/{csv,documents,gate-facts,note,report,scan-facts,settled,through}'],
  },
  service: {
    mutate: ['src/service/{bug-lists,fetch-list-totals,find-repository,from-api,live,reviewed-bugs,to-unverified}.ts'],
    tests: ['service/*'],
  },
  'service-scans': {
    mutate: ['src/service/scan-history.ts'],
    tests: ['e2e/scan', 'service/{faults,repository}'],
  },
  inputs: {
    mutate: ['src/inputs/**/*.ts', 'src/*/inputs.ts'],
    tests: ['inputs/*'],
  },
  review: {
    mutate: ['src/review/{command,outcome,policy,reply,rerun}.ts'],
    tests: ['review/*'],
  },
  // This is a sample: it has what decides, but not the schemas and the list of endpoints.
  client: {
    mutate: ['src/client/{read-answer,pages,request}.ts'],
    tests: ['client/{answers,connection-faults,errors,everyday,pages,retry,rule-requests}', 'contract/failures'],
  },
};

const usage = `usage: npm run test:mutation -- PART [FILE]...

  PART  ${Object.keys(parts).join(', ')}
  FILE  changes only this file, or its lines: src/judgement/verdict.ts:10-20

A part takes at most ten minutes on two cores. Close other work: a test that takes too long counts as one that failed.
Writes coverage/mutation/PART.html. Ends with exit status 1 when fewer than ${USUAL_LEAST} % of the changes are noticed, in judgement fewer than 93 %.
`;

/** Runs Stryker. @throws when the tests fail before anything is changed. */
async function testPart(name: string, part: Part): Promise<void> {
  const stryker = new Stryker({
    mutate: [...part.mutate],
    // Changed texts are no faults of the logic, and what runs once, on import, cannot be tried test by test.
    mutator: { excludedMutations: ['StringLiteral'] },
    plugins: ['@stryker-mutator/*', inScripts('mutation/texts.mjs')],
    ignorers: ['texts'],
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: {
      configFile: 'jest.config.js',
      // Jest sees only what lies below its roots, and so not that a test reaches a file by way of another.
      enableFindRelatedTests: false,
      config: {
        testMatch: part.tests.map((pattern) => `**/__tests__/${pattern}.test.ts`),
        // Stryker looks into jest's own runner, which does not read TypeScript by itself.
        runner: inScripts('mutation/runner.mjs'),
        // jest's own runner does these in its own way.
        setupFiles: [],
        testEnvironment: inScripts('mutation/environment.mjs'),
        transform: { '\\.ts$': inScripts('mutation/typescript.mjs') },
        extensionsToTreatAsEsm: ['.ts'],
      },
    },
    ignorePatterns: ['coverage', 'demo', 'build'],
    tempDirName: 'coverage/stryker',
    allowConsoleColors: false,
    reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: `coverage/mutation/${name}.html` },
    jsonReporter: { fileName: `coverage/mutation/${name}.json` },
    thresholds: { high: 95, low: USUAL_LEAST, break: part.least ?? USUAL_LEAST },
  });
  await stryker.runMutationTest();
}

function inScripts(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

const [name = '', ...files] = process.argv.slice(2);
const part = parts[name];
const missing = files.filter((file) => !existsSync(file.replace(/:\d+.*$/, '')));
if (part === undefined || missing.length > 0) {
  const fault = part === undefined ? `no part is called '${name}'` : `no file ${missing.join(', ')}`;
  console.error(`${fault}\n\n${usage}`);
  process.exitCode = 2;
} else {
  await testPart(name, files.length > 0 ? { ...part, mutate: files } : part);
}
