// Who opened a pull request, as far as GitHub says.

export interface Author {
  readonly id: number | null;
  /** Case does not matter. */
  readonly login: string | null;
  /** Whether it is a person's account, not a bot's. */
  readonly isUser: boolean;
}
