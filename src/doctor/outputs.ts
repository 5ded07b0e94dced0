// The outputs of the doctor action, as in its action.yml. All of them are always set.
import type { Disclosure } from '../judgement/disclosure.ts';
import { compareText } from '../judgement/finding.ts';
import { toFullName } from '../judgement/identifiers.ts';
import type { VisibleRepository } from '../service/find-repository.ts';
import { toFailed } from '../sweep/progress.ts';
import { renderDoctorJson, renderManyJson } from './documents/json.ts';
import type { DoctorReport } from './report.ts';
import { decideCommonSetUp, type Row } from './row.ts';

/** The outputs of a run that examined nothing. */
export const BARE_OUTPUTS = {
  healthy: 'false',
  recommendation: 'none',
  report: '',
  repositories: '[]',
  failed: '[]',
  'csv-file': '',
};

export type DoctorOutputs = Readonly<typeof BARE_OUTPUTS>;

export function toOutputs(
  report: DoctorReport,
  { visible, csvFile }: Pick<ManySource, 'visible' | 'csvFile'>,
): DoctorOutputs {
  const { address, fault } = report;
  return {
    healthy: String(report.isHealthy),
    recommendation: report.recommendation,
    report: renderDoctorJson(report),
    repositories: JSON.stringify(selectFullNames(visible, report.disclosure)),
    failed: toFailed([{ repository: toFullName(address), fault }]),
    'csv-file': csvFile ?? '',
  };
}

export interface ManySource {
  /** In the order of the table. */
  readonly rows: readonly Row[];
  readonly visible: readonly VisibleRepository[];
  readonly disclosure: Disclosure;
  /** Null: it is not wanted, or could not be written. */
  readonly csvFile: string | null;
}

export function toManyOutputs({ rows, visible, disclosure, csvFile }: ManySource): DoctorOutputs {
  return {
    healthy: String(rows.every(({ isHealthy }) => isHealthy)),
    recommendation: decideCommonSetUp(rows),
    report: renderManyJson(rows),
    repositories: JSON.stringify(selectFullNames(visible, disclosure)),
    failed: toFailed(rows),
    'csv-file': csvFile ?? '',
  };
}

/** As the input `repository` takes them: a name that it would refuse is left out. */
const FULL_NAME = /^[\w.-]+\/[\w.-]+$/;

/** Sorted, each once. What a public page must not name is left out. */
function selectFullNames(visible: readonly VisibleRepository[], disclosure: Disclosure): readonly string[] {
  const names = visible
    .filter(({ isPublic }) => isPublic || disclosure === 'full')
    .map(({ fullName }) => fullName)
    .filter((name) => FULL_NAME.test(name));
  return [...new Set(names)].sort(compareText);
}
