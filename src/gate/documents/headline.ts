// The headline of a report: the verdict in one sentence that claims no more than was looked at. Plain text.
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Threshold, ThresholdName } from '../../judgement/limits.ts';
import { compact } from '../../judgement/lists.ts';
import type { Relation } from '../../judgement/relevance.ts';
import type { Report } from '../../judgement/report.ts';
import { isAbsent } from '../../judgement/scan.ts';
import type { UnverifiedReason, Verdict } from '../../judgement/verdict.ts';
import { isTwoLines } from './two-lines.ts';

/** Completes "could not judge: …", where `the commit` stands for what was to be judged. */
const NOT_JUDGED: Readonly<Record<UnverifiedReason, (commit: string) => string>> = {
  'no-scan': (commit) => `${commit} has not been scanned`,
  'scan-failed': (commit) => `the scan of ${commit} failed`,
  'scan-timeout': () => 'the scan did not finish in time',
  'stale-scan': () => 'the last scan is too old',
  superseded: () => 'there is a newer commit',
  'service-error': () => 'reading from the service failed',
  'github-error': () => 'reading from GitHub failed',
  'no-credentials': () => 'there is no API key',
  'invalid-input': () => 'an input is wrong',
  unauthorized: () => 'the service refused the key',
  'repository-not-found': () => 'the service does not know this repository',
};

const KINDS: Readonly<Record<ThresholdName, readonly [one: string, many: string]>> = {
  'max-security-bugs': ['security bug', 'security bugs'],
  'max-bugs': ['bug', 'bugs'],
};

/** What the small print says where the headline has no room for it. */
type Topic = 'limits' | 'unclassified';

interface Phrase {
  readonly text: string;
  readonly topic?: Topic | null;
}

/** What a headline has to say, longest words first. */
interface Said {
  /** The verdict, in full and shorter. It never claims more than was counted. */
  readonly verdict: readonly Phrase[];
  /** What stands behind it, as far as it fits, what matters most first. */
  readonly asides: readonly Aside[];
}

/** One thing beside the verdict, in full and shorter. */
interface Aside {
  readonly texts: readonly [full: string, ...shorter: string[]];
  readonly topic?: Topic;
  /** Behind the parenthesis with the others. */
  readonly isLast?: true;
}

interface Headline {
  readonly text: string;
  readonly topics: readonly Phrase['topic'][];
}

/**
 * What the gate concludes; the title of a document puts an icon in front of it. It takes at most two lines on a telephone:
 * what it has no room for stands in the small print, or right below it.
 */
export function toHeadline(report: Report): string {
  return decideHeadline(report).text;
}

function decideHeadline(report: Report): Headline {
  const { verdict } = report;
  switch (verdict.kind) {
    case 'passed':
      return toFitting(toPassed(report, verdict.thresholds), report);
    case 'failed':
      return toFitting(toFailed(report, verdict.thresholds), report);
    case 'unverified':
      return { text: toNotJudged(report, verdict.reason), topics: [] };
  }
}

/** As much as fits: rather one thing more in few words than one less in many. */
function toFitting({ verdict, asides }: Said, report: Report): Headline {
  const icon = toIcon(report);
  const counts = Array.from({ length: asides.length + 1 }, (_, index) => asides.length - index);
  const lines = counts.flatMap((count) =>
    verdict.flatMap((words) =>
      [false, true].map((isShort) => toLine({ verdict: words, asides: asides.slice(0, count), isShort })),
    ),
  );
  const fitting = lines.find(({ text }) => isTwoLines(`${icon} ${text}`));
  return fitting ?? lines.at(-1) ?? { text: '', topics: [] };
}

interface Words {
  readonly verdict: Phrase;
  readonly asides: readonly Aside[];
  readonly isShort: boolean;
}

function toLine({ verdict, asides, isShort }: Words): Headline {
  const say = ({ texts }: Aside): string => (isShort ? (texts.at(-1) ?? texts[0]) : texts[0]);
  const [last, inside] = [asides.filter(({ isLast }) => isLast), asides.filter(({ isLast }) => !isLast)];
  const text = `Scan Gate: ${verdict.text}${toParenthesis(inside.map(say))}${last.map((each) => ` · ${say(each)}`).join('')}`;
  return { text, topics: [verdict, ...asides].map(({ topic }) => topic) };
}

