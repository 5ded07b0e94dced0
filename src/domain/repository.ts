// A repository on GitHub: its owner and name.

/** As in `owner/repo`. */
export interface RepositoryRef {
  readonly owner: string;
  readonly repo: string;
}
