// The rules of the check run over the wire: each annotation stands there once, whatever becomes of the answers.
import type { FaultRule } from '../../sandbox/faults.ts';
import { createCheckRun } from '../../src/gate/check-run.ts';
import type { CheckRunDocument } from '../../src/gate/documents/check-run.ts';
import { type Connection, PLACE, withConnection } from '../github/connection.ts';
import { describe, expect, it } from '../jest.ts';
import { sha } from '../sandbox/github-world.ts';

const COUNT = 120;

const document: CheckRunDocument = {
  conclusion: 'failure',
  title: 'failed',
  summary: 'Too many.',
  annotations: Array.from({ length: COUNT }, (_, at) => ({
    path: 'new.ts',
    start_line: at + 1,
    end_line: at + 1,
    annotation_level: 'warning',
    title: `Bug ${at}`,
    message: 'A bug.',
  })),
};

const create = ({ octokit }: Connection) =>
  createCheckRun(octokit, { ...PLACE, headSha: sha('b'), name: 'Scan Gate' }, document);

const titlesOf = ({ github }: Connection): readonly (string | null)[] =>
  github.state.checkRuns.flatMap(({ annotations }) => annotations.map(({ title }) => title));
const callsOf = ({ github }: Connection): readonly string[] => github.requests.map(({ method }) => method);
const titles = document.annotations.map(({ title }) => title);

const lost: FaultRule = {
  method: 'PATCH',
  path: '/repos/acme/shop/check-runs/*',
  when: { kind: 'nth', n: 1 },
  effect: { kind: 'status', status: 502 },
};

describe('the annotations of a check run', () => {
  it('are appended 50 at a time', () =>
    withConnection({}, async (connection) => {
      expect(await create(connection)).toMatchObject({ annotated: COUNT, fault: null });
      expect(titlesOf(connection)).toEqual(titles);
      expect(callsOf(connection)).toEqual(['POST', 'PATCH', 'PATCH']);
    }));

  it.each<[string, string | FaultRule, readonly string[]]>([
    ['an error, though it arrived', { ...lost, applied: true }, ['PATCH', 'GET', 'PATCH']],
    ['an error, and it did not arrive', lost, ['PATCH', 'GET', 'PATCH', 'PATCH']],
    ['half an answer', 'PATCH * nth=1 reset=middle', ['PATCH', 'GET', 'PATCH']],
    ['no answer', 'PATCH * nth=1 reset=before', ['PATCH', 'GET', 'PATCH', 'PATCH']],
    ['a refusal for its rate', 'PATCH * nth=1 status=429', ['PATCH', 'PATCH', 'PATCH']],
  ])('stand there once where an update got %s', (_, fault, calls) =>
    withConnection({ faults: [fault] }, async (connection) => {
      expect(await create(connection)).toMatchObject({ annotated: COUNT, fault: null });
      expect(titlesOf(connection)).toEqual(titles);
      expect(callsOf(connection)).toEqual(['POST', ...calls]);
    }),
  );

  it.each<[string, readonly string[], number, readonly string[]]>([
    ['refused', ['PATCH * status=403'], 50, ['PATCH']],
    ['lost twice', ['PATCH * status=500'], 50, ['PATCH', 'GET', 'PATCH']],
    [
      'lost, and GitHub does not say what is there',
      ['PATCH * status=500', 'GET */check-runs/* status=403'],
      50,
      ['PATCH', 'GET'],
    ],
    [
      'lost, and the answer to that lacks the count',
      ['PATCH * status=500', 'GET */check-runs/* omit=output.annotations_count'],
      50,
      ['PATCH', 'GET'],
    ],
  ])('are fewer, and the fault is told, where an update is %s', (_, faults, annotated, calls) =>
    withConnection({ faults }, async (connection) => {
      const { fault, ...created } = await create(connection);
      expect(created).toMatchObject({ annotated });
      expect(fault).toMatchObject({ status: expect.any(Number) });
      expect(titlesOf(connection)).toEqual(titles.slice(0, annotated));
      expect(callsOf(connection)).toEqual(['POST', ...calls]);
    }),
  );

  it('need the id of the check run, which needs none by itself', () =>
    withConnection({ faults: ['POST */check-runs omit=id'] }, async (connection) => {
      const { fault, annotated } = await create(connection);
      expect([String(fault), annotated]).toEqual(['GitHubAnswerError: Created check run: id: missing', 50]);
    }));
});
