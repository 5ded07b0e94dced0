// A table of the report, with the sentences around it, for whatever document shows it. Plain text, untrusted in part.
import { toBugUrl } from '../../documents/links.ts';
import { toVisibleLine } from '../../documents/markdown.ts';
import type { FindingKind } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { InsightsReport } from '../report.ts';
import type { ShownBug } from '../shown-bug.ts';
import { KIND_WORDS } from './words.ts';

/** An empty text leaves the cell empty. */
export interface Cell {
  readonly text: string;
  /** Our code makes it from an input or an address of GitHub; null: there is no link. */
  readonly url?: string | null;
  readonly below?: string | null;
  readonly belowUrl?: string | null;
  readonly isCode?: boolean;
  readonly kind?: FindingKind;
  readonly isPart?: boolean;
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly isShort?: boolean;
}

export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Table extends Grid {
  readonly title: string;
  readonly lead?: string | null;
  readonly notes: readonly string[];
  readonly counts?: Grid;
  readonly none: string;
  /** Everybody sees so many rows, the rest being in a fold; absent: all. */
  readonly open?: number;
}

export type Field<Item> = Column & { readonly of: (item: Item) => Cell };

export function toTable<Item>(
  table: Omit<Table, keyof Grid>,
  fields: readonly Field<Item>[],
  items: readonly Item[],
): Table {
  return { ...table, ...toGrid(fields, items) };
}

function toGrid<Item>(fields: readonly Field<Item>[], items: readonly Item[]): Grid {
  return { columns: fields, rows: items.map((item) => fields.map(({ of }) => of(item))) };
}

export function toText(given: string | number | null): Cell {
  return { text: typeof given === 'number' ? formatCount(given) : (given ?? '') };
}

export const OPEN_ROWS = 10;

export function toBugField({ isSeveral, bugUrl }: InsightsReport): Field<ShownBug> {
  return {
    title: 'Bug',
    of: ({ repository, id, details }) => ({
      text: details === null || toVisibleLine(details.title) === '' ? id : details.title,
      url: toBugUrl(bugUrl, id),
      isCode: details === null,
      below: compact([isSeveral && repository, details?.path]).join(' · '),
    }),
  };
}

export const KIND_FIELD: Field<ShownBug> = {
  title: 'Kind',
  isShort: true,
  of: ({ kind }) => ({ text: KIND_WORDS[kind], kind }),
};

/** A number is null where it is not known, or where there is none. */
export interface CompareRow {
  readonly what: string;
  readonly now: number | string | null;
  readonly before: number | string | null;
  readonly isPart?: boolean;
}

export function toRow(what: string, now: CompareRow['now'], before: CompareRow['before'] = null): CompareRow {
  return { what, now, before };
}

export function toPart(row: CompareRow): CompareRow {
  return { ...row, isPart: true };
}

/** The second column is there only if something is known of the period before. */
export function toCompareGrid(title: string, days: number, rows: readonly CompareRow[]): Grid {
  const isAny = rows.some(({ before }) => before !== null);
  const fields: readonly (Field<CompareRow> | false)[] = [
    { title, of: ({ what, isPart = false }) => ({ text: what, isPart }) },
    { title: toPeriodTitle(days), isNumber: true, of: ({ now }) => toText(now) },
    isAny && {
      title: `The ${countOf(days, 'day', 'days')} before`,
      isNumber: true,
      of: ({ before }) => toText(before),
    },
  ];
  return toGrid(compact(fields), rows);
}

export function toPeriodTitle(days: number): string {
  return `These ${countOf(days, 'day', 'days')}`;
}
