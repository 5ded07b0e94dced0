// The requests of the matrix: everything that the gate asks of either service, where, and in which situation.
import { rowsOf } from '../harness/rows.ts';
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

/**
 * By the names of the tables' rows: method and path (`R` is the repository, `P` the pull request, `C` its comments), the
 * situation, the field, the list, and `skip`, `most` or `after`.
 */
const TABLE = `
repositories                | GET /public/v1/repos?*                          | first run                 | repos.0.id        | repos
user, repository not found  | GET /public/v1/user                             | unknown repository        | orgs
scans                       | GET /public/v1/scans?*                          | two scans                 | scans.0.createdAt | scans
scans, page 2               | GET /public/v1/scans?*offset=100*               | many scans                | scans.0.createdAt | scans
scans, while waiting        | GET /public/v1/scans?*                          | scan running              | scans.0.createdAt |       | skip 1
bugs, page 1                | GET /public/v1/bugs?*offset=0&*                 | two pages of bugs         | bugs.0.title      | bugs
bugs, page 2                | GET /public/v1/bugs?*offset=100&*               | two pages of bugs         | bugs.0.title      | bugs
bugs, resolved, counted     | GET /public/v1/bugs?*status=resolved*           | whole repository          | total
bugs, dismissed, counted    | GET /public/v1/bugs?*status=dismissed&limit=1   | whole repository          | total
bugs, dismissed, for SARIF  | GET /public/v1/bugs?*status=dismissed&limit=100* | whole repository         | bugs.0.title
files, gate-on touched      | GET P/files?*&page=2                            | touched                   | 0.filename
commits, gate-on introduced | GET P/commits?*                                 | introduced                | 0.sha
commits before the commit   | GET R/commits?*                                 | ancestor                  | 0.sha
pull request, of a comment  | GET P                                           | comment event             | head.sha
files                       | GET P/files?*                                   | first run                 | 0.filename
commits                     | GET P/commits?*                                 | first run                 | 0.sha
pull request                | GET P                                           | second run                | head.sha
pull request, while waiting | GET P                                           | scan running, no comment  | head.sha          |       | most 4
pull requests of the commit | GET R/pulls?*                                   | push                      | 0.head.sha
the repository              | GET R                                           | visibility unknown        | private
viewer                      | POST /graphql                                   | second run                | data.viewer.login
viewer, of a person's token | POST /graphql                                   | a person's token          | data.viewer.login
comments, none yet          | GET C?*                                         | first run                 | 0.id
comments, ours on page 2    | GET C?*&page=2                                  | second run, many comments | 0.id
comments, after a create    | GET C?*                                         | first run                 | 0.id              |       | after POST C
comment, created            | POST C                                          | first run                 | id
comment, updated            | PATCH R/issues/comments/*                       | second run                | id
comment, deleted            | DELETE R/issues/comments/*                      | two comments
check run, created          | POST R/check-runs                               | check run                 | id
check run, updated          | PATCH R/check-runs/*                            | check run                 | id
`;

const PLACES: Readonly<Record<string, string>> = {
  R: '/repos/acme/storefront',
  P: '/repos/acme/storefront/pulls/482',
  C: '/repos/acme/storefront/issues/482/comments',
};
const toWhole = (request: string): string => request.replace(/(?<= )[RPC](?![\w])/u, (place) => PLACES[place] ?? place);

export const requests: Readonly<Record<string, MatrixRequest>> = Object.fromEntries(
  rowsOf(TABLE).map(([name = '', request = '', situation, field = '', list = '', more = '']) => {
    const [method, path = ''] = toWhole(request).split(' ');
    const [word = '', ...rest] = more.split(' ');
    const value = word === 'after' ? toWhole(rest.join(' ')) : Number(rest[0]);
    return [
      name,
      {
        ...{ method: method as MatrixRequest['method'], path, situation: situation as SituationName },
        ...(field !== '' && { field }),
        ...(list !== '' && { list }),
        ...(word !== '' && { [word]: value }),
      },
    ];
  }),
);
