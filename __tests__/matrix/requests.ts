// The requests of the matrix: everything that the gate asks of either service, where, and in which situation.
import type { SituationName } from './situations.ts';

export interface MatrixRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As fault rules match it, with the query. */
  readonly path: string;
  readonly situation: SituationName;
  /** A required field of the answer, to be given the wrong type. */
  readonly field?: string;
  /** The field that holds the items of the answer. */
  readonly list?: string;
  /** So many of these requests are answered rightly before it goes wrong. */
  readonly skip?: number;
  /** No more than so many go wrong: all tries of one look. */
  readonly most?: number;
  /** It goes wrong after this request alone: method and path. */
  readonly after?: string;
}

const repository = '/repos/acme/storefront';
const pull = `${repository}/pulls/482`;
const comments = `${repository}/issues/482/comments`;
const oneComment = `${repository}/issues/comments/*`;
const checks = `${repository}/check-runs`;
const bugs = '/public/v1/bugs?*';
const scans = '/public/v1/scans?*';

/** By the names of the tables' rows. */
export const requests: Readonly<Record<string, MatrixRequest>> = {
  repositories: {
    method: 'GET',
    path: '/public/v1/repos?*',
    situation: 'first run',
    field: 'repos.0.id',
    list: 'repos',
  },
  'user, repository not found': {
    method: 'GET',
    path: '/public/v1/user',
    situation: 'unknown repository',
    field: 'orgs',
  },
  scans: { method: 'GET', path: scans, situation: 'two scans', field: 'scans.0.createdAt', list: 'scans' },
  'scans, page 2': {
    method: 'GET',
    path: `${scans}offset=100*`,
    situation: 'many scans',
    field: 'scans.0.createdAt',
    list: 'scans',
  },
  'scans, while waiting': {
    method: 'GET',
    path: scans,
    situation: 'scan running',
    field: 'scans.0.createdAt',
    skip: 1,
  },
  'bugs, page 1': {
    method: 'GET',
    path: `${bugs}offset=0&*`,
    situation: 'two pages of bugs',
    field: 'bugs.0.title',
    list: 'bugs',
  },
  'bugs, page 2': {
    method: 'GET',
    path: `${bugs}offset=100&*`,
    situation: 'two pages of bugs',
    field: 'bugs.0.title',
    list: 'bugs',
  },
  'bugs, resolved, counted': {
    method: 'GET',
    path: `${bugs}status=resolved*`,
    situation: 'whole repository',
    field: 'total',
  },
  'bugs, dismissed, counted': {
    method: 'GET',
    path: `${bugs}status=dismissed&limit=1`,
    situation: 'whole repository',
    field: 'total',
  },
  'bugs, dismissed, for SARIF': {
    method: 'GET',
    path: `${bugs}status=dismissed&limit=100*`,
    situation: 'whole repository',
    field: 'bugs.0.title',
  },
  'files, gate-on touched': {
    method: 'GET',
    path: `${pull}/files?*&page=2`,
    situation: 'touched',
    field: '0.filename',
  },
  'commits, gate-on introduced': { method: 'GET', path: `${pull}/commits?*`, situation: 'introduced', field: '0.sha' },
  'commits before the commit': {
    method: 'GET',
    path: `${repository}/commits?*`,
    situation: 'ancestor',
    field: '0.sha',
  },
  'pull request, of a comment': { method: 'GET', path: pull, situation: 'comment event', field: 'head.sha' },
  files: { method: 'GET', path: `${pull}/files?*`, situation: 'first run', field: '0.filename' },
  commits: { method: 'GET', path: `${pull}/commits?*`, situation: 'first run', field: '0.sha' },
  'pull request': { method: 'GET', path: pull, situation: 'second run', field: 'head.sha' },
  'pull request, while waiting': {
    method: 'GET',
    path: pull,
    situation: 'scan running, no comment',
    field: 'head.sha',
    most: 4,
  },
  'pull requests of the commit': {
    method: 'GET',
    path: `${repository}/pulls?*`,
    situation: 'push',
    field: '0.head.sha',
  },
  'the repository': { method: 'GET', path: repository, situation: 'visibility unknown', field: 'private' },
  viewer: { method: 'POST', path: '/graphql', situation: 'second run', field: 'data.viewer.login' },
  "viewer, of a person's token": {
    method: 'POST',
    path: '/graphql',
    situation: "a person's token",
    field: 'data.viewer.login',
  },
  'comments, none yet': { method: 'GET', path: `${comments}?*`, situation: 'first run', field: '0.id' },
  'comments, ours on page 2': {
    method: 'GET',
    path: `${comments}?*&page=2`,
    situation: 'second run, many comments',
    field: '0.id',
  },
  'comments, after a create': {
    method: 'GET',
    path: `${comments}?*`,
    situation: 'first run',
    field: '0.id',
    after: `POST ${comments}`,
  },
  'comment, created': { method: 'POST', path: comments, situation: 'first run', field: 'id' },
  'comment, updated': { method: 'PATCH', path: oneComment, situation: 'second run', field: 'id' },
  'comment, deleted': { method: 'DELETE', path: oneComment, situation: 'two comments' },
  'check run, created': { method: 'POST', path: checks, situation: 'check run', field: 'id' },
  'check run, updated': {
    method: 'PATCH',
    path: `${checks}/*`,
    situation: 'check run',
    field: 'id',
  },
};
