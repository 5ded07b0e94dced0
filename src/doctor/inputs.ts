// The inputs of the doctor action: every one of doctor/action.yml.
import { connectionInputs } from '../inputs/connection.ts';
import { list, optionalInteger, optionalLimit, optionalText } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';
import { sweepInputs } from '../sweep/inputs.ts';

/** Most pull requests: even large ones stay within the thousand requests an hour that a workflow's token has. */
const MAX_PULL_REQUESTS = 200;

export const doctorInputs = {
  ...connectionInputs,
  ...sweepInputs,
  /** Null: as many as are usual, which depends on how many repositories there are. */
  pullRequests: optionalInteger('pull-requests', { min: 1, max: MAX_PULL_REQUESTS }),
  /** Null: what each set-up says. */
  maxSecurityBugs: optionalLimit('max-security-bugs'),
  /** Null: what each set-up says. */
  maxBugs: optionalLimit('max-bugs'),
  /** Empty: any. */
  scanTypes: list('scan-types'),
  /** Null if empty: no file. */
  csvFile: optionalText('csv-file'),
};

export type DoctorInputs = InferInputs<typeof doctorInputs>;

export interface ExaminationInputs extends DoctorInputs {
  readonly pullRequests: number;
}
