import {
  type FastifyInstance,
  type FastifyRequest,
  type RouteOptions,
  type FastifyReply,
} from 'fastify';
import * as v from 'valibot';
import { type Call, isFileBody, pathsOf } from '#schemas/api/call.ts';
import { type CallId, calls } from '#schemas/api/calls.ts';
import { type Services } from '#server/services.ts';
import { authenticate } from './authenticate.ts';
import { bodyLimit } from './body-limit.ts';
import { bareListOf } from './inspect-schema.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor, type Handler, type Handlers, type Input } from '../handler.ts';
import { readFileBody } from '../files/read-file-body.ts';
import { networkOf } from '../overload/network.ts';
import { requestLanguage } from './request-language.ts';
import { validateInput, parseQuery } from './validate-input.ts';
import { newToken } from '#server/access/tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route answers. */
    call?: Call;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** Makes the routes of the contract, each checked on the way in and on the way out. */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  handlers: Partial<Handlers>,
): void {
  app.decorateRequest('actor', null);
  for (const id of Object.keys(handlers) as CallId[]) {
    const handler = handlers[id];
    // The table pairs each id with the handler of that very call; the loop cannot keep that pairing.
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
  for (const url of urls) app.route({ url, ...routeOf(call, services, handler) });
}

function routeOf(
  call: Call,
  services: Services,
  handler: Handler<Call>,
): Omit<RouteOptions, 'url'> {
  return {
    method: call.method,
    config: { call },
    bodyLimit: bodyLimit(call),
    onRequest: async (request) => {
      await admitRequest(call, services, request);
      await request.server.throttleUpload(request);
    },
    handler: async (request, reply) => {
      const device = call.sendsDeviceCookie ? identifyDevice(request, reply, services) : null;
      const input = await readInput(call, request, device);
      const fields = requestedFields(input.query);
      const result = await inTurn(request, () => handler(input, services));
      void reply.status(call.status);
      const whole = checkedResult(call, result, services, request.id);
      return fields === null ? whole : pickFields(whole, fields);
    },
  };
}

/**
 * Does a request's work when it is its turn. Not before its body is there: who sends slowly would keep theirs
 * waiting.
 */
function inTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const { actor, ip, server } = request;
  return actor === null
    ? server.concurrency.perAddress(ip, work)
    : server.concurrency.perPerson(actor, work);
}

/** Lets a request in: no maintenance, and the person of its session where the call asks for one. */
export async function admitRequest(
  call: Call,
  services: Services,
  request: FastifyRequest,
): Promise<void> {
  if (services.environment.maintenance) {
    throw new ApiFailure('maintenance', { retryAfter: 60 });
  }
  if (call.access === 'session') request.actor = await authenticate(request, services);
}

async function readInput(
  call: Call,
  request: FastifyRequest,
  device: string | null,
): Promise<Input<Call>> {
  const input = {
    params: call.params && validateInput(call.params, request.params, 'params'),
    query: call.query && validateInput(call.query, parseQuery(call.query, request.query), 'query'),
    body: await readBody(call, request),
    actor: request.actor,
    language: requestLanguage(request.headers['accept-language']),
    idempotencyKey: call.idempotent ? idempotencyKey(request.headers['idempotency-key']) : null,
    address: networkOf(request.ip),
    device,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  };
  // The schemas of this very call have just been applied; `Call` has forgotten which they are.
  return input as Input<Call>;
}

async function readBody(call: Call, request: FastifyRequest): Promise<unknown> {
  if (call.body === undefined) return undefined;
  if (isFileBody(call.body)) return readFileBody(request, call.body);
  const list = bareListOf(call);
  if (list !== null && Array.isArray(request.body)) {
    return { [list.name]: validateInput(list.schema, request.body, 'body') };
  }
  // Nothing at all is sent where there is nothing to say, as in the specification's "none".
  return validateInput(call.body, request.body ?? {}, 'body');
}

/** A key is the client's own: any short text that a header may carry. */
function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(header)) {
    throw new ApiFailure('invalid_input', { field: 'headers.idempotency-key' });
  }
  return header;
}

/** As many places of a broken result as the log needs. */
const MAX_PROBLEMS = 20;

/**
 * Validates a handler's result by the contract: what leaves has its shape, and nothing beyond it. The work of the call
 * is done by then; the client asks again, with the same ids.
 * @throws ApiFailure `internal` in every mode; the log has the request's id, the call and the places that break the
 *   schema, never their values
 */
function checkedResult(
  call: Call,
  result: unknown,
  { logger }: Pick<Services, 'logger'>,
  reqId: string,
): unknown {
  const checked = v.safeParse(call.result, result);
  if (checked.success) return checked.output;
  const places = checked.issues.map((issue) => v.getDotPath(issue) ?? '');
  const problems = [...new Set(places)].slice(0, MAX_PROBLEMS);
  logger.error({ reqId, call: call.id, problems }, 'a result breaks the schema of its call');
  throw new ApiFailure('internal');
}

/** The parameter by which a caller names the fields that a list's items shall have (spec 1 §7). */
const PARAMETER = 'constrainTo';

/**
 * The fields of each item that a request of a list wants. Null for all of them, also where the parameter is empty.
 * @param query as its schema takes it, which refuses names that the items don't have
 */
export function requestedFields(query: unknown): ReadonlySet<string> | null {
  const asked = new Map(Object.entries((query ?? {}) as Record<string, unknown>)).get(PARAMETER);
  if (typeof asked !== 'string' || asked.trim() === '') return null;
  return new Set(asked.split(',').map((field) => field.trim()));
}

/** The same answer, its items with these fields alone. */
export function pickFields(answer: unknown, fields: ReadonlySet<string>): unknown {
  const { data, ...rest } = answer as { readonly data: readonly object[] };
  const pick = (item: object) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));
  return { data: data.map(pick), ...rest };
}

/** The calls of a sign-in lie below this; nothing else gets the cookie. */
const PATH = '/api/v2/installer/login';
/** The longest that browsers keep a cookie: 400 days. */
const MAX_AGE_SECONDS = 400 * 86_400;
const OURS = /(?:^|; )club_device=([A-Za-z0-9_-]{43})(?:;|$)/;

/**
 * The name that this browser is known by when it signs in again: 256 random bits in a cookie that no
 * script can read. It opens nothing; a device that has signed in before only need not stand in line
 * with strangers (`access/known-device.ts`). Made where there is none, and kept for longer each time.
 */
export function identifyDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { environment }: Services,
): string {
  const device = OURS.exec(request.headers.cookie ?? '')?.[1] ?? newToken();
  const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${PATH}`, `Max-Age=${MAX_AGE_SECONDS}`];
  // In production the proxy in front speaks TLS; without it a browser would not keep the cookie.
  if (environment.mode === 'production') attributes.push('Secure');
  void reply.header('set-cookie', [`club_device=${device}`, ...attributes].join('; '));
  return device;
}
