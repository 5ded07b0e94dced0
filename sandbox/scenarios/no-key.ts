// The scenario of a run that gets no secrets: a fork's or Dependabot's.
import { fork } from './fork.ts';
import type { Scenario } from './scenario.ts';

export const noKey: Scenario = {
  name: 'no-key',
  description:
    'A pull request from a fork, where GitHub provides no secrets. The key is empty, and the gate is red and says what to do.',
  build: (nowMs) => ({ ...fork.build(nowMs), inputs: { 'api-key': '' } }),
};
