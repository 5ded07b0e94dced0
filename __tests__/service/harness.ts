// The harness of the tests of what is asked of the service: the local one with two scans that share bugs.
import { parseFault } from '../../sandbox/faults.ts';
import type { ServiceData } from '../../sandbox/service/data.ts';
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import type { RepoId, ServiceClient } from '../../src/client/index.ts';
import { recordingClient } from '../client/loopback.ts';
import { startHarness } from '../contract/harness.ts';
import { contractWorld, fullScan } from '../contract/world.ts';

export const repoId = 'repo_one' as RepoId;

/** Bug 2 is resolved, bug 3 dismissed; `wr_old` surfaced 1 to 4, `wr_new` 3 to 5. No scan counts them. */
const scans = ['wr_old', 'wr_new'].map((id) => ({ ...fullScan, workflowRequestId: id, bugCounts: null }));
const surfaced = { wr_old: ['bug_1', 'bug_2', 'bug_3', 'bug_4'], wr_new: ['bug_3', 'bug_4', 'bug_5'] };

export interface Asking {
  readonly client: ServiceClient;
  /** Puts the data back, with these changes, and another fault, in the words of `--fault`, in the place of the last. */
  begin(fault?: string, changes?: Partial<ServiceData>): void;
  /** The parameter of each request since `begin`; null where it has none. */
  sent(parameter: string): readonly (string | null)[];
  close(): Promise<void>;
}

export async function startAsking(): Promise<Asking> {
  const contract = await startHarness();
  const { service } = contract;
  return {
    client: recordingClient({ baseUrl: service.url, apiKey: smallWorldKeys.live }).client,
    begin: (fault = '', changes = {}) => {
      contract.begin(fault === '' ? [] : [parseFault(`GET /public/v1/${fault}`)]);
      service.state.replaceData({ ...contractWorld(), scans, surfaced, ...changes });
    },
    sent: (parameter) =>
      contract.sent().map((line) => new URL(line.slice('GET '.length), service.url).searchParams.get(parameter)),
    close: () => service.close(),
  };
}