/** ❌ only where the job fails for it: a gate that only warns never says that it blocks. */
export function toIcon({ verdict, job }: Pick<Report, 'verdict' | 'job'>): '✅' | '❌' | '⚠️' {
  if (verdict.kind === 'passed') return '✅';
  return verdict.kind === 'failed' && job === 'red' ? '❌' : '⚠️';
}

/** Such as `no security bugs in this scan (partial scan)`. */
function toPassed(report: Report, thresholds: readonly Threshold[]): Said {
  const limits = toLimits(thresholds.filter(({ limit }) => limit !== 'off'));
  const asides = [...toUnscanned(report), ...toLeftOut(report), ...toNew(report), ...toLessThanFull(report)];
  if (limits === null) {
    return { verdict: [{ text: 'no limit is set, so nothing counts' }, { text: 'no limit is set' }], asides };
  }
  const verdict =
    limits.first.count > 0
      ? [...toScopes(report), ''].flatMap((scope) => toBugs(report, limits, toScopeOf(limits.first, scope)))
      : toNone(report, limits.first.name).map((text) => ({ text }));
  return { verdict, asides: [...asides, ...toAllowed(limits)] };
}

function toScopeOf({ count }: Threshold, scope: string): string {
  return scope === THAT_COUNT && count === 1 ? 'that counts' : scope;
}

function toNone(report: Report, name: ThresholdName): readonly string[] {
  const scopes = toScopes(report);
  const [, kinds] = KINDS[name];
  const { others, older } = selectLeftOut(report);
  // Nobody may read that there are none.
  if (others.length > 0) return [...scopes, ''].map((scope) => `${kinds}${toBehind(scope)}: none that count`);
  if (older.length > 0) return [...scopes, ''].map((scope) => `no new ${kinds}${toBehind(scope)}`);
  return scopes.length === 0
    ? [`no ${kinds}`]
    : [...scopes, THAT_COUNT].map((scope) => `no ${kinds}${toBehind(scope)}`);
}

function toBehind(scope: string): string {
  return scope === '' ? '' : ` ${scope}`;
}

/** Such as `4 other new bugs do not block`. How many are not classified is in the small print. */
function toNew(report: Report): readonly Aside[] {
  const added = selectNew(report);
  if (added.length === 0) return [];
  const security = added.filter(({ kind }) => kind === 'security').length;
  const other = security > 0 ? '' : 'other ';
  const bugs = countOf(added.length, `${other}new bug`, `${other}new bugs`);
  const effect = report.ending === null ? (added.length === 1 ? 'does not block' : 'do not block') : 'pending';
  const apart = security > 0 && countOf(security, 'security bug', 'security bugs');
  return [
    {
      texts: [
        `${bugs} ${effect}${toParenthesis(compact([apart]))}`,
        `${bugs}${toParenthesis(security > 0 ? [toSecurity(security)] : [])}`,
      ],
      isLast: true,
    },
  ];
}

function toSecurity(count: number): string {
  return `${formatCount(count)} security`;
}

/** Such as `4 security bugs block this merge`. */
function toFailed(report: Report, thresholds: readonly Threshold[]): Said {
  const limits = toLimits(thresholds.filter(({ exceeded }) => exceeded));
  if (limits === null) return { verdict: [{ text: 'a limit is exceeded' }], asides: [] };
  const effects = toEffects(report, limits.first.count === 1);
  const asides = [...toUnscanned(report), ...toLeftOut(report), ...toLessThanFull(report), ...toAllowed(limits)];
  return { verdict: effects.flatMap((effect) => toBugs(report, limits, effect)), asides };
}

