// The check of what the default branch requires: whether the gate can block, and whether pull requests have the other checks at all.
import { compact } from '../judgement/lists.ts';
import { ok, type Result, toList, UNCHECKED, warn } from './check.ts';
import type { Diagnosis, Required } from './evidence.ts';
import { GATE_JOB } from './set-ups.ts';

/** A gap is no fault here, since no verdict depends on it. */
export function decideRequired({ evidence }: Diagnosis): Result {
  const { required } = evidence.github;
  if (required === null) return UNCHECKED;
  const { contexts, workflows, isWhole } = required.requirements;
  const branch = `\`${required.branch}\``;
  if (contexts.length + workflows.length === 0) {
    return isWhole
      ? ok(`${branch} requires no check before a merge, so a red gate would block nothing.`, {
          advice: [REQUIRE_ADVICE],
        })
      : ok(`GitHub does not show what ${branch} requires.`);
  }
  const missing = selectMissing(required);
  const what = compact([
    `${branch} requires ${toRequired(required)}.`,
    !isWhole && 'GitHub may not show everything that it requires.',
    GATE_SENTENCES[required.isGateRequired],
    missing.length > 0 && toMissing(required, missing),
  ]).join(' ');
  if (missing.length > 0) {
    return warn(what, {
      advice: [
        'GitHub waits for a required check before it lets anybody merge: see that every pull request has it, or no longer require it.',
      ],
    });
  }
  return ok(what, {
    advice: compact([
      required.isGateRequired === 'not-required' && REQUIRE_ADVICE,
      contexts.length > 0 &&
        required.recent === null &&
        'With `checks: read` and `statuses: read` the doctor also says which of these checks no pull request has.',
    ]),
  });
}

const REQUIRE_ADVICE = `To let the gate block, require the check \`${GATE_JOB}\` under Settings → Rules → Rulesets once its workflow runs.`;

const GATE_SENTENCES: Readonly<Record<Required['isGateRequired'], string>> = {
  required: `The gate’s job, \`${GATE_JOB}\` in the workflow to paste, is required.`,
  'not-required': `The gate’s job, \`${GATE_JOB}\` in the workflow to paste, is not required, so it would block nothing.`,
  unknown: 'Whether the gate is required is not known.',
};

function toRequired({ requirements: { contexts, workflows } }: Required): string {
  const paths = [...new Set(workflows.map(({ path }) => path))];
  return compact([toNamed('check', contexts), toNamed('workflow', paths)]).join(' and ');
}

/** Says, for example, "the checks `build`, `lint`"; null where there is none. */
function toNamed(noun: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return `the ${noun}${names.length === 1 ? '' : 's'} ${toList(names.map((name) => `\`${name}\``))}`;
}

/** Selects nothing where GitHub does not say which checks there are. */
function selectMissing({ requirements, recent }: Required): readonly string[] {
  if (recent === null || recent.pulls === 0) return [];
  return requirements.contexts.filter((name) => !recent.names.has(name));
}

function toMissing({ recent, branch }: Required, missing: readonly string[]): string {
  const pulls = recent?.pulls ?? 0;
  const none = pulls === 1 ? 'The last pull request' : `None of the last ${pulls} pull requests`;
  return `${none} into \`${branch}\` ${pulls === 1 ? 'does not have' : 'has'} ${toNamed('check', missing) ?? ''}.`;
}
