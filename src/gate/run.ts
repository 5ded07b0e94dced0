// The gate: turns event and inputs into a verdict and publishes it.
import { GITHUB_ACTIONS } from '../github/account.ts';
import { type ActionEvent, findKeylessOrigin } from '../github/event.ts';
import { hasStatus } from '../github/failure.ts';
import { TIMEOUT_MS } from '../github/octokit.ts';
import { toEnding } from '../github/pull-request.ts';
import { findVisibility } from '../github/visibility.ts';
import { readContact, readGateInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import type { DismissedFinding } from '../judgement/finding.ts';
import { withoutFullStop } from '../judgement/format.ts';
import { toFullName } from '../judgement/identifiers.ts';
import type { Judgement } from '../judgement/judge.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { Report } from '../judgement/report.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { ChangedFile } from '../judgement/world.ts';
import { capture, orAfter } from '../net/abort.ts';
import { type Annotation, maskSecrets, type Runner, toMessage, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, withSession } from '../runner/session.ts';
import { fetchDismissed } from '../service/bug-lists.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { fetchTimedConversation, findPullThen, isRecent, type TimedConversation } from './conversation.ts';
import { toAnnotations, toFirstChangedLine } from './documents/annotations.ts';
import { toWrongInputsLine } from './documents/way-out.ts';
import { withWords, type WordedReport } from './documents/words.ts';
import { awaitBriefly, findIsRequired } from './is-required.ts';
import { toAdviceLines, toFactLines, toFindingLines, toOpening } from './log.ts';
import { type Published, toBareOutputs, toOutputs } from './outputs.ts';
import { judgePatiently, MAX_REREADS } from './patience.ts';
import { createPlacePath, type PlacePath } from './present-paths.ts';
import { type Publication, publish, publishWithoutSubject } from './publish.ts';
import { decideReport, decideReportWithoutSubject } from './report.ts';
import type { GateSession } from './session.ts';
import { findSubject, type Subject } from './subject.ts';
import { beginAsking, openWorld, type RunWorld } from './world.ts';
import { publishWrongInputs, toWrongInputs } from './wrong-inputs.ts';

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
      runner.info(
        toWrongInputsLine(
          toWrongInputs(error).cause,
          readContact((name) => runner.input(name)),
        ),
      );
      await tryToPublish(dependencies, error);
    }
    throw error;
  }
}

/** The wrong input is what the log must say, even if the pull request cannot be told. */
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
  const { runner, clock, inputs, github, event } = session;
  runner.info(toOpening(inputs.repository, subject));
  const first = openWorld(session, subject, { history: null, isEnough: null });
  // Both are asked for beside everything else, since no verdict depends on them.
  const required = findIsRequired(session, subject, beginAsking(first, session, subject));
  const asked = findVisibility(github, event, inputs.disclosure);
  const { answer, world } = await judgePatiently(session, subject, first);
  session.beginReporting();
  // It shows less if there is no answer in the time of one exchange.
  const visibility = await orAfter<Visibility>(clock, asked, { ms: TIMEOUT_MS, instead: 'unknown' });
  const place = toPlacePath(answer, subject);
  const judgement = withPlaces(answer, place);
  const decided = decideReport(session, subject, { judgement, visibility });
  letStand(session, decided);

  const read = await orIfCancelled(session, fetchForReport(session, subject, { judgement, world }), NOTHING_READ);
  const { conversation } = read;
  const dismissed = isUnverified(read.dismissed) ? read.dismissed : read.dismissed.map(place);
  const facts = await findLateFacts(session, decided, { conversation, world });
  const report = withWords({ ...decided, ...facts, isRequired: await awaitBriefly(clock, required) });
  const toLine = toFirstChangedLine(judgement.counted?.own.lists ?? null);
  const annotations = toAnnotations(report, toLine);
  log(session, report, willAnnotate(session, annotations));

  const findings = judgement.counted?.findings ?? [];
  const publication = { subject, findings, dismissed, annotations, toLine, conversation, visibility };
  await end(session, session.signal.aborted ? null : publish(session, publication, report));
}

async function endWithoutSubject(session: GateSession, fault: Unverified): Promise<void> {
  const { service, event, inputs } = session;
  // The missing key is the main problem, whatever GitHub said.
  const origin = findKeylessOrigin(event, inputs.pullRequest !== null);
  const report = decideReportWithoutSubject(session, service === null ? noCredentialsFault(origin) : fault);
  letStand(session, report);
  log(session, report, false);
  session.beginReporting();
  await end(session, publishWithoutSubject(session, report));
}

/** GitHub's list is of the head: of another commit that was given it says nothing. */
function toPlacePath({ counted }: Judgement, { isGiven }: Subject): PlacePath {
  const files = counted?.own.lists?.files ?? [];
  return createPlacePath(isGiven || isUnverified(files) ? [] : files);
}

/** The verdict goes by the names that the service knows; the documents show those at the judged commit. */
function withPlaces(judgement: Judgement, place: PlacePath): Judgement {
  const { counted } = judgement;
  return counted === null
    ? judgement
    : { ...judgement, counted: { ...counted, findings: counted.findings.map(place) } };
}