/** Such as `This pull request was merged with 2 security bugs pending.`; null where it is open, or within its limits. */
export function toEndingSentence({ verdict, ending }: Report): string | null {
  if (verdict.kind !== 'failed' || ending === null) return null;
  const limits = toLimits(verdict.thresholds.filter(({ exceeded }) => exceeded));
  if (limits === null) return null;
  const { name, count } = limits.first;
  return `This pull request was ${ending} with ${countOf(count, ...KINDS[name])} pending.`;
}

/** One threshold, or both, of which the one for all bugs comes first. */
interface LimitPair {
  readonly first: Threshold;
  readonly security: Threshold | null;
}

function toLimits(thresholds: readonly Threshold[]): LimitPair | null {
  const security = thresholds.find(({ name }) => name === 'max-security-bugs') ?? null;
  const all = thresholds.find(({ name }) => name === 'max-bugs');
  if (all !== undefined) return { first: all, security };
  return security === null ? null : { first: security, security: null };
}

/** Such as `4 security bugs`, or `12 bugs, 4 of them security bugs`, and what is said of them, if anything. */
function toBugs({ findings, verdict }: Report, { first, security }: LimitPair, said: string): readonly Phrase[] {
  const bugs = countOf(first.count, ...KINDS[first.name]);
  if (security === null) return [{ text: `${bugs}${toBehind(said)}` }];
  const counted = findings.filter((finding) => isCounted(finding, verdict));
  const end = said === '' ? '' : `, ${said}`;
  return [toKinds(counted), toShortKinds(counted)].map((kinds) => ({ ...kinds, text: `${bugs}, ${kinds.text}${end}` }));
}

/** What some bugs are, at least one. Nobody knows of one that is not classified that it is no security bug. */
function toKinds(findings: readonly ShownFinding[]): Phrase {
  const security = findings.filter(({ countsAsSecurity }) => countsAsSecurity).length;
  const unknown = findings.filter(isUnknown).length;
  const text = toKindWords({ all: findings.length, security, unknown });
  return { text, topic: unknown > 0 ? 'unclassified' : null };
}

function toKindWords({ all, security, unknown }: Readonly<Record<'all' | 'security' | 'unknown', number>>): string {
  if (all === 1) return security === 1 ? 'a security bug' : unknown === 1 ? 'not classified yet' : 'not a security bug';
  if (security === all) return 'all of them security bugs';
  if (unknown === 0 && security === 0) return 'none of them a security bug';
  return compact([
    security > 0 && `${formatCount(security)} of them ${security === 1 ? 'a security bug' : 'security bugs'}`,
    unknown > 0 && `${formatCount(unknown)}${security > 0 ? '' : ' of them'} not classified yet`,
  ]).join(' and ');
}

/** Such as `4 security`: nothing is said to be no security bug that may be one. */
function toShortKinds(findings: readonly ShownFinding[]): Phrase {
  const security = findings.filter(({ countsAsSecurity }) => countsAsSecurity).length;
  const unknown = findings.filter(isUnknown).length;
  if (security > 0 || unknown === 0) return { text: toSecurity(security) };
  return { text: `${formatCount(unknown)} not classified`, topic: 'unclassified' };
}

function toEffects({ job, pullRequest, ending, isRequired }: Report, isOne: boolean): readonly string[] {
  if (ending !== null) return ['pending'];
  // The small print says that it does not block.
  if (job === 'red' && isRequired === 'not-required') return [`${isOne ? 'fails' : 'fail'} this check`];
  const where = pullRequest === null ? 'this commit' : 'this merge';
  if (job !== 'red') return [`would block ${where}`, 'would block'];
  return [`${isOne ? 'blocks' : 'block'} ${where}`];
}

/** Also of a run that knows no more than that. */
export const WRONG_INPUT = 'Scan Gate could not start: an input is wrong';

function toNotJudged(report: Report, reason: UnverifiedReason): string {
  if (reason === 'invalid-input') return WRONG_INPUT;
  const { pullRequest, isHead } = report;
  const why = findSpecialReason(report, reason) ?? NOT_JUDGED[reason];
  return `Scan Gate could not judge: ${why(pullRequest !== null && isHead ? 'the newest commit' : 'the commit')}`;
}

