// The doctor for many repositories: each is examined for itself, one after the other, and all of them are one table.
import type { ServiceClient } from '../client/index.ts';
import { renderFault } from '../documents/fault.ts';
import { findDisclosure } from '../github/visibility.ts';
import type { Disclosure } from '../judgement/disclosure.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { publishFile, publishSummary, type Runner, writeOutputs } from '../runner/runner.ts';
import type { VisibleRepository } from '../service/find-repository.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { toPlace } from '../sweep/progress.ts';
import { APP_LIMITS, sweep, type SweepSession, type Visit } from '../sweep/sweep.ts';
import { renderDoctorCsv } from './documents/csv.ts';
import { renderDoctorTable } from './documents/table.ts';
import { examineRepository } from './examine.ts';
import { fetchAccount, gatherKnown, type KnownService } from './gather.ts';
import type { ManyDoctorInputs } from './inputs.ts';
import { toBlockedLine, toRowLine, toTotalLine } from './log.ts';
import { BARE_OUTPUTS, toManyOutputs } from './outputs.ts';
import { compareRows, decideRow, type Row } from './row.ts';

type ManySession = SweepSession<ManyDoctorInputs>;

interface ManySource extends Omit<ManySession, 'service'> {
  /** Null without a key. */
  readonly service: ServiceClient | null;
}

interface Seen {
  readonly visible: readonly VisibleRepository[];
  /** What everybody who reads the log may see. */
  readonly shown: Disclosure;
}

/** Adds to `rows` repository by repository, so that a run that is cut off still says what it found. */
export async function examineMany(source: ManySource, rows: Row[]): Promise<void> {
  const { service, runner } = source;
  runner.info('Scan Gate doctor examines several repositories.');
  const seen = service === null ? noCredentialsFault() : await orUnverified(visitAll({ ...source, service }, rows));
  if (isUnverified(seen)) await endUnverified(source, seen);
  else await end(source, rows, seen);
}

async function visitAll(session: ManySession, rows: Row[]): Promise<Seen> {
  const { service, runner, github, event, signal } = session;
  const account = await orUnverified(fetchAccount(service));
  signal.throwIfAborted();
  if (isUnverified(account) && account.reason === 'unauthorized') throw account;
  const shown = await findDisclosure(github, event, 'auto');
  const visible = await sweep(session, APP_LIMITS, async (visit) => {
    const row = await examineOne(session, visit, { account, shown });
    rows.push(row);
    if (row.isHealthy) runner.info(`${toPlace(visit)}: ${toRowLine(row)}`);
    else runner.error(toBlockedLine(row));
  });
  return { visible, shown };
}

async function examineOne(
  session: ManySession,
  { repository, service }: Visit,
  { account, shown }: Pick<KnownService, 'account'> & Pick<Seen, 'shown'>,
): Promise<Row> {
  const { fullName, owner, repo, visibility, id } = repository;
  const one = {
    ...session,
    service,
    shown,
    runner: toQuietRunner(session.runner),
    event: { ...session.event, repository: { owner, repo }, visibility },
    inputs: { ...session.inputs, repository: fullName },
  };
  const known = isUnverified(id) ? id : { id, isOtherName: false };
  const asked = gatherKnown(one, { account, repository: known, visible: [] });
  return decideRow(await examineRepository(one, asked));
}

/** Says nothing of single pull requests: a repository has one line. */
function toQuietRunner(runner: Runner): Runner {
  return { ...runner, info: () => undefined };
}

async function endUnverified({ runner, signal }: ManySource, fault: Unverified): Promise<void> {
  await publishSummary(runner, String(renderFault('doctor', fault)));
  signal.throwIfAborted();
  writeOutputs(runner, BARE_OUTPUTS);
  runner.fail([fault.what, ...fault.advice].join(' '));
}

/** Red only where something is blocked. */
async function end(
  { runner, signal, event, inputs }: ManySource,
  found: readonly Row[],
  { visible, shown: disclosure }: Seen,
): Promise<void> {
  const rows = found.toSorted(compareRows);
  const { apiUrl, csvFile: path } = inputs;
  const csvFile =
    path === null ? null : await publishFile(runner, { input: 'csv-file', path, text: renderDoctorCsv(rows) });
  await publishSummary(runner, renderDoctorTable(rows, { serverUrl: event.serverUrl, apiUrl }));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toManyOutputs({ rows, disclosure, visible, csvFile }));
  runner.info(`Scan Gate doctor: ${toTotalLine(rows)}.`);
  if (rows.some(({ isHealthy }) => !isHealthy)) runner.endRed();
}
