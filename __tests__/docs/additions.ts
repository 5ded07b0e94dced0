// Some samples show only what to add to a workflow: here they are put where they belong in a whole one.
import { join } from 'node:path';
import * as v from 'valibot';
import { parse, parseDocument } from 'yaml';
import { ACTIONS } from '../../scripts/actions.ts';
import { OURS } from './language-service.ts';
import { readPage, readSetUps, type Sample } from './pages.ts';

const values = v.optional(v.record(v.string(), v.unknown()), {});

/** No sample may add more than this: anything else in the file would be lost. */
const additionShape = v.strictObject({
  on: v.optional(v.unknown()),
  concurrency: v.optional(v.unknown()),
  permissions: values,
  'runs-on': v.optional(v.string()),
  'timeout-minutes': v.optional(v.number()),
  environment: v.optional(v.string()),
  strategy: v.optional(v.unknown()),
  env: v.optional(v.unknown()),
  with: values,
  steps: v.optional(v.array(v.record(v.string(), v.unknown())), []),
});
/** A step whose `id` names an action of ours is the step that is already there. */
const ownStepShape = v.strictObject({ id: v.picklist(ACTIONS), with: values });
type Addition = v.InferOutput<typeof additionShape>;

const wholeShape = v.object({
  jobs: v.record(v.string(), v.object({ steps: v.array(v.object({ uses: v.optional(v.string(), '') })) })),
});

function isWhole({ text }: Pick<Sample, 'text'>): boolean {
  return v.is(v.looseObject({ jobs: v.unknown() }), parse(text));
}

/** A whole workflow adds no inputs. */
export function addedInputsOf(sample: Sample): readonly string[] {
  if (isWhole(sample)) return [];
  const addition = readAddition(sample);
  return Object.keys({ ...addition.with, ...ownStepOf(addition)?.with });
}

/**
 * The sample as a whole workflow: itself, or the one that it is added to. That is the first of its page if that is an action's,
 * the one of the action after which it calls the step, else the first set-up.
 */
export function completeSample(sample: Sample): string {
  if (isWhole(sample)) return sample.text;
  const addition = readAddition(sample);
  return add(addition, findBase(sample, addition));
}

function readAddition({ page, text }: Sample): Addition {
  const read = v.safeParse(additionShape, parse(text));
  if (!read.success) throw new Error(`${page}: is neither a workflow nor what can be added to one:\n${text}`);
  return read.output;
}

function ownStepOf({ steps: [first] }: Addition): v.InferOutput<typeof ownStepShape> | null {
  return v.is(ownStepShape, first) ? v.parse(ownStepShape, first) : null;
}

function findBase({ page }: Sample, addition: Addition): string {
  const pages = ACTIONS.map((action) => join(action, 'README.md'));
  const id = ownStepOf(addition)?.id;
  const named = id === undefined ? page : join(id, 'README.md');
  const isOfAction = named !== 'README.md' && pages.includes(named);
  const base = isOfAction ? readPage(named).samples.find(isWhole)?.text : readSetUps()[0];
  if (base === undefined) throw new Error(`${page} has nothing to add to`);
  return base;
}

function add(addition: Addition, base: string): string {
  const { on, concurrency, permissions, with: inputs, steps, ...ofJob } = addition;
  const ownStep = ownStepOf(addition);
  const document = parseDocument(base);
  const { jobs } = v.parse(wholeShape, document.toJS());
  const [[job, { steps: own }] = ['', { steps: [] }]] = Object.entries(jobs);
  const step = ['jobs', job, 'steps', own.findIndex(({ uses }) => uses.startsWith(OURS))];
  const set = (path: readonly unknown[], value: unknown): void => {
    if (value !== undefined) document.setIn(path, document.createNode(value));
  };
  set(['on'], on);
  set(['concurrency'], concurrency);
  for (const [name, value] of Object.entries(permissions)) set(['permissions', name], value);
  for (const [name, value] of Object.entries(ofJob)) set(['jobs', job, name], value);
  set([...step, 'id'], ownStep?.id);
  for (const [name, value] of Object.entries({ ...inputs, ...ownStep?.with })) set([...step, 'with', name], value);
  steps.slice(ownStep === null ? 0 : 1).forEach((each, index) => {
    set(['jobs', job, 'steps', own.length + index], each);
  });
  return document.toString({ lineWidth: 0 });
}
