// What a watch asks of GitHub, or why it could not: then nothing is written, and the job is red.
import { askGitHub, type Question } from '../github/failure.ts';

/** What may go better the next time. */
export const AGAIN: readonly string[] = ['Run this job again.'];

/** Gives GitHub's answer. Rejects as `askGitHub` does. */
export async function fetchOrFail<T>(signal: AbortSignal, question: Question, ask: () => Promise<T>): Promise<T> {
  return await askGitHub(signal, { ...question, advice: AGAIN }, ask);
}
