// The rows of the table of causes that are about scans: of the judged commit, and of a branch.
import type { CauseOf } from '../../judgement/cause.ts';
import { isForMembers, type Visibility } from '../../judgement/disclosure.ts';
import { countOf, formatDuration, formatSetting, formatTime } from '../../judgement/format.ts';
import { toShortSha } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { toAbsentSentences, toScanName } from '../../judgement/scan-wording.ts';
import { isFullScan, type Scan, scanEndMs } from '../../judgement/scan.ts';
import { NO_ACCOUNT, NOT_CHECKED, OF_SWEEPS, type Row, type Rows } from './row.ts';

const NEEDS_HEADS = 'Where only the default branch is scanned, nothing can be judged with `gate-on: introduced`';

export const SCAN_ROWS: Rows<
  | ('no-scan' | 'unscanned' | 'scan-failed' | 'scan-running' | 'scanning-stopped' | 'scan-ahead' | 'clock')
  | ('no-scan-of-branch' | 'no-branch' | 'branch-scan-old')
> = {
  'no-scan': (cause, { commit, visibility }) => ({
    headline: cause.absent.some(({ sha }) => sha === cause.sha)
      ? `no usable scan of ${commit}`
      : `${commit} has not been scanned`,
    about: NOT_CHECKED,
    ...{ step: 'start a scan of {commit} in {service}', run: 'again', tail: NO_ACCOUNT },
    technical: compact([describeScans(cause), describeOthers(cause), ...toAbsentSentences(cause.absent)]).join(' '),
    advice: adviseOnNoScan(cause, visibility),
  }),
  unscanned: (cause, { commit, visibility }) => ({
    headline: `${commit} has not been scanned`,
    about: NOT_CHECKED,
    step: 'ask {contact}: where only the default branch is scanned, this set-up judges nothing',
    run: 'new',
    technical: `No commit of this pull request has been scanned. ${toScanName(cause.scan)} is of ${toCommit(cause.scan)}, and cannot know what commit \`${toShortSha(cause.sha)}\` introduces.`,
    advice: isForMembers(visibility)
      ? [`${NEEDS_HEADS}: use \`gate-on: touched\`.`]
      : [
          `${NEEDS_HEADS}.`,
          // There `touched` would tell anybody who opens a pull request which files have bugs.
          'In a public repository, let the service scan the newest commit of each pull request, or leave out those from forks and use the action `watch`; the action `doctor` shows the workflow.',
        ],
  }),
  'scan-failed': ({ scan, sha }, { commit }) => ({
    headline: `the scan of ${commit} failed`,
    about: NOT_CHECKED,
    ...{ step: 'start the scan of {commit} again in {service}', run: 'again', tail: NO_ACCOUNT },
    technical: `${toScanName(scan)} of commit \`${toShortSha(sha)}\` failed, and no other scan of it can be used.`,
  }),
  'scan-running': (cause, { scanTimes }) => ({
    headline: 'the scan did not finish in time',
    about: NOT_CHECKED,
    ...{ step: 'wait until the scan has finished', run: 'again', tail: scanTimes },
    ...describeRunning(cause),
  }),
  'scanning-stopped': (cause, { ending }) => ({
    headline: 'the last scan is too old',
    // A scan of the commit itself is not replaced by one of another commit; it helps no other pull request.
    step: `ask {contact} for a new scan of ${cause.standsIn || ending !== null ? 'this repository' : '{commit}'}`,
    run: 'again',
    technical: describeStopped(cause),
    advice: [cause.standsIn ? 'The base branch must be scanned again.' : 'The commit must be scanned again.'],
  }),
  'scan-ahead': ({ scan, aheadMs }) => ({
    headline: 'the scan is dated in the future',
    step: 'ask {contact} to check the clocks of {service} and of the machine that runs this job',
    run: 'again',
    technical: `${toScanName(scan)} is dated ${formatDuration(aheadMs)} in the future, so \`max-scan-age\` cannot tell how old it is.`,
    advice: [
      'Check the clock of the machine that runs this job; if it is right, ask the people who run the service about its clock.',
    ],
  }),
  clock: ({ aheadMs }) => ({
    headline: 'the clock of this machine is wrong',
    ...{ step: 'ask {contact} to set the clock of the machine that runs this job', run: 'again' },
    technical: `The clock of the machine that runs this job is ${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the service, so it cannot tell how old a scan or a bug is.`,
  }),
  'no-scan-of-branch': ({ branch, absent, leftOut, service, isOfSeveral, scanTypes }) => ({
    ...OF_SWEEPS,
    technical: compact([
      `No scan of the branch \`${branch}\` ${absent.some(({ state }) => state === 'complete') ? 'can be used' : 'is complete'}.`,
      ...toAbsentSentences(absent),
      leftOut,
    ]).join(' '),
    advice: compact([
      `Start a scan of this branch in ${service}, or ${isOfSeveral ? 'leave the repository out of `repositories`' : 'wait for the next one'}.`,
      `If ${service} scans another branch, or \`${branch}\` is misspelled, correct the input \`branch\`.`,
      scanTypes.length > 0 && `Only scans of the types ${scanTypes.join(', ')} count: see the input \`scan-types\`.`,
    ]),
  }),
  'no-branch': ({ branch }) => ({
    ...OF_SWEEPS,
    technical: `GitHub shows this token no commit of the branch \`${branch}\`.`,
    advice: [
      'If the repository is empty, push to it and run this job again.',
      `If \`${branch}\` is misspelled, correct the input \`branch\`; if it is there, the token needs the permission "contents: read".`,
    ],
  }),
  'branch-scan-old': ({ branch, ageMs, maxScanAgeMs, service }) => ({
    ...OF_SWEEPS,
    technical: `The newest complete scan of \`${branch}\` is ${formatDuration(ageMs)} old; \`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}. Either scanning has stopped, or its scans fail.`,
    advice: [`Look at the scans of this repository in ${service}, and start one.`],
  }),
};

