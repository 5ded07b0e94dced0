// The loop that looks again and again until something has come, for rules and for scans.
import { joinSignals, waitUnlessAborted } from '../net/abort.ts';
import type { PollOptions } from './queries.ts';
import type { ClientConfig } from './request.ts';

/** Looks at most `maxPolls` times, with pauses between, until a look finds something; null: none did. Throws what a look throws. */
export async function pollUntil<T>(
  { clock, signal }: Pick<ClientConfig, 'clock' | 'signal'>,
  options: PollOptions & { readonly pollIntervalMs: number; readonly maxPolls: number },
  look: (polls: number) => Promise<T | null>,
): Promise<T | null> {
  for (let polls = 1; ; polls += 1) {
    const found = await look(polls);
    if (found !== null || polls >= options.maxPolls) return found;
    const pauseMs = Math.round(options.pollIntervalMs * Math.min(2, 1.2 ** (polls - 1)));
    await waitUnlessAborted(clock, pauseMs, joinSignals(signal, options.signal));
  }
}
