// The inputs of the doctor action: every one of doctor/action.yml.
import { connectionInputs } from '../inputs/connection.ts';
import { integer, list, optionalLimit } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';

/** Most pull requests: even large ones stay within the thousand requests an hour that a workflow's token has. */
const MAX_PULL_REQUESTS = 200;

export const doctorInputs = {
  ...connectionInputs,
  pullRequests: integer('pull-requests', '20', { min: 1, max: MAX_PULL_REQUESTS }),
  /** Null: what each set-up says. */
  maxSecurityBugs: optionalLimit('max-security-bugs'),
  /** Null: what each set-up says. */
  maxBugs: optionalLimit('max-bugs'),
  /** Empty: any. */
  scanTypes: list('scan-types'),
};

export type DoctorInputs = InferInputs<typeof doctorInputs>;
