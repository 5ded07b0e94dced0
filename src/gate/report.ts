// The report of a run: the judgement as its documents may show it. Pure.
import { type ActionEvent, toAddress } from '../github/event.ts';
import { toJobUrl, toRunUrl } from '../judgement/address.ts';
import { decideDisclosure, decideShown, toFaultForReaders, type Visibility } from '../judgement/disclosure.ts';
import type { Judgement } from '../judgement/judge.ts';
import { selectRefusals } from '../judgement/relevance.ts';
import type { PullEnding, Report } from '../judgement/report.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { decideJobStatus, type Verdict } from '../judgement/verdict.ts';
import { toNotes } from './documents/notes.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';

type ReportSession = Pick<GateSession, 'inputs' | 'event' | 'clock'>;

/** Makes the report of a judgement. */
export function decideReport(
  session: ReportSession,
  subject: Subject,
  { judgement, visibility }: { readonly judgement: Judgement; readonly visibility: Visibility },
): Report {
  const { inputs, clock } = session;
  const { history, selected, counted } = judgement;
  const disclosure = decideDisclosure(inputs.disclosure, visibility);
  const gateOn = counted === null || !isNarrowed(counted) ? 'all' : inputs.gateOn;
  return {
    ...toFrame(session, { visibility, verdict: judgement.verdict, fault: judgement.fault }),
    sha: subject.sha,
    pullRequest: isUnverified(subject.pullRequest) ? null : subject.pullRequest,
    isHead: subject.isHead,
    ending: findEventEnding(session.event, subject.pullRequest),
    repositoryId: history?.repositoryId ?? inputs.repositoryId,
    scan: selected,
    looksElsewhere: inputs.scanMatch.some((match) => match !== 'exact'),
    recentScans: history?.scans ?? [],
    tally: counted?.tally ?? null,
    gateOn,
    isEverythingAsked: inputs.gateOn === 'all',
    pathsLimited: inputs.paths.length > 0,
    foundSince: inputs.foundSince,
    countedFrom: counted?.countedFrom ?? null,
    isListedAgain: inputs.countFrom === 'auto' && counted?.countedFrom === 'scan',
    missing: counted?.missing ?? 0,
    findings: decideShown(counted?.findings ?? [], disclosure),
    relevanceKnown:
      counted !== null && counted.own.changes !== null && selectRefusals(counted.own.changes).length === 0,
    notes: toNotes(session, subject, { judgement, visibility, disclosure, gateOn }),
    readAt: counted?.readAt ?? clock.now(),
  };
}

/** How the pull request of the event was closed before it; null for any other. */
function findEventEnding({ data }: ActionEvent, pullRequest: Subject['pullRequest']): PullEnding | null {
  return data.kind === 'pull-request' && data.number === pullRequest ? data.ending : null;
}

/** Whether it is known what `gate-on` selects: else everything counts. */
function isNarrowed({ own: { changes }, twins }: NonNullable<Judgement['counted']>): boolean {
  const isKnown = changes !== null && !(isUnverified(changes.commits.rest) && isUnverified(changes.paths.rest));
  return isKnown && twins.uncompared === 0;
}

/** The report of a run that could not find out what to judge. */
export function decideReportWithoutSubject(session: ReportSession, fault: Unverified): Report {
  const { inputs, event, clock } = session;
  const { kind, reason } = fault;
  return {
    ...toFrame(session, { visibility: event.visibility, verdict: { kind, reason }, fault }),
    sha: null,
    pullRequest: inputs.pullRequest,
    isHead: false,
    ending: findEventEnding(event, inputs.pullRequest),
    repositoryId: inputs.repositoryId,
    scan: null,
    looksElsewhere: false,
    recentScans: [],
    tally: null,
    gateOn: 'all',
    isEverythingAsked: inputs.gateOn === 'all',
    pathsLimited: false,
    foundSince: null,
    countedFrom: null,
    isListedAgain: false,
    missing: 0,
    findings: [],
    relevanceKnown: false,
    notes: [],
    readAt: clock.now(),
  };
}

interface Ending {
  readonly visibility: Visibility;
  readonly verdict: Verdict;
  readonly fault: Unverified | null;
}

type Frame = Pick<
  Report,
  | 'verdict'
  | 'job'
  | 'explanation'
  | 'repository'
  | 'runUrl'
  | 'jobUrl'
  | 'bugUrl'
  | 'isKeyless'
  | 'isOwnFork'
  | 'service'
  | 'contact'
  | 'isRequired'
>;

function toFrame({ inputs, event }: ReportSession, { visibility, verdict, fault }: Ending): Frame {
  const address = toAddress(event);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation: fault && toFaultForReaders(fault, { input: inputs.disclosure, visibility }),
    repository: { ...address, visibility },
    runUrl: toRunUrl(address),
    jobUrl: toJobUrl(address, inputs.jobId),
    bugUrl: inputs.bugUrl,
    isKeyless: event.name === 'pull_request' && event.data.kind === 'pull-request' && event.data.isFork,
    isOwnFork: event.isInFork && ['push', 'other'].includes(event.data.kind) && inputs.pullRequest === null,
    contact: inputs.contact,
    isRequired: 'unknown',
    service: { name: inputs.serviceName, url: inputs.bugUrl && new URL(inputs.bugUrl).origin },
  };
}
