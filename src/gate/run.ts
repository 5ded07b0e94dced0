// The gate: turns event and inputs into a verdict and publishes it.
import { findKeylessOrigin } from '../github/event.ts';
import { hasStatus } from '../github/failure.ts';
import { TIMEOUT_MS } from '../github/octokit.ts';
import { toEnding } from '../github/pull-request.ts';
import { findVisibility } from '../github/visibility.ts';
import { readContact, readGateInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import type { DismissedFinding } from '../judgement/finding.ts';
import { withoutFullStop } from '../judgement/format.ts';
import type { Judgement } from '../judgement/judge.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { PullEnding, Report } from '../judgement/report.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { capture, orAfter } from '../net/abort.ts';
import { type Annotation, maskSecrets, type Runner, toMessage, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, withSession } from '../runner/session.ts';
import { fetchDismissed } from '../service/bug-lists.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { fetchTimedConversation, findPullThen, isRecent, type TimedConversation } from './conversation.ts';
import { toAnnotations, toFirstChangedLine } from './documents/annotations.ts';
import { toHeadline, toIcon } from './documents/headline.ts';
import { toWrongInputsLine } from './documents/way-out.ts';
import { awaitBriefly, findIsRequired } from './is-required.ts';
import { toAdviceLines, toFactLines, toFindingLines, toOpening } from './log.ts';
import { type Published, toBareOutputs, toOutputs } from './outputs.ts';
import { judgePatiently, MAX_REREADS } from './patience.ts';
import { createPlacePath, type PlacePath } from './present-paths.ts';
import { type Material, publish, publishWithoutSubject } from './publish.ts';
import { decideReport, decideReportWithoutSubject } from './report.ts';
import type { GateSession } from './session.ts';
import { findSubject, type Subject } from './subject.ts';
import { beginAsking, openWorld, type RunWorld } from './world.ts';
import { publishWrongInputs } from './wrong-inputs.ts';

/**
 * Runs the gate. Rejects for wrong inputs, a bug in Scan Gate, or a job that is cancelled before there is a verdict; sets
 * the outputs in any case. A verdict stands once it is made, whatever becomes of the reporting.
 */
export async function runGate(dependencies: Dependencies): Promise<void> {
  const { runner, clock } = dependencies;
  maskSecrets(runner);
  // First, so that they are set however the run ends. Of several values the runner takes the last.
  writeOutputs(runner, toBareOutputs({ kind: 'unverified', reason: 'service-error' }));
  try {
    const inputs = readGateInputs((name) => runner.input(name), clock.now());
    const waitsMs = inputs.waitForScanMs + inputs.waitTimeoutMs + MAX_REREADS * inputs.pollIntervalMs;
    await withSession(dependencies, { inputs, waitsMs }, runSession);
  } catch (error) {
    if (error instanceof InputError) {
      writeOutputs(runner, toBareOutputs({ kind: 'unverified', reason: 'invalid-input' }));
      runner.info(toWrongInputsLine(readContact((name) => runner.input(name))));
      await tryToPublish(dependencies, error);
    }
    throw error;
  }
}

/** Whatever becomes of it, the wrong input is what the log must say. */
async function tryToPublish(dependencies: Dependencies, error: InputError): Promise<void> {
  const published = await capture(publishWrongInputs(dependencies, error));
  if (published.status === 'fulfilled') return;
  dependencies.runner.warning(`The pull request was not told: ${withoutFullStop(toMessage(published.reason))}.`);
}

async function runSession(session: GateSession): Promise<void> {
  const { runner } = session;
  const subject = await orUnverified(findSubject(session));
  if (isUnverified(subject)) {
    await endWithoutSubject(session, subject);
  } else if ('why' in subject) {
    writeOutputs(runner, toBareOutputs({ kind: 'skipped', reason: 'nothing-to-judge' }));
    runner.notice(subject.why);
  } else {
    await judgeSubject(session, subject);
  }
}

async function judgeSubject(session: GateSession, subject: Subject): Promise<void> {
  const { runner, inputs } = session;
  runner.info(toOpening(inputs.repository, subject));
  const first = openWorld(session, subject, { history: null, isEnough: null });
  const required = findIsRequired(session, subject, beginAsking(first, session, subject));
  // Asked for beside everything else, since no verdict depends on it.
  const asked = findVisibility(session.github, session.event, inputs.disclosure);
  const { answer, world } = await judgePatiently(session, subject, first);
  session.beginReporting();
  // Without an answer in the time of one exchange it shows less.
  const visibility = await orAfter<Visibility>(session.clock, asked, { ms: TIMEOUT_MS, instead: 'unknown' });
  const place = toPlacePath(answer, subject);
  const judgement = withPlaces(answer, place);
  const decided = decideReport(session, subject, { judgement, visibility });
  await settle(session, decided, async () => {
    const read = await capture(fetchForReport(session, subject, { judgement, world }));
    const { dismissed, conversation } = read.status === 'fulfilled' ? read.value : NOTHING_READ;
    const ending = await findEnding(session, decided, { conversation, world });
    const report = { ...decided, ending, isRequired: await awaitBriefly(session.clock, required) };
    const toLine = toFirstChangedLine(judgement.counted?.own.lists ?? null);
    const annotations = toAnnotations(report, toLine);
    log(session, report, willAnnotate(session, annotations));
    if (read.status === 'rejected') throw read.reason;
    const findings = judgement.counted?.findings ?? [];
    const placed = isUnverified(dismissed) ? dismissed : dismissed.map(place);
    const material = { subject, findings, dismissed: placed, annotations, toLine, conversation, visibility };
    return await publish(session, material, report);
  });
}

/** GitHub's list is of the head: of another commit that was given it says nothing. */
function toPlacePath({ counted }: Judgement, { isGiven }: Subject): PlacePath {
  const files = counted?.own.lists?.files ?? [];
  return createPlacePath(isGiven || isUnverified(files) ? [] : files);
}

/** Decided is by the names that the service knows; shown are those at the judged commit. */
function withPlaces(judgement: Judgement, place: PlacePath): Judgement {
  const { counted } = judgement;
  return counted === null
    ? judgement
    : { ...judgement, counted: { ...counted, findings: counted.findings.map(place) } };
}

const NOTHING_READ = { dismissed: [], conversation: null } as const;

/** Rejects if the job is cancelled. */
async function fetchForReport(
  session: GateSession,
  subject: Subject,
  { judgement, world }: { readonly judgement: Judgement; readonly world: RunWorld },
): Promise<Pick<Material, 'dismissed' | 'conversation'>> {
  const dismissed = await findDismissed(session, judgement);
  return { dismissed, conversation: await findRecentConversation(session, subject, world) };
}

/** Which only the SARIF log shows: those of the lists that were counted from, or why they are not known; empty where nobody wants them. */
async function findDismissed(
  { service, inputs }: GateSession,
  { history, selected, counted }: Judgement,
): Promise<readonly DismissedFinding[] | Unverified> {
  const isWanted = service !== null && inputs.sarifFile !== null;
  if (!isWanted || history === null || selected === null || counted === null) return [];
  const lists = counted.countedFrom === 'repository' ? (['repository'] as const) : selected.judged;
  return await orUnverified(fetchDismissed(service, { repositoryId: history.repositoryId, lists }));
}

/** How the pull request was closed by now, as far as it was read anyway. */
async function findEnding(
  { service }: GateSession,
  { pullRequest, ending }: Report,
  { conversation, world }: { readonly conversation: TimedConversation | null; readonly world: RunWorld },
): Promise<PullEnding | null> {
  const now = findPullThen(conversation);
  if (now !== null) return toEnding(now);
  // Without a key nothing has been asked for it.
  if (pullRequest === null || service === null) return ending;
  const pull = await capture(world.pull(pullRequest));
  return pull.status === 'rejected' || isUnverified(pull.value) ? ending : toEnding(pull.value);
}

/** What was read beside the bugs; again if that took long. */
async function findRecentConversation(
  session: GateSession,
  subject: Subject,
  world: RunWorld,
): Promise<TimedConversation | null> {
  const early = await world.conversation();
  // GitHub may not show a pull request yet that was just opened.
  const isMissing = early?.read.status === 'rejected' && hasStatus(404)(early.read.reason);
  if (isMissing && typeof subject.pullRequest === 'number') await world.head(subject.pullRequest);
  const isEnough = early === null || isRecent(early, session.clock.now());
  return isEnough ? early : await fetchTimedConversation(session, subject, world.identity());
}

async function endWithoutSubject(session: GateSession, fault: Unverified): Promise<void> {
  const { service, event, inputs } = session;
  // The missing key is the main problem, whatever GitHub said.
  const report = decideReportWithoutSubject(
    session,
    service === null ? noCredentialsFault(findKeylessOrigin(event, inputs.pullRequest !== null)) : fault,
  );
  await settle(session, report, async () => {
    log(session, report, false);
    session.beginReporting();
    return await publishWithoutSubject(session, report);
  });
}

/** Whether the runner shows an annotation that says what blocks. */
function willAnnotate({ inputs }: GateSession, annotations: readonly Annotation[]): boolean {
  const isShown = inputs.annotations === 'workflow' && inputs.maxAnnotations > 0;
  return isShown && annotations.some(({ level }) => level === 'error');
}

/** The verdict first, then what to do, then what it was made from. */
function log({ runner }: GateSession, report: Report, isAnnotated: boolean): void {
  logVerdict(runner, report, isAnnotated);
  for (const line of toAdviceLines(report)) runner.info(line);
  const groups = [
    { title: 'Pending bugs', lines: toFindingLines(report) },
    { title: 'What was judged', lines: toFactLines(report) },
  ];
  for (const { title, lines } of groups) if (lines.length > 0) runner.group(title, lines);
  for (const { level, text } of report.notes) {
    if (level === 'warning') runner.warning(text);
    if (level === 'notice') runner.notice(text);
  }
}

/** Where findings are annotated, the verdict needs no annotation of its own. */
function logVerdict(runner: Runner, report: Report, isAnnotated: boolean): void {
  const line = `${toIcon(report)} ${toHeadline(report)}`;
  if (report.job === 'green' || isAnnotated) runner.info(line);
  else if (report.job === 'warning') runner.warning(line);
  else runner.error(line);
}

/** From here on the verdict stands, also if the job is cancelled. Rejects only for a bug in Scan Gate. */
async function settle(
  { runner, signal, clock }: GateSession,
  report: Report,
  tell: () => Promise<Partial<Published>>,
): Promise<void> {
  writeOutputs(runner, toOutputs(report, clock.now()));
  if (report.job === 'red') runner.endRed();
  const told = await capture(tell());
  if (told.status === 'fulfilled') writeOutputs(runner, told.value);
  else if (!signal.aborted) throw told.reason;
  if (signal.aborted)
    runner.warning(`${toMessage(signal.reason)} The verdict stands, but not all of it may have been reported.`);
}
