// The scenario of scale: 1,234 bugs in one scan, made from patterns.
import type { BugData } from '../service/data.ts';
import type { Scenario } from './scenario.ts';
import type { FindingText } from './storefront/findings.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const count = 1234;

const areas = ['cart', 'pricing', 'orders', 'search', 'shipping', 'refunds', 'reviews', 'admin'];

const patterns = [
  { title: 'Result of the query is not checked', security: false },
  { title: 'Error of the promise is swallowed', security: false },
  { title: 'Input reaches the template unescaped', security: true },
  { title: 'Date is compared as text', security: false },
  { title: 'Connection is not given back after an error', security: false },
  { title: 'Owner of the record is not checked', security: true },
  { title: 'Counter overflows after a long run', security: null },
] as const;

function makeFinding(at: number): FindingText {
  const area = areas[at % areas.length] ?? 'cart';
  const pattern = patterns[at % patterns.length] ?? patterns[0];
  const file = `src/server/${area}/module-${Math.floor(at / 8) % 40}.ts`;
  return {
    key: `many ${at}`,
    title: `${pattern.title} in ${area}, case ${at + 1}`,
    summary: `\`${file}\` does this in the path that serves ${area}. Found by pattern ${(at % patterns.length) + 1}.`,
    file,
    security: pattern.security,
    foundDaysAgo: 1 + (at % 60),
    introduced: { daysAgo: 2 + (at % 200), author: 'priya-raman', pull: 100 + (at % 300) },
    ...(at % 10 === 4 ? { review: { state: 'resolved', daysAgo: 1, source: 'review' } } : {}),
    ...(at % 25 === 7 ? { review: { state: 'dismissed', daysAgo: 1, source: 'review', reason: 'wont_fix' } } : {}),
  };
}

export const many: Scenario = {
  name: 'many',
  description: '1,234 bugs in one scan, with more than twelve pages of pending ones.',
  build: (nowMs) => {
    const bugs = Array.from({ length: count }, (_, at): BugData => makeBug(makeFinding(at), nowMs));
    return storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs));
  },
};
