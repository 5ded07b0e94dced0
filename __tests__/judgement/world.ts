// A world as a literal: scans, bugs and pull requests in a few words each, answered at once, and what was asked.
import type { Finding } from '../../src/judgement/finding.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { toPathFilter } from '../../src/judgement/path-filter.ts';
import type { JudgementInputs, Question } from '../../src/judgement/question.ts';
import { readScanState, type Scan } from '../../src/judgement/scan.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import type { Author, BugList, ChangeLists, World } from '../../src/judgement/world.ts';
import { anOutage, detailsOf } from './fixtures.ts';

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
export const nowMs = Date.parse('2026-11-23T12:00:00Z');
export const own = 7;

/** The SHA of a commit by its name. `head` is judged; its ancestors are `parent` and `base`. */
export function shaOf(name: string): CommitSha {
  return Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40) as CommitSha;
}

/**
 * What there is, in words. The judged commit is `head`, the head of pull request 7, which `mara` opened and which changes
 * `src/a.ts`.
 */
export interface WorldWords {
  /**
   * Newest first, an hour apart, half an hour long: an id, then `partial`, `failed`, `running` or another status, a
   * commit's name, `5d` for its end that long ago, `ahead`, `manual` or `odd` for what started it, `noid`, `endless` without an end, `counts=3` for how many bugs it
   * counts in all, `settled=1,2` for how many of them are resolved and dismissed.
   */
  readonly scans?: readonly string[];
  /**
   * The pending bugs of each scan by its id; `repo`: those of the repository alone. A bug is an id, then `harmless` or
   * `unclassified` where it is no security bug, `at <path>` or `nowhere`, `in <commit>` for where it was found, `of <pull request>`, `by <commit>` or its first digits, `by <commit>:9`, `found 3d`
   * or `reopened 3d` for how long ago; by default it was found by its newest scan, in `src/a.ts`.
   */
  readonly bugs?: Readonly<Record<string, readonly string[]>>;
  /** How many bugs of a list are resolved and dismissed, by its id or as `repo`; by default none. */
  readonly settledIn?: Readonly<Record<string, readonly [number, number]>>;
  /** Files of pull request 7: a path, then `from <path>`, `copied` and `added`. */
  readonly files?: readonly string[];
  /** Commits of pull request 7 by name. */
  readonly commits?: readonly string[];
  /**
   * Other open pull requests: number, then `by <login>`, `twin`, `touches <path>`, `counts=3` for how many files GitHub
   * counts, `stale` where it lists the commits before the head, `head <commit>` and `first <commit>` for its newest and its oldest
   * commit, `former <commit>` for one of a former head, `renames <path>,<path>`, `unlisted` where GitHub lists a thousand others.
   */
  readonly pulls?: readonly string[];
  /** How many files GitHub counts. */
  readonly fileCount?: number;
  /** How many commits GitHub counts; by default those that it lists. */
  readonly commitCount?: number;
  /** Where pull request 7 is by now. */
  readonly movedTo?: string;
  readonly author?: string;
  /** Questions that are not answered, such as `files`, `commits`, `head`, `openPulls`, `ancestors`, `reaches`, `bugs full`, `470 first`. */
  readonly refused?: readonly string[];
  /** Of these the ones for which there were no requests left. */
  readonly notAsked?: readonly string[];
  /** Scans whose list the service no longer has. */
  readonly purged?: readonly string[];
  /** Scans of whose lists it shows nothing. */
  readonly emptied?: readonly string[];
  /** How far this machine's clock is ahead of the service's, in hours. */
  readonly clockAhead?: number;
  /** Names of the commits of former heads of pull request 7; `lost` for a head that is gone, `cut off` where GitHub does not list all. */
  readonly former?: readonly string[];
}

const loginPattern = /by (\S+)/u;
/** `lena`, or with the account's number: `lena#5`; `?` where GitHub does not say who it was. */
function toAuthor(text: string): Author | null {
  if (text === '?') return null;
  const [login = '', id] = text.split('#');
  return { id: id === undefined ? null : Number(id), login, isUser: !login.endsWith('[bot]') };
}

