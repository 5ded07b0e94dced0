// Both local services in a process of their own, so that their work is not that of the measurement.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';

export interface SandboxOptions {
  readonly bugCount: number;
  /** Before every answer of both services. */
  readonly delayMs: number;
  readonly nowMs: number;
}

const addresses = v.object({ serviceUrl: v.string(), githubUrl: v.string() });
export type SandboxAddresses = v.InferOutput<typeof addresses>;

/** Starts them, acts once both listen, and ends them. Rejects when they end before they listen. */
export async function withSandbox<Value>(
  { bugCount, delayMs, nowMs }: SandboxOptions,
  act: (sandbox: SandboxAddresses) => Promise<Value>,
): Promise<Value> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), [bugCount, delayMs, nowMs].map(String));
  try {
    const ended = once(child, 'exit').then(() => [{}]);
    const [message] = (await Promise.race([once(child, 'message'), ended])) as readonly unknown[];
    return await act(v.parse(addresses, message));
  } finally {
    if (child.connected) child.disconnect();
  }
}
