import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Call } from '#schemas/api/call.ts';
import { answerInstead, type Fault, type Made } from './fault.ts';
import {
  askServer,
  isStream,
  passStream,
  readBody,
  sendHalf,
  wholeAnswer,
} from './proxy-upstream.ts';

export type { Fault } from './fault.ts';

/** One request that came by. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
  readonly body: string;
  /** Null for a request that got no answer. */
  readonly status: number | null;
}

/** For a fault that holds: held until it is opened. */
export function gate() {
  let open = () => {};
  const until = new Promise<void>((resolve) => (open = resolve));
  return { until, open: () => open() };
}

interface Rule {
  readonly matches: (method: string, path: string, body: string) => boolean;
  readonly fault: Fault;
  left: number;
}

export interface FaultProxy {
  readonly address: string;
  /** Every request, in the order in which they came. */
  readonly passed: readonly Passed[];
  /** Every answer is this late. */
  latencyMs: number;
  /** True: every connection breaks, open streams too. */
  isDown: boolean;
  /** Asked for every request: whether its answer is lost after the server has made it. */
  losesAnswer: (request: Passed) => boolean;
  /** Asked for every request that no rule is about: what goes wrong with it, if anything. */
  decide: (request: Passed) => Fault | undefined;
  /** False: a connection carries one request, so that no browser sends it again by itself. */
  keepsAlive: boolean;
  /**
   * Breaks the next requests of a call (or of any call).
   * @param options `times` how many (1), `when` only those with such a body
   */
  break(
    call: Call | 'any',
    fault: Fault,
    options?: { times?: number; when?: (body: string) => boolean },
  ): void;
  mend(): void;
  /** Goes down and up again for ever. @returns stops it; the network is up then */
  flap(upMs: number, downMs: number): () => void;
  /** Breaks every connection that is open now, once. */
  cutAll(): void;
  /** Streams that are open through it at this moment. */
  openStreams(): number;
  requestsOf(call: Call): Passed[];
  close(): Promise<void>;
}

type Entry = Passed & { status: number | null };

/** How a proxy is at this moment, behind what tests see of it. */
interface Line {
  readonly target: string;
  readonly rules: Rule[];
  readonly passed: Entry[];
  readonly sockets: Set<Socket>;
  /** What it may answer by itself, by the path. */
  readonly kept: Map<string, Made>;
  readonly mayAnswer: () => boolean;
  isDown: boolean;
  openStreams: number;
}

/**
 * An HTTP proxy in front of the server, on a free port, that tests script.
 * @param mayAnswer asked whether it may say again by itself what the server said will never change: the app's
 *   files, which every new browser of a run asks for
 */
