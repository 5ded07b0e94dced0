// Reads the inputs of the review action, as in review/action.yml.
import { commandPrefix, connectionInputs } from '../inputs/connection.ts';
import { flag, linkTemplate, oneOf, parsed } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';

export const reviewInputs = {
  ...connectionInputs,
  bugUrl: linkTemplate('bug-url'),
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  /** A command begins with it: a slash or `!`, then letters, digits or hyphens; at most 50 characters. */
  prefix: parsed('prefix', '/scan-gate', commandPrefix),
  /** A person who gives commands needs this permission, or more. */
  permission: oneOf('permission', ['write', 'maintain', 'admin'], 'write'),
  /** The author of the pull request may not dismiss or resolve these bugs. */
  fourEyes: oneOf('four-eyes', ['security', 'always', 'off'], 'security'),
  rerun: flag('rerun', 'true'),
};

export type ReviewInputs = InferInputs<typeof reviewInputs>;

/** The author of the pull request may not dismiss or resolve these bugs. */
export type FourEyes = ReviewInputs['fourEyes'];
