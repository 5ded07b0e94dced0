// A far place: TLS and the time of a round trip in front of a local service, for what delayed answers do not show.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectPlain, createServer as createPlain, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createSecure, type TlsOptions } from 'node:tls';

/** A key and a certificate of this machine alone, made for each run; needs openssl. */
export interface Certificate extends Required<Pick<TlsOptions, 'key' | 'cert'>> {
  /** The certificate, to be named by NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  remove(): void;
}

export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'scan-gate-tls-'));
  const [file, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', file, ...subject], { stdio: 'ignore' });
  return {
    file,
    key: readFileSync(keyFile),
    cert: readFileSync(file),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Far {
  readonly url: string;
  close(): void;
}

export interface Distance {
  readonly certificate: Certificate;
  readonly roundTripMs: number;
}

/** Puts TLS and a distance before the service at `url`: each byte takes half of a round trip, and a new connection a whole one. */
export async function moveAway(url: string, { certificate, roundTripMs }: Distance): Promise<Far> {
  const sockets = new Set<Socket>();
  const track = <Kind extends Socket>(socket: Kind): Kind => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const inner = createSecure(certificate, (socket) => {
    const service = track(connectPlain(Number(new URL(url).port), '127.0.0.1'));
    track(socket).pipe(service).pipe(socket);
  });
  const innerPort = await listen(inner);
  const outer = createPlain((client) => {
    // The machine's own handshake took no time: the first bytes wait for it.
    const readyMs = performance.now() + roundTripMs;
    const server = track(connectPlain(innerPort, '127.0.0.1'));
    passOn(track(client), server, () => Math.max(roundTripMs / 2, readyMs + roundTripMs / 2 - performance.now()));
    passOn(server, client, () => roundTripMs / 2);
  });
  const port = await listen(outer);
  return {
    url: `https://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      inner.close();
      outer.close();
    },
  };
}

/** No chunk overtakes an earlier one. */
function passOn(from: Socket, to: Socket, delayMs: () => number): void {
  let dueMs = 0;
  const later = (act: () => void): void => {
    dueMs = Math.max(dueMs, performance.now() + delayMs());
    setTimeout(act, dueMs - performance.now());
  };
  from.on('data', (chunk) => {
    later(() => to.write(chunk));
  });
  from.on('end', () => {
    later(() => to.end());
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
