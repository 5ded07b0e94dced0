// How an examination ends: what one repository came to in full, or several in a table. Pure.
import type { Ending } from '../sweep/run.ts';
import { renderDoctorSummary } from './documents/summary.ts';
import { renderDoctorTable, type TableFrame } from './documents/table.ts';
import { toCheckLine, toResultLines, toTotalLine } from './log.ts';
import { type ManySource, toManyOutputs, toOutputs } from './outputs.ts';
import type { DoctorReport } from './report.ts';
import { toTitle, toTrustSentence } from './wording.ts';

/** What to use first, then why, then the checks; red only where something is blocked. */
export function endAlone(report: DoctorReport, source: Pick<ManySource, 'visible' | 'csvFile'>): Ending {
  return {
    summary: renderDoctorSummary(report),
    outputs: toOutputs(report, source),
    say: (runner) => {
      runner.info(toTitle(report));
      for (const line of toResultLines(report)) runner.info(line);
      runner.info(toTrustSentence(report.trust));
      if (report.recommended !== null) runner.info('The workflow to paste is in the job summary.');
      for (const check of report.checks) {
        const line = toCheckLine(check);
        if (check.status === 'ok') runner.info(line);
        else if (check.status === 'warning') runner.warning(line);
        else runner.error(line);
      }
      if (!report.isHealthy) runner.endRed();
    },
  };
}

/** Of several: red only where one is blocked. */
export function endTogether(table: ManySource, frame: TableFrame): Ending {
  const { rows } = table;
  return {
    summary: renderDoctorTable(rows, frame),
    outputs: toManyOutputs(table),
    say: (runner) => {
      runner.info(`Scan Gate doctor: ${toTotalLine(rows)}.`);
      if (rows.some(({ isHealthy }) => !isHealthy)) runner.endRed();
    },
  };
}
