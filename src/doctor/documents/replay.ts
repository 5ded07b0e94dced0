// The replayed pull requests in the job summary: a line for each set-up that says the same of all, and a table of the others.
import { renderCommitLink } from '../../documents/links.ts';
import {
  gfm,
  join,
  type Markdown,
  type Piece,
  type Pieces,
  renderLink,
  renderList,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import { toRepositoryUrl } from '../../judgement/address.ts';
import { formatCount } from '../../judgement/format.ts';
import type { DoctorReport, ShownPull, ShownVerdict } from '../report.ts';
import { SET_UP_NAMES, type SetUpName } from '../set-ups.ts';
import { REPLAY_METHOD, toReplayText, toUnjudgedSentences } from '../wording.ts';

/** Renders nothing where no pull request was looked at. */
export function renderReplay(report: DoctorReport): readonly Pieces[] {
  const { pulls, disclosure } = report;
  const shown = pulls.length > 0 && [
    renderVerdicts(report),
    `${REPLAY_METHOD} The log has a line for each pull request.`,
    disclosure === 'counts' &&
      'The repository is public, so it is not said which pull requests bugs would have made red.',
  ];
  const missing = toUnjudgedSentences(report);
  const isEmpty = shown === false && missing.length === 0;
  return [!isEmpty && gfm`#### The last pull requests`, shown, ...missing.map(renderSentence)];
}

function renderVerdicts(report: DoctorReport): Pieces {
  const { pulls } = report;
  const varied = SET_UP_NAMES.filter(
    (name) => new Set(pulls.map(({ verdicts }) => toVerdictLabel(verdicts[name]))).size > 1,
  );
  const constant = SET_UP_NAMES.filter((name) => !varied.includes(name));
  return [
    renderList(constant.map((name) => toConstantLine(name, pulls))),
    varied.length > 0 && renderPulls(varied, report),
  ];
}

const VERDICT_ICONS: Readonly<Record<ShownVerdict['verdict'], string>> = {
  passed: '✅ ',
  failed: '❌ ',
  unverified: '⚠️ ',
  judged: '',
};

function toVerdictLabel(shown: ShownVerdict): string {
  return `${VERDICT_ICONS[shown.verdict]}${toReplayText(shown)}`;
}

function toConstantLine(name: SetUpName, pulls: readonly ShownPull[]): Markdown {
  const [first] = pulls;
  const who = pulls.length === 1 ? 'the one pull request' : `all ${formatCount(pulls.length)} pull requests`;
  return gfm`*${name}*: ${first && toVerdictLabel(first.verdicts[name])} for ${who}`;
}

function renderPulls(varied: readonly SetUpName[], report: DoctorReport): Markdown {
  return renderTable(
    ['Pull request', ...varied],
    report.pulls.map((pull) => renderCells(pull, varied, report)),
  );
}

const MAX_TITLE_CHARACTERS = 60;

function renderCells(pull: ShownPull, varied: readonly SetUpName[], report: DoctorReport): readonly Piece[] {
  const { number, title, headSha, isFork, isDependabot, isScanned, verdicts } = pull;
  const origin = isFork ? '(fork)' : isDependabot && '(Dependabot)';
  const link = renderLink(String(number), `${toRepositoryUrl(report.address)}/pull/${number}`);
  const name = join([link, renderText(title, MAX_TITLE_CHARACTERS), origin], ' ');
  // One column for all of it keeps the table readable on a phone.
  const head = gfm`${renderCommitLink(report.address, headSha)} ${isScanned ? 'scanned' : 'not scanned'}`;
  return [join([name, head], ', '), ...varied.map((name) => toVerdictLabel(verdicts[name]))];
}
