// The scenario of a public repository: what everybody may read holds no word of a security bug.
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { linkedBugs } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

export const publicRepository: Scenario = {
  name: 'public',
  description:
    'The default scenario in a public repository. Security and unclassified bugs are counted and linked, but not described.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const service = storefrontService(nowMs, bugs);
    const repos = service.repos.map((repo) => ({ ...repo, visibility: 'public' }));
    const github = { ...storefrontGitHub(nowMs), visibility: 'public' } as const;
    return storefrontWorld({ ...service, repos }, github, linkedBugs);
  },
};
