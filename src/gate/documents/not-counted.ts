// One line of plain text on the bugs that are listed and not counted: how many they are, and where.
import { formatDay } from '../../judgement/day.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import type { Exclusion } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Report } from '../../judgement/report.ts';

/** The line is like `Not counted: 5 bugs in files you changed, 15 elsewhere`; null: everything counts. */
export function toNotCounted(report: Report): string | null {
  const { findings, verdict, groups } = report;
  if (findings.length === 0) return null;
  if (verdict.kind === 'unverified') {
    const bugs =
      findings.length === 1 ? 'The only pending bug' : `None of the ${formatCount(findings.length)} pending bugs`;
    return `${bugs} in this repository ${findings.length === 1 ? 'was not' : 'was'} counted`;
  }
  const { rest } = groups;
  if (rest.length === 0) return null;
  const [first, ...more] = toPlaces(rest, report);
  const bug = rest.length < findings.length ? 'other bug' : 'bug';
  const bugs = countOf(first?.count ?? rest.length, bug, `${bug}s`);
  const places = more.map(({ count, where }) => `, ${formatCount(count)} ${where}`);
  return `Not counted: ${bugs}${first === undefined ? '' : ` ${first.where}`}${places.join('')}`;
}

/** It tells no places if these are not known, or would point at withheld bugs. */
function toPlaces(
  rest: readonly ShownFinding[],
  report: Report,
): readonly { readonly count: number; readonly where: string }[] {
  const { relevanceKnown, gateOn, foundSince } = report;
  if (!relevanceKnown || rest.some(({ details }) => details === null)) return [];
  const byPlace = Map.groupBy(rest, (finding) => toPlace(finding, gateOn !== 'all'));
  return PLACES.map((place) => {
    const found = byPlace.get(place) ?? [];
    const since = `from before ${formatDay(foundSince ?? report.readAt)}${toSecurityAmong(found)}`;
    return { where: place === 'found before' ? since : place, count: found.length };
  }).filter(({ count }) => count > 0);
}

/** Bugs that are left out would otherwise count, so it says such as ` (1 security bug)`. */
function toSecurityAmong(found: readonly ShownFinding[]): string {
  const security = found.filter(({ countsAsSecurity }) => countsAsSecurity).length;
  return security === 0 ? '' : ` (${countOf(security, 'security bug', 'security bugs')})`;
}

const PLACES = [
  'from this pull request',
  'in files you changed',
  'from other pull requests that are open',
  'found before',
  'without a file',
  'elsewhere',
] as const;

/** Bugs that `paths` and `gate-on` leave out are told by where they are. */
const PLACE_OF_LEFT_OUT: Readonly<Record<Exclusion, (typeof PLACES)[number] | null>> = {
  paths: null,
  'gate-on': null,
  'other-pull-request': 'from other pull requests that are open',
  'found-since': 'found before',
};

function toPlace(
  { exclusion, relevance, isFoundHere, details }: ShownFinding,
  isNarrowed: boolean,
): (typeof PLACES)[number] {
  const place = exclusion && PLACE_OF_LEFT_OUT[exclusion];
  if (place !== null) return place;
  if (relevance === 'introduced') return 'from this pull request';
  if (relevance === 'touched') return 'in files you changed';
  if (isFoundHere) return 'from this pull request';
  if (isNarrowed && details?.path === null) return 'without a file';
  return 'elsewhere';
}
