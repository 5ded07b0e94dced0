// The check of GitHub's answers: as much of them as this project reads, and nothing is taken on trust.
import * as v from 'valibot';
import { GitHubAnswerError } from './failure.ts';

/** Checks an answer against a schema. Throws a GitHubAnswerError that names what was asked and the field. */
export function decode<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  what: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new GitHubAnswerError(`${what}: ${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`);
}
