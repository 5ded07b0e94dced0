// The findings that are new: what a scan was the first to find.
import type { Finding } from '../judgement/finding.ts';
import type { Scan } from '../judgement/scan.ts';

/** The pending findings that one scan lists. */
export interface ScanFindings {
  readonly scan: Scan;
  readonly findings: readonly Finding[];
}

/**
 * Selects the findings that some scan lists and that were not known before that very scan began; each once. Right
 * whether a scan lists only what it was the first to find, or everything that it finds again.
 */
export function selectNewFindings(lists: readonly ScanFindings[]): readonly Finding[] {
  const fresh = lists.flatMap(({ scan, findings }) =>
    findings.filter(({ foundAt }) => foundAt >= scan.startedAt),
  );
  return [...new Map(fresh.map((finding) => [finding.id, finding])).values()];
}

/** All of `findings`, and those of `others` that are not among them. */
export function joinFindings(
  findings: readonly Finding[],
  others: readonly Finding[],
): readonly Finding[] {
  const known = new Set(findings.map(({ id }) => id));
  return [...findings, ...others.filter(({ id }) => !known.has(id))];
}
