// Tests of disclosure: where the public reads along, no output of a run holds a word of a security bug or of one that is
// not classified.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import { events } from '../harness/events.ts';
import { type GateRun, type RunChange, runGateIn, type SandboxOptions } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

/** Words that stand in one bug alone, so that each can be searched for. */
function wordsOf(index: number) {
  // As many digits for each, so that none is part of another.
  const at = String(index).padStart(4, '0');
  return {
    title: `Withheld-title-${at}`,
    summary: `Withheld-summary-${at}`,
    path: `src/withheld/path-${at}.ts`,
    author: `withheld-author-${at}`,
    issue: `WITHHELD-${at}`,
    link: `https://withheld.example/${at}`,
    commit: at.repeat(10),
  };
}

interface Marked {
  readonly world: ScenarioWorld;
  /** Of security and unclassified bugs, whatever their review. */
  readonly withheld: readonly string[];
  readonly withheldIds: readonly string[];
  /** Titles of the other pending bugs. */
  readonly open: readonly string[];
}

function markedWorld(visibility: 'public' | 'private' | 'internal'): Marked {
  const world = changeService(failingWorld(), ({ bugs }) => ({ bugs: bugs.map(mark) }));
  const marked = changeGitHub(world, () => ({ visibility }));
  const isWithheld = (bug: BugData): boolean => bug.isSecurityVulnerability !== false;
  const isPending = ({ review }: BugData): boolean => (review?.state ?? 'pending') === 'pending';
  const { bugs } = marked.service;
  return {
    world: marked,
    withheld: bugs.flatMap((bug, at) => (isWithheld(bug) ? Object.values(wordsOf(at)) : [])),
    withheldIds: bugs.filter((bug) => isWithheld(bug) && isPending(bug)).map(({ id }) => id),
    open: bugs.flatMap((bug, at) => (!isWithheld(bug) && isPending(bug) ? [wordsOf(at).title] : [])),
  };
}

function mark(bug: BugData, at: number): BugData {
  const words = wordsOf(at);
  return {
    ...bug,
    title: words.title,
    summary: words.summary,
    filePath: words.path,
    linkedIssues: [{ tracker: 'jira', issueId: words.issue, url: words.link }],
    introducedIn: { sha: words.commit, date: '2026-11-01', author: words.author },
  };
}

/** Everything of a run that somebody without the key may come to see. */
function shownBy(run: GateRun): string {
  const { stdout, stderr, log, summary, outputs, annotations, sandbox } = run;
  const { comments, checkRuns } = sandbox.github.state;
  return JSON.stringify([
    ...[stdout, stderr, log, summary, outputs, annotations],
    ...[comments, checkRuns, sandbox.github.requests.map(({ url, body }) => [url, body])],
  ]);
}

interface Judged {
  /** Those of withheld bugs that show anywhere. */
  readonly words: readonly string[];
  readonly result: GateRun;
  readonly text: string;
}

async function judge(
  { world, withheld }: Marked,
  inputs: Readonly<Record<string, string>>,
  change: RunChange & SandboxOptions = {},
): Promise<Judged> {
  const { event, github } = events.pull_request(world);
  const result = await runGateIn(world, { event, github, ...change, inputs: { 'max-listed': '100', ...inputs } });
  const text = shownBy(result);
  return { result, text, words: withheld.filter((word) => text.includes(word)) };
}

const files = { 'sarif-file': 'gate.sarif', 'report-file': 'gate.json' };

describe('in a public repository', () => {
  it.each([
    ['auto', 'workflow'],
    ['auto', 'check-run'],
    ['counts', 'workflow'],
    ['counts', 'check-run'],
  ])('disclosure %s with annotations %s says no word of them', async (disclosure, annotations) => {
    const marked = markedWorld('public');
    const judged = await judge(marked, {
      ...files,
      disclosure,
      annotations,
      'bug-url': 'https://app.example.com/bugs/{id}',
    });
    expect(judged.words).toEqual([]);
    expect(judged.result.outputs).toMatchObject({ verdict: 'failed', 'pending-security': '4' });
    const addresses = marked.withheldIds.map((id) => `https://app.example.com/bugs/${id}`);
    const text = judged.text.replaceAll('%5F', '_');
    expect([...addresses, ...marked.open].filter((word) => !text.includes(word))).toEqual([]);
  });

  it('the two files are in full', async () => {
    const marked = markedWorld('public');
    const { result } = await judge(marked, files);
    const [first = ''] = marked.withheld;
    expect(result.workspaceFiles['gate.sarif']).toContain(first);
    expect(result.workspaceFiles['gate.json']).toContain(first);
  });

  it('disclosure full says everything', async () => {
    const marked = markedWorld('public');
    const titles = marked.withheld.filter((word) => word.startsWith('Withheld-title'));
    const { words } = await judge(marked, { disclosure: 'full' });
    expect(titles.filter((title) => words.includes(title))).toHaveLength(marked.withheldIds.length);
  });

  it.each(['merge_group', 'workflow_run'] as const)('also on %s', async (event) => {
    const marked = markedWorld('public');
    const { event: sent, github } = events[event](marked.world);
    const judged = await judge(marked, {}, { event: sent, github });
    expect([judged.result.outputs['pending-security'], judged.words]).toEqual(['4', []]);
  });

  it('also where it was private when the first attempt began, by whose event a run goes for weeks', async () => {
    const marked = markedWorld('public');
    const { event, github } = events.pull_request(markedWorld('private').world);
    const judged = await judge(marked, {}, { event, github: { ...github, runAttempt: 2 } });
    expect([judged.result.outputs['pending-security'], judged.words]).toEqual(['4', []]);
  });
});

describe('in a repository that is not public', () => {
  it.each(['private', 'internal'] as const)('%s: auto says everything', async (visibility) => {
    const marked = markedWorld(visibility);
    const { words } = await judge(marked, {});
    expect(words.filter((word) => word.startsWith('Withheld-title'))).toHaveLength(marked.withheldIds.length);
  });

  it('counts says no word', async () => {
    expect((await judge(markedWorld('private'), { disclosure: 'counts' })).words).toEqual([]);
  });
});

describe('where the event does not say whether the repository is public', () => {
  /** The event without the repository's visibility, or with what older servers say of it. */
  const eventOf = ({ world }: Marked, repository: object): RunChange => ({
    event: { name: 'schedule', payload: { schedule: '0 5 * * *', repository } },
    github: { sha: world.sha, ref: 'refs/heads/main' },
  });

  it('and GitHub refuses to say: no word, and the report says why', async () => {
    const marked = markedWorld('private');
    const faults = ['GET /repos/acme/storefront status=404'];
    const { words, result } = await judge(marked, {}, { ...eventOf(marked, {}), faults });
    expect(words).toEqual([]);
    expect(result.summary).toContain('withheld');
  });
});
