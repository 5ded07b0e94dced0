// Finds regular expressions that take more than linear time on hostile text, with recheck: what `src` and `sandbox` read comes
// from others. An expression that recheck does not understand in time passes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');
const TIMEOUT_MS = 3_000;

interface Expression {
  /** `file:line` */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const expressions = ['src', 'sandbox'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readExpressions(join(folder, name))),
);
const faults: string[] = [];
for (const { place, source, flags } of expressions) {
  const result = await check(source, flags, { timeout: TIMEOUT_MS });
  if (result.status !== 'vulnerable') continue;
  faults.push(`${place}: /${source}/${flags}, ${result.complexity.summary}`);
}
for (const fault of faults) console.error(fault);
console.log(`${expressions.length} regular expressions, ${faults.length} not linear`);
if (faults.length > 0 || expressions.length === 0) process.exitCode = 1;

function readExpressions(path: string): readonly Expression[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(node.text) ?? [];
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ place: `${path}:${line + 1}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
