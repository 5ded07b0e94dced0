// The two names that @actions/core imports for getIDToken(). See docs/decisions/0003-start-up.md.
export class HttpClient {
  constructor() {
    throw new Error('OIDC tokens are not available in this bundle');
  }
}
export class BearerCredentialHandler {}
