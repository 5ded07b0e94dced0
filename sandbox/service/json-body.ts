// Reads a request's JSON body.
import type { SandboxRequest } from '../http.ts';
import { invalidBody } from './problem.ts';

/** The parsed body. Throws ServiceProblem where it is not declared as JSON or is none. */
export function readJsonBody(request: SandboxRequest): unknown {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw invalidBody(`content-type must be application/json, not ${mediaType ?? 'absent'}`);
  }
  try {
    return JSON.parse(request.body);
  } catch {
    throw invalidBody('is not JSON');
  }
}
