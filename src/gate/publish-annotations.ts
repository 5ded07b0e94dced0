// Publishing annotations: in a check run, or with workflow commands. A refusal becomes a warning.
import { countOf } from '../judgement/format.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import type { Report } from '../judgement/report.ts';
import { warnOfRefusal } from '../runner/refusal.ts';
import type { Annotation, Runner } from '../runner/runner.ts';
import { createCheckRun } from './check-run.ts';
import { type Annotations, selectForCheckRun, selectForWorkflow } from './documents/annotations.ts';
import { type CheckRunDocument, renderCheckRun } from './documents/check-run.ts';
import type { WordedReport } from './documents/words.ts';
import type { GateSession } from './session.ts';

interface CheckRunSource {
  readonly report: WordedReport;
  /** All annotations; `max-annotations` limits how many are shown. */
  readonly annotations: readonly Annotation[];
}

/** Sends as many annotations as the runner shows for a step, and a notice about the rest. Call it after all else that may warn. */
export function publishByWorkflow(
  { runner, inputs }: Pick<GateSession, 'runner' | 'inputs'>,
  all: readonly Annotation[],
  { job }: Pick<Report, 'job'>,
): void {
  const { shown, remainder } = selectForWorkflow(all, inputs.maxAnnotations, {
    error: 1,
    warning: runner.said('warning') + (job === 'warning' ? 1 : 0),
    notice: runner.said('notice') + 1,
  });
  for (const annotation of shown) runner.annotate(annotation);
  logRemainder(runner, remainder);
}

/** Creates the check run and returns its address. Null: none is requested, or it was refused, with a warning. */
export async function publishCheckRun(
  session: GateSession,
  headSha: CommitSha,
  { report, annotations }: CheckRunSource,
): Promise<{ readonly url: string | null } | null> {
  const { runner, inputs, publisher: github, event } = session;
  if (inputs.annotations !== 'check-run') return null;
  if (github === null) {
    runner.warning('Without a github-token there is no check run; the job has the annotations.');
    return null;
  }
  const ref = { ...event.repository, headSha, name: inputs.checkName };
  const { shown, remainder } = selectForCheckRun(annotations, inputs.maxAnnotations);
  const document = scrubbed(runner, renderCheckRun(report, shown, inputs.maxListed));
  try {
    const { url, annotated, fault } = await createCheckRun(github, ref, document);
    if (fault !== null) {
      const missing = countOf(shown.length - annotated, 'annotation', 'annotations');
      warnOfRefusal(session, fault, { doing: `append ${missing} to the check run`, permission: 'checks: write' });
    }
    logRemainder(runner, remainder);
    return { url };
  } catch (error) {
    warnOfRefusal(session, error, { doing: 'create the check run', permission: 'checks: write' });
    return null;
  }
}

/** The runner masks secrets only in what it prints, so we remove them from what we send to GitHub. */
function scrubbed(runner: Runner, document: CheckRunDocument): CheckRunDocument {
  return {
    ...document,
    title: runner.scrub(document.title),
    summary: runner.scrub(document.summary),
    annotations: document.annotations.map((annotation) => ({
      ...annotation,
      path: runner.scrub(annotation.path),
      title: runner.scrub(annotation.title),
      message: runner.scrub(annotation.message),
    })),
  };
}

function logRemainder(runner: Runner, remainder: Annotations['remainder']): void {
  if (remainder !== null) runner.notice(remainder);
}
