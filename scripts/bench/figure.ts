// A measured figure and its limit, and figures as a table.

/** A number in the smaller-is-better sense, comparable across machines where it is a ratio. */
export interface Figure {
  /** Kebab-case, unique, stable: for the JSON. */
  readonly name: string;
  readonly what: string;
  readonly value: number;
  /** `×` for a ratio. */
  readonly unit: '×' | 'MB' | 'trips' | 's';
  readonly atMost: number;
  /** What the figure was made from: `412 ms / 31 ms`. */
  readonly from: string;
}

export function isKept({ value, atMost }: Figure): boolean {
  return value <= atMost;
}

/** Makes aligned lines, one for each figure. */
export function toTable(figures: readonly Figure[]): string {
  const head = ['', 'figure', 'measured', 'limit', 'from'];
  const rows = figures.map((figure) => [
    isKept(figure) ? '✓' : '✗',
    figure.what,
    `${round(figure.value)} ${figure.unit}`,
    `≤ ${figure.atMost}`,
    figure.from,
  ]);
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The middle value; of an even number the lower middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

/** To two decimals, or to a whole number from 100 on. */
export function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
