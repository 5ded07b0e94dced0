// How GitHub refuses a field of a GraphQL query.

/** A field that GitHub answers with null and an entry in `errors`. */
export class FieldRefusal extends Error {
  readonly type: string;
  /** The query is to blame, not the world or the token. */
  readonly isMistake: boolean;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
    this.isMistake = type !== 'FORBIDDEN' && type !== 'NOT_FOUND';
  }
}
