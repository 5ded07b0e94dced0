// Of a bug whose details are withheld, no document for everybody says what the pull request has to do with it: not by a
// word that is another where the bug was found, or is, somewhere else.
import { toAnnotations } from '../../../src/gate/documents/annotations.ts';
import { renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { renderSummary } from '../../../src/gate/documents/summary.ts';
import type { WordedReport } from '../../../src/gate/documents/words.ts';
import { toAdviceLines, toFactLines, toFindingLines } from '../../../src/gate/log.ts';
import { toOutputs } from '../../../src/gate/outputs.ts';
import type { Finding } from '../../../src/judgement/finding.ts';
import { describe, expect, test } from '../../jest.ts';
import {
  aFinding,
  aReport,
  headSha,
  introducedElsewhere,
  introducedHere,
  type ReportSource,
  someOptions,
} from './fixtures.ts';

function saidBy(report: WordedReport): string {
  const annotations = toAnnotations(report, () => 7);
  return [
    ...[renderComment(report, someOptions), renderSummary(report, 100)],
    ...[JSON.stringify(renderCheckRun(report, annotations, 20)), JSON.stringify(annotations)],
    ...[...toAdviceLines(report), ...toFindingLines(report), ...toFactLines(report)],
    JSON.stringify(toOutputs(report, report.readAt)),
  ].join('\n');
}

const touchedPath = 'src/cart/total.ts';
const withheldKinds = ['security', 'unclassified'] as const;
const of = (kind: Finding['kind'], parts: Parameters<typeof aFinding>[1]): Finding =>
  aFinding('same', { kind, path: 'src/old.ts', ...parts });
const beside = aFinding('beside', { path: touchedPath, introducedBy: introducedHere });
/** `aFinding` is three days old. */
const foundSince = (beside.foundAt + 2 * 86_400_000) as Finding['foundAt'];

type Places = Readonly<Record<string, Parameters<typeof aFinding>[1]>>;
const [elsewhere, found] = [{ elsewhere: {} }, { 'at a commit of the pull request': { commitSha: headSha } }];
const touched = { 'in a file that it touches': { path: touchedPath } };
const both = { 'there, in a file that it touches': { path: touchedPath, commitSha: headSha } };
const others = {
  'of another one': { introducedBy: introducedElsewhere },
  'of another one, in a file that it touches': { path: touchedPath, introducedBy: introducedElsewhere },
};
const pathless = { 'without a file': { path: null } };
const own = { 'introduced by it': { introducedBy: introducedHere } };

/** Each with a verdict that is the same wherever the bug is. */
const rows: Readonly<Record<string, readonly [source: ReportSource, places: Places]>> = {
  'gate-on introduced': [
    { gateOn: ['introduced'] },
    { ...elsewhere, ...found, ...touched, ...both, ...others, ...pathless },
  ],
  'gate-on introduced, a limit for all bugs': [
    { gateOn: ['introduced'], maxBugs: 3 },
    { ...elsewhere, ...found, ...touched, ...both, ...others, ...pathless },
  ],
  'gate-on touched': [{ gateOn: ['touched'] }, { ...elsewhere, ...found, ...pathless }],
  'gate-on touched, and what other pull requests introduce': [
    { gateOn: ['touched'], others: [455] },
    { ...elsewhere, ...found, ...others },
  ],
  'gate-on touched, and found-since': [
    { gateOn: ['touched'], foundSince },
    { ...elsewhere, ...found, ...touched },
  ],
  'gate-on introduced and touched, and paths': [
    { gateOn: ['introduced', 'touched'], paths: ['src/**'] },
    { ...elsewhere, ...found, 'outside of them': { path: 'lib/old.ts' } },
  ],
  'a bug that counts': [
    { gateOn: ['introduced', 'touched'], countUnclassified: true },
    { ...own, ...touched, ...both },
  ],
  'a bug that counts, and is allowed': [
    { gateOn: ['introduced', 'touched'], countUnclassified: true, maxSecurityBugs: 1 },
    { ...own, ...touched, ...both },
  ],
  'gate-on all': [{ countUnclassified: true }, { ...elsewhere, ...found, ...touched, ...own, ...pathless }],
};

describe('the same is said wherever a withheld bug is', () => {
  test.each(
    Object.entries(rows).flatMap(([name, row]) =>
      withheldKinds.flatMap((kind) => [0, 1].map((count) => [name, kind, count, ...row] as const)),
    ),
  )('%s, %s, beside %i that is shown', (_, kind, count, source, places) => {
    const saidOf = (disclosure: 'counts' | 'full'): readonly string[] =>
      Object.values(places).map((parts) =>
        saidBy(aReport({ ...source, disclosure, findings: [of(kind, parts), ...[beside].slice(1 - count)] })),
      );
    const said = saidOf('counts');
    expect(said.map((text) => text === said[0])).toEqual(said.map(() => true));
    expect(said.join()).not.toMatch(/src\/old|lib\/old/);
    // Control: where everything is shown, it is told apart.
    expect(new Set(saidOf('full')).size).toBeGreaterThan(1);
  });
});
