// The sandbox's own endpoint, outside the service's paths: fault rules that are set while the service runs.
import { FaultRuleError, type Faults, parseFault, readFault } from '../faults.ts';
import type { FaultInjector, SandboxRequest, SandboxResponse } from '../http.ts';

const controlPath = '/sandbox/faults';

/** Whether a request is for the sandbox itself, not for the service. */
export function isControl(request: SandboxRequest): boolean {
  return request.path === controlPath;
}

/** GET lists the rules with how often each met a request and fired, POST adds one, DELETE removes all. Needs no key. */
export function controlFaults(faults: Faults, request: SandboxRequest): SandboxResponse {
  if (!isFromHere(request)) {
    return { status: 403, body: { message: 'Only programs of this machine may set faults.' } };
  }
  switch (request.method) {
    case 'GET':
      return { status: 200, body: { faults: faults.list() } };
    case 'POST':
      return addFault(faults, request.body);
    case 'DELETE':
      faults.clear();
      return { status: 200, body: { faults: [] } };
    default:
      return { status: 405, body: { message: 'GET, POST and DELETE are allowed.' } };
  }
}

/** The body is a rule as JSON, or one in the words of `--fault`. */
function addFault(faults: Faults, text: string): SandboxResponse {
  try {
    faults.add(text.trimStart().startsWith('{') ? readFault(JSON.parse(text)) : parseFault(text));
    return { status: 200, body: { faults: faults.list() } };
  } catch (error) {
    if (!(error instanceof FaultRuleError) && !(error instanceof SyntaxError)) throw error;
    return { status: 400, body: { message: error.message } };
  }
}

/** The server listens on loopback only; a web page in a browser on this machine is recognised by its Origin or a foreign Host. */
function isFromHere({ headers }: SandboxRequest): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  return headers.origin === undefined && ['127.0.0.1', 'localhost'].includes(host);
}

/** The fault injection in front of the service: the given injector, the rules set over HTTP, and never the control endpoint. */
export function withControl(
  given: FaultInjector | undefined,
  create: () => Faults,
): { readonly injector: FaultInjector; readonly faults: Faults } {
  const faults = given && isFaults(given) ? given : create();
  return {
    faults,
    injector: {
      async intercept(request, raw, answer) {
        if (isControl(request)) return false;
        if (given && given !== faults && (await given.intercept(request, raw, answer))) return true;
        return faults.intercept(request, raw, answer);
      },
    },
  };
}

function isFaults(injector: FaultInjector): injector is Faults {
  return 'add' in injector && 'clear' in injector && 'list' in injector;
}
