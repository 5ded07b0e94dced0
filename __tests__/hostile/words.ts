// Which words are put where: all fields that can take any text at once, the others one at a time.
import { pullNumber } from '../../sandbox/scenarios/storefront/findings.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { createRedactor } from '../../src/net/redact.ts';
import { everyText } from '../documents/hostile-texts.ts';
import type { ActionName } from '../harness/sandbox.ts';
import { createHostileAnswers, type Field, type HostileAnswers } from './answers.ts';
import { apiKey, mergedNumber } from './worlds.ts';

/** Fields that decide how a run goes on: with another text in them it would end before the others are read. */
export const decidingFields: Readonly<Record<Exclude<ActionName, 'doctor' | 'recheck'>, readonly Field[]>> = {
  gate: [
    'GET /public/v1/repos repos.*.name',
    'GET /public/v1/repos repos.*.ownerName',
    'GET /public/v1/scans scans.*.workflowStatus',
    'GET /public/v1/scans scans.*.commitSha',
    'GET /public/v1/bugs bugs.*.review.state',
    'GET /repos/{repo}/pulls/{id} head.sha',
    'POST /graphql data.viewer.login',
  ],
  review: [
    'GET /public/v1/bugs/{id} id',
    'GET /public/v1/bugs/{id} review.state',
    'POST /public/v1/bugs/{id}/review state',
    'GET /repos/{repo}/pulls/{id} state',
    'GET /repos/{repo}/issues/comments/{id} body',
    'GET /repos/{repo}/issues/comments/{id} created_at',
    'GET /repos/{repo}/issues/comments/{id} updated_at',
    'GET /repos/{repo}/issues/comments/{id} user.login',
    'GET /repos/{repo}/collaborators/{user}/permission permission',
    'GET /repos/{repo}/collaborators/{user}/permission role_name',
    'GET /repos/{repo}/issues/{id}/comments *.body',
    'GET /repos/{repo}/issues/{id}/comments *.user.login',
  ],
  insights: [
    'GET /public/v1/bugs bugs.*.review.state',
    'GET /public/v1/scans scans.*.workflowStatus',
    'POST /graphql data.repository.pullRequests.nodes.*.headRefOid',
    'POST /graphql data.search.nodes.*.headRefOid',
    'POST /graphql data.search.nodes.*.mergedAt',
    ...[pullNumber, mergedNumber].flatMap((number): readonly Field[] => [
      `POST /graphql data.repository.p${number}.comments.nodes.*.author.__typename`,
      `POST /graphql data.repository.p${number}.comments.nodes.*.body`,
    ]),
  ],
  rules: ['GET /public/v1/rules/requests/{id} status', 'POST /public/v1/rules ruleCreationRequestId'],
  watch: [
    'GET /repos/{repo}/commits *.sha',
    'GET /repos/{repo}/pulls/{id} base.repo.full_name',
    'GET /repos/{repo}/issues *.body',
    'GET /repos/{repo}/issues *.user.login',
    'GET /repos/{repo}/issues *.user.type',
    'GET /repos/{repo} default_branch',
  ],
};

/** Fields that decide unless the same text stands in another field too. */
export const comparedFields: readonly Field[] = [
  'GET /public/v1/bugs/{id} repoId',
  'POST /public/v1/bugs/{id}/review id',
];

const deciding: ReadonlySet<Field> = new Set(Object.values(decidingFields).flat());

/** Several attacks in one text, which a field that occurs once takes all of; `at` says which come first. */
export function attackOf(at: number): string {
  const texts = everyText.filter((text) => text.length < 200);
  const turned = [...texts.slice(at % texts.length), ...texts.slice(0, at % texts.length)];
  return turned.join(at % 2 === 0 ? ' ' : '\n');
}

/** Printable and of one line, as a header can carry it. */
const headerText = attackOf(0)
  .replace(/[^ -~]+/gu, ' ')
  .slice(0, 2_000);

/** What every answer says in its headers. */
export const hostileHeaders: Readonly<Record<string, string>> = {
  'x-github-request-id': headerText,
  'x-ratelimit-reset': headerText,
  'x-ratelimit-remaining': headerText,
  'x-accepted-github-permissions': headerText,
  warning: headerText,
};

export interface Vocabulary {
  /** One of these for a field that occurs often. */
  readonly texts: readonly string[];
  /** Several in one text for a field that occurs once; `at` says which come first. */
  readonly joined: (at: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** What a client makes of a text before it is used. */
  readonly received: (text: string) => string;
}

export const attacks: Vocabulary = {
  texts: everyText,
  joined: attackOf,
  headers: hostileHeaders,
  received: (text) => text,
};

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const repeated = [apiKey, storefront.githubToken].flatMap(formsOf);
const repeatedText = (at: number): string =>
  [...repeated.slice(at % repeated.length), ...repeated.slice(0, at % repeated.length)].join(' ');

/** Key and token, in every form in which they are recognised. */
export const repeatedSecrets: Vocabulary = {
  texts: repeated,
  joined: repeatedText,
  headers: Object.fromEntries(Object.keys(hostileHeaders).map((name) => [name, repeatedText(name.length)])),
  received: createRedactor([apiKey, storefront.githubToken]).text,
};

/** What is an attack and holds key and token: for what is said once, so that one run tries both. */
export const both: Vocabulary = {
  ...attacks,
  joined: (at) => `${repeatedText(at)}\n${attackOf(at)}`,
  received: repeatedSecrets.received,
};

/** As it is, Base64 at each offset, in a URL, in JSON, in XML, and twelve characters of it. */
function formsOf(secret: string): readonly string[] {
  const xml = secret.replace(/[&<>"']/gu, (sign) => XML_ENTITIES[sign] ?? sign);
  const base64 = ['', 'x', 'xy'].map((before) => btoa(before + secret));
  const pieces = [secret.slice(0, 12), secret.slice(-12)];
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, `at /${encodeURIComponent(secret)}?`, json, xml, ...base64, ...pieces];
}

/** Every field but those that decide, each time with another text; `offset` turns which field gets which. */
export function inAllFields(offset: number, { texts, joined, headers, received } = attacks): HostileAnswers {
  return createHostileAnswers({
    replaces: (field) => !deciding.has(field),
    textFor: (field, count) => {
      const at = count + offset + field.length;
      return isListed(field) ? (texts[at % texts.length] ?? '') : joined(at);
    },
    headers,
    received,
    added,
  });
}

/** What a review may have, and the local service has nothing to say about. */
const added = {
  'POST /public/v1/bugs/{id}/review': {
    id: 'bfrv_1',
    dismissalReason: 'other',
    notes: 'Note',
    source: 'review',
    jiraStatusName: 'Done',
    linearStateName: 'Done',
    asanaStateName: 'Done',
  },
};

function isListed(field: Field): boolean {
  return field.includes('*');
}

/** One field alone, with several texts in it. */
export function inField(field: Field, { joined, received } = both): HostileAnswers {
  return createHostileAnswers({
    replaces: (other) => other === field,
    textFor: (_, count) => joined(count),
    received,
    added,
  });
}
