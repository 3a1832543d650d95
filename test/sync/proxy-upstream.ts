import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { PreparedResponse } from './fault.ts';

/** Hop-by-hop headers, and headers about the encoding that `fetch` removed. */
const headersNotForwarded = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** Forwards a request and returns the response with its body unread. */
export async function forwardRequest(
  target: string,
  request: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!headersNotForwarded.has(name)) headers.set(name, String(value));
  }
  const hasBody = request.method !== 'GET' && body.length > 0;
  return fetch(new URL(request.url ?? '/', target), {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    signal,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

export function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) {
    if (!headersNotForwarded.has(name)) headers[name] = value;
  }
  return headers;
}

/** Reads the whole response. */
export async function readResponse(response: Response): Promise<PreparedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: headersOf(response), body };
}

/** Forwards a stream until either end closes. */
export async function forwardStream(
  upstreamResponse: Response,
  clientResponse: ServerResponse,
): Promise<void> {
  clientResponse.writeHead(upstreamResponse.status, headersOf(upstreamResponse));
  clientResponse.flushHeaders();
  for await (const chunk of upstreamResponse.body ?? []) clientResponse.write(chunk);
  clientResponse.end();
}

/** Sends half of a request and aborts. Resolves when the server has closed. */
export function sendHalf(target: string, request: IncomingMessage, body: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const half = send(new URL(request.url ?? '/', target), {
      method: request.method,
      headers: { ...request.headers, 'content-length': String(Math.max(body.length, 2)) },
      agent: false,
    });
    half.on('error', () => undefined);
    half.on('close', () => resolve());
    half.write(body.subarray(0, Math.floor(body.length / 2)), () => half.destroy());
  });
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
