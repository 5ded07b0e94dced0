// The reading of a SARIF log: its shape as far as GitHub's code scanning demands it.
import * as v from 'valibot';

const text = v.object({ text: v.pipe(v.string(), v.nonEmpty()) });
const level = v.picklist(['error', 'warning', 'note', 'none']);

/** What code scanning wants of a rule and of a result (docs: "SARIF support for code scanning"). */
const rule = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  shortDescription: text,
  fullDescription: text,
  help: text,
  defaultConfiguration: v.object({ level }),
  properties: v.object({
    tags: v.array(v.string()),
    'security-severity': v.optional(v.pipe(v.string(), v.regex(/^(?:10|\d)\.\d$/u))),
  }),
});

const location = v.object({
  physicalLocation: v.object({
    // Relative, and nothing in it that an address would read otherwise.
    artifactLocation: v.object({
      uri: v.pipe(v.string(), v.regex(/^(?!\/)[^\s:?#\\]+$/u)),
      uriBaseId: v.literal('%SRCROOT%'),
    }),
    region: v.object({ startLine: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  }),
});

const result = v.object({
  ruleId: v.string(),
  ruleIndex: v.number(),
  level,
  message: text,
  locations: v.pipe(v.array(location), v.minLength(1)),
  partialFingerprints: v.record(v.string(), v.pipe(v.string(), v.nonEmpty())),
  hostedViewerUri: v.optional(v.string()),
  suppressions: v.optional(
    v.array(
      v.object({ kind: v.literal('external'), status: v.literal('accepted'), justification: v.optional(v.string()) }),
    ),
  ),
});

const log = v.object({
  version: v.literal('2.1.0'),
  runs: v.tuple([
    v.object({
      tool: v.object({ driver: v.object({ name: v.string(), rules: v.array(rule) }) }),
      automationDetails: v.object({ id: v.pipe(v.string(), v.regex(/^[^/].*\/$/su)) }),
      // Without `mappedTo`, a viewer cannot tell the files of this repository from others (SARIF2007).
      versionControlProvenance: v.optional(
        v.tuple([
          v.object({
            repositoryUri: v.string(),
            revisionId: v.string(),
            mappedTo: v.object({ uriBaseId: v.literal('%SRCROOT%') }),
          }),
        ]),
      ),
      results: v.array(result),
    }),
  ]),
});

export type SarifRun = v.InferOutput<typeof log>['runs'][0];
export type SarifResult = SarifRun['results'][number];

/** The one run of a log. Throws when code scanning would not take it. */
export function readSarif(file: string | undefined): SarifRun {
  return v.parse(log, JSON.parse(file ?? '')).runs[0];
}
