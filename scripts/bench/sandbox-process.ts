// Owns the way to a sandbox in a process of its own.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';

export interface SandboxOptions {
  readonly bugCount: number;
  /** Before every answer of both services. */
  readonly delayMs: number;
  readonly nowMs: number;
}

export interface SandboxProcess {
  readonly serviceUrl: string;
  readonly githubUrl: string;
  /** Requests to the service so far, and the most at one time. */
  count(): Promise<{ readonly requests: number; readonly most: number }>;
  close(): void;
}

const urls = v.object({ serviceUrl: v.string(), githubUrl: v.string() });
const counts = v.object({ requests: v.number(), most: v.number() });

/** Starts it, and gives its addresses once both services listen. */
export async function startSandbox(options: SandboxOptions): Promise<SandboxProcess> {
  const { bugCount, delayMs, nowMs } = options;
  const script = join(import.meta.dirname, 'serve.ts');
  const child = fork(script, [bugCount, delayMs, nowMs].map(String));
  return {
    ...v.parse(urls, await nextMessage(child)),
    count: async () => {
      child.send('count');
      return v.parse(counts, await nextMessage(child));
    },
    close: () => {
      child.disconnect();
    },
  };
}

/** The next message of a child. Rejects when it ends instead. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const end = new AbortController();
  const { signal } = end;
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('a process of the measurement ended too early');
      }),
    ])) as [unknown];
    return message;
  } finally {
    end.abort();
  }
}
