// Other pull requests that a verdict may depend on: those that findings are attributed to, and those with the same head.
import { isDisclosed } from '../judgement/disclosure.ts';
import {
  type AssessedEvidence,
  type Evidence,
  isDecidedByTwins,
  NO_RELATED_PULL_REQUESTS,
  type RelatedPullRequests,
  selectOtherPullRequests,
  toAssessed,
  withRelated,
} from '../judgement/evidence.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import type { UsableScan } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { once } from '../net/once.ts';
import { isByAnotherPerson } from './account.ts';
import { explain, gitHubFault } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { type ChangeLists, fetchLists, toChanges } from './pull-request-changes.ts';
import { fetchOpenPulls, fetchPull, type OpenPull, requireSaid } from './pull-request.ts';

/** What is asked about other pull requests. The same may be asked more than once: an implementation remembers. */
export interface RelatedSource {
  /** All open pull requests. Rejects where GitHub does not say. */
  fetchOpenPulls(): Promise<readonly OpenPull[]>;
  /** The ids of the pending bugs that these scans list. Rejects where the service does not say. */
  fetchListed(scans: readonly UsableScan[]): Promise<ReadonlySet<string>>;
  /** Whether it was closed without being merged, which the report says; null: no report is made. May reject. */
  readonly fetchIsClosedUnmerged: ((number: number) => Promise<boolean>) | null;
  /** Never rejects. */
  fetchLists(number: number): Promise<ChangeLists>;
}

/** Remembers the answers, as they are for one pull request; the lists of another one are asked for once anyway. */
export function createRelatedSource(
  github: Octokit,
  repository: RepositoryRef,
  fetchListed: RelatedSource['fetchListed'],
): RelatedSource {
  return {
    fetchOpenPulls: once(() => fetchOpenPulls(github, repository)),
    fetchListed: once(fetchListed),
    fetchIsClosedUnmerged: once(async (number) => {
      const { state, isMerged } = await fetchPull(github, { ...repository, number });
      return requireSaid('state', state) === 'closed' && !requireSaid('merged', isMerged);
    }),
    fetchLists: (number) => fetchLists(github, { ...repository, number }),
  };
}

/** Asks for no more than the verdict needs, and gives the findings compared with it. Never rejects. */
export async function fetchRelatedPullRequests(
  source: RelatedSource | null,
  evidence: Omit<Evidence, 'related'>,
): Promise<Pick<AssessedEvidence, 'related' | 'findings'>> {
  const alone = toAssessed({ ...evidence, related: NO_RELATED_PULL_REQUESTS });
  if (source === null) return alone;
  const beside = await withOthers(source, alone);
  if (!isDecidedByTwins(beside)) return beside;
  const twins = await fetchTwins(source, evidence);
  const compared = withRelated(alone, { ...alone.related, ...twins });
  // Where there are too many twins everything counts, so there is nothing more to ask.
  return twins.uncomparedTwins > 0 ? compared : await withOthers(source, compared);
}

/** Leaves out what open pull requests of other people bring in, where findings are attributed to any. */
async function withOthers(source: RelatedSource, alone: AssessedEvidence): Promise<AssessedEvidence> {
  if (selectOtherPullRequests(alone).length === 0) return alone;
  const open = await capture(source.fetchOpenPulls());
  if (open.status === 'rejected') {
    const othersFault = explain(open.reason, 'read the open pull requests', 'pull-requests: read');
    return withRelated(alone, { ...alone.related, othersFault });
  }
  const others = selectOthers(open.value, alone);
  const beside = withRelated(alone, { ...alone.related, others });
  const [listed, closed] = await Promise.all([findListed(source, beside), findClosed(source, beside, open.value)]);
  if (listed !== null) return withRelated(beside, { ...beside.related, listed, closed });
  const othersFault = 'The bugs that the judged scan lists could not be read again.';
  return withRelated(alone, { ...alone.related, closed, othersFault });
}

