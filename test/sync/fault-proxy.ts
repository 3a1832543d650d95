import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Call } from '#schemas/api/call.ts';
import { apiErrors, type ApiErrorCode } from '#schemas/api/errors.ts';

/** What goes wrong with a request. */
export type Fault =
  /** The connection breaks before the server has heard of it. */
  | { readonly kind: 'cut' }
  /** The server does it, and its answer never arrives. */
  | { readonly kind: 'lose_answer' }
  /** The server never sees it: this is answered instead. */
  | { readonly kind: 'refuse'; readonly code: ApiErrorCode }
  /** A captive portal's page, with status 200. */
  | { readonly kind: 'html' }
  /** The server's answer, changed on its way. */
  | { readonly kind: 'rewrite'; readonly rewrite: (answer: unknown) => unknown }
  /** Held until the promise resolves, then passed on. */
  | { readonly kind: 'hold'; readonly until: Promise<void> };

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
  /** True: every connection breaks. */
  isDown: boolean;
  /** Asked for every request: whether its answer is lost after the server has made it. */
  losesAnswer: (request: Passed) => boolean;
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
  requestsOf(call: Call): Passed[];
  close(): Promise<void>;
}

/** An HTTP proxy in front of the server, on a free port, that tests script. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const passed: (Passed & { status: number | null })[] = [];
  const sockets = new Set<Socket>();
  const proxy = {
    latencyMs: 0,
    isDown: false,
    keepsAlive: true,
    losesAnswer: (_request: Passed) => false,
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = await readBody(request);
    const { pathname: path, search: query } = new URL(request.url ?? '/', target);
    const method = request.method ?? 'GET';
    const entry: (typeof passed)[number] = {
      method,
      path,
      query,
      body: body.toString(),
      status: null,
    };
    passed.push(entry);
    const fault = takeFault(rules, method, path, entry.body);
    if (proxy.isDown || fault?.kind === 'cut') return request.socket.destroy();
    if (fault?.kind === 'hold') await fault.until;
    const isLost = fault?.kind === 'lose_answer' || proxy.losesAnswer(entry);
    const made = instead(fault) ?? (await forward(target, request, body));
    if (proxy.latencyMs > 0) await new Promise((done) => setTimeout(done, proxy.latencyMs));
    if (proxy.isDown || isLost) return request.socket.destroy();
    entry.status = made.status;
    const changed =
      fault?.kind === 'rewrite' ? fault.rewrite(JSON.parse(made.body.toString())) : undefined;
    if (!proxy.keepsAlive) response.setHeader('connection', 'close');
    response.writeHead(made.status, made.headers);
    return response.end(changed === undefined ? made.body : JSON.stringify(changed));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;

  return Object.assign(proxy, {
    address: `http://127.0.0.1:${port}`,
    passed,
    break(
      call: Call | 'any',
      fault: Fault,
      options: { times?: number; when?: (body: string) => boolean } = {},
    ) {
      const { times = 1, when = () => true } = options;
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
    requestsOf: (call: Call) => passed.filter(({ method, path }) => matcher(call)(method, path)),
    async close() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((done) => server.close(done));
    },
  });
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

interface Made {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

function instead(fault: Fault | undefined): Made | null {
  if (fault?.kind === 'html') {
    const headers = { 'content-type': 'text/html' };
    const page = '<html><body>Welcome to the station</body></html>';
    return { status: 200, headers, body: Buffer.from(page) };
  }
  if (fault?.kind !== 'refuse') return null;
  const { status, message } = apiErrors[fault.code];
  const body = Buffer.from(JSON.stringify({ errors: [{ code: fault.code, message }] }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** What belongs to one connection, or to the encoding that `fetch` has undone. */
const perHop = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

async function forward(target: string, request: IncomingMessage, body: Buffer): Promise<Made> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!perHop.has(name)) headers.set(name, String(value));
  }
  const hasBody = request.method !== 'GET' && body.length > 0;
  const answer = await fetch(new URL(request.url ?? '/', target), {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const kept: Record<string, string> = {};
  for (const [name, value] of answer.headers) {
    if (!perHop.has(name)) kept[name] = value;
  }
  return { status: answer.status, headers: kept, body: Buffer.from(await answer.arrayBuffer()) };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
