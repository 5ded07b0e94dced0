// The job summary of the doctor: what to use and why, the workflow to paste, the checks, and the pull requests one by one.
import { toCommitLink } from '../../documents/links.ts';
import {
  join,
  type Markdown,
  safe,
  toCode,
  toLink,
  toList,
  toSentence,
  toTable,
  toText,
} from '../../documents/markdown.ts';
import { toCodeBlock } from '../../documents/prose.ts';
import { toRepositoryUrl } from '../../judgement/report.ts';
import type { Check } from '../checks.ts';
import type { DoctorReport, ShownPull, ShownVerdict } from '../report.ts';
import { SET_UP_NAMES } from '../set-ups.ts';
import {
  CHECK_TITLES,
  REPLAY_METHOD,
  STATUS_ICONS,
  toIcon,
  toLeftOutSentence,
  toResultSentence,
  toTitle,
  toVerdictText,
} from '../wording.ts';

/** Renders the summary. Two hundred pull requests are far below the limit of 1 MiB. Same report, same text. */
export function renderDoctorSummary(report: DoctorReport): string {
  return join(
    [
      safe`### ${toSentence(toIcon(report))} ${toSentence(toTitle(report))}`,
      ...(report.isHealthy ? [] : toChecks(report)),
      ...toResults(report),
      ...toRecommended(report),
      ...(report.isHealthy ? toChecks(report) : []),
      ...toReplay(report),
      ...toRelease(report),
    ],
    '\n\n',
  );
}

function toResults(report: DoctorReport): readonly Markdown[] {
  if (report.results.length === 0) return [];
  const items = report.results.map((result) => {
    const { before, name, after } = toResultSentence(result, report);
    const isBest = name === report.recommendation;
    const stressed = isBest ? safe`**${toSentence(name)}**` : safe`*${toSentence(name)}*`;
    return join([toSentence(before), stressed, toSentence(after)], '');
  });
  return [toList(items)];
}

const SET_UP_NAMES_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/set-ups.md';

function toRecommended({ workflows, recommendation }: DoctorReport): readonly Markdown[] {
  if (workflows.recommended === null) return [];
  return [
    safe`#### The workflow to paste`,
    ...(workflows.recommended.includes('on: pull_request_target')
      ? [
          safe`It runs on \`pull_request_target\`, because some of these pull requests are from forks. Never check out their code in this job.`,
        ]
      : []),
    ...toCodeBlock(workflows.recommended, 'yaml'),
    join(
      [
        safe`Save it as \`.github/workflows/scan-gate.yml\`. What this set-up can and cannot know: `,
        toLink(safe`set-ups`, SET_UP_NAMES_PAGE),
        ...(recommendation === 'nightly-scans'
          ? [safe`. What new commits bring in is reported after the merge by the \`watch\` action.`]
          : [safe`.`]),
      ],
      '',
    ),
  ];
}

/** First of all where something is blocked. */
function toChecks({ checks }: DoctorReport): readonly Markdown[] {
  return [safe`#### Checks`, toList(checks.map(toCheckItem))];
}

function toCheckItem({ id, status, what, advice, line }: Check): Markdown {
  return join(
    [
      toSentence(STATUS_ICONS[status]),
      safe`**${toSentence(CHECK_TITLES[id])}:**`,
      toSentence(what),
      ...advice.map(toSentence),
      ...(line === null ? [] : [safe`Add ${toCode(line, 200)}`]),
    ],
    ' ',
  );
}

const HEAD = [
  { label: safe`Pull request`, align: 'left' },
  { label: safe`Its head`, align: 'left' },
  ...SET_UP_NAMES.map((name) => ({ label: toSentence(name), align: 'left' }) as const),
] as const;

function toReplay(report: DoctorReport): readonly Markdown[] {
  const { pulls, leftOut, disclosure } = report;
  const missing = toLeftOutSentence(leftOut);
  const notes = [
    ...(pulls.length === 0 ? [] : [REPLAY_METHOD]),
    ...(pulls.length > 0 && disclosure === 'counts'
      ? ['The repository is public, so it is not said which pull requests bugs would have made red.']
      : []),
    ...(missing === null ? [] : [missing]),
  ];
  const table = toTable(
    HEAD,
    pulls.map((pull) => toRow(pull, report)),
  );
  return [
    ...(notes.length === 0 ? [] : [safe`#### The last pull requests`]),
    ...(pulls.length === 0 ? [] : [table]),
    ...notes.map(toSentence),
  ];
}

const MAX_TITLE_CHARACTERS = 60;

function toRow(pull: ShownPull, { place }: DoctorReport): readonly Markdown[] {
  const { number, title, headSha, isFork, isDependabot, isScanned, verdicts } = pull;
  const link = toLink(toSentence(String(number)), `${toRepositoryUrl(place)}/pull/${number}`);
  const origin = isFork ? safe`(fork)` : isDependabot ? safe`(Dependabot)` : null;
  return [
    join([link, toText(title, MAX_TITLE_CHARACTERS), ...(origin === null ? [] : [origin])], ' '),
    safe`${toCommitLink(place, headSha)} ${isScanned ? safe`scanned` : safe`not scanned`}`,
    ...SET_UP_NAMES.map((name) => toVerdictCell(verdicts[name])),
  ];
}

const VERDICT_ICONS: Readonly<Record<ShownVerdict['verdict'], Markdown>> = {
  passed: safe`✅`,
  failed: safe`❌`,
  unverified: safe`⚠️`,
  judged: safe``,
};

function toVerdictCell(shown: ShownVerdict): Markdown {
  return safe`${VERDICT_ICONS[shown.verdict]} ${toSentence(toVerdictText(shown))}`;
}

function toRelease({ workflows }: DoctorReport): readonly Markdown[] {
  if (workflows.release === null) return [];
  return [
    safe`<details><summary>Also: a gate before a release, for the whole repository</summary>`,
    ...toCodeBlock(workflows.release, 'yaml'),
    safe`</details>`,
  ];
}
