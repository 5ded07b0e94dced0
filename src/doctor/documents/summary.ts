// The job summary of the doctor: what to use and why, the workflow to paste, the checks, and the last pull requests.
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

/** Renders the summary. Two hundred pull requests are far below the limit of 1 MiB. Same report, same text. */
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

const FORKS_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md';
const SET_UP_NAMES_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/set-ups.md';

function renderRecommended({ recommended, recommendation, visibility, apiUrl }: DoctorReport): Pieces {
  if (recommended === null) return null;
  const page = renderLink('set-ups', SET_UP_NAMES_PAGE);
  return [
    gfm`#### The workflow to paste`,
    recommended.on === 'pull_request_target' &&
      gfm`It runs on \`pull_request_target\`, because some of these pull requests are from forks. Never check out their code in this job.`,
    ...(visibility === 'public'
      ? [
          recommended.on === 'pull_request_target'
            ? gfm`GitHub blocks that event in public repositories unless a policy under Settings → Actions → Policies allows it: ${renderLink('how, and what works without it', FORKS_PAGE)}.`
            : gfm`Pull requests from forks get no key: in a public repository, \`touched\` would tell anybody who opens one which files have bugs. ${renderLink('Start the gate by hand', FORKS_PAGE)} for them.`,
        ]
      : []),
    renderCodeBlock(toWorkflow(recommended, apiUrl), 'yaml'),
    join(
      [
        gfm`Save it as ${renderCode(GATE_FILE, 200)}. What this set-up can and cannot know: ${page}.`,
        recommendation === 'nightly-scans' &&
          gfm`What new commits bring in is reported after the merge by the \`watch\` action.`,
      ],
      ' ',
    ),
  ];
}

/** First of all where something is blocked. */
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
