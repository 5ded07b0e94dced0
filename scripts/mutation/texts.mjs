// Mutation testing leaves single texts alone; this adds lists of sentences, and lines of the log.

const texts = {
  shouldIgnore({ node }) {
    if (node.type === 'ArrayExpression' && isSentences(node.elements)) return 'mere text';
    if (node.type === 'ExpressionStatement' && isLogged(node.expression)) return 'a line of the log';
    return undefined;
  },
};

/** A word alone may be a value that decides. */
function isSentences(elements) {
  return elements.length > 0 && elements.every((element) => textOf(element)?.includes(' '));
}

function textOf(element) {
  if (element?.type === 'StringLiteral') return element.value;
  if (element?.type !== 'TemplateLiteral') return undefined;
  return element.quasis.map(({ value }) => value.raw).join('');
}

function isLogged({ type, callee }) {
  return type === 'CallExpression' && callee.property?.name === 'log';
}

// The name that Stryker looks for.
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }];
