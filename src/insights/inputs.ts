// The inputs of the insights action.
import { findPathFault, toPlainPath } from '../client/rule-files.ts';
import { connectionInputs, requiredToken, serviceName } from '../inputs/connection.ts';
import { integer, linkTemplate, list, oneOf, optional } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';
import { sweepInputs } from '../sweep/inputs.ts';

export const insightsInputs = {
  apiUrl: connectionInputs.apiUrl,
  /** It is null if empty, which is no error here. */
  apiKey: connectionInputs.apiKey,
  githubToken: requiredToken("a token that may read pull requests, such as the workflow's own"),
  ...sweepInputs,
  days: integer('days', '90', { min: 7, max: 366 }),
  scanTypes: list('scan-types'),
  bugUrl: linkTemplate('bug-url'),
  serviceName,
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  /** It is below the workspace. Null: no file is written. */
  outputDir: optional('output-dir', {
    parse: parseFolder,
    allowed: 'a folder below the workspace, without .. in it, and no part of .git',
  }),
};

export type InsightsInputs = InferInputs<typeof insightsInputs>;

/**
 * Parses a folder below the workspace, with slashes, without empty and `.` segments, by one rule on every system; null if it
 * is none. The workspace itself is none: it may have an `index.html` of its own.
 */
export function parseFolder(text: string): string | null {
  const given = text.replaceAll('\\', '/');
  const path = toPlainPath(given);
  const isAbsolute = given.startsWith('/') || /^[a-z]:/i.test(path);
  return isAbsolute || path === '' || findPathFault(path, 'windows') !== null ? null : path;
}
