// The session of a gate run.
import type { GateInputs } from '../inputs/gate.ts';
import type { Session } from '../runner/session.ts';

export type GateSession = Session<GateInputs>;
