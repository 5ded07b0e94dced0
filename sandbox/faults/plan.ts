// Decides what an effect makes of the right answer: the status, headers and text that leave, and how they end.
import { type Delivery, type SandboxRequest, type SandboxResponse, toDelivery, toTextDelivery } from '../http.ts';
import { isRecord, withField } from './fields.ts';
import type { Effect, FaultEffect } from './rule.ts';

/** What was asked, and the way to the right answer to it. */
export interface Question {
  readonly request: SandboxRequest;
  readonly answer: (instead?: SandboxRequest) => Promise<SandboxResponse>;
}

/** What leaves. */
export interface Plan extends Delivery {
  /** The effect found nothing to do. */
  readonly isUntouched?: boolean;
}

const defaultOversizeBytes = 12 * 1024 * 1024;

const htmlPage = '<!doctype html><title>Gateway</title><h1>The service is taking a break</h1>\n';

export function isBlind(effect: FaultEffect): boolean {
  if (effect.kind === 'hang' || effect.kind === 'reset') return effect.at === 'before';
  return ['status', 'html', 'empty', 'redirect'].includes(effect.kind);
}

/** Decides what leaves instead of the right answer; a delay is no matter of the answer. */
export async function planAnswer(
  effect: Exclude<FaultEffect, { kind: 'delay' }>,
  { request, answer }: Question,
): Promise<Plan> {
  switch (effect.kind) {
    case 'status':
      return toDelivery(statusAnswer(effect));
    case 'html':
      return toTextDelivery(effect.status ?? 200, { 'content-type': 'text/html' }, htmlPage);
    case 'empty':
      return toTextDelivery(effect.status ?? 200, { 'content-type': 'application/json' }, '');
    case 'redirect':
      return toTextDelivery(effect.status ?? 302, { location: effect.location }, '');
    case 'hang':
    case 'reset':
      return broken(effect, answer);
    case 'truncate':
      return truncated(toDelivery(await answer()));
    case 'oversize':
      return padded(toDelivery(await answer()), effect);
    case 'omit':
    case 'wrong-type':
    case 'set':
      return changed(await answer(), effect);
    case 'drift':
      return drifted(effect, request, answer);
  }
}

function statusAnswer(effect: Effect<'status'>): SandboxResponse {
  const { status: statusCode, retryAfterSeconds: seconds } = effect;
  const isDate = effect.retryAfterAs === 'date';
  const retryAfter = (afterSeconds: number): string =>
    isDate ? new Date(Date.now() + afterSeconds * 1000).toUTCString() : String(afterSeconds);
  const otherType = statusCode < 500 ? 'INVALID_REQUEST_BODY' : 'INTERNAL_ERROR';
  return {
    status: statusCode,
    headers: {
      ...(seconds === undefined ? {} : { 'retry-after': retryAfter(seconds) }),
      ...effect.headers,
    },
    body: effect.body ?? {
      type: errorTypes[statusCode] ?? otherType,
      message: `Sandbox fault: status ${statusCode}.`,
      statusCode,
    },
  };
}

const errorTypes: Readonly<Record<number, string>> = {
  401: 'SERVICE_AUTHENTICATION_ERROR',
  403: 'AUTHORIZATION_ERROR',
  404: 'NOT_FOUND',
};

async function broken({ kind, at }: Effect<'hang' | 'reset'>, answer: Question['answer']): Promise<Plan> {
  if (at === 'before') return { ...toTextDelivery(200, {}, ''), sends: 'nothing', then: kind };
  return { ...toDelivery(await answer()), sends: at === 'middle' ? 'half' : 'all', then: kind };
}

function truncated(plan: Plan): Plan {
  return { ...plan, text: plan.text.slice(0, Math.ceil(plan.text.length / 2)) };
}

/** With white space in front it stays JSON, and only its size is wrong. */
function padded(plan: Plan, { bytes, chunked }: Effect<'oversize'>): Plan {
  const missing = (bytes ?? defaultOversizeBytes) - Buffer.byteLength(plan.text);
  return { ...plan, padding: Math.max(0, missing), isChunked: chunked ?? false };
}

function changed(answer: SandboxResponse, effect: Effect<'omit' | 'wrong-type' | 'set'>): Plan {
  const { body, isTouched } = withField(answer.body, effect);
  return { ...toDelivery({ ...answer, body }), isUntouched: !isTouched };
}

async function drifted(
  { shift = 0, drop = 0, changeTotal }: Effect<'drift'>,
  request: SandboxRequest,
  answer: Question['answer'],
): Promise<Plan> {
  const query = new URLSearchParams(request.query);
  const offset = Number(query.get('offset') ?? 0);
  if (shift !== 0) query.set('offset', String(Math.max(0, offset + shift)));
  const list = request.method === 'GET' ? await answer({ ...request, query }) : undefined;
  const body: unknown = structuredClone(list?.body);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : undefined;
  // Where there is no list, or the endpoint refuses an offset, the answer is the right one.
  if (!list || !isRecord(body) || !items) return { ...toDelivery(await answer()), isUntouched: true };
  items.splice(Math.max(0, items.length - drop), drop);
  if (changeTotal && typeof body['total'] === 'number') {
    body['total'] = Math.max(0, body['total'] - shift - drop);
  }
  return toDelivery({ ...list, body });
}
