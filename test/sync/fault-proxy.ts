import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Call } from '#schemas/api/call.ts';
import type { Session } from '#sync/http/session.ts';
import { faultResponse, type Fault, type PreparedResponse } from './fault.ts';
import {
  forwardRequest,
  isStream,
  forwardStream,
  readBody,
  sendHalf,
  readResponse,
} from './proxy-upstream.ts';

export type { Fault } from './fault.ts';

/** A proxied request. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** Includes the question mark; empty if there is no query. */
  readonly query: string;
  readonly body: string;
  /** Null if there was no response. */
  readonly status: number | null;
}

/** Holds responses until opened. */
export function gate() {
  let resolveGate = () => {};
  const until = new Promise<void>((resolve) => (resolveGate = resolve));
  return { until, open: () => resolveGate() };
}

interface FaultOptions {
  /** Number of requests; one by default. */
  readonly times?: number;
  /** Breaks only requests with a matching body. */
  readonly matches?: (body: string) => boolean;
  /** Breaks only requests of this session. */
  readonly sender?: Pick<Session, 'state'>;
}

interface Rule {
  readonly matches: (request: ReceivedRequest) => boolean;
  readonly fault: Fault;
  remaining: number;
}

type ReceivedRequest = Pick<ProxiedRequest, 'method' | 'path' | 'body'> & {
  readonly authorization: string | undefined;
};

export interface FaultProxy {
  readonly address: string;
  /** All requests, in order. */
  readonly requests: readonly ProxiedRequest[];
  /** Delay of every response, in ms. */
  latencyMs: number;
  /** True while all connections break, including open streams. */
  isDown: boolean;
  /** Called per request; returns true to lose the response after the server has handled the request. */
  losesResponse: (request: ProxiedRequest) => boolean;
  /** Called for requests that match no rule; returns the fault, if any. */
  decide: (request: ProxiedRequest) => Fault | undefined;
  /** False to allow only one request per connection, so that browsers don't resend on their own. */
  keepsAlive: boolean;
  /** Breaks the next requests of a call, or of any call. */
  addFault(call: Call | 'any', fault: Fault, options?: FaultOptions): void;
  clearFaults(): void;
  /**
   * Alternates between down and up.
   * @returns a function that stops it, with the network up
   */
  flap(upMs: number, downMs: number): () => void;
  /** Breaks all currently open connections once. */
  cutAll(): void;
  /** Currently open streams. */
  openStreams(): number;
  requestsOf(call: Call): ProxiedRequest[];
  close(): Promise<void>;
}

type Entry = ProxiedRequest & { status: number | null };

/** Internal state of a proxy. */
interface ProxyState {
  readonly target: string;
  readonly rules: Rule[];
  readonly requests: Entry[];
  readonly sockets: Set<Socket>;
  /** Cached responses by path. */
  readonly cachedResponses: Map<string, PreparedResponse>;
  readonly mayUseCache: () => boolean;
  isDown: boolean;
  openStreams: number;
}

/**
 * Starts a scriptable HTTP proxy on a free port.
 * @param mayUseCache true for immutable responses that the proxy may cache: the app's files, which each new
 *   browser requests
 */
