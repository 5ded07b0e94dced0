// What the judge says, in the words of the reference.
import type { Judgement, Waiting } from '../../src/judgement/judge.ts';
import type { Expected } from './reference.ts';

/** As far as `like` is certain. */
export function toComparable(answer: Judgement | Waiting, like: Expected): Expected {
  if (answer.kind === 'waiting') return { reason: 'waiting', scan: null, bugs: null };
  const { verdict, selected, counted } = answer;
  const findings = counted?.findings ?? [];
  const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id).toSorted();
  return {
    reason: verdict.reason,
    scan: selected &&
      like.scan && {
        id: selected.scan.id,
        judged: idsOf(selected.judged),
        match: selected.match,
        behind: like.scan.behind === undefined ? undefined : (selected.commitsBehind ?? undefined),
      },
    bugs: counted &&
      like.bugs && {
        counted: idsOf(findings.filter((each) => each.counted)),
        pending: like.bugs.pending && idsOf(findings),
        resolved: counted.tally.resolved,
        dismissed: counted.tally.dismissed,
        missing: counted.missing,
      },
  };
}
