// The tables of the report in the order of every document. Plain text.
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { type Resolution, sumKinds } from '../history.ts';
import type { PendingSecurityBug } from '../pending-security.ts';
import type { InsightsReport } from '../report.ts';
import { toGateTable } from './gate-table.ts';
import { toCompareNote } from './notes.ts';
import { toRepositoryTable, toScanSentences, toTrustTable } from './repository-table.ts';
import { toEndingTable, toSettledTable } from './settled-tables.ts';
import {
  type CompareRow,
  OPEN_ROWS,
  type Table,
  toBugField,
  toCompareGrid,
  toPart,
  toPeriodTitle,
  toRow,
  toTable,
  toText,
} from './table.ts';
import { toThroughTable, WAY_WORDS } from './through-table.ts';
import { formatDays, formatWholeDays, joinWords } from './words.ts';

/** `first` stands before what got through, `last` after it. */
export interface Tables {
  readonly first: readonly Table[];
  readonly through: Table | null;
  /** Only the page has room for the period beside the one before it. */
  readonly compare: Table;
  readonly last: readonly Table[];
  readonly scans: readonly string[];
}

export function toTables(report: InsightsReport): Tables {
  const { isSeveral, repositories, days } = report;
  const [only] = repositories;
  return {
    first: compact([isSeveral && toRepositoryTable(report), toPendingSecurityTable(report)]),
    through: toThroughTable(report),
    compare: toCompareTable(report),
    last: [toGateTable(report), toSettledTable(report), toEndingTable(report), toTrustTable(report)],
    scans: isSeveral || only === undefined ? [] : toScanSentences(only, days),
  };
}

/** Shows only ID and age of a bug whose details are withheld. */
function toPendingSecurityTable(report: InsightsReport): Table {
  const { pendingSecurity, now, serverUrl } = report;
  const bug = toBugField(report);
  return toTable<PendingSecurityBug>(
    {
      title: 'Pending security bugs',
      lead: toFolderSentence(report),
      notes: [],
      none: 'No security bug is pending.',
      open: OPEN_ROWS,
    },
    [
      { ...bug, of: ({ shown }) => bug.of(shown) },
      { title: 'Age', isShort: true, of: ({ shown }) => toText(formatWholeDays(now - shown.foundAt)) },
      {
        title: 'Introduced',
        isShort: true,
        of: ({ shown: { repository, details }, pullRequest }) => ({
          text: pullRequest === null ? '' : `in pull request ${pullRequest}`,
          url: pullRequest === null ? null : `${serverUrl}/${repository}/pull/${pullRequest}`,
          below: compact([details?.author])
            .map((author) => `by ${author}`)
            .join(''),
        }),
      },
      { title: 'Why it was not stopped', of: (each) => toText(toWhyWords(each)) },
    ],
    pendingSecurity,
  );
}

function toFolderSentence({ worstFolders, pendingSecurity }: InsightsReport): string | null {
  if (worstFolders === null) return null;
  const { folders, bugs } = worstFolders;
  const all = pendingSecurity.length;
  const names = joinWords(folders.map((folder) => `\`${folder.replaceAll('`', '’')}\``));
  const count = `${formatCount(bugs)} of the ${formatCount(all)}`;
  if (2 * bugs > all) return `Most are in ${names}: ${count}.`;
  if (folders.length === 1) return `No folder has more of them than ${names}: ${count}.`;
  return `${names} are tied for most of them: ${count} each.`;
}

function toWhyWords({ pullRequest, why, shown: { details } }: PendingSecurityBug): string {
  if (details === null) return '';
  if (why === 'open') return 'Its pull request is open';
  if (why === null) return pullRequest === null ? 'Pull request not known' : 'Not known';
  return WAY_WORDS[why];
}

/** The numbers of gates are in their own table. */
function toCompareTable({ total, days }: InsightsReport): Table {
  const { history, through } = total;
  const { before, pendingBefore, flow, resolution, securityResolution } = history;
  const toMedian = ({ medianMs }: Resolution): string => (medianMs === null ? 'too few' : formatDays(medianMs));
  const rows: readonly (CompareRow | false)[] = [
    toRow('Pending at the end', sumKinds(history.pending), pendingBefore && sumKinds(pendingBefore)),
    toPart(toRow('Security bugs', history.pending.security, pendingBefore?.security)),
    toRow('Found', flow.found, before?.flow.found),
    toRow('Resolved', flow.resolved, before?.flow.resolved),
    toRow('Dismissed', flow.dismissed, before?.flow.dismissed),
    toRow('Median time to resolve', toMedian(resolution), before && toMedian(before.resolution)),
    toPart(toRow('Security bugs', toMedian(securityResolution), before && toMedian(before.securityResolution))),
    through !== null && toRow('Bugs that got through', through.bugs, through.before?.bugs),
    through !== null &&
      toPart(toRow('Security bugs, unseen and still pending', through.escaped, through.before?.escaped)),
  ];
  const known = compact(rows);
  const isAny = known.some((row) => row.before !== null);
  const note = toCompareNote(total, days);
  return {
    title: `${toPeriodTitle(days)}${isAny ? ` and the ${countOf(days, 'day', 'days')} before` : ''}`,
    notes: compact([note, note !== null && isAny && 'A dash stands where a number is not known.']),
    none: '',
    ...toCompareGrid('Number', days, isAny ? known.map((row) => ({ ...row, before: row.before ?? '–' })) : known),
  };
}
