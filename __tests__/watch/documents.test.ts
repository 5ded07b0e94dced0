// The documents of a watch: limits of size, hostile text, and what they leave to the next run.
import type { Finding, FindingKind } from '../../src/judgement/finding.ts';
import type { EpochMs, RepoId } from '../../src/judgement/identifiers.ts';
import { parseAnnounced, renderAnnouncement } from '../../src/watch/documents/comment.ts';
import { renderIssue, renderWatchSummary, toIssueMarker } from '../../src/watch/documents/issue.ts';
import { parseIssueMarker, toIssueMarkerLine } from '../../src/watch/documents/marker.ts';
import { toFirstSentence } from '../../src/watch/fetch-watched-findings.ts';
import { decideWatchReport, type WatchReport } from '../../src/watch/report.ts';
import { describe, expect, it, test } from '../jest.ts';
import { aFinding, aUsableScan } from '../judgement/fixtures.ts';

const NOW = Date.UTC(2026, 10, 22) as EpochMs;
const scan = aUsableScan({ type: null, startedAt: NOW, endedAt: NOW, counts: { open: 3, resolved: 0, dismissed: 0 } });

const HOSTILE =
  '@octocat #12 acme/shop#3 GH-4 <!-- --> </details> ](https://evil.example) `code` https://evil.example\n### x\u202e';

function makeFinding(index: number, title: string, kind: FindingKind): Finding {
  return aFinding(`${index}--> ${title.slice(0, 10)}`, {
    ...{ kind, title, summary: '', path: `src/${title}.ts`, foundAt: (NOW - index * 86_400_000) as EpochMs },
    introducedBy: { sha: 'b'.repeat(40), date: '2026-11-01', author: '@eve', pullRequest: index % 40 },
  });
}

const kinds = ['security', 'bug', 'unclassified'] as const;

function makeReport(count: number, title: string, change: Partial<WatchReport> = {}): WatchReport {
  const open = Array.from({ length: count }, (_, index) => makeFinding(index, title, kinds[index % 3] ?? 'bug'));
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const report = decideWatchReport({
    repository: { owner: 'acme', repo: 'shop', serverUrl: 'https://github.com', runId: 7 },
    branch: 'main',
    scan,
    failedScan: null,
    isBaseline: false,
    newScanCount: 1,
    isIntervalCut: true,
    leftOutCommits: 0,
    purged: [],
    passedOver: [],
    before: { open: 1, openSecurity: 1 },
    bugUrl: 'https://app.example.com/{id}',
    serviceName: 'Acme Scan',
    open,
    newFindings: open.slice(0, count / 2),
    maxListed: 100_000,
    disclosure: 'full',
    announcements: {
      announced: numbers,
      refused: [],
      leftOut: numbers.map((n) => n + 100),
      maxNotified: 20,
    },
    attributions: new Map(numbers.map((number) => [String(number), { number, mergedAt: null }])),
    openKeys: new Set(numbers.map(String)),
  });
  return { ...report, ...change };
}

const source = {
  repositoryId: 'repo_1' as RepoId,
  position: { scanId: scan.id, startedAt: NOW },
  readAt: NOW,
};
const toIssue = (report: WatchReport): string => renderIssue(report, toIssueMarker(report, source));

it('a report orders new bugs by pull request, security bugs first', () => {
  const { newFindings } = makeReport(90, 'Title');
  const indexes = newFindings.map(({ id }) => Number.parseInt(id.slice(4), 10));
  const others = Array.from({ length: 35 }, (_, index) => index + 5);
  expect(indexes).toEqual([1, 41, 42, 2, 3, 43, 4, 44, ...others, 0, 40]);
});

