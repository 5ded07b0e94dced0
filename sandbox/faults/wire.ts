// Writes a planned answer to the socket: completely, partly or not at all.
import type { ServerResponse } from 'node:http';
import type { Plan } from './plan.ts';

/** Sends what is planned, then ends, hangs or resets. */
export function transmit(response: ServerResponse, plan: Plan): void {
  // Taken now: a finished response has let go of its socket.
  const { socket } = response;
  const end = (): void => {
    // A turn later: what was written has left for the client before the reset overtakes it.
    // A hanging connection is closed by the client, or with the server.
    if (plan.then === 'reset') setImmediate(() => socket?.resetAndDestroy());
  };
  if (plan.sends === 'nothing') {
    end();
    return;
  }
  const body = Buffer.from(plan.text);
  const length = plan.isChunked ? {} : { 'content-length': String(body.byteLength) };
  response.writeHead(plan.status, { ...plan.headers, ...length });
  if (plan.sends === 'all') response.end(body, end);
  else response.write(body.subarray(0, Math.ceil(body.byteLength / 2)), end);
}
