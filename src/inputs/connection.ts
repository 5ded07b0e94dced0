// The inputs that every action has: the address of the service, the keys, and the repository; and what people call the service.
import { isRepoId } from '../judgement/identifiers.ts';
import { parseUrl } from '../net/address.ts';
import { identifier, optional, optionalWithout, parsed, secret, serviceUrl, withDefault } from './readers.ts';
import type { InferInputs, Input } from './table.ts';

export const connectionInputs = {
  /** The address has no trailing slash. Empty only if `apiKey` is null: the missing key is the better error. */
  apiUrl: optionalWithout('api-key', serviceUrl('api-url')),
  /** A missing key is null, and not an error here. */
  apiKey: secret('api-key'),
  githubToken: secret('github-token'),
  /** `owner/name`. */
  repository: parsed('repository', '', { parse: parseFullName, allowed: 'owner/name' }),
  /** Where it is null, `repository` finds it. */
  repositoryId: identifier('repository-id', isRepoId, 'repo_1a2b'),
};

/** The token where an action cannot do without; `allowed` says what it must be allowed to do. */
export function requiredToken(allowed: string): Input<string> {
  const { githubToken } = connectionInputs;
  return {
    ...githubToken,
    parse: (text, textOf) => {
      const result = githubToken.parse(text, textOf);
      if (result.kind === 'fault') return result;
      return result.value === null ? { kind: 'fault', given: 'empty', allowed } : { ...result, value: result.value };
    },
  };
}

/** Room in a sentence: our own limit. */
const MAX_NAME_CHARACTERS = 100;

/**
 * The name of the service in all that people read: one line of at most 100 characters, which completes "in …". Empty: the host of the input `bug-url`, else "the bug-findings service".
 */
export const serviceName: Input<string> = withDefault(
  parsed('service-name', '', {
    parse: (text) => (isName(text) ? text : null),
    allowed: `a name of at most ${MAX_NAME_CHARACTERS} characters on one line`,
  }),
  (textOf) => {
    const host = parseUrl(textOf('bug-url'))?.host ?? '';
    return isName(host) ? host : 'the bug-findings service';
  },
);

/** A team, a channel or an address to ask about a check; null if empty. */
export const contact: Input<string | null> = optional('contact', {
  parse: (text) => (isName(text) ? text : null),
  allowed: `whom to ask, such as #security-help, in at most ${MAX_NAME_CHARACTERS} characters on one line`,
});

/** How a command of the action review begins. It allows no Markdown syntax, so that a line with it is shown as written. */
export const commandPrefix = {
  parse: (text: string): string | null => (/^[/!][A-Za-z0-9-]{1,49}$/.test(text) ? text : null),
  allowed: 'a slash or !, then letters, digits or hyphens, such as /scan-gate, at most 50 characters',
};

export type ConnectionInputs = InferInputs<typeof connectionInputs>;

function parseFullName(text: string): string | null {
  return /^[\w.-]+\/[\w.-]+$/.test(text) ? text : null;
}

function isName(text: string): boolean {
  // Something of it can be seen.
  return (
    text.length <= MAX_NAME_CHARACTERS && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
  );
}
