// The lint rules of our own, as a plugin of oxlint: those of docs/architecture.md that selectors can hold, and the order of
// imports. `.oxlintrc.json` says where each applies. Plain JavaScript, since editors load it too.
import { isBuiltin } from 'node:module';

/** A function that begins with one of these verbs computes, and so is never async. */
const COMPUTES = '/^(?:parse|read|decide|select|render|to|is)(?=[A-Z]|$)/';
const PROMISE = '[returnType.typeAnnotation.typeName.name=/^(?:Promise|AsyncGenerator|AsyncIterable)$/]';

const TOP_LEVEL = ':matches(Program, Program > ExportNamedDeclaration)';

const OWN_THROWS = ['ThrowStatement', "CallExpression[callee.property.name='throwIfAborted']"].map(
  (thrown) => `TryStatement[handler] > BlockStatement.block ${thrown}`,
);

export default {
  meta: { name: 'scan-gate' },
  rules: {
    'named-exports': forbid(['ExportDefaultDeclaration'], 'Export by name.'),
    'imports-do-nothing': forbid(
      [
        'Program > :matches(ExpressionStatement, IfStatement, ForStatement, ForOfStatement, TryStatement)',
        `${TOP_LEVEL} > VariableDeclaration[kind!='const']`,
        `${TOP_LEVEL} > VariableDeclaration > VariableDeclarator > AwaitExpression`,
      ],
      'Only entry points do something when they are imported.',
    ),
    'computes-at-once': forbid(
      [
        `FunctionDeclaration[async=true][id.name=${COMPUTES}]`,
        `FunctionDeclaration[id.name=${COMPUTES}]${PROMISE}`,
        `VariableDeclarator[id.name=${COMPUTES}] > :function[async=true]`,
        `:matches(Property, MethodDefinition)[key.name=${COMPUTES}] > :function[async=true]`,
        `TSMethodSignature[key.name=${COMPUTES}]${PROMISE}`,
        `TSPropertySignature[key.name=${COMPUTES}] TSFunctionType${PROMISE}`,
      ],
      'What computes is not async: find, fetch, publish, upsert, wait and run act.',
    ),
    // oxlint's own rule against it lets this pass.
    'void-of-calls': forbid(
      ["UnaryExpression[operator='void'][argument.type!=/^(?:Call|Chain|Assignment)Expression$/]"],
      'Only the value of a call is discarded by "void".',
    ),
    'no-own-throw': forbid(OWN_THROWS, 'Return, or branch: only the catch beside it would see what is thrown.'),
    'import-order': { meta: { type: 'layout', fixable: 'code' }, create: (context) => orderImports(context) },
  },
};

/** The rule that reports what one of the selectors matches. */
function forbid(selectors, message) {
  return {
    meta: { type: 'problem' },
    create: (context) =>
      Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
  };
}

/** Node's modules, packages, parent folders, then this folder; each by the alphabet, and no empty line in between. */
function orderImports(context) {
  const check = (program) => {
    // An import for its effect stays where it is.
    const imports = program.body.filter(
      ({ type, specifiers }) => type === 'ImportDeclaration' && specifiers.length > 0,
    );
    const sorted = imports.toSorted((a, b) => compareSources(a.source.value, b.source.value));
    const text = context.sourceCode.getText();
    for (const [at, node] of imports.entries()) {
      const previous = imports[at - 1];
      if (previous === undefined) continue;
      const between = text.slice(previous.range[1], node.range[0]);
      const isMisplaced = compareSources(previous.source.value, node.source.value) > 0;
      const isApart = between
        .split('\n')
        .slice(1, -1)
        .some((line) => line.trim() === '');
      if (!isMisplaced && !isApart) continue;
      const message = isMisplaced
        ? `The import of "${node.source.value}" belongs before that of "${previous.source.value}".`
        : 'No empty line stands between imports.';
      context.report({ node, message, fix: (fixer) => fixWith(fixer, sorted) });
    }

    /** Writes all of them again, unless there is anything between them that would be lost. */
    function fixWith(fixer, wanted) {
      const [first, last] = [imports[0], imports.at(-1)];
      const isAlone = imports.every(
        (node, at) => at === 0 || text.slice(imports[at - 1].range[1], node.range[0]).trim() === '',
      );
      if (!isAlone) return null;
      const lines = wanted.map(({ range: [start, end] }) => text.slice(start, end));
      return fixer.replaceTextRange([first.range[0], last.range[1]], lines.join('\n'));
    }
  };
  return { Program: check };
}

function compareSources(a, b) {
  return rankOf(a) - rankOf(b) || compareParts(a.split('/'), b.split('/'));
}

function rankOf(source) {
  if (isBuiltin(source)) return 0;
  if (/^\.\.(?:\/|$)/u.test(source)) return 2;
  return source.startsWith('.') ? 3 : 1;
}

/** Folder by folder: what is nearer to the root comes first. */
function compareParts(a, b) {
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at === -1) return a.length - b.length;
  if (b[at] === undefined) return 1;
  return a[at] < b[at] ? -1 : 1;
}
