import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { PreparedResponse } from './fault.ts';

/** Hop-by-hop headers, and those of the encoding that `fetch` removed. */
const hopByHopHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** Forwards a request and returns the response with its body unread. */
export async function askServer(
  target: string,
  request: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!hopByHopHeaders.has(name)) headers.set(name, String(value));
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

export function isStream(answer: Response): boolean {
  return answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

function headersOf(answer: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of answer.headers) {
    if (!hopByHopHeaders.has(name)) headers[name] = value;
  }
  return headers;
}

/** Reads the whole response. */
export async function wholeAnswer(answer: Response): Promise<PreparedResponse> {
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: headersOf(answer), body };
}

/** Forwards a stream until either end closes. */
export async function passStream(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, headersOf(answer));
  response.flushHeaders();
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
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
