// The workflow of a set-up that the doctor hands out.
import { DAY_ONE, GATE_JOB, type SetUp, type SetUpInput, SECRET, TIMEOUT_MINUTES, toTrigger } from '../set-ups.ts';

const EXAMPLE_URL = 'https://api.example.com';
const USES = 'scan-gate/scan-gate@v1 # better: the full SHA of a release';

/** Writes the workflow as in the README. It only warns, as its last line says. */
export function toWorkflow({ on, permissions, comment: above, inputs }: SetUp, apiUrl: string): readonly string[] {
  const deciding = inputs.filter(({ name }) => name !== DAY_ONE.name);
  return [
    ...(above === undefined ? [] : [`# ${above}`]),
    'name: Scan Gate',
    toTrigger(on),
    `permissions: ${permissions}`,
    'jobs:',
    `  ${GATE_JOB}:`,
    '    runs-on: ubuntu-latest',
    `    timeout-minutes: ${toTimeoutMinutes(inputs)}`,
    '    steps:',
    `      - uses: ${USES}`,
    '        with:',
    `          api-url: ${toScalar(apiUrl === '' ? EXAMPLE_URL : apiUrl)}`,
    `          api-key: \${{ secrets.${SECRET} }}`,
    ...[...deciding, DAY_ONE].map(
      ({ name, value, comment }) =>
        `          ${name}: ${toScalar(value)}${comment === undefined ? '' : ` # ${comment}`}`,
    ),
  ];
}

/** The gate ends by itself and says why within its waits and four minutes, so that the job has to last longer. */
function toTimeoutMinutes(inputs: readonly SetUpInput[]): number {
  const wait = ({ name, ifNot }: { readonly name: string; readonly ifNot: number }): number =>
    Number(inputs.find((input) => input.name === name)?.value.replace(/m$/, '') ?? ifNot);
  const longest =
    wait({ name: 'wait-for-scan', ifNot: 0 }) + wait({ name: 'wait-timeout', ifNot: TIMEOUT_MINUTES }) + 4;
  return Math.ceil(longest / 5) * 5;
}

/** Quotes the text unless YAML reads it as it stands, as it does a whole expression. */
function toScalar(text: string): string {
  const isPlain = /^[\w/][\w ,./:~-]*$|^\$\{\{ [^#\r\n]+ \}\}$/.test(text) && !/: |:$/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
