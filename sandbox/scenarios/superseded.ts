// The scenario of a push while the gate was about to judge: the lists of files are those of a newer commit.
import type { GitHubData } from '../github/data.ts';
import { commitSha, timeText } from './identity.ts';
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

function pushedTo(data: GitHubData, nowMs: number): GitHubData {
  const [head] = data.commits.filter(({ sha }) => sha === storefront.headSha);
  if (head === undefined) throw new Error('the storefront has a head');
  const newer = { ...head, sha: commitSha('newer'), parents: [head.sha], message: 'Fix', date: timeText(nowMs) };
  return {
    ...data,
    commits: [...data.commits, newer],
    pulls: data.pulls.map((pull) => ({
      ...pull,
      head: { ...pull.head, sha: newer.sha },
      commits: [...pull.commits, newer.sha],
    })),
  };
}

export const superseded: Scenario = {
  name: 'superseded',
  description:
    'The author has pushed again. The run for the older commit judges nothing, and leaves the comment to the newer run.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const github = storefrontGitHub(nowMs);
    const world = storefrontWorld(storefrontService(nowMs, bugs), github, { 'gate-on': 'introduced, touched' });
    return { ...world, github: pushedTo(github, nowMs) };
  },
};
