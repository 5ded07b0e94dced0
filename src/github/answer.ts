// The check of the parts of GitHub's answers that we read.
import * as v from 'valibot';
import { GitHubAnswerError } from './failure.ts';

/**
 * Checks an answer against a schema.
 * @throws {GitHubAnswerError} If it does not match; names the request and the field.
 */
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
