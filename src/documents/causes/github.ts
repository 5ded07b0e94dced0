// The rows of the table of causes that are about GitHub, the event and the inputs of the workflow.
import type { CauseOf } from '../../judgement/cause.ts';
import { formatCount } from '../../judgement/format.ts';
import { toFullName, toShortSha } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { adviseOnNeed, NOT_CHECKED, OF_SWEEPS, type Row, type Rows, toSentence, UNREAD } from './row.ts';

export const GITHUB_ROWS: Rows<
  | ('unknown-name' | 'unknown-readers' | 'no-token' | 'lacks-permission' | 'unknown-pull-request' | 'renamed')
  | ('too-many-files' | 'not-yet-shown' | 'superseded' | 'no-commit' | 'other-author' | 'not-asked')
  | ('too-little-left' | 'wrong-inputs')
> = {
  'unknown-name': ({ fullName }) => ({
    ...OF_SWEEPS,
    technical: `${fullName} is not known by this name on GitHub, or not to this token.`,
    advice: ['Give the name that it has now, or give the token access to it.'],
  }),
  'unknown-readers': (cause) => ({ ...OF_SWEEPS, ...describeUnknownReaders(cause) }),
  'no-token': (cause) => ({
    headline: 'there is no GitHub token',
    ...{ step: 'ask {contact} to give the gate a `github-token`', run: 'new' },
    technical: `Without a github-token the gate cannot ${cause.task}.`,
    advice: adviseOnNeed(cause),
  }),
  'lacks-permission': (cause, { hasOwnToken }) => ({
    headline: UNREAD.github,
    ...(cause.whose === 'token' || hasOwnToken
      ? { step: `ask {contact} to give the token that the workflow uses \`${cause.permission}\``, run: 'again' }
      : { step: `ask {contact} to add \`${cause.permission}\` to the workflow`, run: 'new' }),
    technical: toSentence(cause),
    advice: adviseOnNeed(cause),
  }),
  'unknown-pull-request': (cause) => ({
    headline: 'GitHub does not show the pull request',
    ...{ step: 'ask {contact} to check the number, and the token', run: 'new' },
    ...{ technical: toSentence(cause), advice: adviseOnNeed(cause) },
  }),
  renamed: (cause) => ({
    ...{ headline: 'the repository was renamed', step: null, run: 'new' },
    ...{ technical: toSentence(cause), advice: adviseOnNeed(cause) },
  }),
  'too-many-files': (cause) => ({
    headline: 'GitHub cannot list that many files',
    about: NOT_CHECKED,
    step: 'split this pull request. If that is not possible, ask {contact} how to merge it',
    run: null,
    technical: toSentence(cause),
    advice: ['Where the newest commit of a pull request is scanned, `gate-on: introduced` does without the files.'],
  }),
  'not-yet-shown': ({ isShown }) => {
    const headline = isShown
      ? 'GitHub still shows the commit before this one'
      : 'GitHub does not show this pull request yet';
    return {
      ...{ headline, step: null, run: 'again', when: 'in a minute' },
      ...{ technical: `${headline}.`, advice: adviseOnNeed({ need: 'changes' }) },
    };
  },
  superseded: ({ sha, meanwhile }) => ({
    headline: 'there is a newer commit',
    about: 'Your newer push is being checked instead.',
    ...{ step: 'nothing', run: null },
    technical: `The pull request has moved on from commit \`${toShortSha(sha)}\`${meanwhile}.`,
  }),
  'no-commit': ({ why }) => ({
    headline: 'the event names no commit',
    ...{ step: 'ask {contact} to correct the inputs (`sha`)', run: 'started' },
    ...{ technical: why, advice: ['Name the commit with the input `sha`.'] },
  }),
  'other-author': ({ what, author, taken }) => ({
    ...OF_SWEEPS,
    technical: `GitHub shows \`${author}\` as the author of ${what}, though this token was taken for that of \`${taken}\`: what earlier runs wrote as \`${author}\` was not found.`,
    advice: ['Let this machine send `POST /graphql` to GitHub with this token: the answer says whose token it is.'],
  }),
  'not-asked': () => ({ ...OF_SWEEPS, technical: 'GitHub was not asked.' }),
  'too-little-left': () => ({
    ...OF_SWEEPS,
    technical:
      'Nothing was judged: this run had too few requests to GitHub left, or too little time; each run begins with others.',
  }),
  'wrong-inputs': ({ inputs }) => ({
    headline: 'an input is wrong',
    step: `ask {contact} to correct the inputs (${inputs.map(({ input }) => `\`${input}\``).join(', ')})`,
    run: 'started',
    technical: 'Nothing was judged; the log of the job says what was given.',
    advice: inputs.map(({ input, allowed }) => `Set \`${input}\` to ${allowed}.`),
  }),
};

function describeUnknownReaders(cause: CauseOf<'unknown-readers'>): Pick<Row, 'technical' | 'advice'> {
  const { repository, isAgain, hidden, all } = cause;
  const own = toFullName(repository);
  const which = all === 1 ? 'the repository' : `${formatCount(hidden)} of the ${formatCount(all)} repositories`;
  return {
    technical: `GitHub does not say who can read ${own}, where this workflow runs. If everybody can, the log must not name ${which} to look at, so nothing was looked at.`,
    advice: compact([
      `Give the token access to ${own}: if it is the token of a GitHub App, install the app there too.`,
      // The event is that of the first attempt, which may be a month old.
      isAgain && 'Or start a new run: one that is run again no longer knows who can read the repository.',
    ]),
  };
}
