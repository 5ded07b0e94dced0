// Tests of the documents at scale: 10,000 pending findings, every document within its limit, and each says how many it
// left out.
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { CheckRunState } from '../../sandbox/github/state.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { tenThousand } from '../../sandbox/scenarios/ten-thousand.ts';
import { withSandbox } from '../harness/sandbox.ts';
import { readSarif } from '../harness/sarif-log.ts';
import { reportCheck, sarifCheck } from '../harness/schemas.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';

interface Written {
  readonly result: RunnerResult;
  readonly comments: readonly string[];
}

/** By workflow commands and with both files, then as check runs of 120 and of no annotations. */
let byWorkflow: Written;
let byCheckRun: Written;
let listed: Written;
let checkRuns: readonly CheckRunState[];
let checkCalls: readonly { readonly method: string; readonly body: string }[];

beforeAll(async () => {
  await withSandbox(tenThousand.build(Date.now()), async (sandbox) => {
    const write = async (inputs: Readonly<Record<string, string>>): Promise<Written> => ({
      result: await sandbox.run({ inputs }),
      comments: sandbox.ownComments().map(({ body }) => body),
    });
    byWorkflow = await write({ 'sarif-file': 'out/gate.sarif', 'report-file': 'out/gate.json' });
    byCheckRun = await write({ annotations: 'check-run', 'max-annotations': '120', 'max-bugs': '0' });
    listed = await write({ 'max-listed': '1000', annotations: 'off' });
    checkRuns = structuredClone(sandbox.github.state.checkRuns);
    checkCalls = sandbox.github.requests.filter(({ url }) => url.includes('/check-runs'));
  });
});

const findings = 10_000;

/** The number in front of these words; 0 where they are not. */
function countBefore(text: string, words: RegExp): number {
  const found = new RegExp(`([\\d,]+) ${words.source}`, 'u').exec(text)?.[1] ?? '0';
  return Number(found.replaceAll(',', ''));
}

/** What documents say of entries that they leave out. */
const leftOut = /(?:more|are not listed)/u;

function entriesOf(markdown: string): number {
  return markdown.match(/^- (?:🔴|🟠|⚪) /gmu)?.length ?? 0;
}

it('counts them all', () => {
  expect(byWorkflow.result.outputs).toMatchObject({
    verdict: 'failed',
    pending: '10000',
    'pending-security': '120',
    gated: '10000',
    'gated-security': '120',
    resolved: '150',
    dismissed: '250',
  });
});

describe('the comment', () => {
  it('has at most 65,000 characters, whole entries, and says how many are missing', () => {
    for (const { comments } of [byWorkflow, listed]) {
      const [body = '', ...others] = comments;
      expect(others).toEqual([]);
      expect(body.length).toBeLessThanOrEqual(65_000);
      expect(entriesOf(body)).toBeGreaterThan(0);
      // Only security bugs count here.
      expect(entriesOf(body) + countBefore(body, leftOut)).toBe(120);
      expect(body.match(/<details>/gu)?.length).toBe(body.match(/<\/details>/gu)?.length);
    }
  });

  it('lists as many as max-listed says, and with 1,000 as many as fit', () => {
    expect(entriesOf(byWorkflow.comments[0] ?? '')).toBe(20);
    expect(entriesOf(listed.comments[0] ?? '')).toBeGreaterThan(60);
    expect(listed.comments[0]?.length).toBeGreaterThan(63_500);
  });
});

describe('the job summary', () => {
  it('is within 1 MiB and says how many are missing', () => {
    for (const [{ result }, count] of [
      [byWorkflow, 200],
      [listed, null],
    ] as const) {
      expect(result.summary).not.toBe('');
      expect(Buffer.byteLength(result.summary)).toBeLessThanOrEqual(1024 * 1024);
      expect(entriesOf(result.summary) + countBefore(result.summary, leftOut)).toBe(findings);
      if (count !== null) expect(entriesOf(result.summary)).toBe(count);
    }
  });

  it('has the chart of pending bugs by scan', () => {
    expect(byWorkflow.result.summary).toContain('Pending bugs by scan');
    expect(byWorkflow.result.summary).toContain('10,000');
  });
});

