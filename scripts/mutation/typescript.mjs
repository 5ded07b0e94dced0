// The jest transform for TypeScript, for mutation testing: Node's own removal of types, which keeps every line and column.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const ownSource = readFileSync(new URL(import.meta.url), 'utf8');

/** Returns the JavaScript that jest runs in place of the TypeScript `source`. */
function transform(source) {
  return { code: stripTypeScriptTypes(source) };
}

/** Returns the name under which jest keeps a result: the same for the same source, Node and transform. */
function getCacheKey(source, path, { configString, instrument }) {
  const parts = [process.version, ownSource, source, path, configString, instrument];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

// Jest accepts a transform only as a default export.
export default { process: transform, getCacheKey };
