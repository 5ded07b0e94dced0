// The report of a run: the judgement as its documents may show it. Pure.
import { type ActionEvent, toAddress } from '../github/event.ts';
import { toJobUrl, toRunUrl } from '../judgement/address.ts';
import { decideDisclosure, decideShown, toFaultForReaders } from '../judgement/disclosure.ts';
import { decideGroups } from '../judgement/groups.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { type Judgement, toUnjudged } from '../judgement/judge.ts';
import { selectRefusals } from '../judgement/relevance.ts';
import type { PullEnding, Report } from '../judgement/report.ts';
import { DAY_MS } from '../judgement/time.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { decideJobStatus } from '../judgement/verdict.ts';
import { type NotesSource, toNotes } from './documents/notes.ts';
import { withWords, type WordedReport } from './documents/words.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';

type ReportSession = Pick<GateSession, 'inputs' | 'event' | 'clock'>;

type ReportSource = Pick<NotesSource, 'judgement' | 'visibility'>;

export function decideReport(session: ReportSession, subject: Subject, source: ReportSource): Report {
  const disclosure = decideDisclosure(session.inputs.disclosure, source.visibility);
  const report = toReport(session, subject, source);
  return { ...report, notes: toNotes(session, subject, { ...source, disclosure, gateOn: report.gateOn }) };
}

export function decideReportWithoutSubject(session: ReportSession, fault: Unverified): WordedReport {
  const { pullRequest } = session.inputs;
  return withWords(decideFaultReport(session, { sha: null, pullRequest, isHead: false }, fault));
}

/** The report of a run that judges nothing, whatever it was to judge. */
export function decideFaultReport(session: ReportSession, subject: ReportedSubject, fault: Unverified): Report {
  return toReport(session, subject, { judgement: toUnjudged(fault), visibility: session.event.visibility });
}

type ReportedSubject = Pick<Subject, 'pullRequest' | 'isHead'> & { readonly sha: Subject['sha'] | null };

function toReport(
  { inputs, event, clock }: ReportSession,
  { sha, pullRequest, isHead }: ReportedSubject,
  { judgement, visibility }: ReportSource,
): Report {
  const { verdict, fault, history, selected, counted } = judgement;
  const address = toAddress(event);
  const findings = decideShown(counted?.findings ?? [], decideDisclosure(inputs.disclosure, visibility));
  const changes = counted?.own.changes ?? null;
  const relevanceKnown = changes !== null && selectRefusals(changes).length === 0;
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    cause: fault && toFaultForReaders(fault, { input: inputs.disclosure, visibility }).cause,
    repository: { ...address, visibility },
    sha,
    pullRequest: isUnverified(pullRequest) ? null : pullRequest,
    isHead,
    ending: findEventEnding(event, pullRequest),
    runUrl: toRunUrl(address),
    jobUrl: toJobUrl(address, inputs.jobId),
    repositoryId: history?.repositoryId ?? inputs.repositoryId,
    scan: selected,
    rerunBy: decideRerunBy(event, clock.now()),
    ...{ changesWorkflow: false, hasOwnToken: false, ownCommits: null },
    reviewPrefix: inputs.reviewPrefix,
    contact: inputs.contact,
    isRequired: 'unknown',
    service: { name: inputs.serviceName, url: inputs.bugUrl && new URL(inputs.bugUrl).origin },
    recentScans: history?.scans ?? [],
    tally: counted?.tally ?? null,
    gateOn: counted === null || !isNarrowed(counted) ? 'all' : inputs.gateOn,
    isEverythingAsked: inputs.gateOn === 'all',
    pathsLimited: inputs.paths.length > 0,
    foundSince: inputs.foundSince,
    countedFrom: counted?.countedFrom ?? null,
    findings,
    groups: decideGroups({ findings, verdict, relevanceKnown }),
    relevanceKnown,
    notes: [],
    bugUrl: inputs.bugUrl,
    readAt: counted?.readAt ?? clock.now(),
  };
}

/** GitHub starts no run again that is older (REST, "Re-run a workflow"). */
const MAX_RERUN_AGE_MS = 30 * DAY_MS;

function decideRerunBy({ data, updatedAt, runAttempt }: ActionEvent, now: EpochMs): Report['rerunBy'] {
  if (data.kind === 'merge-group') return 'queue';
  // A run has the event of its first attempt.
  if (runAttempt > 1 && updatedAt !== null && now - updatedAt > MAX_RERUN_AGE_MS) return 'nobody';
  return data.kind === 'pull-request' && data.isFork ? 'maintainer' : 'reader';
}

function findEventEnding({ data }: ActionEvent, pullRequest: Subject['pullRequest']): PullEnding | null {
  return data.kind === 'pull-request' && data.number === pullRequest ? data.ending : null;
}

/** Everything counts if it is not known what `gate-on` selects. */
function isNarrowed({ own: { changes }, twins }: NonNullable<Judgement['counted']>): boolean {
  const isKnown = changes !== null && !(isUnverified(changes.commits.rest) && isUnverified(changes.paths.rest));
  return isKnown && twins.uncompared === 0;
}