describe('the annotations', () => {
  /** Bugs in files that the pull request changes. */
  const inChangedFiles = 200;

  it('of the workflow are those that count', () => {
    const { annotations, droppedAnnotations } = byWorkflow.result;
    expect(droppedAnnotations).toEqual([]);
    const levels = annotations.filter(({ file }) => file !== undefined).map(({ level }) => level);
    expect(levels).toEqual(['error', 'error', 'error']);
    expect(annotations.filter(({ message }) => message.includes('more annotations'))).toEqual([]);
  });

  it('of the check run are max-annotations, and one notice counts the rest', () => {
    const [run] = checkRuns;
    expect(run?.annotations).toHaveLength(120);
    expect(new Set(run?.annotations.map(({ message }) => message)).size).toBe(120);
    const [rest] = byCheckRun.result.annotations.filter(({ level }) => level === 'notice');
    expect(120 + countBefore(rest?.message ?? '', /more annotations/u)).toBe(inChangedFiles);
    expect(byCheckRun.result.annotations.filter(({ file }) => file !== undefined)).toEqual([]);
  });

  it('of the check run come in batches of 50: created complete, then only output', () => {
    const call = v.object({
      status: v.optional(v.string()),
      conclusion: v.optional(v.string()),
      output: v.object({
        title: v.string(),
        summary: v.string(),
        annotations: v.array(v.unknown()),
      }),
    });
    const calls = checkCalls.map(({ method, body }) => {
      const sent = v.parse(v.record(v.string(), v.unknown()), JSON.parse(body));
      const { status, conclusion, output } = v.parse(call, sent);
      return {
        method,
        status,
        conclusion,
        fields: Object.keys(sent),
        size: output.annotations.length,
      };
    });
    expect(calls.map(({ method, size }) => `${method} ${size}`)).toEqual(['POST 50', 'PATCH 50', 'PATCH 20']);
    expect(calls[0]).toMatchObject({ status: 'completed', conclusion: 'failure' });
    for (const { fields } of calls.slice(1)) expect(fields).toEqual(['output']);
  });

  it('leave the check run its conclusion and a summary within 65,535 bytes', () => {
    expect(checkRuns).toHaveLength(1);
    expect(checkRuns[0]).toMatchObject({ status: 'completed', conclusion: 'failure' });
    expect(Buffer.byteLength(checkRuns[0]?.summary ?? '')).toBeLessThanOrEqual(65_535);
  });
});

describe('the SARIF log', () => {
  const file = (): string => byWorkflow.result.workspaceFiles['out/gate.sarif'] ?? '';

  it('is SARIF 2.1.0', () => {
    expect(sarifCheck()(JSON.parse(file()))).toEqual([]);
  });

  it('is what code scanning takes, with room to spare', () => {
    const { results } = readSarif(file());
    expect(results).toHaveLength(findings + 250);
    expect(results.length).toBeLessThanOrEqual(25_000);
    expect(gzipSync(file()).byteLength).toBeLessThan(10_000_000);
  });

  it('has the security bugs first, because code scanning keeps 5,000', () => {
    const rules = readSarif(file()).results.map(({ ruleId }) => ruleId);
    expect(rules.slice(0, 120)).toEqual(Array(120).fill('security-bug'));
    expect(rules.slice(120)).not.toContain('security-bug');
  });

  it('has dismissed bugs last, suppressed, with their justification', () => {
    const { results } = readSarif(file());
    expect(results.slice(0, findings).filter(({ suppressions }) => suppressions)).toEqual([]);
    for (const { suppressions } of results.slice(findings)) {
      expect(suppressions).toHaveLength(1);
      expect(suppressions?.[0]?.justification).toMatch(/^wont_fix: Accepted in the review of/u);
    }
  });

  it('has one fingerprint for each bug', () => {
    const prints = readSarif(file()).results.map((each) => JSON.stringify(each.partialFingerprints));
    expect(new Set(prints).size).toBe(findings + 250);
  });
});

describe('the JSON report', () => {
  it('is valid, and has every finding', () => {
    const document: unknown = JSON.parse(byWorkflow.result.workspaceFiles['out/gate.json'] ?? '');
    expect(reportCheck()(document)).toEqual([]);
    const { findings: all } = v.parse(v.object({ findings: v.array(v.unknown()) }), document);
    expect(all).toHaveLength(findings);
  });
});

describe('the log', () => {
  it('stays readable: a hundred findings, and how many more', () => {
    expect(byWorkflow.result.log.split('\n').length).toBeLessThan(250);
    expect(countBefore(byWorkflow.result.log, /more bugs\n/u)).toBe(findings - 100);
  });
});
