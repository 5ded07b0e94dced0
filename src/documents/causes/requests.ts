// The rows of the table of causes that are about a request that failed, to the service or to GitHub.
import type { CauseOf, Surrounding } from '../../judgement/cause.ts';
import { formatDuration, formatTime } from '../../judgement/format.ts';
import type { EpochMs } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { MINUTE_MS } from '../../judgement/time.ts';
import { AGAIN_SOON, type CauseReader, type Row, type Rows, toSentence, UNREAD } from './row.ts';

export const REQUEST_ROWS: Rows<'rate-limited' | 'surroundings' | 'outage' | 'given-up' | 'refused'> = {
  'rate-limited': (cause, reader) => ({
    ...{ headline: UNREAD[cause.who], ...AGAIN_SOON, ...toEnd(cause, reader) },
    technical: compact([
      toSentence(cause),
      cause.waitMs !== null && `It asks to wait ${formatDuration(cause.waitMs)}.`,
    ]).join(' '),
  }),
  surroundings: (cause) => ({
    ...{ headline: UNREAD[cause.who], step: `ask {contact} to ${toCheck(cause)}`, run: 'again' },
    technical: toSentence(cause),
  }),
  outage: (cause) => ({ headline: UNREAD[cause.who], ...AGAIN_SOON, technical: toSentence(cause) }),
  'given-up': (cause) => ({ headline: UNREAD[cause.who], ...AGAIN_SOON, technical: toSentence(cause) }),
  refused: (cause, { readAt }) => ({
    ...{ headline: UNREAD[cause.who], step: 'ask {contact}', run: cause.who === 'github' ? 'again' : 'new' },
    technical: toSentence(cause),
    advice:
      cause.list === 'repository' && readAt !== null
        ? ['`count-from: scan` does without the list of all bugs of the repository.']
        : [],
  }),
};

/** A limit ends at a minute that GitHub names, or some time after the service was asked. */
function toEnd({ until, waitMs }: CauseOf<'rate-limited'>, { readAt }: CauseReader): Pick<Row, 'after'> {
  const end = until ?? (readAt === null || waitMs === null ? null : readAt + waitMs);
  if (end !== null) return { after: `after ${formatTime((Math.ceil(end / MINUTE_MS) * MINUTE_MS) as EpochMs)}` };
  return waitMs === null ? {} : { after: `after ${formatDuration(waitMs)}` };
}

/** The owner of the machine that runs the job can mend its network; the people who run the service cannot. */
const CHECKS: Readonly<Record<Surrounding, string>> = {
  proxy: 'check the proxy of the machine that runs this job',
  certificate: 'check which certificates the machine that runs this job trusts',
  clock: 'set the clock of the machine that runs this job',
  name: 'check the name resolution of the machine that runs this job',
  network: 'check the network of the machine that runs this job',
};

function toCheck({ part, who }: CauseOf<'surroundings'>): string {
  // GitHub's own address comes with the runner.
  return part === 'name' && who === 'service'
    ? CHECKS.name.replace('check ', 'check the address of the service, and ')
    : CHECKS[part];
}
