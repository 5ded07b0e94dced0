// Which words are put where: all fields that can take any text at once, the others one at a time.
import { everyText } from '../report/hostile-texts.ts';
import { createHostileAnswers, type Field, type HostileAnswers } from './answers.ts';

/** Fields that decide how a run goes on: with another text in them it would end before the others are read. */
export const decidingFields: Readonly<Record<'gate' | 'review' | 'rules', readonly Field[]>> = {
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
  rules: [
    'GET /public/v1/rules/requests/{id} status',
    'POST /public/v1/rules ruleCreationRequestId',
  ],
};

/** Fields that decide unless the same text stands in another field too. */
export const comparedFields: readonly Field[] = [
  'GET /public/v1/bugs/{id} repoId',
  'POST /public/v1/bugs/{id}/review id',
];

/** All that decide by themselves. */
export const deciding: ReadonlySet<Field> = new Set(Object.values(decidingFields).flat());

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

/** Every field but those that decide, each time with another text; `offset` turns which field gets which. */
export function inAllFields(offset: number, only?: ReadonlySet<Field>): HostileAnswers {
  return createHostileAnswers({
    replaces: (field) => only?.has(field) ?? !deciding.has(field),
    textFor: (field, count) => {
      const at = count + offset + field.length;
      return isListed(field) ? (everyText[at % everyText.length] ?? '') : attackOf(at);
    },
    headers: hostileHeaders,
    added,
  });
}

/** What a review may have, and the local service has nothing to say about. */
const added = {
  'POST /public/v1/bugs/{id}/review': {
    ...{ id: 'bfrv_1', dismissalReason: 'other', notes: 'Note', source: 'review' },
    ...{ jiraStatusName: 'Done', linearStateName: 'Done', asanaStateName: 'Done' },
  },
};

function isListed(field: Field): boolean {
  return field.includes('*');
}

/** One field alone, with several attacks in it. */
export function inField(field: Field): HostileAnswers {
  return createHostileAnswers({
    replaces: (other) => other === field,
    textFor: (_, count) => attackOf(count),
    added,
  });
}

/**
 * The fields by which a run goes wrong, as few as a search by halves finds: `isBad` tells whether hostile text in
 * these fields alone does it.
 */
export async function blame(
  fields: readonly Field[],
  isBad: (fields: ReadonlySet<Field>) => Promise<boolean>,
): Promise<readonly Field[]> {
  let suspects = fields;
  while (suspects.length > 1) {
    const half = Math.ceil(suspects.length / 2);
    const halves = [suspects.slice(0, half), suspects.slice(half)];
    const guilty: (readonly Field[])[] = [];
    for (const some of halves) if (await isBad(new Set(some))) guilty.push(some);
    const [first] = guilty;
    if (first === undefined) break;
    suspects = first;
  }
  return suspects;
}
