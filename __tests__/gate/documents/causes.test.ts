// What each reader is told of each fault: golden files, to be read aloud.
import { NOT_YOURS } from '../../../src/documents/causes/row.ts';
import { toAdvice } from '../../../src/documents/causes.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { fillText } from '../../../src/gate/documents/phrases.ts';
import type { Visibility } from '../../../src/judgement/disclosure.ts';
import type { Unverified } from '../../../src/judgement/unverified.ts';
import { FAULTS } from '../../documents/faults.ts';
import { expectGolden } from '../../documents/golden.ts';
import { expect, test } from '../../jest.ts';
import { anUnverified, aReport, type ReportSource, someOptions } from './fixtures.ts';

/** What comment and log have in common, a line each. */
function sayTo(visibility: Visibility, fault: Unverified): readonly string[] {
  const report = aReport({ selected: null, fault, visibility });
  const { wayOut } = report.words;
  if (wayOut === null) return [];
  const { headline, about, see, todo, technical, advice } = wayOut;
  return [
    headline,
    [about, see && `${see.text} ${see.page.url}`].filter((part) => part !== null).join(' '),
    todo === null ? 'nothing to do' : `do: ${fillText(todo, report)}`,
    technical ?? 'no cause',
    ...advice.map((line) => `- ${line}`),
  ];
}

function toText([name, make]: readonly [string, () => Unverified]): string {
  const fault = make();
  const members = sayTo('private', fault);
  const everybody = sayTo('public', fault).filter((line) => !members.includes(line));
  const told = [...members, ...everybody.map((line) => `in public: ${line}`)];
  return [`## ${name} (${fault.reason})`, ...told, ''].join('\n');
}

test('each fault is told in full', () => {
  expectGolden('causes.md', Object.entries(FAULTS).map(toText).join('\n'));
});

const READERS: Readonly<Record<string, ReportSource>> = {
  'who opened it from a fork': { parts: { rerunBy: 'maintainer' } },
  'whose pull request the merge queue has removed': { parts: { rerunBy: 'queue' } },
  'whose run is over 30 days old': { parts: { rerunBy: 'nobody' } },
  'whose workflow uses a token of its own': { parts: { hasOwnToken: true } },
  'who pushed': { pullRequest: null },
  'of a merged pull request': { parts: { ending: 'merged' } },
  'of a closed pull request': { parts: { ending: 'closed' } },
};
/** A step, a step with a sentence behind it, a run alone, a time, a new run, and nothing. */
const STEPS = [
  ...(['a revoked key', 'no scan of the commit', 'a service that is down', 'the limit of an hour'] as const),
  ...(['a permission that the workflow lacks', 'a repository that was renamed', 'no key, from a fork'] as const),
  ...(['a wrong input'] as const),
];

test('what to do depends on what the reader can do', () => {
  const said = Object.entries(READERS).map(([reader, source]) => {
    const lines = STEPS.map((name) => {
      const report = aReport({ selected: null, fault: FAULTS[name](), ...source });
      const todo = report.words.wayOut?.todo ?? null;
      return `- ${name}: ${todo === null ? 'nothing' : fillText(todo, report)}\n`;
    });
    return `## ${reader}\n${lines.join('')}`;
  });
  expectGolden('causes-by-reader.md', said.join('\n'));
});

test('the author of the pull request that changes the workflow may be its maintainer', () => {
  const report = anUnverified(FAULTS['a revoked key'](), { parts: { changesWorkflow: true } });
  const { about, isOpen } = report.words.wayOut ?? {};
  expect([about === NOT_YOURS, isOpen]).toEqual([false, true]);
  expectGolden('comment-changes-workflow.md', renderComment(report, someOptions));
  const control = anUnverified(FAULTS['a revoked key']());
  expect([control.words.wayOut?.about, control.words.wayOut?.isOpen]).toEqual([NOT_YOURS, false]);
  expect(renderComment(control, someOptions)).not.toContain('<details open>');
});

test('each fault is told to whoever maintains a sweep', () => {
  const said = Object.entries(FAULTS).map(([name, make]) => `${name}: ${toAdvice(make()).join(' ')}`.trimEnd());
  expectGolden('causes-of-sweeps.txt', said.map((line) => `${line}\n`).join(''));
});

// Green or red would tell whoever opens a pull request which files have pending bugs.
test('none advises `gate-on: touched` where everybody may open a pull request', () => {
  const said = (visibility: Visibility): number =>
    Object.values(FAULTS).filter((make) => sayTo(visibility, make()).join().includes('touched')).length;
  expect([said('public'), said('unknown'), said('private') > 0]).toEqual([0, 0, true]);
});
