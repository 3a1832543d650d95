import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { ApiFailure } from '../http/failure.ts';

/** Kinds of requests that QA can break separately. */
export const requestClasses = ['reads', 'writes', 'files', 'live', 'app'] as const;
type RequestClass = (typeof requestClasses)[number];

/** Network faults that QA can choose. */
export const networkFaults = [
  'none',
  'offline',
  '2g',
  '503',
  '429',
  'response_lost',
  'truncated',
  'captive_portal',
] as const;
type NetworkFault = (typeof networkFaults)[number];

const MAX_CLOCK_OFFSET_MS = 400 * DAY_MS;

const fault = v.optional(v.picklist(networkFaults), 'none');

/** Body of `PUT /dev/qa/switches`. Omitted kinds have no fault. */
export const switches = v.strictObject({
  network: v.strictObject({ reads: fault, writes: fault, files: fault, live: fault, app: fault }),
  /** Offset added to the server's clock, in ms, so that the device's clock seems wrong by the same amount. */
  clockOffsetMs: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(-MAX_CLOCK_OFFSET_MS),
      v.maxValue(MAX_CLOCK_OFFSET_MS),
    ),
    0,
  ),
});
type Switches = v.InferOutput<typeof switches>;

/** An event of the app's sync log. */
export interface LoggedEvent {
  readonly time: number;
  readonly code: string;
  /** Counts and codes, as JSON. */
  readonly details: string;
}

/** A request, and the fault that was applied to it. */
export interface LoggedRequest {
  readonly time: number;
  readonly method: string;
  /** The path without its query, which may contain personal data. */
  readonly path: string;
  readonly requestClass: RequestClass;
  readonly fault: NetworkFault;
  /** Status of the response; null if there was no response. */
  status: number | null;
}

/** Delay of a slow network before each request, in ms, and its bandwidth: 240 kbit/s, as with EDGE. */
const SLOW_MS = 1_500;
const SLOW_BYTES_PER_SECOND = 30_000;
/** A slow response arrives in this many chunks per second. */
const CHUNKS_PER_SECOND = 10;
const RETRY_SECONDS = 5;
const MAX_LOGGED = 200;
const PORTAL_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Accept the terms to go online</h1>';

/** Breaks the requests of a development server as set by the switches, and logs them. */
export class NetworkFaults {
  current: Switches = v.parse(switches, { network: {} });
  readonly requests: LoggedRequest[] = [];
  readonly #entries = new WeakMap<FastifyRequest, LoggedRequest>();

  /** Registers the hooks. They must run before all other hooks, so that a broken request changes nothing. */
  register(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply) => this.#handleRequest(request, reply));
    app.addHook('onSend', async (request, reply, payload) =>
      this.#handleResponse(request, reply, payload),
    );
  }

  async #handleRequest(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = new URL(request.url, 'http://localhost').pathname;
    const requestClass = classify(request.method, path);
    if (requestClass === null) return undefined;
    const activeFault = this.current.network[requestClass];
    const { method } = request;
    const entry = {
      time: Date.now(),
      method,
      path,
      requestClass,
      fault: activeFault,
      status: null,
    };
    this.#entries.set(request, entry);
    this.requests.push(entry);
    if (this.requests.length > MAX_LOGGED) this.requests.shift();
    if (activeFault === 'offline') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (activeFault === '2g') await pause(SLOW_MS + getUploadMs(request));
    if (activeFault === '503') throw new ApiFailure('unavailable', { retryAfter: RETRY_SECONDS });
    if (activeFault === '429')
      throw new ApiFailure('too_many_requests', { retryAfter: RETRY_SECONDS });
    if (activeFault === 'captive_portal')
      return reply.code(200).type('text/html').send(PORTAL_PAGE);
    return undefined;
  }

  #handleResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const entry = this.#entries.get(request);
    const { clockOffsetMs } = this.current;
    // Apps read the server's time from this header.
    if (clockOffsetMs !== 0)
      reply.header('date', new Date(Date.now() + clockOffsetMs).toUTCString());
    if (!entry) return payload;
    // The handler has finished and committed its transaction.
    if (entry.fault === 'response_lost') {
      request.raw.socket.destroy();
      return payload;
    }
    entry.status = reply.statusCode;
    if (entry.fault === '2g') return throttle(payload);
    return entry.fault === 'truncated' ? cutInHalf(payload) : payload;
  }
}

/** Returns the kind of a request; null for the panel's own requests. */
function classify(method: string, path: string): RequestClass | null {
  if (path.startsWith('/dev/')) return null;
  if (path.startsWith('/files/') || path === '/api/v1/product/image') return 'files';
  if (path === '/api/v1/events') return 'live';
  if (path.startsWith('/api/')) return method === 'GET' ? 'reads' : 'writes';
  return 'app';
}

/** Returns how long a slow network takes to transfer the request's body. */
function getUploadMs({ headers }: FastifyRequest): number {
  return (Number(headers['content-length'] ?? 0) / SLOW_BYTES_PER_SECOND) * 1_000;
}

/** Limits a response to a slow network's bandwidth, before compression. */
function throttle(payload: unknown): unknown {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText && !(payload instanceof Readable)) return payload;
  const source = isText ? Readable.from([Buffer.from(payload)]) : payload;
  return Readable.from(
    (async function* () {
      const size = SLOW_BYTES_PER_SECOND / CHUNKS_PER_SECOND;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        for (let start = 0; start < chunk.length; start += size) {
          yield chunk.subarray(start, start + size);
          await pause(1_000 / CHUNKS_PER_SECOND);
        }
      }
    })(),
  );
}

/** Cuts a body off in the middle and breaks its connection. */
function cutInHalf(payload: unknown): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const body = Buffer.from(payload);
  return Readable.from(
    (function* () {
      yield body.subarray(0, Math.floor(body.length / 2));
      throw new Error('Truncated by the QA panel.');
    })(),
  );
}
