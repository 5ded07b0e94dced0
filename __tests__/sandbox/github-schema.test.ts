// The GraphQL schema of the sandbox's GitHub, held against GitHub's own.
import { readFileSync } from 'node:fs';
import { buildSchema, extendSchema, findBreakingChanges, parse } from 'graphql';
import { GRAPHQL_SCHEMA } from '../../sandbox/github/graphql.ts';
import { expect, test } from '../jest.ts';

test('the schema is a part of GitHub’s own', () => {
  const path = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'));
  const theirs = buildSchema(readFileSync(path, 'utf8'), { assumeValid: true, assumeValidSDL: true });
  // Whatever is in ours alone would be broken by theirs.
  expect(findBreakingChanges(GRAPHQL_SCHEMA, theirs)).toEqual([]);
  const more = extendSchema(GRAPHQL_SCHEMA, parse('extend type Repository { stars: Int }'));
  expect(findBreakingChanges(more, theirs)).toMatchObject([{ description: 'Repository.stars was removed.' }]);
});
