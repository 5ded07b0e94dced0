// Owns the search for secrets in everything that a run leaves behind.
import type { RunnerResult } from '../../sandbox/runner/runner.ts';

/** The commands by which the runner is told to hide a value are the one place where it has to stand. */
const maskCommand = /^::add-mask::.*$/gmu;

/** Where a secret shows, with its form; empty when it shows nowhere. Forms: plain, URL-encoded, Base64, split over white space. */
export function leaksOf(
  secrets: readonly string[],
  result: RunnerResult,
  others: readonly unknown[],
): readonly string[] {
  const { stdout, stderr, log, summary, workspaceFiles } = result;
  const places = {
    stdout: stdout.replace(maskCommand, ''),
    ...{ stderr, log, summary },
    others: JSON.stringify([others, workspaceFiles]),
  };
  return secrets
    .filter((secret) => secret.trim() !== '')
    .flatMap((secret) => Object.entries(formsOf(secret.trim())))
    .flatMap(([form, secret]) =>
      Object.entries(places)
        .filter(([, text]) => includes(text, secret))
        .map(([place]) => `${place}: ${form}`),
    );
}

function formsOf(secret: string): Readonly<Record<string, string>> {
  return {
    plain: secret,
    'URL-encoded': encodeURIComponent(secret),
    'as JSON': JSON.stringify(secret).slice(1, -1),
    Base64: Buffer.from(secret).toString('base64').replace(/=+$/u, ''),
  };
}

/** White space and line breaks, also escaped ones, do not hide a secret from a reader. */
function includes(text: string, secret: string): boolean {
  return [text, text.replaceAll(/\\[nrt]|\s/gu, '')].some((form) => form.includes(secret));
}
