// The names of the storefront's world that scenarios refer to.
import { commitSha, identifier } from '../identity.ts';

/** One repository with one pull request; keys and tokens work only in the sandbox. */
export const storefront = {
  owner: 'acme',
  name: 'storefront',
  repoId: identifier('repo_', 'acme/storefront'),
  orgId: identifier('org_', 'acme'),
  // No answer has these words: six letters in common are a reason to search the text for the whole key.
  apiKey: 'svc_test_quince-and-marmalade',
  readOnlyKey: 'svc_test_quince-for-the-eyes',
  githubToken: 'ghs_porridge-of-the-job',
  headSha: commitSha('head'),
  baseSha: commitSha('base'),
  mergeSha: commitSha('merge'),
  /** The newest scan, of the head. */
  scanId: identifier('wr_', 'head'),
  runId: 11_903_447_215,
} as const;

/** The input that links each bug to a page of the service. */
export const linkedBugs = { 'bug-url': 'https://app.example.com/bugs/{id}' };
