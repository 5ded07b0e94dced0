// The SARIF 2.1.0 log for code scanning: every pending bug a result, every dismissed one a suppressed result.
import { countBytes, takeFitting } from '../../documents/finding-entry.ts';
import { MAX_SARIF_BYTES, MAX_SARIF_RESULTS, MAX_TITLE_CHARACTERS } from '../../documents/limits.ts';
import { encodePath, toBugUrl } from '../../documents/links.ts';
import { cut, toVisibleLine } from '../../documents/markdown.ts';
import { toRepositoryUrl } from '../../judgement/address.ts';
import { type AssessedFinding, compareByKind, type DismissedFinding, type Finding } from '../../judgement/finding.ts';
import { countOf } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { isRegularPath } from '../../judgement/path-filter.ts';
import type { Report } from '../../judgement/report.ts';
import type { FirstChangedLine } from './annotations.ts';
import type { JsonSource } from './json.ts';

export interface SarifSource extends JsonSource {
  readonly dismissed: readonly DismissedFinding[];
  readonly firstChangedLine: FirstChangedLine;
  /** Distinguishes the logs of several gates. */
  readonly key: string;
}

export interface SarifDocument {
  readonly text: string;
  readonly leftOut: number;
}

/** The project's page, as in its README. */
const HOME_PAGE = 'https://github.com/scan-gate/scan-gate';
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const MAX_MESSAGE_CHARACTERS = 1_000;
/** Code scanning requires a location for every result. */
const NO_FILE = 'no-file-is-associated-with-this-bug';
/** Code scanning's name for the root of the repository, to which paths are relative. */
const ROOT = '%SRCROOT%';
/** Space for everything except the results. */
const FRAME_BYTES = 16_384;

const HELP = { text: 'Fix it, or review it in the service: resolved and dismissed bugs do not count.' };

const RULES = [
  {
    id: 'security-bug',
    name: 'SecurityBug',
    shortDescription: { text: 'Security bug' },
    fullDescription: { text: 'A bug that the service classifies as a security vulnerability.' },
    help: HELP,
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security'], 'security-severity': '8.0', precision: 'high' },
  },
  {
    id: 'bug',
    name: 'OtherBug',
    shortDescription: { text: 'Bug' },
    fullDescription: { text: 'A bug that is not a security vulnerability, or is not classified yet.' },
    help: HELP,
    defaultConfiguration: { level: 'warning' },
    properties: { tags: ['correctness'], precision: 'high' },
  },
] as const;

/** Renders the log: at most 25,000 results and 10 MB, pending before dismissed. The same source gives the same bytes. */
export function renderSarif(source: SarifSource): SarifDocument {
  const all = [
    ...source.findings.map((finding) => toPending(finding, source)),
    ...source.dismissed.toSorted(compareByKind).map((finding) => toSuppressed(finding, source)),
  ].map((result) => JSON.stringify(result));
  const results = takeFitting(all.slice(0, MAX_SARIF_RESULTS), MAX_SARIF_BYTES - FRAME_BYTES, countBytes);
  const leftOut = all.length - results.length;
  const frame = JSON.stringify(toLog(source, leftOut));
  return { text: frame.replace('"results":[]', () => `"results":[${results.join(',')}]`), leftOut };
}

function toLog({ report, key }: SarifSource, leftOut: number): object {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Scan Gate', version: VERSION, informationUri: HOME_PAGE, rules: RULES } },
        automationDetails: { id: `scan-gate/${cut(key, MAX_TITLE_CHARACTERS)}/` },
        versionControlProvenance: toProvenance(report),
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: toNotifications(leftOut) }],
        results: [],
      },
    ],
  };
}

function toProvenance({ repository, sha }: Report): readonly object[] | undefined {
  if (sha === null) return undefined;
  return [{ repositoryUri: toRepositoryUrl(repository), revisionId: sha, mappedTo: { uriBaseId: ROOT } }];
}

function toNotifications(leftOut: number): readonly object[] {
  if (leftOut === 0) return [];
  const text = `${countOf(leftOut, 'bug', 'bugs')} left out: the log is full.`;
  return [{ level: 'warning', message: { text } }];
}

/** A bug that is left out is pending all the same: without its result code scanning would close its alert. */
function toPending(finding: AssessedFinding, source: SarifSource): object {
  const { exclusion, countsAsSecurity } = finding;
  const properties = exclusion === null ? undefined : { leftOut: exclusion };
  return { ...toResult(finding, countsAsSecurity, source), properties };
}

function toSuppressed(finding: DismissedFinding, source: SarifSource): object {
  const text = cut(compact([finding.reason, finding.notes]).join(': '), MAX_MESSAGE_CHARACTERS);
  const justification = text === '' ? undefined : text;
  return {
    ...toResult(finding, finding.kind === 'security', source),
    suppressions: [{ kind: 'external', status: 'accepted', justification }],
  };
}

function toResult({ id, details }: Finding, security: boolean, { report, firstChangedLine }: SarifSource): object {
  const title = cut(toVisibleLine(details.title), MAX_TITLE_CHARACTERS) || 'Untitled bug';
  const text = cut(`${title}\n\n${details.summary}`, MAX_MESSAGE_CHARACTERS);
  return {
    ruleId: security ? 'security-bug' : 'bug',
    ruleIndex: security ? 0 : 1,
    level: security ? 'error' : 'warning',
    // Plain text: with `markdown` a finding could format itself. In `text`, a bracket would start a link.
    message: { text: text.replace(/[[\]\\]/g, '\\$&') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(details.path), uriBaseId: ROOT },
          region: { startLine: details.path === null ? 1 : (firstChangedLine(details.path) ?? 1) },
        },
      },
    ],
    // Code scanning uses the first to match alerts; the second says what the value is.
    partialFingerprints: { primaryLocationLineHash: id, 'scanGateBugId/v1': id },
    hostedViewerUri: toBugUrl(report.bugUrl, id) ?? undefined,
  };
}

function toUri(path: string | null): string {
  return path === null || !isRegularPath(path) ? NO_FILE : encodePath(path);
}

export const VERSION = '1.2.0';
