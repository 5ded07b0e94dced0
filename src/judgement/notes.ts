// The notes of a report: what this run could not do, did differently, or counts in another way than a reader might think.
import { isDisclosed } from './disclosure.ts';
import {
  type AssessedEvidence,
  type Evidence,
  type RelatedPullRequests,
  selectOtherPullRequests,
  toAppliedGateOn,
} from './evidence.ts';
import { countOf, formatCount } from './format.ts';
import { compact } from './lists.ts';
import type { Note } from './report.ts';
import { toPassedOverSentences, toScanLine, toTypeWarnings } from './scan-wording.ts';
import type { Verdict } from './verdict.ts';

/** Those of the evidence itself first, then in the order of their level. */
export function toNotes(evidence: AssessedEvidence, verdict: Verdict): readonly Note[] {
  const { subject, context, related, inputs, results } = evidence;
  return [
    ...subject.notes,
    ...context.notes,
    ...toNotesOf('info', toSelectionNotes(evidence)),
    ...toNotesOf('notice', [
      ...toDeviationNotes(evidence),
      ...toScopeNotes(evidence, verdict),
      ...toTwinNotes(related),
    ]),
    ...toNotesOf('warning', [...toOthersWarnings(evidence), ...toTypeWarnings(inputs.scanTypes, results.scans)]),
  ];
}

function toNotesOf(level: Note['level'], texts: readonly string[]): readonly Note[] {
  return texts.map((text) => ({ level, text }));
}

/** What narrows or widens the counts, so that readers understand why they differ from the list. */
function toSelectionNotes(evidence: Evidence): readonly string[] {
  const { paths, countUnclassified } = evidence.inputs;
  const gateOn = toAppliedGateOn(evidence);
  return compact([
    gateOn !== 'all' && `The limits count only bugs that are ${gateOn.join(' or ')} (\`gate-on\`).`,
    paths.length > 0 && `The limits count only bugs in \`${paths.join(', ')}\` (\`paths\`).`,
    countUnclassified && 'Bugs that are not classified count as security bugs (`unclassified`).',
  ]);
}

/** Notes on inputs that have another effect than they say. */
function toDeviationNotes({ inputs, subject, context }: Evidence): readonly string[] {
  const isWithout = subject.pullRequest === null && subject.pullRequestFault === null;
  const gateOnIdle = inputs.gateOn !== 'all' && isWithout;
  return compact([
    gateOnIdle && 'There is no pull request, so gate-on counts all bugs.',
    inputs.disclosure === 'auto' &&
      context.visibility === 'unknown' &&
      'It is not known whether the repository is public, so details of security bugs are withheld.',
  ]);
}

/** Where the counts claim less than a reader might think. */
function toScopeNotes({ results }: Evidence, verdict: Verdict): readonly string[] {
  const { outcome, selected } = results;
  if (selected === null) return [];
  const passedOver = toPassedOverSentences(selected.passedOver);
  if (outcome.kind !== 'read') return passedOver;
  const { missing, unlisted } = outcome;
  return compact([
    ...selected.newerFailed.map((scan) => `A newer scan of this commit failed: ${toScanLine(scan)}.`),
    ...passedOver,
    // A verdict that is not given because of them says so itself.
    missing + unlisted > 0 &&
      verdict.kind !== 'unverified' &&
      `The scan counts ${countOf(missing + unlisted, 'more bug', 'more bugs')} than the service lists.`,
  ]);
}

/** A check belongs to the commit, so that readers may find bugs counted that have nothing to do with this pull request. */
function toTwinNotes({ twins, uncomparedTwins }: RelatedPullRequests): readonly string[] {
  if (uncomparedTwins > 0) {
    return [
      `This commit is also the head of ${formatCount(uncomparedTwins)} other open pull requests, too many to compare with; so every bug counts, whatever gate-on selects.`,
    ];
  }
  const numbers = twins.map(({ number }) => number).join(', ');
  if (twins.length === 0) return [];
  return [
    twins.length === 1
      ? `This commit is also the head of pull request ${numbers}; what gate-on selects for that one counts too.`
      : `This commit is also the head of pull requests ${numbers}; what gate-on selects for those counts too.`,
  ];
}

/** Nothing where only withheld findings count for it: that would say whose they are. */
function toOthersWarnings(evidence: AssessedEvidence): readonly string[] {
  const { othersFault } = evidence.related;
  const { disclosure } = evidence.context;
  if (othersFault === null) return [];
  const findings = evidence.findings.filter((finding) => isDisclosed(finding, disclosure));
  const named = selectOtherPullRequests({ ...evidence, findings });
  return named.length === 0 ? [] : [`${othersFault} So bugs from other pull requests count.`];
}
