// A scenario is two worlds, the event that starts the action, and what the workflow says in `with:`.
import type { FaultRule } from '../faults.ts';
import type { GitHubData } from '../github/data.ts';
import type { GitHubState } from '../github/state.ts';
import type { ServiceData } from '../service/data.ts';

export interface Scenario {
  readonly name: string;
  /** One sentence for the list of scenarios. */
  readonly description: string;
  /** The same clock gives the same data, without randomness or real time. */
  readonly build: (nowMs: number) => ScenarioWorld;
}

export interface ScenarioWorld {
  readonly service: ServiceData;
  readonly github: GitHubData;
  /** It is the first of `service.keys`. */
  readonly apiKey: string;
  /** The workflow would have this token. */
  readonly githubToken: string;
  readonly event: { readonly name: string; readonly payload: unknown };
  /** It is the SHA of the pull request's head. */
  readonly sha: string;
  readonly pullRequest: number;
  /** `with:` besides `api-url`, `api-key` and `github-token`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Played in order against the same two services and the same checkout; absent: one run of the gate. */
  readonly steps?: readonly Step[];
}

/** One run of an action in a scenario with several steps. */
export interface Step {
  /** One sentence for the page and the log. */
  readonly title: string;
  /** It is relative to the repository: `action.yml`, or that of another action, such as `review/action.yml`. */
  readonly action: string;
  readonly event: { readonly name: string; readonly payload: unknown };
  /** The service knows this when it starts; absent: what it knew after the step before. */
  readonly service?: ServiceData;
  /** This happens on GitHub before it starts; absent: nothing does. */
  readonly github?: (state: GitHubState) => void;
  /** Absent: it is that of the world. */
  readonly githubToken?: string;
  /** This goes wrong while it runs. */
  readonly faults?: readonly FaultRule[];
  /** `with:` besides `api-url`, `api-key` and `github-token`. */
  readonly inputs: Readonly<Record<string, string>>;
}
