// The inputs of the insights action.
import { findPathFault, type System, toPlainPath } from '../client/rule-files.ts';
import { connectionInputs, requiredToken, serviceName } from '../inputs/connection.ts';
import { integer, linkTemplate, list, oneOf, optional } from '../inputs/readers.ts';
import type { InferInputs, Input } from '../inputs/table.ts';
import { sweepInputs } from '../sweep/inputs.ts';

const portableInputs = {
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
};

type InsightsTable = typeof portableInputs & {
  /** It is below the workspace. Null: no file is written. */
  readonly outputDir: Input<string | null>;
};

/** The inputs for a system, which decides which folder names are valid. */
export function insightsInputs(system: System): InsightsTable {
  return {
    ...portableInputs,
    outputDir: optional('output-dir', {
      parse: (text) => parseFolder(text, system),
      allowed: 'a folder below the workspace, without .. in it, and no part of .git',
    }),
  };
}

export type InsightsInputs = InferInputs<InsightsTable>;

/**
 * Parses a folder below the workspace, with slashes, without empty and `.` segments; null if it is none. The workspace
 * itself is none: it may have an `index.html` of its own.
 */
export function parseFolder(text: string, system: System): string | null {
  const given = system === 'windows' ? text.replaceAll('\\', '/') : text;
  const path = toPlainPath(given);
  const isAbsolute = given.startsWith('/') || /^[a-z]:/i.test(path);
  return isAbsolute || path === '' || findPathFault(path, system) !== null ? null : path;
}
