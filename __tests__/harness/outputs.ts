// What the outputs of a run are expected to be: all of the gate's, empty unless told otherwise.

const names = [
  'verdict',
  'reason',
  'repository-id',
  'scan-id',
  'scan-sha',
  'scan-match',
  'scan-age-hours',
  'commits-behind',
  'pending',
  'pending-security',
  'pending-unclassified',
  'resolved',
  'dismissed',
  'gated',
  'gated-security',
  'comment-url',
  'check-run-url',
  'sarif-file',
  'report-file',
] as const;

type Outputs = Readonly<Record<(typeof names)[number], string>>;

/** All outputs: those given, and the empty string for the rest. */
export function allOutputs(given: Partial<Outputs>): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(names.map((name) => [name, ''])), ...given };
}
