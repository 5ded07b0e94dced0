/** Removes secrets from untrusted data. */
export interface Redactor {
    /** The text with `***` in place of each run of a secret; the same text if there is none. */
    readonly text: (text: string) => string;
    /**
     * The JSON value with every string and key redacted; the same object if there is nothing to redact.
     * Anything nested deeper than 100 levels becomes `***`.
     */
    readonly value: (json: unknown) => unknown;
}
/**
 * Creates a redactor for secrets in the forms that GitHub's runner masks: plain, Base64 at any of the three offsets,
 * and escaped for a URL, JSON or XML. It replaces each run of 12 or more characters of a form, and each whole shorter
 * form. Overlapping matches become one mask. Case matters. Secrets are trimmed; empty ones are ignored. Never throws.
 */
export declare function createRedactor(secrets: readonly string[]): Redactor;
