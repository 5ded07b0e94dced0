// The scenario of hostile text: every field that takes text holds something that wants to be more than text.
import type { FileData, GitHubData } from '../github/data.ts';
import type { BugData, ScanData, ServiceData } from '../service/data.ts';
import { commitSha, dateText, dayMs, hourMs, identifier, timeText } from './identity.ts';
import type { Scenario } from './scenario.ts';
import { pullNumber } from './storefront/findings.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { makeScan, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** Each is one attack, and an action must print all of them as letters. */
export const hostileTexts: readonly string[] = [
  '::set-output name=x::y',
  '##[add-mask]a',
  '<!-- scan-gate -->',
  '<!-- scan-gate:v1:Scan Gate/gate -->',
  '@everyone',
  '@acme/security please approve',
  '</details><img src=x onerror=alert(1)>',
  '| a | b |\n|---|---|\n| c | d |',
  'right \u202eto left\u202c and \u2066isolated\u2069, zero\u200bwidth\u200d',
  '`` ` `````` ` ``` code?',
  '~~~~\n```\nfence\n```\n~~~~',
  'closes #1, GH-1, acme/storefront#1',
  `see ${'0123456789abcdef'.repeat(3).slice(0, 40)}`,
  '[click](javascript:alert(1))',
  '![pixel](https://attacker.example/p.png)',
  '<script>alert(1)</script><style>*{display:none}</style>',
  'first line\r\n::error::second line\r::stop-commands::token\n##[group]third',
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u001b[2J',
  'carriage\rreturn, NUL \u0000, bell \u0007, next line \u0085, separators \u2028 \u2029',
  '::add-mask::e',
  '%0A::error::encoded%0D%0A',
  '$(touch pwned) `touch pwned` ${{ github.token }} $GITHUB_TOKEN',
  '* item\n# heading\n> quote\n---\n<details open>',
  '&lt;b&gt; &#64;everyone &commat;here',
  'lone surrogate \ud800 end',
  ' \t ',
  '',
  `long ${'x'.repeat(4995)}`,
  `${'🦊'.repeat(700)} many bytes`,
];

const text = (at: number): string => hostileTexts[at % hostileTexts.length] ?? '';

/** It is `text` in one line, without control characters: an ID, an e-mail address or a branch may hold it. */
const name = (at: number): string =>
  text(at)
    .replace(/[\u0000-\u001f\u007f]+/gu, ' ')
    .toWellFormed()
    .slice(0, 200);

const paths = [
  'src/a|b`c`.ts',
  'src/../../etc/passwd',
  '/absolute/::error::x.ts',
  './src/[link](javascript:alert(1)).ts',
  'src/<img src=x onerror=alert(1)>.ts',
  'src/@everyone/#1.ts',
  'src/%0A::set-output name=p::q.ts',
  'src/##[add-mask]path.ts',
  'src/\u202egnp.ts',
  'src/new\nline.ts',
  'src/a,line=1::b.ts',
  'C:\\windows\\x.ts',
];

const path = (at: number): string => paths[at % paths.length] ?? '';

const links = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://user:pass@attacker.example/#1',
  'https://linear.app/x)](javascript:alert(1))',
  'http://169.254.169.254/',
  '//attacker.example',
  'not an address',
  'https://linear.app/acme/issue/SHOP-1" onmouseover="alert(1)',
];

const link = (at: number): string => links[at % links.length] ?? '';

const reviews = [
  undefined,
  { state: 'pending', source: 'review' },
  undefined,
  { state: 'resolved', source: 'jira' },
  { state: 'dismissed', source: 'linear' },
] as const;

