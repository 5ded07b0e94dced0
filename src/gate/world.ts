// The world of a run asks both APIs, and reads the conversation that the comment is written into.
import { findIdentity, type Identity } from '../github/account.ts';
import { findKeylessOrigin } from '../github/event.ts';
import { createGitHubWorld, type GitHubWorld } from '../github/live.ts';
import type { Pull } from '../github/pull-request.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import type { BugList, ChangeLists, ListedBugs, PullHead, World } from '../judgement/world.ts';
import { once } from '../net/once.ts';
import { createServiceWorld, type ServiceSource, type ServiceWorld } from '../service/live.ts';
import { fetchTimedConversation, findPullThen, type TimedConversation, toCommentTarget } from './conversation.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';

export interface RunWorld extends World, Pick<GitHubWorld, 'pull'> {
  /** Null: GitHub did not say whose the token is, or nothing will be written. */
  readonly identity: () => Promise<Identity | null>;
  /** Null: nothing will be written. */
  readonly conversation: () => Promise<TimedConversation | null>;
}

interface WorldOptions extends Pick<ServiceSource, 'isEnough'> {
  readonly history: ScanHistory | null;
}

/** Opens a world that asks nothing yet, and remembers only its own answers. The first list of bugs begins the conversation. */
export function openWorld(session: GateSession, subject: Subject, options: WorldOptions): RunWorld {
  const { event } = session;
  const scans = openServiceWorld(session, subject, options);
  const open = (): GitHubWorld => createGitHubWorld({ ...session, repository: event.repository });
  const github = open();
  const shown = once((number: number) => fetchShown(session, subject, { number, first: github, open }));
  const reaches = once((sha: string) => github.isReached(subject.sha, sha));
  const ancestors = (): ReturnType<World['ancestors']> => github.ancestorsOf(subject.sha);
  const identity = once(() => findCommenter(session, subject));
  const conversation = once(() => fetchTimedConversation(session, subject, identity()));
  const bugs = async (list: BugList): Promise<ListedBugs | Unverified> => {
    const listed = await scans.bugs(list);
    // This is as late as possible, so that it is still fresh when the comment is written.
    void Promise.allSettled([conversation()]);
    return listed;
  };
  return {
    ...{ ...scans, bugs, ...github, ancestors, reaches, identity, conversation },
    changes: async (number) => (await shown(number)).lists,
    head: async (number) => (await shown(number)).head,
  };
}

/** The pauses before GitHub is asked again for what its API does not show yet, ours: ten seconds. */
const PAUSES_MS = [1_000, 2_000, 3_000, 4_000];

/** Asks again where GitHub shows the pull request as it was before the event. */
async function fetchShown(
  { clock, signal }: GateSession,
  { pullRequest, findIsLate }: Subject,
  { number, first, open }: { readonly number: number; readonly first: GitHubWorld; readonly open: () => GitHubWorld },
): Promise<{ readonly lists: ChangeLists; readonly head: PullHead | Unverified }> {
  const pauses = PAUSES_MS.values();
  for (let world = first; ; world = open()) {
    const [lists, head] = await Promise.all([world.changes(number), world.head(number)]);
    const isRefused = isUnverified(head) && head.cause.kind !== 'unknown-pull-request';
    const shown = isUnverified(head) ? null : head.sha;
    if (number !== pullRequest || isRefused || !(await findIsLate(shown))) return { lists, head };
    const { value: pauseMs } = pauses.next();
    if (pauseMs === undefined)
      return { lists, head: new Unverified({ kind: 'not-yet-shown', isShown: shown !== null }) };
    await clock.wait(pauseMs, signal);
  }
}

async function findCommenter(session: GateSession, subject: Subject): Promise<Identity | null> {
  const target = toCommentTarget(session, subject, session.github);
  return target && (await findIdentity(target.github, session.signal));
}

function openServiceWorld(session: GateSession, { pullRequest }: Subject, options: WorldOptions): ServiceWorld {
  const { service, event } = session;
  if (service !== null) return createServiceWorld({ ...session, ...options, service });
  const fault = noCredentialsFault(findKeylessOrigin(event, pullRequest !== null));
  const refuse = (): Promise<typeof fault> => Promise.resolve(fault);
  return { scans: refuse, bugs: refuse, totals: refuse };
}

/** Begins at once what is cheap and surely needed. Gives the pull request; null: it is not read. */
export async function beginAsking(
  world: RunWorld,
  { inputs, service }: GateSession,
  { pullRequest }: Subject,
): Promise<Pull | Unverified | null> {
  // Nothing will be judged, and only the comment asks GitHub.
  if (service === null) return findPullThen(await world.conversation());
  const pull = typeof pullRequest === 'number' ? world.pull(pullRequest) : null;
  void Promise.allSettled([
    pull,
    world.scans(),
    world.identity(),
    inputs.scanMatch.includes('ancestor') ? world.ancestors() : null,
  ]);
  return await pull;
}
