import {
  type FastifyInstance,
  type FastifyRequest,
  type RouteOptions,
  type FastifyReply,
} from 'fastify';
import * as v from 'valibot';
import { type Call, isFileBody, pathsOf } from '#schemas/api/call.ts';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { type CallId, calls } from '#schemas/api/calls.ts';
import { type Services } from '#server/services.ts';
import { authenticate } from './authenticate.ts';
import { bodyLimit } from './body-limit.ts';
import { findBareList } from './inspect-schema.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor, type Handler, type Handlers, type Input } from '../handler.ts';
import { readFileBody } from '../files/read-file-body.ts';
import { getNetwork } from '../overload/network.ts';
import { getRequestLanguage } from './request-language.ts';
import { validateInput, parseQuery } from './validate-input.ts';
import { requireAllowedCall } from '#server/access/impersonation.ts';
import { newToken } from '#server/access/tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's call for this route. */
    call?: Call;
  }
  interface FastifyRequest {
    actor: Actor | null;
    /** See `Input`. */
    clockError: number | null;
  }
}

/** Registers the routes of all calls. Requests and responses are validated. */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  handlers: Partial<Handlers>,
): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('clockError', null);
  for (const id of Object.keys(handlers) as CallId[]) {
    const handler = handlers[id];
    // The cast is safe, because the table pairs each id with its own handler. The loop loses this relation.
    if (handler !== undefined) registerCall(app, services, calls[id], handler as Handler<Call>);
  }
}

