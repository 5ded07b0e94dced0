// Owns the inputs of the review action: every one of review/action.yml, read, checked and typed.
import type { DisclosureInput } from '../domain/disclosure.ts';
import type { Permission } from '../github/reviewer.ts';
import { openInputs, type ReadInput } from '../inputs/inputs.ts';
import { readConnection, type ConnectionInputs } from '../story/connection-inputs.ts';

/** Whose bugs the author of the pull request may not settle. */
export type FourEyes = 'security' | 'always' | 'off';

export interface ReviewInputs extends ConnectionInputs {
  readonly bugUrl: string | null;
  readonly disclosure: DisclosureInput;
  /** What a command begins with: a slash or `!`, then letters, digits or hyphens; at most 50 characters. */
  readonly prefix: string;
  /** The least that an author of commands must have. */
  readonly permission: Extract<Permission, 'write' | 'maintain' | 'admin'>;
  readonly fourEyes: FourEyes;
  readonly rerun: boolean;
}

/** Reads and checks every input. Throws one InputError that names every fault; an empty `api-key` is none. */
export function readReviewInputs(read: ReadInput): ReviewInputs {
  const inputs = openInputs(read);
  const values = {
    ...readConnection(inputs),
    bugUrl: inputs.linkTemplate('bug-url'),
    disclosure: inputs.oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
    prefix: inputs.parsed('prefix', parsePrefix, PREFIX_RULE) ?? '/scan-gate',
    permission: inputs.oneOf('permission', ['write', 'maintain', 'admin'], 'write'),
    fourEyes: inputs.oneOf('four-eyes', ['security', 'always', 'off'], 'security'),
    rerun: inputs.oneOf('rerun', ['true', 'false'], 'true') === 'true',
  } as const;
  inputs.check();
  return values;
}

const PREFIX_RULE =
  'a slash or !, then letters, digits or hyphens, such as /scan-gate, at most 50 characters';

/** Nothing that means something in Markdown, so that a line with the prefix is shown as it is written. */
function parsePrefix(text: string): string | null {
  return /^[/!][A-Za-z0-9-]{1,49}$/.test(text) ? text : null;
}