export async function startFaultProxy(
  target: string,
  mayAnswer: () => boolean = () => false,
): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const line: Line = {
    target,
    rules: [],
    passed: [],
    sockets,
    kept: new Map(),
    mayAnswer,
    isDown: false,
    openStreams: 0,
  };
  const server = createServer((request, response) => {
    answer(line, proxy, request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const proxy = scripted(line, `http://127.0.0.1:${port}`, () => {
    return new Promise((done) => server.close(done));
  });
  return proxy;
}

/** What tests see and say of a proxy. */
function scripted(line: Line, address: string, stop: () => Promise<unknown>): FaultProxy {
  const { rules, passed } = line;
  const cutAll = () => line.sockets.forEach((socket) => socket.destroy());
  const proxy: FaultProxy = {
    address,
    passed,
    latencyMs: 0,
    keepsAlive: true,
    losesAnswer: () => false,
    decide: () => undefined,
    get isDown() {
      return line.isDown;
    },
    set isDown(down) {
      line.isDown = down;
      if (down && line.openStreams > 0) cutAll();
    },
    break(call, fault, { times = 1, when = () => true } = {}) {
      const isCall = call === 'any' ? () => true : matcher(call);
      rules.push({
        matches: (method, path, body) => isCall(method, path) && when(body),
        fault,
        left: times,
      });
    },
    mend() {
      rules.length = 0;
    },
    flap(upMs, downMs) {
      let timer: NodeJS.Timeout;
      const turn = () => {
        proxy.isDown = !line.isDown;
        if (line.isDown) cutAll();
        timer = setTimeout(turn, line.isDown ? downMs : upMs);
      };
      timer = setTimeout(turn, upMs);
      return () => {
        clearTimeout(timer);
        proxy.isDown = false;
      };
    },
    cutAll,
    openStreams: () => line.openStreams,
    requestsOf: (call) => passed.filter(({ method, path }) => matcher(call)(method, path)),
    async close() {
      cutAll();
      await stop();
    },
  };
  return proxy;
}

/** Answers one request as it was scripted, or as the server does. */
async function answer(
  line: Line,
  proxy: FaultProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const body = await readBody(request);
  const { pathname: path, search: query } = new URL(request.url ?? '/', line.target);
  const method = request.method ?? 'GET';
  const text = body.toString();
  const entry: Entry = { method, path, query, body: text, status: null };
  line.passed.push(entry);
  const fault = takeFault(line.rules, method, path, text) ?? proxy.decide(entry);
  if (line.isDown || fault?.kind === 'cut') return request.socket.destroy();
  if (fault?.kind === 'reset') return request.socket.resetAndDestroy();
  if (fault?.kind === 'cut_request') {
    await sendHalf(line.target, request, body);
    return request.socket.destroy();
  }
  if (fault?.kind === 'hold') await fault.until;
  if (fault?.kind === 'delay') await pause(fault.ms);
  const isLost = fault?.kind === 'lose_answer' || proxy.losesAnswer(entry);
  const made = answerInstead(fault) ?? (await ask(line, request, response, body, entry));
  if (made === null) return undefined;
  if (proxy.latencyMs > 0) await pause(proxy.latencyMs);
  if (line.isDown || isLost) return request.socket.destroy();
  entry.status = made.status;
  if (!proxy.keepsAlive) response.setHeader('connection', 'close');
  return deliver(made, fault, response);
}

/** @returns null for a stream, which has been passed on to its end */
async function ask(
  line: Line,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  entry: Entry,
): Promise<Made | null> {
  const known = line.mayAnswer() && isPlain(entry) ? line.kept.get(entry.path) : undefined;
  if (known) return known;
  const gone = new AbortController();
  const said = await askServer(line.target, request, body, gone.signal);
  if (!isStream(said)) {
    const made = await wholeAnswer(said);
    if (isPlain(entry) && neverChanges(made)) line.kept.set(entry.path, made);
    return made;
  }
  // A stream ends on the server, too, when its reader goes; other work there goes on to its end.
  const leave = () => gone.abort();
  response.on('close', leave);
  if (line.isDown || request.socket.destroyed) leave();
  entry.status = said.status;
  line.openStreams += 1;
  await passStream(said, response).finally(() => (line.openStreams -= 1));
  return null;
}

const isPlain = ({ method, query }: Passed) => method === 'GET' && query === '';

/** What a browser, too, would never ask for again. */
function neverChanges({ status, headers }: Made): boolean {
  return status === 200 && (headers['cache-control']?.includes('immutable') ?? false);
}

function matcher(call: Call): (method: string, path: string) => boolean {
  const pattern = new RegExp(`^/api${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return (method, path) => method === call.method && pattern.test(path);
}

function takeFault(rules: Rule[], method: string, path: string, body: string): Fault | undefined {
  const rule = rules.find(
    (candidate) => candidate.left > 0 && candidate.matches(method, path, body),
  );
  if (rule) rule.left -= 1;
  return rule?.fault;
}

/** Sends an answer, whole or as the fault has it. */
async function deliver(made: Made, fault: Fault | undefined, response: ServerResponse) {
  const body =
    fault?.kind === 'rewrite'
      ? Buffer.from(JSON.stringify(fault.rewrite(JSON.parse(made.body.toString()))))
      : made.body;
  response.writeHead(made.status, { ...made.headers, 'content-length': String(body.length) });
  if (fault?.kind === 'cut_answer') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    return;
  }
  if (fault?.kind === 'trickle') {
    const piece = Math.max(1, Math.ceil(body.length / TRICKLE_PIECES));
    for (let at = 0; at < body.length && !response.destroyed; at += piece) {
      response.write(body.subarray(at, at + piece));
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
