import * as v from 'valibot';
import { API_HEADER, API_HEADER_VALUE } from '#schemas/api/api-header.ts';
import { type BodyOf, type Call, isFileBody, pathsOf } from '#schemas/api/call.ts';
import { allCalls, allPictures, allStreams } from '#schemas/api/calls.ts';
import { type ApiError, type ApiErrorCode, apiErrorStatus } from '#schemas/api/errors.ts';

/** A request as the contract declares it: parts that the call doesn't declare are undefined. */
interface FakeRequest<C extends Call> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: BodyOf<C>;
}
type ResponseBody<C extends Call> = v.InferInput<C['result']>;
type Responder<C extends Call> = (
  request: FakeRequest<C>,
) => ResponseBody<C> | Promise<ResponseBody<C>>;

/** Takes the server's place: responds to the contract's calls within this page, without a network. */
export interface FakeServer {
  /** Outcome of every request instead of a response: no network, or an error. */
  fault: 'no_network' | ApiErrorCode | null;
  /** Responds to a call with a value, or with one computed from the request. */
  respond<C extends Call>(call: C, response: ResponseBody<C> | Responder<C>): void;
  /** Responds to a list call with these entities, also when the app requests changes. */
  list<C extends Call>(call: C, entities: readonly EntityOf<C>[]): void;
  /** Rejects a call. */
  refuse(call: Call, code: ApiErrorCode, details?: Partial<ApiError>): void;
  /** Bodies of the requests of a call so far, oldest first. */
  bodies<C extends Call>(call: C): readonly BodyOf<C>[];
  /** Problems that fail the test: calls without a response, and requests or responses that violate the contract. */
  readonly problems: readonly string[];
  readonly fetch: typeof globalThis.fetch;
}
type EntityOf<C extends Call> =
  ResponseBody<C> extends { data: readonly (infer Entity)[] } ? Entity : never;

/** Thrown by a responder to reject the request. */
export class Refusal extends Error {
  readonly error: Partial<ApiError> & { readonly code: ApiErrorCode };
  constructor(code: ApiErrorCode, details: Partial<ApiError> = {}) {
    super(code);
    this.error = { ...details, code };
  }
}

/** Contract of the app or of the console. */
interface FakeContract {
  readonly calls: readonly Call[];
  readonly streams: readonly Call[];
  readonly pictures: readonly Call[];
  /** Returns the default response to a call; undefined if the test must add a response. */
  readonly defaultResponse: (call: Call) => unknown;
}

const EMPTY_LIST = { data: [], meta: { last_page: 1, total: 0, checkpoint: '1' } };

/** By default, responds to list calls with an empty list, and to no other calls. */
const appContract: FakeContract = {
  calls: allCalls,
  streams: allStreams,
  pictures: allPictures,
  defaultResponse: ({ method, result }) =>
    method === 'GET' && v.is(result, EMPTY_LIST) ? EMPTY_LIST : undefined,
};

/** Starts a fake server. Until the test adds responses, the server only returns the contract's default responses. */
export function startFakeServer(contract: FakeContract = appContract): FakeServer {
  const responders = new Map<string, Responder<Call>>();
  const receivedBodies = new Map<string, unknown[]>();
  const problems: string[] = [];

  const respond = async (call: Call, request: FakeRequest<Call>): Promise<Response> => {
    const responder = responders.get(call.id);
    if (responder) {
      try {
        const body = await responder(request);
        v.parse(call.result, body);
        return json(call.status, body);
      } catch (error) {
        if (error instanceof Refusal) return refusal(error.error);
        throw error;
      }
    }
    const body = contract.defaultResponse(call);
    if (body !== undefined) return json(call.status, body);
    throw new Error('The test has no response to this call.');
  };

  const server: FakeServer & { problems: string[] } = {
    fault: null,
    respond(call, response) {
      const responder = typeof response === 'function' ? response : () => response;
      // Safe: only requests of this call are passed to it.
      responders.set(call.id, responder as Responder<Call>);
    },
    list(call, entities) {
      server.respond(call, (({ query }: FakeRequest<Call>) => ({
        data: query['since'] === '2' ? [] : entities,
        meta: { last_page: 1, total: entities.length, checkpoint: '2' },
      })) as Responder<typeof call>);
    },
    refuse(call, code, details = {}) {
      server.respond(call, () => {
        throw new Refusal(code, details);
      });
    },
    bodies: <C extends Call>(call: C) => (receivedBodies.get(call.id) ?? []) as BodyOf<C>[],
    problems,
    async fetch(input, init) {
      if (server.fault === 'no_network') throw new TypeError('Failed to fetch');
      if (server.fault !== null) return refusal({ code: server.fault });
      const request = new Request(input, init);
      const url = new URL(request.url);
      const method = request.method;
      const path = url.pathname.replace(/^\/api/, '');
      const isAt = (call: Call) => call.path === path;
      if (contract.streams.some(isAt)) return openStream(init?.signal);
      if (contract.pictures.some(isAt)) return drawing();
      try {
        const found = findCall(contract.calls, method, path);
        if (!found) throw new Error('The request isn’t part of the contract.');
        const body = await readBody(found.call, request);
        receivedBodies.set(found.call.id, [...(receivedBodies.get(found.call.id) ?? []), body]);
        const query = Object.fromEntries(url.searchParams);
        return await respond(found.call, { params: found.params, query, body: body as undefined });
      } catch (error) {
        problems.push(`${method} ${path}: ${describe(error)}`);
        return refusal({ code: 'internal' });
      }
    },
  };
  return server;
}

const placeholders = ({ path }: Call) => path.split('{').length;

function findCall(calls: readonly Call[], method: string, path: string) {
  // Fewest placeholders first: `/v1/club-card/history` must match before `/v1/club-card/{id}`.
  for (const call of calls.toSorted((a, b) => placeholders(a) - placeholders(b))) {
    if (call.method !== method) continue;
    for (const pattern of pathsOf(call)) {
      const source = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const match = new RegExp(`^${source}$`).exec(path);
      if (match) return { call, params: { ...match.groups } };
    }
  }
  return null;
}

async function readBody({ body }: Call, request: Request): Promise<unknown> {
  if (body === undefined) return undefined;
  if (isFileBody(body)) return request.formData();
  return v.parse(body, await request.json());
}

function json(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { [API_HEADER]: API_HEADER_VALUE } });
}

function refusal(error: Refusal['error']): Response {
  return json(apiErrorStatus[error.code], { errors: [{ message: error.code, ...error }] });
}

/** Returns an empty picture. */
function drawing(): Response {
  const headers = { 'content-type': 'image/svg+xml', [API_HEADER]: API_HEADER_VALUE };
  return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers });
}

/** Returns a stream without events, which stays open until the app closes it. */
function openStream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream({
    start: (controller) =>
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
  });
  const headers = { 'content-type': 'text/event-stream', [API_HEADER]: API_HEADER_VALUE };
  return new Response(body, { headers });
}

function describe(error: unknown): string {
  if (error instanceof v.ValiError) {
    const [issue] = error.issues as v.BaseIssue<unknown>[];
    return `${issue ? v.getDotPath(issue) : ''}: ${error.message}`;
  }
  return String(error);
}
