// The inputs of the review action: every one of review/action.yml.
import { connectionInputs } from '../inputs/connection.ts';
import { flag, linkTemplate, oneOf, parsed } from '../inputs/readers.ts';
import { readInputs, type InferInputs, type ReadInput } from '../inputs/table.ts';

export const reviewInputs = {
  ...connectionInputs,
  bugUrl: linkTemplate('bug-url'),
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  /** What a command begins with: a slash or `!`, then letters, digits or hyphens; at most 50 characters. */
  prefix: parsed('prefix', '/scan-gate', {
    parse: parsePrefix,
    allowed:
      'a slash or !, then letters, digits or hyphens, such as /scan-gate, at most 50 characters',
  }),
  /** The least that an author of commands must have. */
  permission: oneOf('permission', ['write', 'maintain', 'admin'], 'write'),
  /** Whose bugs the author of the pull request may not settle. */
  fourEyes: oneOf('four-eyes', ['security', 'always', 'off'], 'security'),
  rerun: flag('rerun', 'true'),
};

export type ReviewInputs = InferInputs<typeof reviewInputs>;

/** Whose bugs the author of the pull request may not settle. */
export type FourEyes = ReviewInputs['fourEyes'];

/**
 * Reads and checks every input; an empty `api-key` is no fault.
 *
 * @throws {InputError} One error that names every fault.
 */
export function readReviewInputs(read: ReadInput): ReviewInputs {
  return readInputs(reviewInputs, read);
}

/** Nothing that means something in Markdown, so that a line with the prefix is shown as it is written. */
function parsePrefix(text: string): string | null {
  return /^[/!][A-Za-z0-9-]{1,49}$/.test(text) ? text : null;
}
