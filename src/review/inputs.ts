// The inputs of the review action: every one of review/action.yml.
import { connectionInputs } from '../inputs/connection.ts';
import { flag, linkTemplate, oneOf, parsed } from '../inputs/readers.ts';
import { readInputs, type InferInputs, type ReadInput } from '../inputs/table.ts';

export const reviewInputs = {
  ...connectionInputs,
  bugUrl: linkTemplate('bug-url'),
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  /** What a command begins with; no white space in it. */
  prefix: parsed('prefix', '/scan-gate', {
    parse: parsePrefix,
    allowed: 'a word without white space, such as /scan-gate',
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

/** A quote mark would make every quoted reply a command. */
function parsePrefix(text: string): string | null {
  return /^[^\s>`~][^\s]{0,49}$/.test(text) ? text : null;
}
