// Floods: the most that strangers can write under a pull request.
import type { CommentData } from '../../sandbox/github/data.ts';
import { startServices } from '../../sandbox/scenarios/play.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import type { Figure } from './figure.ts';
import { runGateForMemory } from './gate-run.ts';

const comments = 2_500;
const characters = 65_536;
/** Characters of one, three and four bytes. */
const alphabets = { ascii: 'x', euro: '€', emoji: '😀' };

/** Measures the gate's peak memory when somebody has written as much as GitHub takes. */
export async function measureFloods(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, character] of Object.entries(alphabets)) {
    const peakMb = await measureFlood(character);
    figures.push({
      name: `flood-memory-${name}`,
      what: `peak memory with ${comments} comments of ${characters} ${character}`,
      value: peakMb,
      unit: 'MB',
      atMost: 400,
      from: 'the resident set',
    });
  }
  return figures;
}

async function measureFlood(character: string): Promise<number> {
  const world = thresholdExceeded.build(Date.now());
  const at = '2026-01-01T00:00:00Z';
  const body = character.repeat(characters);
  const flood = Array.from({ length: comments }, (_, index): CommentData => ({
    ...{ id: index + 1, issue: world.pullRequest, user: 'deniz-arslan', body, createdAt: at, updatedAt: at },
  }));
  const services = await startServices({
    world: { ...world, github: { ...world.github, comments: [...flood, ...world.github.comments] } },
  });
  try {
    const { peakMb } = await runGateForMemory({
      world,
      serviceUrl: services.service.url,
      githubUrl: services.github.url,
    });
    return peakMb;
  } finally {
    await services.close();
  }
}