export function toMs(text: string | undefined): number {
  const [, amount, unit = ''] = /^(\d+)([mhd])$/u.exec(text ?? '') ?? [];
  return Number(amount) * ({ m: minuteMs, h: hourMs, d: dayMs }[unit] ?? Number.NaN);
}

/** `of` is a commit of somebody else. */
const COMMITS = ['head', 'parent', 'base', 'older', 'of'];

function toScan(text: string, index: number): Scan {
  const [id = '', ...words] = text.split(' ');
  const status = words.find((word) => /^(?:failed|dlq|queued|in_progress|null)$/u.test(word)) ?? 'complete';
  const ended = nowMs - (index + 1) * hourMs + hourMs / 2;
  const age = words.find((word) => /^\d+[mhd]$/u.test(word));
  const ago = age === undefined ? nowMs - ended : toMs(age) * (words.includes('ahead') ? -1 : 1);
  const isComplete = ['complete', 'null'].includes(status) && !words.includes('running');
  const counts = words.find((word) => word.startsWith('counts='))?.slice('counts='.length);
  const settled = words.find((word) => word.startsWith('settled='))?.slice('settled='.length);
  const known = [
    'partial',
    'ahead',
    'manual',
    'odd',
    'noid',
    'endless',
    'running',
    status,
    age,
    `counts=${counts ?? ''}`,
    `settled=${settled ?? ''}`,
  ];
  const [sha = 'head', ...more] = words.filter((word) => !known.includes(word));
  if (more.length > 0 || !COMMITS.includes(sha)) throw new Error(`no scan is ${text}`);
  const [resolved = 0, dismissed = 0] = settled?.split(',').map(Number) ?? [];
  const initiator = words.includes('manual') ? 'scanNow' : words.includes('odd') ? 'webhook' : 'scheduler';
  const said = status === 'null' ? null : words.includes('running') ? 'in_progress' : status;
  return {
    id: words.includes('noid') ? null : `wr_${id}`,
    state: readScanState(said, isComplete),
    status: said,
    type: words.includes('partial') ? 'recentChanges' : 'default',
    initiator,
    sha: shaOf(sha),
    startedAt: (nowMs - ago - hourMs / 2) as EpochMs,
    endedAt: isComplete && !words.includes('endless') ? ((nowMs - ago) as EpochMs) : null,
    counts: settled === undefined ? null : { open: 0, resolved, dismissed },
    bugTotal: counts === undefined ? null : Number(counts),
  };
}

/** `parent`, in upper case `PARENT`, or its first digits alone: `parent:9`. */
function toSha(text: string): string {
  const [name = '', digits] = text.split(':');
  const sha = shaOf(name.toLowerCase()).slice(0, Number(digits ?? 40));
  return name === name.toLowerCase() ? sha : sha.toUpperCase();
}

const bugPattern =
  /^\S+(?: (?:harmless|unclassified|nowhere|at \S+|in \S+|of \d+|by \S+|found \d+[mhd]|reopened \d+[mhd]))*$/u;

function toFinding(text: string, foundAt: number): Finding {
  if (!bugPattern.test(text)) throw new Error(`no bug is ${text}`);
  const [id = ''] = text.split(' ');
  const after = (word: string): string | undefined => new RegExp(` ${word} (\\S+)`, 'u').exec(text)?.[1];
  const [number, commit, found, reopened] = [after('of'), after('by'), after('found'), after('reopened')];
  const seen = after('in');
  const isAttributed = number !== undefined || commit !== undefined;
  return {
    id: `bug_${id}`,
    kind: text.includes(' harmless') ? 'bug' : text.includes(' unclassified') ? 'unclassified' : 'security',
    foundAt: (found === undefined ? foundAt : nowMs - toMs(found)) as EpochMs,
    reopenedAt: reopened === undefined ? null : ((nowMs - toMs(reopened)) as EpochMs),
    details: detailsOf({
      title: id,
      summary: '',
      path: text.includes(' nowhere') ? null : (after('at') ?? 'src/a.ts'),
      commitSha: seen === undefined ? null : toSha(seen),
      introducedBy: isAttributed
        ? {
            sha: toSha(commit ?? 'elsewhere'),
            date: '2026-11-01',
            author: null,
            pullRequest: Number(number ?? 0) || null,
          }
        : null,
    }),
  };
}

