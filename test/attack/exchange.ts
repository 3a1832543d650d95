import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { type InjectOptions } from 'fastify';

/** A request, sent exactly as given. */
export interface AttackRequest {
  readonly method: string;
  /** Request target, sent unchanged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export interface AttackResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Time from the first byte sent to the last byte read, in milliseconds. */
  readonly ms: number;
}

/** Timeout, as long as the app's for a photo. */
const TIMEOUT_MS = 60_000;

/**
 * Sends a request over one of the agent's connections.
 * @returns the whole response; null if the connection ended without one, or nothing arrived within `TIMEOUT_MS`
 */
export function sendRequest(
  origin: string,
  attackRequest: AttackRequest,
  agent: Agent,
): Promise<AttackResponse | null> {
  const { promise, resolve } = Promise.withResolvers<AttackResponse | null>();
  const { hostname, port, protocol } = new URL(origin);
  const startedAt = performance.now();
  const { method, path, headers = {}, body } = attackRequest;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const outgoingRequest = (protocol === 'https:' ? requestByTls : request)({
    hostname,
    port,
    method,
    path,
    agent,
    timeout: TIMEOUT_MS,
    headers: { ...length, ...headers },
    setHost: headers['host'] === undefined,
  });
  let hasResponse = false;
  outgoingRequest.on('response', (response) => {
    hasResponse = true;
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => undefined);
    response.on('close', () => {
      const text = Buffer.concat(chunks).toString();
      const ms = performance.now() - startedAt;
      const { statusCode: status = 0, headers: responseHeaders, complete } = response;
      resolve(complete ? { status, headers: responseHeaders, text, ms } : null);
    });
  });
  // If the server responds before the body is sent, sending fails but the response counts.
  outgoingRequest.on('error', () => {
    if (!hasResponse) resolve(null);
  });
  outgoingRequest.on('timeout', () => outgoingRequest.destroy());
  outgoingRequest.end(body);
  return promise;
}

/** Converts an in-process request. */
export async function toAttackRequest({
  method,
  url,
  headers,
  payload,
}: InjectOptions): Promise<AttackRequest> {
  const base = {
    method: method ?? 'GET',
    path: typeof url === 'string' ? url : '/',
    headers: headers as Record<string, string>,
  };
  if (payload === undefined) return base;
  if (payload instanceof FormData) {
    const form = new Response(payload);
    const type = form.headers.get('content-type') ?? '';
    const body = Buffer.from(await form.arrayBuffer());
    return { ...base, headers: { ...base.headers, 'content-type': type }, body };
  }
  const body = JSON.stringify(payload);
  return { ...base, headers: { ...base.headers, 'content-type': 'application/json' }, body };
}
