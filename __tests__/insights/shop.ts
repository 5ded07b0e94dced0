// A repository that has something of everything that the documents show.
import type { RepositoryEvidence } from '../../src/insights/report.ts';
import { bugId } from '../judgement/fixtures.ts';
import { aBug, aMark, aMerged, aPull, aScan, at, dayMs, evidenceOf, noGates, signature } from './worlds.ts';

const introducedBy = { sha: 'c'.repeat(40), date: '2026-11-01', author: 'priya-raman', pullRequest: 7 };

export function shop(parts: Partial<RepositoryEvidence> = {}): RepositoryEvidence {
  return evidenceOf('acme/shop', {
    bugs: [
      ...[1, 2, 6, 9, 12].map((after, index) =>
        aBug(`resolved-${index}`, {
          kind: 'security',
          found: '2026-11-01',
          review: ['resolved', new Date(at('2026-11-01') + after * dayMs).toISOString()],
          source: index === 2 ? 'jira' : 'bug_fix_check',
        }),
      ),
      aBug('marked', {
        kind: 'security',
        review: ['resolved', '2026-11-15'],
        note: `Fixed. · ${signature('jonas-weber')}`,
      }),
      aBug('quick', { found: '2026-11-01', review: ['resolved', '2026-11-02'] }),
      aBug('pending', { kind: 'security', introducedBy }),
      aBug('unknown', { kind: 'unclassified' }),
      aBug('old', { found: '2025-01-01' }),
      aBug('silent', { kind: 'security', review: ['dismissed', '2026-11-12'], reason: 'not_a_bug' }),
      aBug('accepted', {
        ...{ review: ['dismissed', '2026-11-13'] as const, reason: 'wont_fix' },
        note: `until 2026-11-30. Goes in spring. · ${signature('mara-lindqvist')}`,
      }),
      aBug('elsewhere', {
        ...{ review: ['dismissed', '2026-11-13'] as const, reason: 'too_slow' },
        note: `until spring. · ${signature('mara-lindqvist', 'acme/other')}`,
      }),
      aBug('tracked', { review: ['dismissed', '2026-11-14'], reason: 'duplicate', source: 'jira', note: 'Known.' }),
    ],
    scans: [aScan('2026-11-19'), aScan('2026-11-12'), aScan('2026-11-05', { state: 'failed' }), aScan('2026-01-01')],
    branchScan: { startedAt: at('2026-11-12'), listed: new Set([bugId('pending')]) },
    gates: {
      ...noGates,
      open: [aPull(1, [aMark('failed')], 'Add cards'), aPull(2, [aMark('unverified')]), aPull(3, [])],
      merged: [
        ...[aMerged(4, [aMark('passed', { reds: 1 })]), aMerged(5, [aMark('failed')]), aMerged(6, []), aMerged(7, [])],
        aMerged(8, [aMark('passed', { readAt: at('2026-09-01') })], '2026-09-30'),
      ],
    },
    ...parts,
  });
}
