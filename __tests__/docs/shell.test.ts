// Every snippet of shell in the pages parses.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { ACTIONS } from '../../scripts/actions.ts';
import { expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';
import { completeSample } from './additions.ts';
import { listFiles, readExamples, readPage, type Sample } from './pages.ts';

const paths = [
  ...ACTIONS.map((action) => join(action, 'README.md')),
  // Commands with places for the reader's own values.
  ...listFiles('docs').filter((path) => path.endsWith('.md') && path !== 'docs/releasing.md'),
];
const pages = paths.map(readPage);

const workflowShape = v.object({
  jobs: v.record(
    v.string(),
    v.object({ steps: v.optional(v.array(v.object({ run: v.optional(v.string(), '') })), []) }),
  ),
});

function scriptsOf(sample: Sample): readonly Sample[] {
  const { jobs } = v.parse(workflowShape, parse(completeSample(sample)));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return steps.filter((step) => step.run !== '').map((step) => ({ ...sample, text: step.run }));
}

const scripts = [
  ...pages.flatMap((page) => [...page.scripts, ...page.samples.flatMap(scriptsOf)]),
  ...readExamples().flatMap(scriptsOf),
];

// The snippets are for bash, on the Ubuntu runner that the workflows name or in a terminal.
describeOnPosix('the shell of the pages', () => {
  it.each(scripts.map((script, index) => [`${script.page}, ${script.heading}, ${index}`, script.text]))(
    'parses: %s',
    (_, text) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});