function toCommit({ sha }: Scan): string {
  return sha === null ? 'an unknown commit' : `commit \`${toShortSha(sha)}\``;
}

function describeScans({ sha, scans, inputs: { scanMatch } }: CauseOf<'no-scan'>): string {
  const commit = `commit \`${toShortSha(sha)}\``;
  const [newest] = scans;
  if (newest === undefined) return `No scan of ${commit} exists: the service has no scan of this repository at all.`;
  const which = scanMatch.includes('ancestor') ? `${commit} or of a commit before it` : commit;
  if (scanMatch.includes('latest') || scans.some((scan) => scan.sha === sha)) return `No scan of ${which} can be used.`;
  const other = newest.sha === null ? 'an unknown commit' : `\`${toShortSha(newest.sha)}\``;
  return `No scan of ${which} exists; the newest is of ${other}.`;
}

const MAX_NAMED_REPOSITORIES = 5;

/** Names the repositories of scans that the service listed for this one by mistake. */
function describeOthers({ repositoryId, foreignRepositoryIds }: CauseOf<'no-scan'>): string | null {
  if (foreignRepositoryIds.length === 0) return null;
  const repositories = [...new Set(foreignRepositoryIds)].slice(0, MAX_NAMED_REPOSITORIES);
  const names = repositories.map((id) => `\`${id}\``).join(', ');
  const count = countOf(
    foreignRepositoryIds.length,
    'scan that the service listed is',
    'scans that the service listed are',
  );
  return `${count} not of \`${repositoryId}\` but of ${names}.`;
}

export const OTHER_REPOSITORY_ADVICE: readonly string[] = [
  'If the workflow has the input `repository-id`, check it, or leave it out so that the repository is looked up.',
  'If it is right, or the workflow has none, tell the people who run the service: its answer is for another repository.',
];

function adviseOnNoScan(
  { sha, scans, inputs, foreignRepositoryIds }: CauseOf<'no-scan'>,
  visibility: Visibility,
): readonly string[] {
  const others = foreignRepositoryIds.length === 0 ? [] : OTHER_REPOSITORY_ADVICE;
  if (scans.length === 0 && others.length > 0) return others;
  const { scanMatch, scanTypes, waitForScanMs } = inputs;
  return compact([
    ...others,
    waitForScanMs === 0
      ? 'If scans start by themselves but late, let the workflow wait for them: `wait-for-scan: 5m`.'
      : `If scans start later than \`wait-for-scan: ${formatSetting(waitForScanMs)}\` allows for, let the workflow wait longer.`,
    scanTypes.length > 0 &&
      `Only scans of ${scanTypes.length === 1 ? 'the type' : 'the types'} \`${scanTypes.join(', ')}\` count: see the input \`scan-types\`.`,
    scanMatch.every((match) => match === 'exact') &&
      scans.length > 0 &&
      toSetUp(
        scans.some((scan) => scan.sha === sha),
        visibility,
      ),
  ]);
}

/** Another set-up is the way out if only the default branch seems to be scanned. */
function toSetUp(isScanned: boolean, visibility: Visibility): string {
  if (isScanned) {
    return 'If not every commit is scanned, let the workflow use the scan of an older commit: `scan-match: exact, ancestor`.';
  }
  // The set-up for nightly scans has `gate-on: touched`, which tells anybody who opens a pull request which files have bugs.
  const section = isForMembers(visibility) ? '#nightly-scans' : '';
  return `Does every pull request say this? Then the service probably scans only the default branch, and you need another set-up: https://github.com/scan-gate/scan-gate/blob/main/docs/set-ups.md${section}`;
}

function describeRunning(cause: CauseOf<'scan-running'>): Pick<Row, 'technical' | 'advice'> {
  const { scan, sha, waitedMs, waitTimeoutMs } = cause;
  const name = `${toScanName(scan)} of commit \`${toShortSha(sha)}\``;
  return {
    technical:
      waitedMs === 0 ? `${name} has not finished yet.` : `${name} had not finished after ${formatDuration(waitedMs)}.`,
    advice: [
      waitTimeoutMs === 0
        ? 'If it only takes a while, let the workflow wait for it: `wait-timeout: 10m`.'
        : `If scans usually take longer, let the workflow wait longer than \`wait-timeout: ${formatSetting(waitTimeoutMs)}\`.`,
    ],
  };
}

function describeStopped({ scan, newest, maxScanAgeMs, now }: CauseOf<'scanning-stopped'>): string {
  const allowed = `\`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}`;
  const toEnd = (ended: Scan): string =>
    `${formatTime(scanEndMs(ended))}, ${formatDuration(Math.max(0, now - scanEndMs(ended)))} ago`;
  return isFullScan(newest)
    ? `No full scan that can be used has finished since ${toEnd(newest)}; ${allowed}.`
    : `${toScanName(scan)} finished ${toEnd(scan)}; ${allowed}.`;
}
