// The JSON report as a pure document: what is in it, and that the disclosure of other documents is not its own.
import * as v from 'valibot';
import { renderJson } from '../../../src/gate/documents/json.ts';
import type { WordedReport } from '../../../src/gate/documents/words.ts';
import type { AssessedFinding } from '../../../src/judgement/finding.ts';
import type { EpochMs } from '../../../src/judgement/identifiers.ts';
import { FAULTS } from '../../documents/faults.ts';
import { hostileTexts } from '../../documents/hostile-texts.ts';
import { reportCheck } from '../../harness/schemas.ts';
import { describe, expect, test } from '../../jest.ts';
import { aFinding, anUnverified, aReport, fewFindings, scanHistory } from './fixtures.ts';

const check = reportCheck();

const document = v.looseObject({
  scan: v.nullable(v.looseObject({})),
  history: v.array(v.looseObject({ open: v.number() })),
  findings: v.array(v.looseObject({ id: v.string(), foundAt: v.nullable(v.string()) })),
});

/** The findings of a report whose disclosure withholds nothing. */
function findingsOf(report: WordedReport): readonly AssessedFinding[] {
  return report.findings.flatMap(({ details, ...finding }) => (details === null ? [] : [{ ...finding, details }]));
}

function parse(report: WordedReport, findings = findingsOf(report)): v.InferOutput<typeof document> {
  const text = renderJson({ report, findings });
  expect(check(JSON.parse(text))).toEqual([]);
  return v.parse(document, JSON.parse(text));
}

describe('the report', () => {
  test('is valid by its schema, failed, passed and unverified', () => {
    parse(aReport({ findings: fewFindings, maxBugs: 3 }));
    parse(aReport());
    parse(anUnverified('no-scan'));
    parse(anUnverified('github-error', { parts: { sha: null } }));
  });

  test('is valid whatever the service writes', () => {
    const findings = hostileTexts.map((text, at) =>
      aFinding(`hostile ${at}`, {
        title: text,
        summary: text,
        path: text === '' ? null : text,
        introducedBy: { sha: text, date: text, author: text, pullRequest: null },
        linkedIssues: [{ tracker: text, key: text, url: text }],
      }),
    );
    expect(parse(aReport({ findings })).findings).toHaveLength(hostileTexts.length);
  });

  test('has the findings in full where other documents withhold them', () => {
    const open = aReport({ findings: fewFindings });
    const closed = aReport({ findings: fewFindings, disclosure: 'counts' });
    expect(parse(closed, findingsOf(open))).toEqual(parse(open));
  });

  test('has null for a number of the service that is no time', () => {
    const findings = [aFinding('1', { foundAt: 9e15 as EpochMs })];
    expect(parse(aReport({ findings })).findings[0]?.foundAt).toBeNull();
  });

  test('says what to do without a place that is left to fill', () => {
    for (const make of Object.values(FAULTS))
      expect(renderJson({ report: anUnverified(make()), findings: [] })).not.toMatch(/\{\w/u);
  });

  test('has the history oldest first', () => {
    const { history } = parse(aReport());
    expect(history.map(({ open }) => open)).toEqual(scanHistory.map(({ counts }) => counts?.open).toReversed());
  });
});
