// Owns the requests of the matrix: everything that the gate asks of either service, and what may go wrong with it.

/** `service`: the verdict needs it. `github`: only the report needs it. */
export type Need = 'service' | 'github';

export interface MatrixRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As fault rules match it, with the query. */
  readonly path: string;
  readonly need: Need;
  /** A required field, to be given the wrong type; absent where the answer is not read. */
  readonly field: string;
}

const comments = '/repos/acme/storefront/issues/482/comments';
const checks = '/repos/acme/storefront/check-runs';
const pull = '/repos/acme/storefront/pulls/482';

export const requests: readonly MatrixRequest[] = [
  {
    name: 'repositories',
    method: 'GET',
    path: '/public/v1/repos?*',
    need: 'service',
    field: 'repos.0.id',
  },
  {
    name: 'scans',
    method: 'GET',
    path: '/public/v1/scans?*',
    need: 'service',
    field: 'scans.0.createdAt',
  },
  {
    name: 'bugs, page 1',
    method: 'GET',
    path: '/public/v1/bugs?*offset=0&*',
    need: 'service',
    field: 'bugs.0.title',
  },
  {
    name: 'bugs, page 3',
    method: 'GET',
    path: '/public/v1/bugs?*offset=198&*',
    need: 'service',
    field: 'bugs.0.title',
  },
  { name: 'files', method: 'GET', path: `${pull}/files?*`, need: 'github', field: '0.filename' },
  { name: 'commits', method: 'GET', path: `${pull}/commits?*`, need: 'github', field: '0.sha' },
  { name: 'pull request', method: 'GET', path: pull, need: 'github', field: 'head.sha' },
  { name: 'comments', method: 'GET', path: `${comments}?*`, need: 'github', field: '0.id' },
  { name: 'comment, created', method: 'POST', path: comments, need: 'github', field: 'id' },
  {
    name: 'comment, updated',
    method: 'PATCH',
    path: '/repos/acme/storefront/issues/comments/*',
    need: 'github',
    field: '',
  },
  { name: 'check run, created', method: 'POST', path: checks, need: 'github', field: 'id' },
  { name: 'check run, updated', method: 'PATCH', path: `${checks}/*`, need: 'github', field: '' },
];
