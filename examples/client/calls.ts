// One call of each method, each line by itself: what the editor shows beside the method, and what the compiler checks.
import type { RepoId, ServiceClient } from 'scan-gate-client';

export async function calls(client: ServiceClient, repoId: RepoId, sha: string): Promise<unknown[]> {
  const { email } = await client.user.get();
  const { id } = await client.repos.find('acme/storefront');
  const names = await client.repos.collect({ select: ({ fullName }) => fullName });
  for await (const repo of client.repos.iterate()) console.log(repo.id, repo.fullName);
  const { repos } = await client.repos.list({ limit: 100 });
  const { bugCounts } = await client.scans.wait({ repoId, sha });
  const shas = await client.scans.collect({ repoId, select: ({ commitSha }) => commitSha });
  for await (const scan of client.scans.iterate({ repoId })) console.log(scan.workflowStatus);
  const { scans } = await client.scans.list({ repoId, limit: 1 });
  const titles = await client.bugs.collect({ repoId, status: 'pending', select: ({ title }) => title });
  for await (const bug of client.bugs.iterate({ repoId, status: 'pending' })) console.log(bug.title);
  const { bugs, total } = await client.bugs.list({ repoId, status: 'pending', limit: 10 });
  const { title } = await client.bugs.get('bug_1a2b');
  const { state } = await client.bugs.review('bug_1a2b', { state: 'dismissed', dismissalReason: 'wont_fix' });
  const { rules } = await client.rules.create({ repoId, input: { description: 'Never call eval' } }).wait();
  const { files, refused } = await client.rules.files('rule_1a2b');
  const { ruleName } = await client.rules.get('rule_1a2b');
  const finished = await client.rules.list({ repoId });
  const resumed = await client.rules.requests.wait('rcr_1a2b');
  const { status } = await client.rules.requests.get('rcr_1a2b');
  const requests = await client.rules.requests.list({ repoId });
  const answer = await client.request({ method: 'GET', path: '/public/v1/user', query: { verbose: true } });
  const read = [email, id, names, repos, bugCounts, shas, scans, titles, bugs, total, title, state];
  return [read, rules, files, refused, ruleName, finished, resumed, status, requests, answer];
}
