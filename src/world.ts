// Owns the making of real network objects: the one place where client, octokit, clock and event come together.
import { context } from '@actions/github';
import { createClient, type ServiceClient } from './client/index.ts';
import { parseCommitSha } from './domain/identifiers.ts';
import type { World, WorldSettings } from './story/world.ts';
import {
  parseHappening,
  parseRunNumber,
  parseVisibility,
  type ActionEvent,
} from './github/event.ts';
import { openOctokit, type Octokit } from './github/octokit.ts';
import { openConnections, type Connections } from './net/connections.ts';
import { createRedactor } from './net/redact.ts';
import { systemClock } from './net/clock.ts';

const USER_AGENT = 'scan-gate';

/** Opens the world of this process. Nothing is sent yet. */
export function openWorld(settings: WorldSettings): World {
  const connections = openConnections(process.env);
  return {
    event: readEvent(),
    service: openService(settings, connections),
    github: openGitHub(settings, connections),
    clock: systemClock,
    close: async () => {
      await connections.close();
    },
  };
}

function openService(
  { apiUrl, apiKey, githubToken, signals }: WorldSettings,
  { fetch }: Connections,
): ServiceClient | null {
  if (apiKey === null) return null;
  return createClient({
    baseUrl: apiUrl,
    apiKey,
    secrets: githubToken === null ? [] : [githubToken],
    fetch,
    signal: signals.service,
    userAgent: USER_AGENT,
  });
}

function openGitHub(
  { apiKey, githubToken, signals }: WorldSettings,
  { fetch }: Connections,
): Octokit | null {
  if (githubToken === null) return null;
  const { apiUrl: baseUrl } = context;
  return openOctokit({
    token: githubToken,
    baseUrl,
    fetch,
    signal: signals.github,
    redactor: createRedactor(apiKey === null ? [githubToken] : [githubToken, apiKey]),
    clock: systemClock,
  });
}

function readEvent(): ActionEvent {
  const { eventName, payload, sha, serverUrl, workflow, job, runId, runAttempt } = context;
  return {
    name: eventName,
    happening: parseHappening(eventName, payload),
    workflowSha: parseCommitSha(sha),
    repository: context.repo,
    visibility: parseVisibility(payload),
    serverUrl: serverUrl.replace(/\/+$/, ''),
    workflow,
    job,
    runId: parseRunNumber(runId, 0),
    runAttempt: parseRunNumber(runAttempt, 1),
  };
}