/** A world, and the questions that were asked, each once, in the order of asking. */
export interface LiteralWorld extends World {
  readonly asked: Set<string>;
}

export function aWorld(words: WorldWords = {}): LiteralWorld {
  const scans = (words.scans ?? ['full']).map(toScan);
  const refused = new Set([...(words.refused ?? []), ...(words.notAsked ?? [])]);
  const purged = (words.purged ?? []).flatMap((list) => [`bugs ${list}`, `totals ${list}`]);
  const asked = new Set<string>();
  const answer = <Answer>(question: string, value: Answer): Promise<Answer | Unverified> => {
    asked.add(question);
    const isGone = purged.includes(question);
    if (!refused.has(question) && !isGone) return Promise.resolve(value);
    const who = /^(?:scans|bugs|totals)/u.test(question) ? 'service' : 'github';
    const said = `No ${question}.`;
    const isGivenUp = words.notAsked?.includes(question) === true;
    const kind = isGone ? 'list-gone' : isGivenUp ? 'given-up' : null;
    const fault = kind === null ? anOutage(who, said) : new Unverified({ kind, who, task: null, said });
    return Promise.resolve(fault);
  };
  const findingsOf = (list: string): readonly Finding[] => {
    if (words.emptied?.includes(list) === true) return [];
    const scan = scans.find(({ id }) => id === `wr_${list}`);
    return (words.bugs?.[list] ?? []).map((text) => toFinding(text, scan?.startedAt ?? nowMs - 5 * minuteMs));
  };
  const ancestors = ['head', 'parent', 'base', 'older'].map(shaOf);
  const nameOf = (list: BugList): string => (list === 'repository' ? 'repo' : list.id.slice('wr_'.length));
  const listOf = (list: BugList): readonly Finding[] => {
    if (list !== 'repository') return findingsOf(nameOf(list));
    const all = Object.keys(words.bugs ?? {}).flatMap(findingsOf);
    return [...new Map(all.map((finding) => [finding.id, finding])).values()];
  };
  const unlisted = new Set(
    (words.pulls ?? []).filter((text) => text.includes(' unlisted')).map((text) => Number.parseInt(text, 10)),
  );
  const isListed = ({ number }: { readonly number: number }): boolean => !unlisted.has(number);
  const others = (words.pulls ?? []).map((text) => ({
    number: Number.parseInt(text, 10),
    headSha: shaOf(text.includes(' twin') ? 'head' : (/ head (\S+)/u.exec(text)?.[1] ?? 'elsewhere')),
    first: shaOf(/ first (\S+)/u.exec(text)?.[1] ?? 'elsewhere'),
    author: toAuthor(loginPattern.exec(text)?.[1] ?? 'jonas'),
    fileCount: Number(/counts=(\d+)/u.exec(text)?.[1] ?? 1),
    files: [/touches (\S+)/u.exec(text)?.[1] ?? text.split(' renames ')[1]?.replace(',', ' from ') ?? 'other.ts'],
    former: / former (.+)/u.exec(text)?.[1]?.split(',') ?? [],
    // For a moment after a push GitHub lists the commits before.
    commits: text.includes(' stale') ? ['parent'] : ['head'],
  }));
  const changesOf = async (number: number): Promise<ChangeLists> => {
    const other = others.find((each) => each.number === number);
    const { files = ['src/a.ts'], commits = ['parent', 'head'] } = other ?? words;
    const prefix = number === own ? '' : `${number} `;
    return {
      files: await answer(
        `${prefix}files`,
        files.map((file) => {
          const [path = '', previousPath = null] = file.replace(/ (?:added|copied)$/u, '').split(' from ');
          const change = (['added', 'copied'] as const).find((each) => file.endsWith(` ${each}`));
          return { path, previousPath, firstChangedLine: 1, change };
        }),
      ),
      commits: await answer(
        `${prefix}commits`,
        commits.map((name) => ({ sha: shaOf(name), committedAt: null })),
      ),
    };
  };
  const { commits = ['parent', 'head'], commitCount, fileCount, clockAhead = 0 } = words;
  const mine = {
    number: own,
    headSha: shaOf(words.movedTo ?? 'head'),
    author: toAuthor(words.author ?? 'mara'),
  };
  const ownHead = { sha: mine.headSha, commitCount: commitCount ?? commits.length, fileCount: fileCount ?? null };
  return {
    asked,
    scans: () =>
      answer('scans', {
        ...{ repositoryId: 'repo_1', scans, foreignRepositoryIds: [], isWhole: true },
        clockAheadMs: clockAhead * hourMs,
      }),
    bugs: (list) => {
      const findings = listOf(list);
      return answer(`bugs ${nameOf(list)}`, { findings, total: findings.length, readAt: nowMs as EpochMs });
    },
    reaches: (commit) => {
      asked.add(`reaches ${commit}`);
      return answer(
        'reaches',
        ancestors.some((each) => each.startsWith(commit)),
      );
    },
    totals: (list) => {
      const [resolved = 0, dismissed = 0] = words.settledIn?.[nameOf(list)] ?? [];
      return answer(`totals ${nameOf(list)}`, { pending: listOf(list).length, resolved, dismissed });
    },
    ancestors: () => answer('ancestors', ancestors),
    changes: changesOf,
    openPulls: () =>
      answer('openPulls', { pulls: [mine, ...others.filter(isListed)], isWhole: others.every(isListed) }),
    openPull: (number) => answer(`${number} open`, others.find((each) => each.number === number) ?? null),
    firstCommit: (number) =>
      answer(`${number} first`, others.find((each) => each.number === number)?.first ?? shaOf('parent')),
    formerCommits: (number) => {
      const other = others.find((each) => each.number === number);
      const { former = [] } = other ?? words;
      const commits = former.filter((name) => name !== 'cut off' && name !== 'lost').map(shaOf);
      const lost = former.filter((name) => name === 'lost').length;
      const found = { commits, firsts: commits.slice(0, 1), isWhole: !former.includes('cut off'), lost };
      return answer(number === own ? 'former' : `${number} former`, found);
    },
    head: (number) => {
      const other = others.find((each) => each.number === number);
      if (other === undefined) return answer('head', ownHead);
      return answer(`${number} head`, { ...other, sha: other.headSha, commitCount: 1 });
    },
    repository: () => answer('repository', { defaultBranch: 'main', visibility: 'private' }),
  };
}

/** The gate's defaults; nothing waits. */
export const someInputs: JudgementInputs = {
  scanMatch: ['exact'],
  scanTypes: [],
  maxScanAgeMs: null,
  countFrom: 'auto',
  gateOn: 'all',
  isInPaths: toPathFilter([]),
  foundSince: null,
  maxSecurityBugs: 0,
  maxBugs: 'off',
  countUnclassified: false,
  waitForScanMs: 0,
  waitTimeoutMs: 0,
};

export type QuestionParts = Omit<Partial<Question>, 'inputs'> & { readonly inputs?: Partial<JudgementInputs> };

export function aQuestion({ inputs, ...parts }: QuestionParts = {}): Question {
  return {
    sha: shaOf('head'),
    pullRequest: own,
    isHead: true,
    isQueued: false,
    pushedTo: null,
    now: nowMs as EpochMs,
    asOf: nowMs as EpochMs,
    wants: 'report',
    waits: { forStart: false, forEnd: false },
    judgesUncounted: true,
    waitedMs: 0,
    ...parts,
    inputs: { ...someInputs, ...inputs },
  };
}
