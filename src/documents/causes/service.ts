// The rows of the table of causes that are about the service: its lists, the key, and how it knows the repository.
import type { CauseOf, Naming } from '../../judgement/cause.ts';
import { isForMembers } from '../../judgement/disclosure.ts';
import { countOf } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { AGAIN_SOON, type CauseReader, OF_SWEEPS, type Row, type Rows, toSentence, UNREAD } from './row.ts';
import { OTHER_REPOSITORY_ADVICE } from './scans.ts';

const UNKNOWN_REPOSITORY = 'the service does not know this repository';
const CONNECT = { step: 'ask {contact} to connect this repository to {service}', run: 'again' } as const;
const SET_ID = { step: 'ask {contact} to set `repository-id`', run: 'new' } as const;
const REFUSED_KEY = 'the service refused the key';
const WHICH_KEY = 'The key is the secret behind the input `api-key`.';
/** The section that says how to switch a workflow off in a fork. */
export const OWN_FORK_PAGE =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md#your-own-fork-of-somebodys-repository';
const SWITCH_OFF = 'Nothing is asked of you; to switch the workflow off here, see';
const NO_KEY = 'The input `api-key` is empty, so the service was not asked.';

export const SERVICE_ROWS: Rows<
  | ('short-lists' | 'changing-list' | 'other-repository' | 'list-gone' | 'no-key' | 'refused-key' | 'lacks-role')
  | ('unknown-repository' | 'hidden-repository' | 'repository-twice' | 'wrong-repository-id' | 'nothing-to-look-at')
  | 'no-time'
> = {
  'short-lists': (cause, reader) => ({
    ...{ headline: 'the service does not list every bug', ...AGAIN_SOON },
    ...describeShortLists(cause, reader),
  }),
  'changing-list': ({ endpoint, readings }) => ({
    ...{ headline: UNREAD.service, ...AGAIN_SOON },
    technical: `${endpoint}: the list kept changing each of the ${readings} times it was read.`,
  }),
  'other-repository': ({ said }) => ({
    ...{ headline: UNREAD.service, step: 'ask {contact} to check `repository-id`', run: 'new' },
    ...{ technical: said, advice: OTHER_REPOSITORY_ADVICE },
  }),
  'list-gone': (cause) => ({
    headline: 'the service no longer has the list of a scan',
    ...{ step: 'ask {contact} for a new scan of this repository', run: 'again', technical: toSentence(cause) },
  }),
  'no-key': ({ origin }) => KEYLESS[origin],
  'refused-key': (cause) => ({
    ...{ headline: REFUSED_KEY, step: 'ask {contact} to renew the key', run: 'again' },
    technical: toSentence(cause),
    advice: [`${WHICH_KEY} Still the old key? Start a new run.`],
  }),
  'lacks-role': (cause) => ({
    ...{ headline: REFUSED_KEY, step: 'ask {contact} to give the user of the key access', run: 'again' },
    ...{ technical: toSentence(cause), advice: [WHICH_KEY] },
  }),
  'unknown-repository': ({ fullName, said, naming }) => ({
    ...{ headline: UNKNOWN_REPOSITORY, ...CONNECT },
    technical: `The service knows no repository ${fullName}. This API key sees ${said}.`,
    advice: [
      'Connect the repository to the service, or use a key of the organization that it is connected to.',
      `If it has another name there, ${toNamingAdvice(fullName, naming)}.`,
    ],
  }),
  'hidden-repository': ({ repositoryId }) => ({
    ...{ headline: UNKNOWN_REPOSITORY, ...CONNECT },
    technical: `The service lists the repository as \`${repositoryId}\`, but says that it does not know it when asked for its scans.`,
    advice: [
      'Look in the service whether the repository is still connected, and whether the owner of this API key may read it.',
    ],
  }),
  'repository-twice': ({ fullName, count, naming, said }) => ({
    ...{ headline: 'the service knows several repositories with this name', ...SET_ID },
    technical: `The service knows ${count} repositories named ${fullName}: ${said}.`,
    advice: [
      naming === 'none'
        ? `Leave only the right one connected to the service, or ${toOwnJob(fullName)}.`
        : 'Say which one with the input `repository-id`.',
    ],
  }),
  'wrong-repository-id': ({ repositoryId }) => ({
    ...{ headline: UNKNOWN_REPOSITORY, ...SET_ID },
    technical: `The service knows no repository \`${repositoryId}\`, or this API key may not see it.`,
    advice: ['Check the input `repository-id`, or leave it out so that the repository is looked up.'],
  }),
  'nothing-to-look-at': ({ isPublic }) => ({
    ...OF_SWEEPS,
    technical: 'There is no repository that both the key and the token see, so nothing was looked at.',
    advice: compact([
      'Connect a repository to the service, or use a key of the organization whose repositories are connected.',
      'The token has to be one of a GitHub App that is installed there, or of a person who may read them.',
      isPublic && 'This repository is public, so only public repositories count.',
    ]),
  }),
  'no-time': ({ isOfShare, said }) => ({
    ...{ headline: UNREAD.service, ...AGAIN_SOON },
    technical: `${isOfShare ? 'The service was not asked any more' : 'Gave up on the service'}: ${said}.`,
  }),
};