export async function startFaultProxy(
  target: string,
  mayUseCache: () => boolean = () => false,
): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const state: ProxyState = {
    target,
    rules: [],
    requests: [],
    sockets,
    cachedResponses: new Map(),
    mayUseCache,
    isDown: false,
    openStreams: 0,
  };
  const server = createServer((request, response) => {
    handle(state, proxy, request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = createProxy(state, `http://127.0.0.1:${port}`, () => {
    return new Promise((resolve) => server.close(resolve));
  });
  return proxy;
}

/** Creates the proxy's test interface. */
function createProxy(state: ProxyState, address: string, stop: () => Promise<unknown>): FaultProxy {
  const { rules, requests } = state;
  const cutAll = () => state.sockets.forEach((socket) => socket.destroy());
  const proxy: FaultProxy = {
    address,
    requests,
    latencyMs: 0,
    keepsAlive: true,
    losesResponse: () => false,
    decide: () => undefined,
    get isDown() {
      return state.isDown;
    },
    set isDown(value) {
      state.isDown = value;
      if (value && state.openStreams > 0) cutAll();
    },
    addFault(call, fault, { times = 1, matches = () => true, sender } = {}) {
      const isCall = call === 'any' ? () => true : matcher(call);
      rules.push({
        matches: ({ method, path, body, authorization }) =>
          isCall(method, path) && matches(body) && (!sender || isFrom(sender, authorization)),
        fault,
        remaining: times,
      });
    },
    clearFaults() {
      rules.length = 0;
    },
    flap(upMs, downMs) {
      let timer: NodeJS.Timeout;
      const restart = () => {
        proxy.isDown = !state.isDown;
        if (state.isDown) cutAll();
        timer = setTimeout(restart, state.isDown ? downMs : upMs);
      };
      timer = setTimeout(restart, upMs);
      return () => {
        clearTimeout(timer);
        proxy.isDown = false;
      };
    },
    cutAll,
    openStreams: () => state.openStreams,
    requestsOf: (call) => requests.filter(({ method, path }) => matcher(call)(method, path)),
    async close() {
      cutAll();
      await stop();
    },
  };
  return proxy;
}

/** Handles a request as scripted, or by the server. */
async function handle(
  state: ProxyState,
  proxy: FaultProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const body = await readBody(request);
  const { pathname: path, search: query } = new URL(request.url ?? '/', state.target);
  const method = request.method ?? 'GET';
  const text = body.toString();
  const entry: Entry = { method, path, query, body: text, status: null };
  state.requests.push(entry);
  const { authorization } = request.headers;
  const received = { method, path, body: text, authorization };
  const fault = nextFault(state.rules, received) ?? proxy.decide(entry);
  if (state.isDown || fault?.kind === 'cut') return request.socket.destroy();
  if (fault?.kind === 'reset') return request.socket.resetAndDestroy();
  if (fault?.kind === 'cut_request') {
    await sendHalf(state.target, request, body);
    return request.socket.destroy();
  }
  if (fault?.kind === 'hold') await fault.until;
  if (fault?.kind === 'delay') await pause(fault.ms);
  const isLost = fault?.kind === 'lose_response' || proxy.losesResponse(entry);
  const preparedResponse =
    faultResponse(fault) ?? (await forward(state, request, response, body, entry));
  if (preparedResponse === null) return undefined;
  if (proxy.latencyMs > 0) await pause(proxy.latencyMs);
  if (state.isDown || isLost) return request.socket.destroy();
  entry.status = preparedResponse.status;
  if (!proxy.keepsAlive) response.setHeader('connection', 'close');
  return deliver(preparedResponse, fault, response);
}

/** @returns null for a stream, which has already been forwarded to its end */
async function forward(
  state: ProxyState,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  entry: Entry,
): Promise<PreparedResponse | null> {
  const cachedResponse =
    state.mayUseCache() && isCacheable(entry) ? state.cachedResponses.get(entry.path) : undefined;
  if (cachedResponse) return cachedResponse;
  const clientAbort = new AbortController();
  const upstreamResponse = await forwardRequest(state.target, request, body, clientAbort.signal);
  if (!isStream(upstreamResponse)) {
    const preparedResponse = await readResponse(upstreamResponse);
    if (isCacheable(entry) && isImmutable(preparedResponse))
      state.cachedResponses.set(entry.path, preparedResponse);
    return preparedResponse;
  }
  // The server ends a stream when its reader leaves; it completes other requests.
  const abort = () => clientAbort.abort();
  response.on('close', abort);
  if (state.isDown || request.socket.destroyed) abort();
  entry.status = upstreamResponse.status;
  state.openStreams += 1;
  await forwardStream(upstreamResponse, response).finally(() => (state.openStreams -= 1));
  return null;
}

const isCacheable = ({ method, query }: ProxiedRequest) => method === 'GET' && query === '';

/** Immutable for browsers, too. */
function isImmutable({ status, headers }: PreparedResponse): boolean {
  return status === 200 && (headers['cache-control']?.includes('immutable') ?? false);
}

function matcher(call: Call): (method: string, path: string) => boolean {
  const pattern = new RegExp(`^/api${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return (method, path) => method === call.method && pattern.test(path);
}

function isFrom(sender: Pick<Session, 'state'>, authorization: string | undefined): boolean {
  const state = sender.state();
  return state.name === 'signed_in' && authorization === `Bearer ${state.token.token}`;
}

function nextFault(rules: Rule[], request: ReceivedRequest): Fault | undefined {
  const rule = rules.find(({ remaining, matches }) => remaining > 0 && matches(request));
  if (rule) rule.remaining -= 1;
  return rule?.fault;
}

/** Sends a response, complete or as the fault requires. */
async function deliver(
  preparedResponse: PreparedResponse,
  fault: Fault | undefined,
  response: ServerResponse,
) {
  const body =
    fault?.kind === 'rewrite'
      ? Buffer.from(JSON.stringify(fault.rewrite(JSON.parse(preparedResponse.body.toString()))))
      : preparedResponse.body;
  response.writeHead(preparedResponse.status, {
    ...preparedResponse.headers,
    'content-length': String(body.length),
  });
  if (fault?.kind === 'cut_response') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    return;
  }
  if (fault?.kind === 'trickle') {
    const chunkSize = Math.max(1, Math.ceil(body.length / TRICKLE_PIECES));
    for (let offset = 0; offset < body.length && !response.destroyed; offset += chunkSize) {
      response.write(body.subarray(offset, offset + chunkSize));
      await pause(fault.everyMs);
    }
    response.end();
    return;
  }
  response.end(body);
}

const TRICKLE_PIECES = 8;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