/** Where a reason has two causes, the one that its usual words do not name; null for the usual one. */
function findSpecialReason(
  { readAt, recentScans, sha, explanation, isKeyless, isOwnFork }: Report,
  reason: UnverifiedReason,
): ((commit: string) => string) | null {
  const headline = explanation?.headline;
  if (headline !== undefined) return () => headline;
  if (reason === 'no-credentials' && isOwnFork) return () => 'a fork has no API key';
  if (reason === 'no-credentials' && isKeyless) return () => 'a pull request from a fork gets no API key';
  const absent = recentScans.filter((each) => isAbsent(each, readAt));
  if (reason === 'no-scan' && sha !== null && absent.some((each) => each.sha === sha)) {
    return (commit) => `no usable scan of ${commit}`;
  }
  return null;
}

/** Such as `limit: 2`; nothing where no bug is allowed. Two limits stand in the small print: see `toLimitsSentence`. */
function toAllowed({ first, security }: LimitPair): readonly Aside[] {
  return security !== null || first.limit === 0 ? [] : [{ texts: [`limit: ${toLimit(first)}`], topic: 'limits' }];
}

function toLimit({ limit }: Threshold): string {
  return limit === 'off' ? 'any' : formatCount(limit);
}

/** Such as `Limits: 10 bugs, 0 security bugs.`, for the small print, where bugs are allowed and the headline does not say how many. */
export function toLimitsSentence(report: Report): string | null {
  const { verdict } = report;
  if (verdict.kind === 'unverified') return null;
  const limits = verdict.thresholds.filter(({ limit }) => limit !== 'off');
  if (limits.every(({ limit }) => limit === 0) || says(report, 'limits')) return null;
  const named = limits.map((each) => `${toLimit(each)} ${KINDS[each.name][each.limit === 1 ? 0 : 1]}`);
  return `${named.length === 1 ? 'Limit' : 'Limits'}: ${named.toReversed().join(', ')}.`;
}

/** For the small print: of how many bugs that count it is not known whether they are security bugs, where the headline does not say so. */
export function toCountedUnclassified(report: Report): string | null {
  const { findings, verdict } = report;
  const unknown = findings.filter((finding) => isCounted(finding, verdict) && isUnknown(finding)).length;
  if (unknown === 0 || says(report, 'unclassified')) return null;
  return `Of the bugs that count, ${formatCount(unknown)} not classified yet.`;
}

function says(report: Report, topic: Topic): boolean {
  return decideHeadline(report).topics.includes(topic);
}

/** Whether nobody knows of a bug that it is no security bug. */
function isUnknown({ kind, countsAsSecurity }: ShownFinding): boolean {
  return kind === 'unclassified' && !countsAsSecurity;
}

/** Where the counted bugs are, in full and shorter: never more than was counted. None where that would point at withheld bugs. */
function toScopes({ countedFrom, isListedAgain, gateOn, pathsLimited, findings, verdict }: Report): readonly string[] {
  if (gateOn === 'all') {
    if (isListedAgain) return pathsLimited ? ['in the selected paths'] : [];
    const whole = countedFrom === 'repository' ? 'this repository' : 'this scan';
    if (!pathsLimited) return [`in ${whole}`];
    return [`in the selected paths of ${whole}`, ...(countedFrom === 'repository' ? ['in the selected paths'] : [])];
  }
  const withheld = findings.filter(({ details }) => details === null);
  if (withheld.some((finding) => isCounted(finding, verdict))) return [];
  // Why a withheld one does not count depends on what the pull request has to do with it, so the words are the same for each.
  if (withheld.length > 0 || findings.some(isFoundHereUnselected)) return [THAT_COUNT];
  const within = `${countedFrom === 'scan' ? ' in this scan' : ''}${pathsLimited ? ' in the selected paths' : ''}`;
  return toSelected(gateOn).map((selected) => `${selected}${within}`);
}

const THAT_COUNT = 'that count';

/** Whether it was found in this pull request, and nobody says who introduced it: to say where none is would claim too much. */
function isFoundHereUnselected({ isFoundHere, kind, exclusion }: ShownFinding): boolean {
  return isFoundHere && kind === 'security' && exclusion === 'gate-on';
}

