// The inputs of the review action, as in review/action.yml.
import { commandPrefix, connectionInputs } from '../inputs/connection.ts';
import { flag, linkTemplate, oneOf, parsed } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';

export const reviewInputs = {
  ...connectionInputs,
  bugUrl: linkTemplate('bug-url'),
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  /** The start of a command: a slash or `!`, then letters, digits or hyphens; at most 50 characters. */
  prefix: parsed('prefix', '/scan-gate', commandPrefix),
  /** The minimum permission to give commands. */
  permission: oneOf('permission', ['write', 'maintain', 'admin'], 'write'),
  /** Which bugs the author of the pull request may not dismiss or resolve. */
  fourEyes: oneOf('four-eyes', ['security', 'always', 'off'], 'security'),
  rerun: flag('rerun', 'true'),
};

export type ReviewInputs = InferInputs<typeof reviewInputs>;

/** Which bugs the author of the pull request may not dismiss or resolve. */
export type FourEyes = ReviewInputs['fourEyes'];
