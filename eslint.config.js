import { defineConfig } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** The verbs of functions that compute, and so are never async. */
const COMPUTES = '/^(?:parse|read|decide|select|render|to|is)(?=[A-Z]|$)/';
const PROMISE = '[returnType.typeAnnotation.typeName.name=/^(?:Promise|AsyncGenerator|AsyncIterable)$/]';
const computes = (message) =>
  [
    `FunctionDeclaration[async=true][id.name=${COMPUTES}]`,
    `FunctionDeclaration[id.name=${COMPUTES}]${PROMISE}`,
    `VariableDeclarator[id.name=${COMPUTES}] > :function[async=true]`,
    `:matches(Property, MethodDefinition)[key.name=${COMPUTES}] > :function[async=true]`,
    `TSMethodSignature[key.name=${COMPUTES}]${PROMISE}`,
    `TSPropertySignature[key.name=${COMPUTES}] TSFunctionType${PROMISE}`,
  ].map((selector) => ({ selector, message }));
/** What a module may not do when it is imported. */
const ACTS = [
  'Program > :matches(ExpressionStatement, IfStatement, ForStatement, ForOfStatement, TryStatement)',
  "Program > VariableDeclaration[kind!='const']",
  'Program > VariableDeclaration > VariableDeclarator > AwaitExpression',
].map((selector) => ({ selector, message: 'Only entry points do something when they are imported.' }));
const NO_DEFAULT = { selector: 'ExportDefaultDeclaration', message: 'Export by name.' };
const OF_SRC = [
  NO_DEFAULT,
  ...ACTS,
  ...computes('What computes is not async: find, fetch, publish, upsert, wait and run act.'),
];
/** A throw whose catch is beside it. */
const OWN_THROW = ['ThrowStatement', "CallExpression[callee.property.name='throwIfAborted']"].map((thrown) => ({
  selector: `TryStatement[handler] > BlockStatement.block ${thrown}`,
  message: 'Return, or branch: only the catch beside it would see what is thrown.',
}));

export default defineConfig(
  { ignores: ['dist/', 'build/', 'demo/', 'coverage/', 'node_modules/'] },
  // Compiled as users compile it, with the client as a package: __tests__/client/package.test.ts.
  { ignores: ['examples/client/*.ts'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      eqeqeq: 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/order': ['error', { alphabetize: { order: 'asc' }, 'newlines-between': 'never' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', NO_DEFAULT],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/index.ts', 'src/*/index.ts'],
    rules: { 'no-restricted-syntax': ['error', ...OF_SRC] },
  },
  {
    files: ['src/{net,client,runner}/**/*.ts'],
    ignores: ['src/client/index.ts'],
    rules: { 'no-restricted-syntax': ['error', ...OF_SRC, ...OWN_THROW] },
  },
  {
    files: ['__tests__/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          ['expect', 'assertions'],
          ['expect', 'hasAssertions'],
          ['it', 'failing'],
          ['test', 'failing'],
        ].map(([object, property]) => ({ object, property, message: 'jest-light-runner does not check it.' })),
      ],
    },
  },
  {
    // The sandbox and the scripts are command-line programs: they print.
    files: ['sandbox/**/*.ts', 'scripts/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
