// Counts the checks of the browser test and prints their faults.

/** Checks so far. */
export const count = { passed: 0, failed: 0 };

/** Counts one check, and says what is wrong: every line is a fault. */
export function check(title: string, faults: readonly string[]): void {
  const isGood = faults.length === 0;
  count[isGood ? 'passed' : 'failed'] += 1;
  console.log(`${isGood ? 'ok' : 'NOT OK'}  ${title}`);
  for (const fault of faults.slice(0, 10)) console.log(`        ${fault.slice(0, 300)}`);
}