const KEYLESS: Readonly<Record<CauseOf<'no-key'>['origin'], Row>> = {
  secret: {
    ...{ headline: 'there is no API key', step: 'ask {contact} to add the API key', run: 'again' },
    technical: NO_KEY,
    advice: [
      'Check that the secret that the workflow passes as `api-key` exists in the repository, organization or environment, under the same name. If the workflow names another secret, start a new run.',
    ],
  },
  dependabot: {
    headline: 'Dependabot gets no API key',
    ...{ step: 'ask {contact} to add the key to the Dependabot secrets', run: 'again' },
    technical: `${NO_KEY} GitHub gives a run that Dependabot started only the Dependabot secrets, even if somebody else runs it again.`,
  },
  fork: {
    headline: 'a pull request from a fork gets no API key',
    note: {
      text: 'GitHub gives pull requests from forks no keys; a maintainer has to check this one. You need not do anything.',
      page: null,
    },
    ...{ step: null, run: null, technical: `${NO_KEY} GitHub gives pull requests from forks no keys.` },
  },
  'own-fork': {
    headline: 'a fork has no API key',
    about: 'This is a fork without a key.',
    note: { text: SWITCH_OFF, page: { title: 'forks', url: OWN_FORK_PAGE } },
    ...{ step: null, run: null, technical: 'This is a fork without a key.' },
    advice: [`${SWITCH_OFF} ${OWN_FORK_PAGE}`],
  },
};

function describeShortLists(
  { missing, of }: CauseOf<'short-lists'>,
  { visibility }: CauseReader,
): Pick<Row, 'technical' | 'advice'> {
  if (of === 'new') {
    return {
      technical: `${countOf(missing, 'bug', 'bugs')} that the new scans count ${missing === 1 ? 'is' : 'are'} in none of their lists, so it is not known what is new.`,
      advice: [
        'A scan can be complete a while before its bugs are listed. If it stays that way, ask the people who run the service why the lists of the scan are short.',
      ],
    };
  }
  const which = isForMembers(visibility) ? '`gate-on: introduced, touched` or `found-since`' : '`found-since`';
  return {
    technical: `The scan counts ${countOf(missing, 'more bug', 'more bugs')} than the service lists, so it is not known whether they are pending.`,
    advice: [`With \`count-from: repository\` and ${which} the lists of the scan are not compared.`],
  };
}

function toNamingAdvice(fullName: string, naming: Naming): string {
  switch (naming) {
    case 'name-or-id':
      return 'give that name with the input `repository`, or its ID with `repository-id`';
    case 'id':
      return 'give its ID there with the input `repository-id`';
    case 'none':
      return toOwnJob(fullName);
  }
}

/** An ID names one repository, so a job that looks at several cannot take it. */
function toOwnJob(fullName: string): string {
  return `look at it in a job of its own, with \`repositories: ${fullName}\` and its ID there in \`repository-id\``;
}
