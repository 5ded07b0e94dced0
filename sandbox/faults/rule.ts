// Says what a fault rule is, as plain JSON data, and checks it.
import * as v from 'valibot';

const wholeNumber = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(wholeNumber, v.minValue(1));
const amount = v.pipe(wholeNumber, v.minValue(0));
const status = v.pipe(wholeNumber, v.minValue(200), v.maxValue(599));
/** Such as `/bugs/0/title` or `bugs.0.title`; `*` is every element or field. */
const field = v.pipe(v.string(), v.nonEmpty());

/** A rule is for some of the matching requests, counted from 1. */
const whenSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('nth'), n: count }),
  v.strictObject({ kind: v.literal('first'), n: count }),
  v.strictObject({ kind: v.literal('from'), n: count }),
]);

const effectSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('delay'), ms: amount }),
  v.strictObject({ kind: v.literal('hang'), at: v.picklist(['before', 'middle']) }),
  v.strictObject({ kind: v.literal('reset'), at: v.picklist(['before', 'middle', 'after']) }),
  v.strictObject({
    kind: v.literal('status'),
    status,
    headers: v.exactOptional(v.record(v.string(), v.string())),
    /** Absent: an error body in the form of the service. */
    body: v.exactOptional(v.unknown()),
    retryAfterSeconds: v.exactOptional(amount),
    /** The header has this format; default: seconds. */
    retryAfterAs: v.exactOptional(v.picklist(['seconds', 'date'])),
  }),
  v.strictObject({ kind: v.literal('html'), status: v.exactOptional(status) }),
  v.strictObject({ kind: v.literal('truncate') }),
  v.strictObject({ kind: v.literal('omit'), field }),
  v.strictObject({ kind: v.literal('wrong-type'), field }),
  v.strictObject({ kind: v.literal('set'), field, value: v.unknown() }),
  v.strictObject({ kind: v.literal('empty'), status: v.exactOptional(status) }),
  v.strictObject({
    kind: v.literal('oversize'),
    /** Default: 12 MiB. */
    bytes: v.exactOptional(count),
    /** It leaves without a content-length. */
    chunked: v.exactOptional(v.boolean()),
  }),
  v.strictObject({
    kind: v.literal('redirect'),
    location: v.pipe(v.string(), v.url()),
    /** Default: 302. */
    status: v.exactOptional(v.pipe(status, v.minValue(300), v.maxValue(399))),
  }),
  v.strictObject({
    kind: v.literal('drift'),
    /** So many items before this page were removed (negative: added), so that the page starts that much later. */
    shift: v.exactOptional(wholeNumber),
    /** So many items are missing at the end of the page. */
    drop: v.exactOptional(count),
    /** `total` changes accordingly; default: false. */
    changeTotal: v.exactOptional(v.boolean()),
  }),
]);

const ruleSchema = v.strictObject({
  /** Absent: any. */
  method: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z]+$/, 'expected GET, POST …'))),
  /** It is matched with the path, with and without its query; `*` is any text. */
  path: v.union([v.string(), v.strictObject({ regex: v.string() })]),
  /** Absent: every request that matches. */
  when: v.exactOptional(whenSchema),
  effect: effectSchema,
  /** The server executes the request before the fault replaces its answer, if the fault needs no answer; default: false. */
  applied: v.exactOptional(v.boolean()),
});

export type FaultEffect = v.InferOutput<typeof effectSchema>;

export type Effect<K extends FaultEffect['kind']> = Extract<FaultEffect, { kind: K }>;

export type FaultRule = v.InferOutput<typeof ruleSchema>;

/** A rule that cannot be used; the message says what was given and what is allowed. */
export class FaultRuleError extends Error {
  override readonly name = 'FaultRuleError';
}

/** Checks a rule that came as JSON. Throws FaultRuleError with every mistake. */
export function readFault(value: unknown): FaultRule {
  const result = v.safeParse(ruleSchema, value);
  if (result.success) return result.output;
  const mistakes = result.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw new FaultRuleError(`fault rule ${JSON.stringify(value)}: ${mistakes.join('; ')}`);
}