function toSelected(gateOn: readonly Relation[]): readonly string[] {
  const introduced = gateOn.includes('introduced');
  if (!gateOn.includes('touched')) return ['from this pull request'];
  return introduced
    ? ['from this pull request or in files it changes', 'in what you changed']
    : ['in the files you changed', 'in files you changed'];
}

/** How many commits nobody has scanned. */
function toUnscanned({ scan }: Report): readonly Aside[] {
  if (scan?.standsIn !== true) return [];
  const { commitsBehind } = scan;
  if (commitsBehind === null)
    return [{ texts: ['an unknown number of commits not scanned', 'scan of another commit'] }];
  return [{ texts: [`${countOf(commitsBehind, 'commit', 'commits')} not scanned`] }];
}

/** What else the scan did not look at. A note, and the sentence on the scan, say it too. */
function toLessThanFull({ scan }: Report): readonly Aside[] {
  const said = compact([
    scan?.isPartial === true && 'partial scan',
    (scan?.newerFailed.length ?? 0) > 0 && 'a newer scan failed',
  ]);
  return said.map((text) => ({ texts: [text] }));
}

/** How many bugs count for nobody here although the inputs select them; of withheld ones it is not said whose they are. */
function toLeftOut(report: Report): readonly Aside[] {
  const { others, older } = selectLeftOut(report);
  const all = [...others, ...older];
  if (all.length === 0) return [];
  if (older.length === 0) {
    const bugs = countOf(others.length, 'bug', 'bugs');
    const isWithheld = others.some(({ details }) => details === null);
    return [{ texts: [`${bugs}${isWithheld ? '' : ' of other pull requests'} left out`, `${bugs} left out`] }];
  }
  const security = all.filter(({ countsAsSecurity }) => countsAsSecurity).length;
  const count = formatCount(all.length);
  const which = others.length === 0 ? ' older' : '';
  if (security === all.length) {
    const bugs = security === 1 ? 'security bug' : 'security bugs';
    return [{ texts: [`${count}${which} ${bugs} left out`, `${count}${which} left out, ${toSecurity(security)}`] }];
  }
  return [{ texts: [`${count}${which} left out${security === 0 ? '' : `, ${toSecurity(security)}`}`] }];
}

interface LeftOut {
  readonly others: readonly ShownFinding[];
  readonly older: readonly ShownFinding[];
}

/**
 * What belongs to other pull requests, and what `found-since` leaves out. Both are asked only of what `gate-on` selects, so
 * where it does not select all, nothing of withheld bugs: that would point at the diff.
 */
function selectLeftOut({ findings, gateOn }: Report): LeftOut {
  const of = (which: ShownFinding['exclusion']): LeftOut['others'] =>
    findings.filter(({ exclusion, details }) => exclusion === which && (gateOn === 'all' || details !== null));
  return { others: of('other-pull-request'), older: of('found-since') };
}

function toParenthesis(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Whether the pull request introduces a finding, and nothing but the inputs could leave it out. */
export function isNew({ relevance, exclusion }: ShownFinding, { relevanceKnown }: Report): boolean {
  if (exclusion === 'other-pull-request') return false;
  return relevanceKnown && relevance === 'introduced';
}

/** What the pull request introduces and a gate that passed does not count; nothing of withheld bugs. */
export function selectNew(report: Report): readonly ShownFinding[] {
  const { findings, verdict } = report;
  if (verdict.kind !== 'passed') return [];
  return findings.filter(
    (finding) => finding.details !== null && isNew(finding, report) && !isCounted(finding, verdict),
  );
}

/** Whether a verdict counts a finding against a limit. */
export function isCounted(
  { counted, countsAsSecurity }: Pick<ShownFinding, 'counted' | 'countsAsSecurity'>,
  verdict: Verdict,
): boolean {
  if (!counted || verdict.kind === 'unverified') return false;
  return verdict.thresholds.some(({ name, limit }) => limit !== 'off' && (name === 'max-bugs' || countsAsSecurity));
}
