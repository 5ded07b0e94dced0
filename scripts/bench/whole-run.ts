// The whole run: how long the gate takes without latency, where it updates the comment of an earlier run.
import { type Figure, median, round } from './figure.ts';
import { timeEmptyProcess } from './gate-run.ts';
import { timePullRequest } from './pull-request.ts';

const runs = 15;

/** Over a Node process that does nothing, run in turn so that both meet the same machine. */
export async function measureWholeRun(): Promise<readonly Figure[]> {
  const gate: number[] = [];
  const empty: number[] = [];
  for (let run = 0; run < runs; run++) {
    empty.push(await timeEmptyProcess());
    gate.push(await timePullRequest({ hasComment: true, delayMs: 0 }));
  }
  const [gateMs, emptyMs] = [median(gate), median(empty)];
  return [
    {
      name: 'whole-run',
      what: 'whole run, over an empty Node process',
      value: gateMs / emptyMs,
      unit: '×',
      atMost: 9,
      from: `${round(gateMs)} ms / ${round(emptyMs)} ms, medians of ${runs}`,
    },
  ];
}
