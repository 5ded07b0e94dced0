// The scenario of twins: two open pull requests of one branch into two others, whose checks are the same.
import type { GitHubData, PullData } from '../github/data.ts';
import { reviewed } from './clean.ts';
import { commitSha } from './identity.ts';
import { changedFile } from './patch.ts';
import type { Scenario } from './scenario.ts';
import type { FindingText } from './storefront/findings.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** Its file is in main already, and the release branch would only get it with this branch. */
const cacheFinding: FindingText = {
  key: 'cache-shared',
  title: 'Price cache answers one customer with the prices of another',
  summary:
    'The key of an entry is the product alone. With personal discounts the first customer of the day decides what everybody else sees, and is told what was negotiated with somebody else.',
  file: 'src/server/pricing/cache.ts',
  security: true,
  foundDaysAgo: 5,
  introduced: { daysAgo: 5, author: 'jonas-weber', pull: 468 },
};

const cacheFile = changedFile('src/server/pricing/cache.ts', [
  {
    from: 4,
    to: 4,
    text: `
 const entries = new Map<string, Price>();
 
-export function priceOf(product: Product, customer: Customer): Price {
-  return computePrice(product, customer);
+export function priceOf(product: Product, customer: Customer): Price {
+  const known = entries.get(product.id);
+  if (known) return known;
+  const price = computePrice(product, customer);
+  entries.set(product.id, price);
+  return price;
 }
`,
  },
]);

/** The same branch into the release branch, which lacks the last three commits of main. */
function makeTwin(pull: PullData): PullData {
  const mainCommits = ['base-2', 'base-1', 'base'].map(commitSha);
  return {
    ...pull,
    number: pull.number + 3,
    title: `${pull.title} (release 2.4)`,
    head: { ...pull.head },
    base: { sha: commitSha('base-3'), ref: 'release-2.4' },
    commits: [...mainCommits, ...pull.commits],
    files: [cacheFile, ...pull.files],
  };
}

/** This one brought the finding in, and was merged into main long ago. */
function makeMerged(pull: PullData): PullData {
  return {
    ...pull,
    number: 468,
    title: 'Keep prices in a cache',
    state: 'closed',
    merged: true,
    mergeCommitSha: commitSha('base-1'),
    user: 'jonas-weber',
    head: { ...pull.head, sha: commitSha('price-cache'), ref: 'price-cache' },
    base: { ...pull.base, sha: commitSha('base-2') },
    commits: [commitSha('price-cache')],
    files: [cacheFile],
  };
}

function withTwin(data: GitHubData): GitHubData {
  return {
    ...data,
    branches: { ...data.branches, 'release-2.4': commitSha('base-3') },
    pulls: data.pulls.flatMap((pull) => [pull, makeTwin(pull), makeMerged(pull)]),
  };
}

export const twins: Scenario = {
  name: 'twins',
  description:
    'Two open pull requests have the same head: one goes to `main`, one to a release branch. With `gate-on: touched`, a security bug is in a file that only the second one changes.',
  build: (nowMs) => {
    const findings = [...allFindings.map(reviewed), cacheFinding];
    const service = storefrontService(
      nowMs,
      findings.map((finding) => makeBug(finding, nowMs)),
    );
    const inputs = { 'gate-on': 'touched' };
    return storefrontWorld(service, withTwin(storefrontGitHub(nowMs)), inputs);
  },
};
