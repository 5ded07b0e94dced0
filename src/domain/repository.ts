// Which repository: owner and name, in GitHub's words.

/** As in `owner/repo`. */
export interface RepositoryRef {
  readonly owner: string;
  readonly repo: string;
}