/** The verdict stands from here on, also if the job is cancelled. */
function letStand({ runner, clock }: GateSession, report: Report): void {
  writeOutputs(runner, toOutputs(report, clock.now()));
  if (report.job === 'red') runner.endRed();
}

/** Gives `instead` if the job was cancelled meanwhile; a bug in Scan Gate is thrown. */
async function orIfCancelled<Value>({ signal }: GateSession, doing: Promise<Value>, instead: Value): Promise<Value> {
  const done = await capture(doing);
  if (done.status === 'fulfilled') return done.value;
  if (!signal.aborted) throw done.reason;
  return instead;
}

const NOTHING_READ = { dismissed: [], conversation: null };

/** Rejects if the job is cancelled. */
async function fetchForReport(
  session: GateSession,
  subject: Subject,
  { judgement, world }: { readonly judgement: Judgement; readonly world: RunWorld },
): Promise<Pick<Publication, 'dismissed' | 'conversation'>> {
  const dismissed = await findDismissed(session, judgement);
  return { dismissed, conversation: await findRecentConversation(session, subject, world) };
}

/** The dismissed bugs, which only the SARIF log shows, or why they are not known; empty where nobody wants them. */
async function findDismissed(
  { service, inputs }: GateSession,
  { history, selected, counted }: Judgement,
): Promise<readonly DismissedFinding[] | Unverified> {
  const isWanted = service !== null && inputs.sarifFile !== null;
  if (!isWanted || history === null || selected === null || counted === null) return [];
  const lists = counted.countedFrom === 'repository' ? (['repository'] as const) : selected.judged;
  return await orUnverified(fetchDismissed(service, { repositoryId: history.repositoryId, lists }));
}

/** The conversation was read beside the bugs; if that took long, it is read again. */
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

type LateFacts = Pick<Report, 'ending' | 'changesWorkflow' | 'hasOwnToken' | 'ownCommits'>;

/** Takes from GitHub's answers what the documents say besides; asks nothing more. */
async function findLateFacts(
  { service, event }: GateSession,
  { pullRequest, sha, ...decided }: Report,
  { conversation, world }: { readonly conversation: TimedConversation | null; readonly world: RunWorld },
): Promise<LateFacts> {
  const identity = conversation?.read.status === 'fulfilled' ? conversation.read.value.identity : null;
  const facts = {
    ...{ changesWorkflow: false, ownCommits: null, ending: decided.ending },
    hasOwnToken: identity !== null && identity.login !== GITHUB_ACTIONS.login,
  };
  const then = findPullThen(conversation);
  // The world has asked nothing if there is no key.
  const asked = pullRequest === null || service === null ? null : await capture(world.pull(pullRequest));
  const pull = asked?.status === 'fulfilled' && !isUnverified(asked.value) ? asked.value : null;
  const now = then ?? pull;
  const ending = now === null ? decided.ending : toEnding(now);
  if (pullRequest === null || pull === null || pull.headSha !== sha) return { ...facts, ending };
  const lists = await capture(world.changes(pullRequest));
  if (lists.status === 'rejected') return { ...facts, ending };
  const { files, commits } = lists.value;
  const changesWorkflow = !isUnverified(files) && changesOwnWorkflow(event, files);
  return { ...facts, ending, changesWorkflow, ownCommits: isUnverified(commits) ? null : commits.length };
}

function changesOwnWorkflow({ workflowRef, repository }: ActionEvent, files: readonly ChangedFile[]): boolean {
  const own = `${toFullName(repository)}/`.toLowerCase();
  const [file = ''] = (workflowRef ?? '').toLowerCase().split('@');
  return files.some(({ path }) => file === `${own}${path.toLowerCase()}`);
}

function willAnnotate({ inputs }: GateSession, annotations: readonly Annotation[]): boolean {
  const isShown = inputs.annotations === 'workflow' && inputs.maxAnnotations > 0;
  return isShown && annotations.some(({ level }) => level === 'error');
}

/** The verdict first, then what to do, then what it was made from. */
function log({ runner }: GateSession, report: WordedReport, isAnnotated: boolean): void {
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

/** The verdict needs no annotation of its own if findings are annotated. */
function logVerdict(runner: Runner, { job, words: { icon, headline } }: WordedReport, isAnnotated: boolean): void {
  const line = `${icon} ${headline}`;
  if (job === 'green' || isAnnotated) runner.info(line);
  else if (job === 'warning') runner.warning(line);
  else runner.error(line);
}

/** Says what was published; null: nothing, because the job was cancelled. Rejects only for a bug in Scan Gate. */
async function end(session: GateSession, publishing: Promise<Partial<Published>> | null): Promise<void> {
  const { runner, signal } = session;
  if (publishing !== null) writeOutputs(runner, await orIfCancelled(session, publishing, {}));
  if (!signal.aborted) return;
  runner.warning(`${toMessage(signal.reason)} The verdict stands, but not all of it may have been reported.`);
}
