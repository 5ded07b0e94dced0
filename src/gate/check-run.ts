// The check run on a commit: created as completed, then extended with more annotations.
import * as v from 'valibot';
import { MAX_CHECK_ANNOTATIONS_A_CALL } from '../documents/limits.ts';
import { mayHaveArrived } from '../github/create-once.ts';
import { decode, GitHubAnswerError } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import type { CheckAnnotation, CheckRunDocument } from './documents/check-run.ts';

export interface CheckRunRef extends RepositoryRef {
  readonly headSha: string;
  readonly name: string;
}

const CheckRun = v.object({ id: v.nullish(v.number(), null), html_url: v.nullish(v.string(), null) });
const Counted = v.object({ output: v.object({ annotations_count: v.number() }) });

export interface CreatedCheckRun {
  readonly url: string | null;
  /** Annotations that GitHub accepted; not all of them if an update failed. */
  readonly annotated: number;
  /** The error that kept it from accepting all; null if it did. */
  readonly fault: unknown;
}

/**
 * Creates the check run with its conclusion and the first 50 annotations, so that no later failure can leave it
 * pending, then appends the others 50 at a time. Rejects with octokit's RequestError if creating it fails.
 */
export async function createCheckRun(
  octokit: Octokit,
  { owner, repo, headSha, name }: CheckRunRef,
  document: CheckRunDocument,
): Promise<CreatedCheckRun> {
  const { title, summary, conclusion, annotations } = document;
  const [first = [], ...later] = toBatches(annotations);
  const { data } = await octokit.rest.checks.create({
    owner,
    repo,
    name,
    head_sha: headSha,
    status: 'completed',
    conclusion,
    output: { title, summary, annotations: first },
  });
  const { id, html_url: url } = decode(CheckRun, data, 'Created check run');
  let annotated = first.length;
  if (later.length === 0) return { url, annotated, fault: null };
  if (id === null) return { url, annotated, fault: new GitHubAnswerError('Created check run: id: missing') };
  for (const batch of later) {
    try {
      const output = { title, summary, annotations: batch };
      await append(octokit, { owner, repo, id, output }, annotated);
    } catch (fault) {
      return { url, annotated, fault };
    }
    annotated += batch.length;
  }
  return { url, annotated, fault: null };
}

interface Update extends RepositoryRef {
  readonly id: number;
  readonly output: { title: string; summary: string; annotations: CheckAnnotation[] };
}

/** GitHub would add a batch sent twice again: without a clear answer it is sent again only if it is known not to have arrived. */
async function append(octokit: Octokit, update: Update, before: number): Promise<void> {
  const { owner, repo, id, output } = update;
  const send = (): Promise<unknown> => octokit.rest.checks.update({ owner, repo, check_run_id: id, output });
  try {
    await send();
  } catch (error) {
    if (!mayHaveArrived(error)) throw error;
    const count = await findCount(octokit, update);
    if (count === before + output.annotations.length) return;
    if (count !== before) throw error;
    await send();
  }
}

/** Gives null if GitHub does not say how many annotations the check run has. */
async function findCount(octokit: Octokit, { owner, repo, id }: Update): Promise<number | null> {
  try {
    const { data } = await octokit.rest.checks.get({ owner, repo, check_run_id: id });
    return decode(Counted, data, 'Check run').output.annotations_count;
  } catch {
    return null;
  }
}

/** The batches are mutable because octokit's types require it. */
function toBatches(annotations: readonly CheckAnnotation[]): CheckAnnotation[][] {
  const size = MAX_CHECK_ANNOTATIONS_A_CALL;
  return Array.from({ length: Math.ceil(annotations.length / size) }, (_, index) =>
    annotations.slice(index * size, (index + 1) * size),
  );
}
