// The events that start a workflow on the default branch: its schedule, or a person.
import type { Step } from './scenario.ts';
import { storefront } from './storefront/names.ts';

interface EventRepository {
  /** Absent: the storefront. */
  readonly name?: string;
  /** Absent: `private`. */
  readonly visibility?: 'public' | 'private';
}

/** A workflow that starts by itself, such as at `0 4 * * *`. */
export function startBySchedule(schedule: string): Step['event'] {
  return { name: 'schedule', payload: { schedule, repository: toPayload({}) } };
}

/** A workflow that a person starts. */
export function startByHand(repository: EventRepository = {}): Step['event'] {
  const sender = { login: 'priya-raman', type: 'User' };
  return {
    name: 'workflow_dispatch',
    payload: { ref: 'refs/heads/main', inputs: {}, sender, repository: toPayload(repository) },
  };
}

function toPayload({ name = storefront.name, visibility = 'private' }: EventRepository): object {
  const { owner } = storefront;
  return {
    ...{ name, full_name: `${owner}/${name}`, owner: { login: owner, type: 'Organization' } },
    ...{ private: visibility === 'private', visibility, default_branch: 'main' },
  };
}
