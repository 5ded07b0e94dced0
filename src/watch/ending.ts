// How a watch ends: what one repository came to in full, or several in a table. Pure.
import { renderFault } from '../documents/fault.ts';
import { compact } from '../judgement/lists.ts';
import type { Ending } from '../sweep/run.ts';
import { renderWatchSummary } from './documents/issue.ts';
import { renderWatchTable } from './documents/table.ts';
import { toConclusion, toFactLines, toFaultConclusion, toNewLines, toTotalLine, toWarnings } from './log.ts';
import type { Look } from './look.ts';
import { toManyOutputs, toOutputs } from './outputs.ts';

export function endAlone(look: Look): Ending {
  const { outcome, fault } = look;
  return {
    summary:
      outcome === null ? String(fault && renderFault('watch', fault)) : renderWatchSummary(outcome.report, fault),
    outputs: toOutputs(look),
    say: (runner) => {
      if (outcome !== null) {
        const { report, issue } = outcome;
        runner.info(toConclusion(report));
        const newLines = toNewLines(report);
        if (newLines.length > 0) runner.group('New bugs', newLines);
        const facts = [...toFactLines(report), issue !== null && `Issue: ${issue.url ?? issue.number}`];
        runner.group('What was read', compact(facts));
        for (const warning of toWarnings(report)) runner.warning(warning);
      }
      if (fault !== null) runner.fail(toFaultConclusion(fault));
    },
  };
}

/** Of several: red only where the verdict of one is `unverified`. */
export function endTogether(looks: readonly Look[], serverUrl: string): Ending {
  const [fault = null] = compact(looks.map((look) => look.fault));
  return {
    summary: renderWatchTable(looks, serverUrl),
    outputs: toManyOutputs(looks, fault?.reason ?? null),
    say: (runner) => {
      runner.info(`Scan Gate watch: ${toTotalLine(looks)}.`);
      if (fault !== null) runner.endRed();
    },
  };
}
