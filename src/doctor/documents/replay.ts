// The replayed pull requests in the job summary: a line for what many have in common, and a table of those that differ.
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
import { countOf, formatCount } from '../../judgement/format.ts';
import type { DoctorReport, ShownPull, ShownVerdict } from '../report.ts';
import { SET_UP_NAMES, type SetUpName } from '../set-ups.ts';
import { REPLAY_METHOD, toReplayText, toUnjudgedSentences } from '../wording.ts';

/** Renders the section; nothing where no pull request was looked at. */
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

/** First the set-ups that say the same of every pull request, then what most pull requests have in common. */
function renderVerdicts(report: DoctorReport): Pieces {
  const { pulls } = report;
  const varied = SET_UP_NAMES.filter((name) => new Set(pulls.map((pull) => toSignature(pull, [name]))).size > 1);
  const constant = SET_UP_NAMES.filter((name) => !varied.includes(name));
  const groups = [...Map.groupBy(pulls, (pull) => toSignature(pull, varied)).values()];
  const [largest = []] = groups.toSorted((a, b) => b.length - a.length);
  const usual = varied.length > 0 && largest.length > 1 ? largest : [];
  const others = varied.length === 0 ? [] : pulls.filter((pull) => !usual.includes(pull));
  const uniform = varied.length > 1 ? others.filter(isUniform) : [];
  const different = others.filter((pull) => !uniform.includes(pull));
  return [
    renderList([
      ...constant.map((name) => toConstantLine(name, pulls)),
      usual.length > 0 && toUsualLine(usual, varied),
      ...[...Map.groupBy(uniform, toAnyVerdict).values()].map(
        (group) => gfm`${toUniformLine(group)} (${renderPullLinks(group, report)})`,
      ),
    ]),
    different.length > 0 && renderPulls(different, varied, report),
  ];
}

/** Equal for pull requests of which these set-ups say the same. */
function toSignature({ verdicts }: ShownPull, names: readonly SetUpName[]): string {
  return JSON.stringify(names.map((name) => toVerdictLabel(verdicts[name])));
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

function toUsualLine(usual: readonly ShownPull[], varied: readonly SetUpName[]): Markdown {
  if (usual.every(isUniform)) return toUniformLine(usual);
  const [first] = usual;
  const said = varied.map((name) => gfm`*${name}* ${first && toVerdictLabel(first.verdicts[name])}`);
  return gfm`${countOf(usual.length, 'pull request', 'pull requests')}: ${join(said, ', ')}`;
}

/** Whether all set-ups say the same of a pull request. */
function isUniform(pull: ShownPull): boolean {
  return new Set(SET_UP_NAMES.map((name) => toSignature(pull, [name]))).size === 1;
}

function toUniformLine(pulls: readonly ShownPull[]): Markdown {
  const [first] = pulls;
  return gfm`${countOf(pulls.length, 'pull request', 'pull requests')}: ${first && toAnyVerdict(first)} with every set-up`;
}

/** Of a pull request of which all set-ups say the same. */
function toAnyVerdict({ verdicts }: ShownPull): string {
  return toVerdictLabel(verdicts.release);
}

const MAX_LINKS = 20;

function renderPullLinks(pulls: readonly ShownPull[], report: DoctorReport): Markdown {
  const links = pulls.slice(0, MAX_LINKS).map((pull) => renderPullLink(pull, report));
  return join([links, pulls.length > MAX_LINKS && `${formatCount(pulls.length - MAX_LINKS)} more`], ', ');
}

function renderPullLink({ number }: ShownPull, { address }: DoctorReport): Markdown {
  return renderLink(String(number), `${toRepositoryUrl(address)}/pull/${number}`);
}

function renderPulls(pulls: readonly ShownPull[], varied: readonly SetUpName[], report: DoctorReport): Markdown {
  return renderTable(
    ['Pull request', ...varied],
    pulls.map((pull) => renderCells(pull, varied, report)),
  );
}

const MAX_TITLE_CHARACTERS = 60;

function renderCells(pull: ShownPull, varied: readonly SetUpName[], report: DoctorReport): readonly Piece[] {
  const { title, headSha, isFork, isDependabot, isScanned, verdicts } = pull;
  const origin = isFork ? '(fork)' : isDependabot && '(Dependabot)';
  const name = join([renderPullLink(pull, report), renderText(title, MAX_TITLE_CHARACTERS), origin], ' ');
  // In one column, so that the table can be read on a telephone.
  const head = gfm`${renderCommitLink(report.address, headSha)} ${isScanned ? 'scanned' : 'not scanned'}`;
  return [join([name, head], ', '), ...varied.map((name) => toVerdictLabel(verdicts[name]))];
}
