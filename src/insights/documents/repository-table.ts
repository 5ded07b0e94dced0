// The table of several repositories, sentences about the scans of one, and the table of trust. Plain text.
import { formatDay } from '../../judgement/day.ts';
import { countOf, formatCount, formatDuration } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { scanEndMs } from '../../judgement/scan.ts';
import { type FalseShare, formatShare } from '../../judgement/trust.ts';
import { sumKinds } from '../history.ts';
import { type InsightsReport, type RepositoryReport, selectTies } from '../report.ts';
import { type Cell, type Field, type Table, toTable, toText } from './table.ts';
import { formatWholeDays, joinWords } from './words.ts';

export function toRepositoryTable({ repositories, serverUrl, now, days }: InsightsReport): Table {
  const number = (title: string, of: (report: RepositoryReport) => number | string): Field<RepositoryReport> => ({
    title,
    isNumber: true,
    of: (report) => toText(of(report)),
  });
  return toTable<RepositoryReport>(
    {
      title: 'Repositories',
      notes: selectTies(repositories).map(
        (tied) => `In a tie: ${joinWords(tied.map(({ repository }) => repository))}.`,
      ),
      none: 'No repository could be read.',
    },
    [
      { title: 'Repository', of: ({ repository }) => ({ text: repository, url: `${serverUrl}/${repository}` }) },
      number('Pending security bugs', ({ history }) => history.pending.security),
      number(`${countOf(days, 'day', 'days')} ago`, ({ history }) => history.pendingBefore?.security ?? 'not known'),
      number('Oldest of them', ({ oldestSecurityAt: at }) => (at === null ? '' : formatWholeDays(now - at))),
      number('All pending', ({ history }) => sumKinds(history.pending)),
      number('Found', ({ history }) => history.flow.found),
      number('Resolved', ({ history }) => history.flow.resolved),
      number('Dismissed', ({ history }) => history.flow.dismissed),
      number('Blocked now', ({ gates }) => gates?.blocked.length ?? 'not known'),
      { title: 'Newest full scan', isShort: true, of: toScanCell },
    ],
    repositories,
  );
}

/** Marks a scan that is older than twice the time between scans. */
function toScanCell({ scans: { newest, intervalMs, isLate } }: RepositoryReport): Cell {
  return {
    text: newest === null ? 'none' : formatDay(scanEndMs(newest)),
    below: isLate && intervalMs !== null ? `late: every ${formatDuration(intervalMs)}` : null,
  };
}

export function toScanSentences({ scans, scansBefore: before }: RepositoryReport, days: number): readonly string[] {
  const { newest, intervalMs, isLate, ended, failed } = scans;
  const past =
    before === null || before.ended === 0
      ? ''
      : ` (${formatCount(before.failed)} of ${formatCount(before.ended)} in the ${countOf(days, 'day', 'days')} before)`;
  return compact([
    newest === null ? 'No full scan has completed.' : `The newest full scan ended on ${formatDay(scanEndMs(newest))}.`,
    intervalMs !== null &&
      `Full scans were ${formatDuration(intervalMs)} apart (median)${isLate ? ', so the next one is late' : ''}.`,
    ended > 0 &&
      `${formatCount(failed)} of the ${countOf(ended, 'scan', 'scans')} that ended in these days failed${past}.`,
  ]);
}

type NamedShare = FalseShare & { readonly name: string };

/** Has a row for each folder, or for each repository where there are several. */
export function toTrustTable({ total, repositories, isSeveral }: InsightsReport): Table {
  const { trust } = total;
  const shares = repositories.flatMap(({ repository, trust }) =>
    trust === null ? [] : { name: repository, ...trust },
  );
  const folders = trust === null ? [] : trust.folders.map(({ folder, ...share }) => ({ name: folder, ...share }));
  return toTable<NamedShare>(
    {
      title: 'Can we trust the findings?',
      lead:
        trust &&
        `Of the ${formatCount(trust.reviewed)} bugs that people have reviewed at any time, they dismissed ${formatCount(trust.notABug)} as not a bug (${formatPercent(trust)}).`,
      notes: trust === null ? [] : ['Reviews by the service itself, such as after a fix, do not count.'],
      none: trust === null ? 'People have reviewed fewer than 20 bugs, too few to say.' : '',
    },
    [
      { title: isSeveral ? 'Repository' : 'Folder', of: ({ name }) => toText(name) },
      { title: 'Not a bug, of those reviewed by people', isNumber: true, of: (share) => toText(formatShare(share)) },
    ],
    isSeveral && trust !== null ? shares : folders,
  );
}

function formatPercent({ notABug, reviewed }: FalseShare): string {
  return `${Math.round((100 * notABug) / reviewed)} %`;
}
