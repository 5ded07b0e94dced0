// The command line of the sandbox: both services for a scenario, one line of JSON, until interrupted.
import { parseArgs } from 'node:util';
import { createFaults, type Faults, parseFault } from './faults.ts';
import { findScenario, listScenarios, scenarios } from './scenarios/index.ts';
import { startServices } from './scenarios/play.ts';
import type { Scenario } from './scenarios/scenario.ts';

const usage = `usage: npm run sandbox -- [--scenario NAME] [--port N] [--fault RULE]...

  --scenario NAME  the world to start with; ${scenarios[0].name} without it
  --port N         the service listens on N, GitHub on N + 1; without it on free ports
  --fault RULE     something that goes wrong on the wire; may be given more than once

scenarios:
${listScenarios()}
`;

interface Flags {
  readonly scenario: Scenario;
  readonly port: number | undefined;
  readonly faults: Faults;
  readonly help: boolean;
}

/** @throws for whatever the caller can put right: a flag, a scenario, a port, a rule. */
function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string', default: scenarios[0].name },
      port: { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    scenario: findScenario(values.scenario),
    port: values.port === undefined ? undefined : readPort(values.port),
    faults: createFaults({ rules: values.fault.map(parseFault) }),
    help: values.help,
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port < 1 || port > 65_534) {
    throw new Error(`--port must be a number from 1 to 65534, was ${JSON.stringify(text)}`);
  }
  return port;
}

async function serve({ scenario, port, faults }: Flags): Promise<void> {
  const world = scenario.build(Date.now());
  const services = await startServices({ world, faults, ...(port === undefined ? {} : { port }) });
  const line = {
    service: services.service.url,
    apiKey: world.apiKey,
    github: services.github.url,
    githubToken: world.githubToken,
    repository: `${world.github.owner}/${world.github.name}`,
    repositoryId: world.service.repos.find(({ name }) => name === world.github.name)?.id,
    sha: world.sha,
    pullRequest: world.pullRequest,
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void services.close().then(() => {
        process.exit(0);
      });
    });
  }
  console.log(JSON.stringify(line));
}

let flags: Flags | undefined;
try {
  flags = readFlags();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error('npm run sandbox -- --help says what can be given.');
  process.exitCode = 2;
}
if (flags?.help) console.log(usage);
else if (flags) await serve(flags);