/**
 * The open pull requests whose bugs do not count: those that a person has opened who opened neither this pull request
 * nor a twin of it. For a commit without any it does not matter who opened them.
 */
function selectOthers(
  open: readonly OpenPull[],
  { subject, related }: Pick<Evidence, 'subject' | 'related'>,
): ReadonlySet<number> {
  const judged = [subject.pullRequest, ...related.twins.map(({ number }) => number)];
  const authors = judged
    .filter((number) => number !== null)
    .map((number) => open.find((pull) => pull.number === number)?.author ?? null);
  const others = open.filter(({ author }) => authors.every((own) => isByAnotherPerson(author, own)));
  return new Set(others.map(({ number }) => number));
}

/** Null where it is not known. Asked for only where a finding would be left out that the judged scans may list. */
async function findListed(
  source: RelatedSource,
  { findings, results }: AssessedEvidence,
): Promise<ReadonlySet<string> | null> {
  if (!findings.some(({ exclusion }) => exclusion === 'other-pull-request')) return new Set();
  const listed = await capture(source.fetchListed(results.selected?.judged ?? []));
  return listed.status === 'fulfilled' ? listed.value : null;
}

/** More are not asked for: only the report says what became of them. */
const MAX_CLOSED = 10;

/** Of the pull requests that counted findings are attributed to, those that were closed without being merged. */
async function findClosed(
  { fetchIsClosedUnmerged: fetchIsClosed }: RelatedSource,
  evidence: AssessedEvidence,
  open: readonly OpenPull[],
): Promise<readonly number[]> {
  if (fetchIsClosed === null) return [];
  const isOpen = new Set(open.map(({ number }) => number));
  const { disclosure } = evidence.context;
  const findings = evidence.findings.filter((finding) => isDisclosed(finding, disclosure));
  const numbers = selectOtherPullRequests({ ...evidence, findings })
    .filter((number) => !isOpen.has(number))
    .slice(0, MAX_CLOSED);
  const closed = await Promise.all(
    numbers.map(async (number) => {
      const answer = await capture(fetchIsClosed(number));
      return answer.status === 'fulfilled' && answer.value && number;
    }),
  );
  return compact(closed);
}

type Twins = Pick<RelatedPullRequests, 'twins' | 'uncomparedTwins' | 'twinsFault'>;

/** Ours: anybody can open pull requests with this head, and the lists of each may take sixty requests. */
const MAX_TWINS = 5;

async function fetchTwins(source: RelatedSource, { subject }: Pick<Evidence, 'subject'>): Promise<Twins> {
  try {
    const open = await source.fetchOpenPulls();
    const others = open
      .filter(({ number, headSha }) => headSha === subject.sha && number !== subject.pullRequest)
      .map(({ number }) => number);
    if (others.length > MAX_TWINS) {
      return { twins: [], uncomparedTwins: others.length, twinsFault: null };
    }
    const twins = await Promise.all(others.map(async (number) => ({ number, lists: await source.fetchLists(number) })));
    const refused = twins
      .flatMap(({ lists }) => [lists.files, lists.commits])
      .find((list) => list.status === 'rejected');
    return {
      // What one with a refused list changes is not known: the fault speaks for it.
      twins: twins
        .map(({ number, lists }) => toChanges(number, lists))
        .filter(({ commits, paths }) => commits !== null && paths !== null),
      uncomparedTwins: 0,
      twinsFault: refused === undefined ? null : unknownTwinsFault(refused.reason),
    };
  } catch (error) {
    return { twins: [], uncomparedTwins: 0, twinsFault: unknownTwinsFault(error) };
  }
}

function unknownTwinsFault(error: unknown): Unverified {
  return gitHubFault(error, {
    doing: 'read other pull requests of this commit',
    permission: 'pull-requests: read',
    advice: ['Run this job again; this check belongs to the commit, and another pull request may have the same one.'],
  });
}
