// The job summary of the doctor: the set-up to use and why, the workflow to paste, the checks, and the last pull requests.
import {
  blocks,
  gfm,
  join,
  type Markdown,
  type Pieces,
  renderAdvice,
  renderCode,
  renderLink,
  renderList,
  renderSentence,
} from '../../documents/markdown.ts';
import { renderCodeBlock } from '../../documents/untrusted-prose.ts';
import { formatShare } from '../../judgement/trust.ts';
import type { Check } from '../check.ts';
import { toKnown } from '../evidence.ts';
import type { DoctorReport } from '../report.ts';
import { GATE_FILE } from '../set-ups.ts';
import {
  CHECK_TITLES,
  STATUS_ICONS,
  toIcon,
  toNoReplaySentence,
  toResultSentence,
  toTitle,
  toTrustSentence,
} from '../wording.ts';
import { renderReplay } from './replay.ts';
import { toWorkflow } from './workflow.ts';

/** Renders the same text for the same report, for two hundred pull requests far below the limit of 1 MiB. */
export function renderDoctorSummary(report: DoctorReport): string {
  const text = blocks(
    gfm`### ${toIcon(report)} ${toTitle(report)}`,
    !report.isHealthy && renderChecks(report),
    renderResults(report),
    renderRecommended(report),
    report.isHealthy && renderChecks(report),
    renderReplay(report),
    renderTrust(report),
  );
  return String(text);
}

function renderResults(report: DoctorReport): Pieces {
  const none = toNoReplaySentence(report);
  if (none !== null) return renderSentence(none);
  return renderList(report.results.map((result) => renderSentence(toResultSentence(result, report))));
}

const SET_UP_NAMES_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/set-ups.md';

function renderRecommended({ recommended, recommendation, apiUrl }: DoctorReport): Pieces {
  if (recommended === null) return null;
  const page = renderLink('set-ups', SET_UP_NAMES_PAGE);
  return [
    gfm`#### The workflow to paste`,
    recommended.on === 'pull_request_target' &&
      gfm`It runs on \`pull_request_target\`, because some of these pull requests are from forks. Never check out their code in this job.`,
    renderCodeBlock(toWorkflow(recommended, apiUrl), 'yaml'),
    gfm`Save it as ${renderCode(GATE_FILE, 200)}. What this set-up can and cannot know: ${page}.`,
    recommendation === 'nightly-scans' && gfm`The \`watch\` action reports after the merge what new commits bring in.`,
  ];
}

function renderChecks({ checks }: DoctorReport): readonly Markdown[] {
  return [gfm`#### Checks`, renderList(checks.map(renderCheck))];
}

function renderCheck({ id, status, what, advice, line }: Check): Markdown {
  return join(
    [
      STATUS_ICONS[status],
      gfm`**${CHECK_TITLES[id]}:**`,
      renderSentence(what),
      advice.map(renderAdvice),
      line !== null && gfm`Add ${renderCode(line, 200)}`,
    ],
    ' ',
  );
}

function renderTrust({ trust }: DoctorReport): readonly Pieces[] {
  const folders = trust === 'unread' ? [] : (toKnown(trust)?.folders ?? []);
  return [
    gfm`#### Can we trust the findings?`,
    renderSentence(toTrustSentence(trust)),
    renderList(folders.map(({ folder, ...share }) => gfm`${renderCode(folder, 200)}: ${formatShare(share)}`)),
  ];
}
