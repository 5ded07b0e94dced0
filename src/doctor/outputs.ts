// The outputs of the doctor action. All of them are always set.
import type { Disclosure } from '../judgement/disclosure.ts';
import { compareText } from '../judgement/finding.ts';
import type { VisibleRepository } from '../service/find-repository.ts';
import { toFailed } from '../sweep/progress.ts';
import { renderDoctorJson, renderManyJson } from './documents/json.ts';
import type { DoctorReport } from './report.ts';
import { decideCommonSetUp, type Row } from './row.ts';

/** A run that examined nothing has these outputs. */
export const BARE_OUTPUTS = {
  healthy: 'false',
  recommendation: 'none',
  report: '',
  repositories: '[]',
  failed: '[]',
  'csv-file': '',
};

export type DoctorOutputs = Readonly<typeof BARE_OUTPUTS>;

interface Examined {
  /** It is null where there are several repositories. */
  readonly only: DoctorReport | null;
  readonly visible: readonly VisibleRepository[];
  readonly disclosure: Disclosure;
  /** It is null if it is not wanted, or could not be written. */
  readonly csvFile: string | null;
}

export function toOutputs(rows: readonly Row[], { only, visible, disclosure, csvFile }: Examined): DoctorOutputs {
  return {
    healthy: String(rows.every(({ isHealthy }) => isHealthy)),
    recommendation: decideCommonSetUp(rows),
    report: only === null ? renderManyJson(rows) : renderDoctorJson(only),
    repositories: JSON.stringify(selectFullNames(visible, disclosure)),
    failed: toFailed(rows),
    'csv-file': csvFile ?? '',
  };
}

/** The input `repository` would refuse any other name. */
const FULL_NAME = /^[\w.-]+\/[\w.-]+$/;

/** Leaves out what a public page must not name. */
function selectFullNames(visible: readonly VisibleRepository[], disclosure: Disclosure): readonly string[] {
  const names = visible
    .filter(({ isPublic }) => isPublic || disclosure === 'full')
    .map(({ fullName }) => fullName)
    .filter((name) => FULL_NAME.test(name));
  return [...new Set(names)].sort(compareText);
}
