// The scenario of a repository that nobody ever cleaned up: 10,000 pending bugs, 120 of them security bugs.
import type { BugData } from '../service/data.ts';
import { commitSha } from './identity.ts';
import type { Scenario } from './scenario.ts';
import { pullRequestFiles } from './storefront/files.ts';
import { type FindingText, pullNumber } from './storefront/findings.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const pending = 10_000;
const security = 120;
const resolved = 150;
const dismissed = 250;

const areas = ['billing', 'catalogue', 'checkout', 'identity', 'ledger', 'mail', 'stock', 'tax'];

const faults = [
  'Result of the write is not checked',
  'Rejected promise is not handled',
  'Time zone is taken from the server',
  'Index runs one past the end',
  'Lock is not released after an error',
  'Amount is rounded twice',
];

const holes = ['Input reaches the query unescaped', 'Owner of the record is not checked'];

function pick(list: readonly string[], at: number): string {
  return list[at % list.length] ?? '';
}

/** Security bugs are spread over the whole list, so that no page of the service has them all. */
function isSecurity(at: number): boolean {
  return at % Math.floor(pending / security) === 0 && at < security * Math.floor(pending / security);
}

/** One in ten has no file; of the others one in fifty is in a file of the pull request. */
function fileOf(at: number, area: string): { readonly file?: string } {
  if (at % 10 === 9) return {};
  const touched = at % 50 === 0 ? pullRequestFiles[(at / 50) % pullRequestFiles.length] : undefined;
  return { file: touched?.filename ?? `services/${area}/src/part-${at % 400}/module-${at % 7}.ts` };
}

function makeFinding(at: number): FindingText {
  const area = pick(areas, at);
  const title = isSecurity(at) ? pick(holes, at) : pick(faults, at);
  return {
    key: `ten thousand ${at}`,
    title: `${title} in ${area}, case ${at + 1}`,
    summary: `Case ${at + 1}: \`${area}\` does this whenever two requests for the same customer arrive within a second. ${'The second one sees what the first has left half done. '.repeat(1 + (at % 4))}`,
    ...fileOf(at, area),
    security: isSecurity(at) ? true : at % 40 === 39 ? null : false,
    foundDaysAgo: 1 + (at % 300),
    introduced: {
      daysAgo: 2 + (at % 700),
      author: 'jonas-weber',
      pull: at % 1_000 === 3 ? pullNumber : 1 + (at % 400),
      commit: `ten thousand ${at % 900}`,
    },
    ...reviewOf(at),
  };
}

/** Those after the pending ones are resolved or dismissed. */
function reviewOf(at: number): Pick<FindingText, 'review'> {
  if (at < pending) return {};
  if (at < pending + resolved) return { review: { state: 'resolved', daysAgo: 3, source: 'review' } };
  const notes = `Accepted in the review of quarter ${1 + (at % 4)}.`;
  return {
    review: { state: 'dismissed', daysAgo: 2, source: 'review', reason: 'wont_fix', notes },
  };
}

export const tenThousand: Scenario = {
  name: 'ten-thousand',
  description:
    '10,000 pending bugs, 120 of them security bugs, and 400 reviewed ones. Every document has to leave some out and say so.',
  build: (nowMs) => {
    const bugs = Array.from({ length: pending + resolved + dismissed }, (_, at): BugData => ({
      ...makeBug(makeFinding(at), nowMs),
      commitSha: commitSha('base'),
    }));
    return storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs));
  },
};