function registerCall(
  app: FastifyInstance,
  services: Services,
  call: Call,
  handler: Handler<Call>,
): void {
  const urls = pathsOf(call).map((path) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`);
  for (const url of urls) app.route({ url, ...buildRoute(call, services, handler) });
}

function buildRoute(
  call: Call,
  services: Services,
  handler: Handler<Call>,
): Omit<RouteOptions, 'url'> {
  return {
    method: call.method,
    config: { call },
    bodyLimit: bodyLimit(call),
    onRequest: async (request) => {
      // The clocks are compared before the body arrives, because that may take minutes.
      request.clockError = readClockError(request, services.clock.now());
      await admitRequest(call, services, request);
      await request.server.throttleUpload(request);
    },
    handler: async (request, reply) => {
      const device = call.sendsDeviceCookie ? identifyDevice(request, reply, services) : null;
      const input = await readInput(call, request, device);
      const fields = getRequestedFields(input.query);
      const result = await runWithinLimits(request, input, () => handler(input, services));
      void reply.status(call.status);
      const completeResult = validateResult(call, result, services, request.id);
      return fields === null ? completeResult : pickFields(completeResult, fields);
    },
  };
}

/**
 * Runs a request's work within the concurrency limits. This is called only after the body has arrived, because a slow
 * sender would otherwise occupy a slot.
 */
async function runWithinLimits<Result>(
  request: FastifyRequest,
  { query }: Input<Call>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { actor, ip, server } = request;
  if (actor === null) return server.concurrency.perAddress(ip, work);
  const { since, limit } = (query ?? {}) as { readonly since?: string; readonly limit?: number };
  if (since === '') return server.recovery.runFullPull(actor, work);
  try {
    return await server.recovery.measureWork(() => server.concurrency.perPerson(actor, work));
  } catch (error) {
    // A pull of one row only checks the epoch, because the device is about to send work.
    const startsRecovery = error instanceof ApiFailure && error.code === 'checkpoint_stale';
    if (startsRecovery && limit !== 1) server.recovery.checkTurn(actor);
    throw error;
  }
}

/** Rejects requests during maintenance, and authenticates calls that need a session. */
export async function admitRequest(
  call: Call,
  services: Services,
  request: FastifyRequest,
): Promise<void> {
  if (services.environment.maintenance) {
    throw new ApiFailure('maintenance', { retryAfter: 60 });
  }
  if (call.access !== 'session') return;
  const actor = await authenticate(request, services);
  requireAllowedCall(call, actor);
  request.actor = actor;
}

async function readInput(
  call: Call,
  request: FastifyRequest,
  browserId: string | null,
): Promise<Input<Call>> {
  const input = {
    params: call.params && validateInput(call.params, request.params, 'params'),
    query: call.query && validateInput(call.query, parseQuery(call.query, request.query), 'query'),
    body: await readBody(call, request),
    actor: request.actor,
    language: getRequestLanguage(request.headers['accept-language']),
    idempotencyKey: call.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
    clientNetwork: getNetwork(request.ip),
    browserId,
    clockError: request.clockError,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  };
  // The cast is safe, because the call's own schemas have just been applied. `Call` doesn't have their types.
  return input as Input<Call>;
}

/**
 * Returns the device's clock minus the server's, in milliseconds; null if the request has no time. An unreadable time
 * counts as missing, because it only affects campaigns.
 */
function readClockError({ headers }: FastifyRequest, now: number): number | null {
  const time = headers[DEVICE_TIME_HEADER];
  return typeof time === 'string' && /^\d{1,15}$/.test(time) ? Number(time) - now : null;
}

async function readBody(call: Call, request: FastifyRequest): Promise<unknown> {
  if (call.body === undefined) return undefined;
  if (isFileBody(call.body)) return readFileBody(request, call.body);
  const list = findBareList(call);
  if (list !== null && Array.isArray(request.body)) {
    return { [list.name]: validateInput(list.schema, request.body, 'body') };
  }
  // Clients send no body if all fields are optional. The specification calls this "none".
  return validateInput(call.body, request.body ?? {}, 'body');
}

/** Reads the client's idempotency key: any short text allowed in a header. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(header)) {
    throw new ApiFailure('invalid_input', { field: 'headers.idempotency-key' });
  }
  return header;
}

/** Maximum number of invalid paths in a line of the log. */
const MAX_PROBLEMS = 20;

/**
 * Validates a handler's result against the contract and drops unknown fields. An invalid result doesn't undo the work
 * that the handler has done; the client retries with the same ids.
 * @throws ApiFailure `internal`; the log gets the request id, the call and the invalid paths, never their values
 */
export function validateResult(
  call: Call,
  result: unknown,
  { logger }: Pick<Services, 'logger'>,
  reqId: string,
): unknown {
  const validation = v.safeParse(call.result, result);
  if (validation.success) return validation.output;
  const paths = validation.issues.map((issue) => v.getDotPath(issue) ?? '');
  const problems = [...new Set(paths)].slice(0, MAX_PROBLEMS);
  logger.error({ reqId, call: call.id, problems }, 'a result violates the schema of its call');
  throw new ApiFailure('internal');
}

/** Query parameter that selects the fields of list items (spec 1 §7). */
const FIELDS_PARAMETER = 'constrainTo';

/**
 * Returns the fields of list items that the request selects. Null means all fields, even if the parameter is empty.
 * @param query validated, so that all names exist
 */
function getRequestedFields(query: unknown): ReadonlySet<string> | null {
  const names = new Map(Object.entries((query ?? {}) as Record<string, unknown>)).get(
    FIELDS_PARAMETER,
  );
  if (typeof names !== 'string' || names.trim() === '') return null;
  return new Set(names.split(',').map((field) => field.trim()));
}

/** Returns the list with only the selected fields of each item. */
function pickFields(list: unknown, fields: ReadonlySet<string>): unknown {
  const { data, ...rest } = list as { readonly data: readonly object[] };
  const pick = (item: object) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));
  return { data: data.map(pick), ...rest };
}

/** Path of the sign-in calls; no other request carries the cookie. */
const COOKIE_PATH = '/api/v2/installer/login';
/** Maximum allowed by browsers: 400 days. */
const MAX_AGE_SECONDS = 400 * 86_400;
const DEVICE_COOKIE = /(?:^|; )club_device=([A-Za-z0-9_-]{43})(?:;|$)/;

/**
 * Reads this browser's id from its cookie, or creates one: 256 random bits that scripts can't read. The id grants no
 * access. It only gives a device that has signed in before its own rate limits (`access/known-device.ts`). Each
 * response renews the cookie.
 */
function identifyDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { environment }: Services,
): string {
  const device = DEVICE_COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? newToken();
  const attributes = [
    'HttpOnly',
    'SameSite=Strict',
    `Path=${COOKIE_PATH}`,
    `Max-Age=${MAX_AGE_SECONDS}`,
  ];
  // In production, the proxy in front uses TLS; without TLS, a browser would drop a Secure cookie.
  if (environment.mode === 'production') attributes.push('Secure');
  void reply.header('set-cookie', [`club_device=${device}`, ...attributes].join('; '));
  return device;
}
