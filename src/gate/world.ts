// The world of a run: both APIs, and the conversation that the comment is written into.
import { findIdentity, type Identity } from '../github/account.ts';
import { createGitHubWorld, type GitHubWorld } from '../github/live.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { BugList, ListedBugs, World } from '../judgement/world.ts';
import { once } from '../net/once.ts';
import { createServiceWorld, type ServiceSource, type ServiceWorld } from '../service/live.ts';
import { fetchTimedConversation, type TimedConversation, toCommentTarget } from './conversation.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';

export interface RunWorld extends World, Pick<GitHubWorld, 'pull'> {
  /** Who the token is; null: GitHub did not say, or nothing will be written. */
  readonly identity: () => Promise<Identity | null>;
  /** Null where nothing will be written. */
  readonly conversation: () => Promise<TimedConversation | null>;
}

/** What is known already, and how far to look. */
interface WorldOptions extends Pick<ServiceSource, 'isEnough'> {
  readonly history: ScanHistory | null;
}

/** Opens a world that asks nothing yet, and remembers only its own answers. The first list of bugs begins the conversation. */
export function openWorld(session: GateSession, subject: Subject, options: WorldOptions): RunWorld {
  const { event } = session;
  const scans = openServiceWorld(session, options);
  const github = createGitHubWorld({ ...session, repository: event.repository });
  const reaches = once((sha: string) => github.isReached(subject.sha, sha));
  const ancestors = (): ReturnType<World['ancestors']> => github.ancestorsOf(subject.sha);
  const identity = once(() => findCommenter(session, subject));
  const conversation = once(() => fetchTimedConversation(session, subject, { asked: identity() }));
  const bugs = async (list: BugList): Promise<ListedBugs | Unverified> => {
    const listed = await scans.bugs(list);
    // As late as possible, so that it is still fresh when the comment is written, and yet beside what else is read.
    void Promise.allSettled([conversation()]);
    return listed;
  };
  return { ...scans, bugs, ...github, ancestors, reaches, identity, conversation };
}

async function findCommenter(session: GateSession, subject: Subject): Promise<Identity | null> {
  const target = toCommentTarget(session, subject, session.github);
  return target && (await findIdentity(target.github, session.signal));
}

function openServiceWorld(session: GateSession, options: WorldOptions): ServiceWorld {
  const { service, event } = session;
  if (service !== null) return createServiceWorld({ ...session, ...options, service });
  // Whether the fork is somebody's own depends on the pull request, too: the report says it.
  const fault = noCredentialsFault({ name: event.name, isInFork: false });
  const refuse = (): Promise<typeof fault> => Promise.resolve(fault);
  return { scans: refuse, bugs: refuse, sample: refuse, totals: refuse };
}

/** Begins at once what is cheap and surely needed, both APIs side by side. */
export function beginAsking(world: RunWorld, { inputs, service }: GateSession, { pullRequest }: Subject): void {
  if (service === null) return;
  void Promise.allSettled([
    world.scans(),
    world.identity(),
    typeof pullRequest === 'number' ? world.head(pullRequest) : null,
    inputs.scanMatch.includes('ancestor') ? world.ancestors() : null,
  ]);
}