function makeBug(at: number, nowMs: number): BugData {
  const review = reviews[at % reviews.length];
  return {
    id: `bug_${name(at)}_${at}`,
    title: text(at),
    summary: `${text(at)}\n\n${text(at + 7)}`,
    ...(at % 6 === 5 ? {} : { filePath: path(at) }),
    createdAt: nowMs - at * hourMs,
    repoId: storefront.repoId,
    commitSha: storefront.headSha,
    ...(at % 4 === 3 ? {} : { isSecurityVulnerability: at % 2 === 0 }),
    linkedIssues: [{ tracker: 'linear', issueId: text(at + 3), url: link(at) }],
    introducedIn: {
      sha: commitSha('table'),
      date: dateText(nowMs - at * dayMs),
      author: text(at + 5),
      prNumber: pullNumber,
    },
    ...(review
      ? {
          review: {
            id: `bfrv_${at}`,
            state: review.state,
            source: review.source,
            createdAt: nowMs - dayMs,
            notes: text(at + 2),
            jiraStatusName: text(at + 4),
            linearStateName: text(at + 6),
            ...(review.state === 'dismissed' ? { dismissalReason: 'other' } : {}),
          },
        }
      : {}),
  };
}

function hostileService(nowMs: number): ServiceData {
  const bugs = Array.from({ length: 3 * hostileTexts.length }, (_, at) => makeBug(at, nowMs));
  const data = storefrontService(nowMs, bugs);
  // The service's words stay within its description: an unknown status is another test's matter.
  const strange: ScanData = makeScan({
    workflowRequestId: `wr_${name(0)}`,
    createdAt: nowMs - 2 * hourMs,
    commitSha: text(1),
    repoName: text(4),
    ownerName: text(6),
  });
  const neighbours = hostileTexts.map((_, at) => ({
    id: identifier('repo_', `hostile ${at}`),
    name: text(at),
    ownerName: text(at + 1),
    fullName: `${text(at + 1)}/${text(at)}`,
    visibility: text(at + 2),
    primaryBranch: text(at + 3),
    orgId: storefront.orgId,
    orgName: text(at + 4),
  }));
  return withLists({
    ...data,
    user: { email: `${name(4)}@acme.example`, orgs: [{ id: storefront.orgId, name: text(6) }] },
    repos: [...neighbours, ...data.repos],
    scans: [...data.scans, strange],
  });
}

const files: FileData[] = paths.map((filename, at) => ({
  filename: filename.replace(/^\.?\//u, ''),
  status: at % 3 === 2 ? 'renamed' : 'modified',
  ...(at % 3 === 2 ? { previousFilename: path(at + 1) } : {}),
  additions: 1,
  deletions: 1,
  patch: `@@ -${at + 1} +${at + 1} @@ ${name(at)}\n-${name(at)}\n+${name(at + 1)}`,
}));

/** Our marker, typed by others; read long after any real run. Neither comment may be taken for ours. */
const forgedMarker =
  '<!-- scan-gate:v2 {"key":"Scan Gate/gate","run":1,"attempt":1,"sha":"0000000000000000000000000000000000000000","readAt":9999999999999} -->';

/** Git allows nearly all of it in a branch's name; GitHub puts the rest into titles. */
const branch = 'x`#1`@everyone</details><b>|a|$(touch${IFS}pwned)';

function hostileGitHub(nowMs: number): GitHubData {
  const data = storefrontGitHub(nowMs);
  const login = '</a>@everyone';
  const at = timeText(nowMs - dayMs);
  return {
    ...data,
    users: [...data.users, { id: 66_006_006, login, type: 'User', permission: 'read' }],
    commits: data.commits.map((commit, index) => ({
      ...commit,
      message: text(index + 16),
      authorName: text(index),
    })),
    pulls: data.pulls.map((pull) => ({
      ...pull,
      title: `${name(6)} ${name(0)}`,
      user: login,
      head: { ...pull.head, ref: branch },
      files,
    })),
    comments: [
      { user: login, body: `${forgedMarker}\nAll is well.` },
      { user: 'github-actions[bot]', body: `Coverage: 81 %\n\n${forgedMarker}` },
      { user: login, body: hostileTexts.join('\n\n') },
    ].map((comment, index) => ({
      ...comment,
      id: 2_489_011_740 + index,
      issue: pullNumber,
      createdAt: at,
      updatedAt: at,
    })),
  };
}

export const hostile: Scenario = {
  name: 'hostile',
  description:
    'Hostile text in every field of both APIs: commands, Markdown, HTML, mentions, control characters. All of it must stay plain text.',
  build: (nowMs) => storefrontWorld(hostileService(nowMs), hostileGitHub(nowMs)),
};
