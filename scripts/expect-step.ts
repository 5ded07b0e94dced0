// Compares the result of a workflow step, in the variables OUTCOME and OUTPUTS, with what is expected.
// usage: node scripts/expect-step.ts <outcome> [<output>=<value> | <output>]...   without a value: not empty

const [outcome, ...expectations] = process.argv.slice(2);
const outputs = JSON.parse(process.env['OUTPUTS'] ?? '{}') as Readonly<Record<string, string>>;

/** Says what is wrong with one output; null if nothing is. */
function findFault(expectation: string): string | null {
  const [name = '', ...rest] = expectation.split('=');
  const found = outputs[name];
  if (found === undefined) return `there is no output ${name}`;
  if (rest.length === 0) return found === '' ? `the output ${name} is empty` : null;
  const wanted = rest.join('=');
  return found === wanted ? null : `the output ${name} is "${found}", not "${wanted}"`;
}

const found = process.env['OUTCOME'];
const faults = [
  ...(found === outcome ? [] : [`the step ended with ${found ?? 'nothing'}, not ${outcome ?? ''}`]),
  ...expectations.flatMap((expectation) => findFault(expectation) ?? []),
];
for (const fault of faults) console.error(`::error::${fault}`);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${outcome ?? ''}, as expected`);
