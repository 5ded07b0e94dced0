// Decides who may do what: bearer keys, and keys that may only read.
import type { ServiceData } from './data.ts';
import { ServiceProblem } from './problem.ts';

const keyForm = /^Bearer +(svc_(?:live|test)_\S+)$/i;

/** The role that writing needs; no document says which roles there are. */
const writerRole = 'admin';

/** Refuses a request without a known key, and a write by a key that may only read. */
export function checkAccess(data: ServiceData, authorization: string | undefined, writes: boolean): void {
  const key = keyForm.exec(authorization ?? '')?.[1];
  if (key !== undefined && data.keys.includes(key)) return;
  if (key === undefined || !data.readOnlyKeys.includes(key)) {
    throw new ServiceProblem('SERVICE_AUTHENTICATION_ERROR', 'The API key is missing or invalid.');
  }
  if (writes) {
    throw new ServiceProblem('AUTHORIZATION_ERROR', 'This key may only read.', {
      requiredRole: writerRole,
    });
  }
}
