/** Takes secrets out of what others wrote. */
export interface Redactor {
    /** The text with `***` for each run of a secret; the same text when there is none. */
    readonly text: (text: string) => string;
    /**
     * The JSON value with every string and key redacted; the same object when there is nothing to redact.
     * What is nested deeper than 100 levels becomes `***`.
     */
    readonly value: (json: unknown) => unknown;
}
/**
 * Creates a redactor for secrets in the forms that GitHub's runner masks: as they are, in Base64 wherever in a longer
 * text they begin, escaped for a URL, JSON or XML. It replaces each run of 12 or more characters of a form, and a
 * shorter form where it occurs whole; overlapping ones together. Case matters. Secrets are trimmed, empty ones ignored.
 * Never throws.
 */
export declare function createRedactor(secrets: readonly string[]): Redactor;
