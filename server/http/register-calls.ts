import { normalizeIP } from '@fastify/rate-limit';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { type CallId, calls } from '#schemas/api/calls.ts';
import { type Services } from '../services.ts';
import { authenticate } from './authenticate.ts';
import { deviceOf } from './device-cookie.ts';
import { ApiFailure } from './failure.ts';
import { type Actor, type Handler, type Handlers, type Input } from './handler.ts';
import { readFileBody } from './read-file.ts';
import { requestLanguage } from './request-language.ts';
import { checkInput, readQuery } from './validate-input.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route answers. */
    call?: Call;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** A public call carries a short form at most. */
const PUBLIC_BODY_BYTES = 64 * 1024;
/** A full bulk of scans with their answers is about a third of this; a larger one gets 413 and is halved (F07). */
const SESSION_BODY_BYTES = 4 * 1024 * 1024;
/** A connection is given all IPv6 addresses below such a prefix, so they count as one. */
const IPV6_NETWORK_BITS = 64;
/** What a multipart request adds to its file. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

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
  app.route({
    method: call.method,
    url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { call },
    bodyLimit: bodyLimit(call),
    onRequest: (request) => admit(call, services, request),
    handler: async (request, reply) => {
      const device = call.knowsDevice ? deviceOf(request, reply, services) : null;
      const input = await readInput(call, request, device);
      const result = await handler(input, services);
      return answer(call, result, services, reply);
    },
  });
}

/** Lets a request in: no maintenance, and the person of its session where the call asks for one. */
export async function admit(
  call: Call,
  services: Services,
  request: FastifyRequest,
): Promise<void> {
  if (services.environment.maintenance) {
    throw new ApiFailure('maintenance', { retryAfter: 60 });
  }
  if (call.access === 'session') request.actor = await authenticate(request, services);
}

function bodyLimit(call: Call): number {
  if (call.body !== undefined && isFileBody(call.body)) {
    return call.body.maxBytes + MULTIPART_OVERHEAD_BYTES;
  }
  return call.access === 'public' ? PUBLIC_BODY_BYTES : SESSION_BODY_BYTES;
}

async function readInput(
  call: Call,
  request: FastifyRequest,
  device: string | null,
): Promise<Input<Call>> {
  const input = {
    params: call.params && checkInput(call.params, request.params, 'params'),
    query: call.query && checkInput(call.query, readQuery(call.query, request.query), 'query'),
    body: await readBody(call, request),
    actor: request.actor,
    language: requestLanguage(request.headers['accept-language']),
    idempotencyKey: call.idempotent ? idempotencyKey(request.headers['idempotency-key']) : null,
    address: normalizeIP(request.ip, IPV6_NETWORK_BITS),
    device,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  };
  // The schemas of this very call have just been applied; `Call` has forgotten which they are.
  return input as Input<Call>;
}

async function readBody(call: Call, request: FastifyRequest): Promise<unknown> {
  if (call.body === undefined) return undefined;
  if (isFileBody(call.body)) return readFileBody(request, call.body);
  return checkInput(call.body, request.body, 'body');
}

/** A key is the client's own: any short text that a header may carry. */
function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(header)) {
    throw new ApiFailure('invalid_input', { field: 'headers.idempotency-key' });
  }
  return header;
}

/** What leaves has the shape that the contract promises, and nothing beyond it. */
function answer(call: Call, result: unknown, services: Services, reply: FastifyReply): unknown {
  void reply.status(call.status);
  const checked = v.safeParse(call.result, result);
  if (checked.success) return checked.output;
  const problems = checked.issues.map((issue) => v.getDotPath(issue) ?? '');
  services.logger.error({ call: call.id, problems }, 'an answer is not of its schema');
  if (services.environment.mode === 'production') return result;
  throw new ApiFailure('internal');
}
