// The inputs of the doctor action.
import { connectionInputs } from '../inputs/connection.ts';
import { list, optionalInteger, optionalLimit, optionalText } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';
import { sweepInputs } from '../sweep/inputs.ts';

/** Even so many large ones stay within the thousand requests an hour that a workflow's token has. */
const MAX_PULL_REQUESTS = 200;

export const doctorInputs = {
  ...connectionInputs,
  ...sweepInputs,
  /** Null means as many as are usual, which depends on how many repositories there are. */
  pullRequests: optionalInteger('pull-requests', { min: 1, max: MAX_PULL_REQUESTS }),
  /** Null means what each set-up says. */
  maxSecurityBugs: optionalLimit('max-security-bugs'),
  /** Null means what each set-up says. */
  maxBugs: optionalLimit('max-bugs'),
  /** An empty list means any. */
  scanTypes: list('scan-types'),
  /** Null means no file. */
  csvFile: optionalText('csv-file'),
};

export type DoctorInputs = InferInputs<typeof doctorInputs>;

export interface ExaminationInputs extends DoctorInputs {
  readonly pullRequests: number;
}