describe('ten thousand bugs', () => {
  const report = makeReport(10_000, 'A title of some length, as titles are');

  it('fit into an issue, whole entries left out and counted', () => {
    const text = toIssue({ ...report, branch: 'ä'.repeat(250) });
    expect(text.length).toBeGreaterThan(50_000);
    expect(text.length).toBeLessThanOrEqual(65_000);
    const listed = text.match(/^- (?:🔴|🟠|⚪) /gmu)?.length ?? 0;
    expect(text).toContain(`${(10_000 - listed).toLocaleString('en')} more bugs are not listed here.`);
  });

  it('fit into a comment, which names to the next run what it lists', () => {
    const marker = { kind: 'watch', key: 'watch/main', runId: 1, runAttempt: 1 } as const;
    const text = renderAnnouncement(report.open, { ...report, marker: { ...marker, sha: null, readAt: NOW } });
    expect(text.length).toBeLessThanOrEqual(65_000);
    const listed = parseAnnounced(text);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed).toEqual(report.open.slice(0, listed.length).map(({ id }) => id));
  });

  it('fit into a job summary', () => {
    const text = renderWatchSummary(report, null);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  });
});

describe('hostile text', () => {
  it.each(['full', 'counts'] as const)('is letters in the issue: %s', (disclosure) => {
    const finding = makeFinding(1, HOSTILE, 'security');
    const report = decideWatchReport({
      ...makeReport(3, HOSTILE),
      before: null,
      open: [finding],
      newFindings: [finding],
      disclosure,
      attributions: new Map(),
      openKeys: new Set<string>(),
      branch: HOSTILE,
    });
    const text = toIssue(report);
    // What is left without our marker, code spans, addresses of links, and what a backslash makes a letter.
    const prose = text
      .replace(/^.*\n/, '')
      .replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
      .replace(/\]\(https:\/\/(?:app\.example\.com|github\.com)\S+\)/g, ']')
      .replace(/\\./g, '');
    expect(prose).not.toMatch(/<!|<\/details|evil.*\]\(|\u202e|@[a-z]|#\d|GH-\d|https:\/\//);
    if (disclosure === 'counts') expect(text.replaceAll(HOSTILE, '')).not.toContain('src/');
  });
});

test.each([
  ['', ''],
  ['Anybody can log in', 'Anybody can log in'],
  ['Anybody can log in.', 'Anybody can log in.'],
  [' Anybody\ncan `log in`?  Yes.\n\nMore.', 'Anybody can `log in`?'],
  ['The field e.g. `v1.2` is lost! Then more.', 'The field e.g. `v1.2` is lost!'],
  [`${'long '.repeat(90)}. More.`, `${'long '.repeat(90).slice(0, 299)}…`],
])('of the summary %j the first sentence is %j', (summary, expected) => {
  expect(toFirstSentence(summary)).toBe(expected);
});

describe('the marker', () => {
  it.each(['main', 'feature/a-->b', 'ünïcode 💥 -- x'])('of the branch %j is read as it was written', (branch) => {
    const marker = toIssueMarker({ ...makeReport(3, 'x'), branch }, source);
    const line = toIssueMarkerLine(marker);
    expect(line.indexOf('-->')).toBe(line.length - 3);
    expect(parseIssueMarker(`${line}\r\ntext`)).toEqual(marker);
  });

  const marker = toIssueMarker(makeReport(3, 'x'), source);
  const line = toIssueMarkerLine(marker);
  it.each([
    ['an earlier version', line.replace(' -->', ' resolved=7 dismissed=2 days=20777:12,20778:9 -->')],
    ['a later version', line.replace(' -->', ' more=1 -->')],
    ['no end of fields', line.replace(' -->', ` ${'a=1 '.repeat(10_000)}-->`)],
  ])('of %s is read as far as it is known', (_, text) => {
    expect(text).not.toBe(line);
    expect(parseIssueMarker(`${text}\ntext`)).toEqual(marker);
  });

  it('has the digest of the text without news, so that a quiet night is known', () => {
    const report = makeReport(3, 'x');
    const quiet = {
      ...report,
      isIntervalCut: false,
      leftOutCommits: 0,
      newFindings: [],
      announcements: null,
      before: null,
      newScanCount: 0,
    };
    const digestOf = (each: WatchReport): string => toIssueMarker(each, source).digest;
    expect(digestOf(quiet)).toBe(digestOf(report));
    expect(digestOf(makeReport(3, 'y'))).not.toBe(digestOf(report));
  });
});
