// The client on platforms that are not Node: Deno, Bun, Cloudflare's workerd without Node compatibility, and Chromium. Each
// loads the module as it is and talks to a sandbox.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { chromium } from 'playwright-core';
import { startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { findChromium, thisMachine } from '../chromium.ts';
import { createProject, runNode, runNpm } from './project.ts';

/** What npm has as binaries, for Linux on x64 alone. */
const PACKAGES = {
  deno: '@deno/linux-x64-glibc',
  bun: '@oven/bun-linux-x64',
  workerd: '@cloudflare/workerd-linux-64',
};

/** A call of each kind, a retry, which waits, an abort, and a rule's files, whose names depend on the system. */
const PROBE = `
export async function probe(createClient, baseUrl, apiKey) {
  let sent = 0;
  const fetchLate = (url, init) =>
    (sent += 1) === 1 ? Promise.resolve(new Response('', { status: 503 })) : fetch(url, init);
  const client = createClient({ baseUrl, apiKey, fetch: fetchLate, random: () => 0.02 });
  const { email } = await client.user.get();
  const { id: repoId } = await createClient({ baseUrl, apiKey }).repos.find('ACME/one');
  const bugs = await client.bugs.collect({ repoId, status: ['pending', 'dismissed'] });
  const { state } = await client.bugs.review('bug_1', { state: 'dismissed', dismissalReason: 'other' });
  const { files } = await client.rules.files('rule_known');
  const wrong = createClient({ baseUrl, apiKey: 'svc_live_of_nobody' }).user.get();
  const refused = await wrong.catch((error) => error.name + ' ' + error.status);
  const end = new AbortController();
  const never = createClient({ baseUrl, apiKey, signal: end.signal, fetch: () => new Promise(() => {}) });
  const call = never.user.get({ signal: new AbortController().signal });
  end.abort('enough');
  const aborted = await call.catch((reason) => reason);
  return JSON.stringify({ email, sent: sent > 4, bugs: bugs.length, state, files: files.length, refused, aborted });
}
`;

const EXPECTED = JSON.stringify({
  email: 'dev@example.com',
  sent: true,
  bugs: 4,
  state: 'dismissed',
  files: 1,
  refused: 'ServiceError 401',
  aborted: 'enough',
});

const PROGRAM = `
import { createClient } from './client.js';
import { probe } from './probe.js';
`;

interface Place {
  /** Has client.js and probe.js. */
  readonly folder: string;
  readonly baseUrl: string;
}

type Platform = (place: Place) => Promise<string>;

/** Tries the module of an installed client on each platform; gives a line for each that fails. */
export async function testPlatforms(folder: string, client: string): Promise<readonly string[]> {
  createProject(folder);
  copyFileSync(join(client, 'index.js'), join(folder, 'client.js'));
  writeFileSync(join(folder, 'probe.js'), PROBE);
  const faults: string[] = [];
  for (const [name, platform] of Object.entries(platformsIn(join(folder, 'tools')))) {
    const service = await startService({ data: smallWorld(Date.now()) });
    const said = await platform({ folder, baseUrl: service.url }).catch(String);
    await service.close();
    console.log(`${name}: ${said === EXPECTED ? 'works' : 'fails'}`);
    if (said !== EXPECTED) faults.push(`${name}: ${said}`);
  }
  return faults;
}

function platformsIn(tools: string): Readonly<Record<string, Platform>> {
  const browser = { Chromium: probeInChromium };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log('Deno, Bun and workerd: tried on Linux x64 alone');
    return browser;
  }
  createProject(tools);
  runNpm(tools, ['install', '--silent', '--no-audit', '--no-fund', ...Object.values(PACKAGES)]);
  const binary = (name: keyof typeof PACKAGES, path: string): string =>
    join(tools, 'node_modules', PACKAGES[name], path);
  return {
    Deno: probeBy(binary('deno', 'deno'), ['run', '--no-prompt', '--allow-net=127.0.0.1']),
    Bun: probeBy(binary('bun', 'bin/bun'), ['run']),
    'workerd without nodejs_compat': probeInWorkerd(binary('workerd', 'bin/workerd')),
    ...browser,
  };
}

function probeBy(command: string, args: readonly string[]): Platform {
  return async ({ folder, baseUrl }) => {
    const call = `console.log(await probe(createClient, '${baseUrl}', '${smallWorldKeys.live}'));`;
    writeFileSync(join(folder, 'main.js'), PROGRAM + call);
    const place = { cwd: folder, env: { HOME: folder, NO_COLOR: '1' } };
    const { stdout, stderr } = await runNode(command, [...args, 'main.js'], place);
    return stdout.trim() || stderr;
  };
}

const WORKERD_SETTINGS = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .probe),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const probe :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "client.js", esModule = embed "client.js"),
    (name = "probe.js", esModule = embed "probe.js"),
  ],
  compatibilityDate = "2024-09-01",
);
`;

function probeInWorkerd(command: string): Platform {
  return async ({ folder, baseUrl }) => {
    const call = `new Response(await probe(createClient, '${baseUrl}', '${smallWorldKeys.live}'))`;
    const worker = `${PROGRAM}export default { fetch: async () => ${call} };`;
    writeFileSync(join(folder, 'worker.js'), worker);
    writeFileSync(join(folder, 'config.capnp'), WORKERD_SETTINGS);
    const child = spawn(command, ['serve', '--control-fd=3', 'config.capnp'], {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    try {
      const lines = createInterface(child.stdio[3] as Readable);
      const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
      if (line === undefined) return 'workerd does not start, see above';
      const { port } = JSON.parse(line) as { readonly port: number };
      return await (await fetch(`http://127.0.0.1:${port}/`)).text();
    } finally {
      child.kill();
    }
  };
}

async function probeInChromium({ folder, baseUrl }: Place): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChromium(thisMachine()), args });
  try {
    const page = await browser.newPage();
    for (const name of ['client.js', 'probe.js']) {
      await page.route(`**/${name}`, (route) =>
        route.fulfill({ path: join(folder, name), contentType: 'text/javascript' }),
      );
    }
    // From the service's own origin: it does not allow others.
    await page.goto(`${baseUrl}/`);
    return await page.evaluate<string>(`(async () => {
      const [{ createClient }, { probe }] = await Promise.all([import('/client.js'), import('/probe.js')]);
      return await probe(createClient, '${baseUrl}', '${smallWorldKeys.live}');
    })()`);
  } finally {
    await browser.close();
  }
}
