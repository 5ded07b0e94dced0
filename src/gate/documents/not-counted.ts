// What is listed and not counted, in one line of plain text: how many bugs, where they are, and how many may be security bugs.
import { formatDay } from '../../judgement/day.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import type { Exclusion } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Report } from '../../judgement/report.ts';

/** Says such as `Not counted: 5 bugs in files you changed, 15 elsewhere`; null: everything counts. */
export function toNotCounted(report: Report): string | null {
  const { findings, verdict, groups } = report;
  if (findings.length === 0) return null;
  if (verdict.kind === 'unverified') {
    const bugs =
      findings.length === 1 ? 'The only pending bug' : `None of the ${formatCount(findings.length)} pending bugs`;
    return `${bugs} in this repository ${findings.length === 1 ? 'was not' : 'was'} counted`;
  }
  const { added, rest } = groups;
  if (rest.length === 0) return null;
  const [first, ...others] = toPlaces(rest, report);
  const places = others.map(({ count, where }) => `, ${formatCount(count)} ${where}`);
  const count = first?.count ?? rest.length;
  // Beside bugs from this pull request that count, or are new, the same words would seem to be about those.
  const mayBeMistaken = first === undefined || first.where === 'from this pull request';
  const isOther = added.length > 0 || (mayBeMistaken && rest.length < findings.length);
  const bugs = isOther ? countOf(count, 'other bug', 'other bugs') : countOf(count, 'bug', 'bugs');
  const text = first === undefined ? bugs : `${bugs} ${first.where}`;
  return `Not counted: ${text}${places.join('')}${toUnclassified(rest)}`;
}

function toUnclassified(rest: readonly ShownFinding[]): string {
  const unclassified = rest.filter(({ kind }) => kind === 'unclassified').length;
  if (unclassified === 0) return '';
  if (rest.length === 1) return '; it is not classified yet';
  return `; ${formatCount(unclassified)} of these ${formatCount(rest.length)} ${unclassified === 1 ? 'is' : 'are'} not classified yet`;
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
