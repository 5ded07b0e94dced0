// The settings of knip. The manifests of the sandbox and of the checks only say what is installed when: files of the root
// use what they name.
import { readFileSync } from 'node:fs';

const namedBy = (path) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies });
};

/** @type {import('knip').KnipConfig} */
export default {
  workspaces: {
    '.': {
      entry: [
        'src/{,*/}index.ts',
        'scripts/*.{ts,mjs}',
        'scripts/mutation/*.mjs',
        'scripts/bench/serve.ts',
        '*.config.js',
        '__tests__/**/*.test.ts',
      ],
      project: ['{src,scripts,__tests__}/**/*.{ts,mjs}', '*.js'],
      ignoreDependencies: [
        ...namedBy('./scripts/checks/package.json'),
        'hast',
        '@microsoft/jest-sarif',
        '@octokit/webhooks-examples',
        '@vercel/ncc',
        'jest-environment-node',
        'jest-runner',
      ],
    },
    sandbox: {
      entry: ['*.ts'],
      project: ['**/*.{ts,mjs}'],
      ignoreDependencies: ['@octokit/webhooks-examples', 'github-markdown-css'],
    },
    'scripts/checks': { ignoreDependencies: namedBy('./scripts/checks/package.json') },
  },
  exclude: ['types', 'duplicates', 'binaries'],
};
