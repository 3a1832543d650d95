import * as v from 'valibot';
import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '#schemas/api/call.ts';
import {
  BACKGROUND_HEADER,
  IDLE_HEADER,
  type OperatorCall,
} from '#schemas/operator/operator-call.ts';
import { clientError, readFailure } from './operator-error.ts';

type OptionalPart<Name extends string, Value> = Value extends undefined
  ? { readonly [key in Name]?: undefined }
  : { readonly [key in Name]: Value };

/** Input of a call: the path parameters, query and body that it declares. */
export type InputOf<C extends OperatorCall> = OptionalPart<'params', ParamsOf<C>> &
  OptionalPart<'query', QueryOf<C>> &
  OptionalPart<'body', BodyOf<C>>;

interface Options {
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** True to complete the request even if the page is closed. */
  readonly keepalive?: boolean;
}

/**
 * Server time of the last response, offset of the server's clock from the device's, and server time at which an idle
 * session ends. All are in milliseconds.
 */
const clock = { lastResponseAt: 0, offset: 0, idleEnd: Infinity };

/** Estimated server time, in milliseconds. */
export const serverNow = (): number => Date.now() + clock.offset;
/** Server time of the last response; 0 before the first one. */
export const lastResponseAt = (): number => clock.lastResponseAt;
/** Server time at which an idle session ends, unless the operator uses the console before then. */
export const idleEnd = (): number => clock.idleEnd;

const idleListeners = new Set<() => void>();
/** Calls a listener when the result of `idleEnd` has changed. Returns a function that removes the listener. */
export function subscribeIdleEnd(listener: () => void): () => void {
  idleListeners.add(listener);
  return () => void idleListeners.delete(listener);
}

/**
 * Number of user inputs so far, and the number when the last completed call was sent. Opening the page counts as an
 * input.
 */
const inputs = { count: 1, countAtLastCall: 0 };

/**
 * Counts user inputs, because a call extends the session only if there was an input since the last completed call.
 */
export function watchInput(page: EventTarget): void {
  for (const name of ['pointerdown', 'keydown', 'click'])
    page.addEventListener(name, () => (inputs.count += 1), { capture: true });
}

/**
 * Sends a call to the server and validates the result against the contract.
 * @throws OperatorError
 */
export async function callOperator<C extends OperatorCall>(
  call: C,
  input: InputOf<C>,
  { idempotencyKey, signal, keepalive = false }: Options = {},
): Promise<ResultOf<C>> {
  const body: unknown = input.body;
  const timeoutSignal = AbortSignal.timeout(call.timeoutMs);
  const { count } = inputs;
  const isRead = call.method === 'GET';
  // Automatic refreshes don't extend the session, because the operator may be away.
  const isBackground = count <= inputs.countAtLastCall;
  let response: Response;
  let text: string;
  try {
    response = await fetch(urlOf(call, input), {
      method: call.method,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isBackground && { [BACKGROUND_HEADER]: '1' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw clientError(timeoutSignal.aborted ? 'timeout' : 'offline', isRead);
  }
  recordServerTime(response);
  inputs.countAtLastCall = Math.max(inputs.countAtLastCall, count);
  const json = parseJson(text);
  if (!response.ok)
    throw readFailure(response.status, json, response.headers.get('retry-after'), isRead);
  const result = v.safeParse(call.result, json);
  if (!result.success) throw clientError('unreadable');
  return result.output;
}

/**
 * Fetches a file that the contract doesn't declare.
 * @param path path below `/api`
 * @throws OperatorError
 */
export async function fetchOperatorFile(path: string): Promise<Blob> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(`/api${path}`, { credentials: 'same-origin', cache: 'no-store' });
    file = await response.blob();
  } catch {
    throw clientError('offline', true);
  }
  recordServerTime(response);
  if (response.ok) return file;
  const retryAfter = response.headers.get('retry-after');
  throw readFailure(response.status, parseJson(await file.text()), retryAfter, true);
}

function recordServerTime(response: Response): void {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return;
  clock.offset = serverTime - Date.now();
  clock.lastResponseAt = serverTime;
  const end = Date.parse(response.headers.get(IDLE_HEADER) ?? '');
  if (Number.isNaN(end) || end === clock.idleEnd) return;
  clock.idleEnd = end;
  for (const listener of idleListeners) listener();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the URL of a call. Query parameters that are undefined are omitted. */
export function urlOf(
  { path }: Pick<OperatorCall, 'path'>,
  { params, query }: { readonly params?: unknown; readonly query?: unknown },
): string {
  const values = entriesOf(params);
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(entriesOf(query))) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `/api${filledPath}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** The cast is safe, because the parameters of calls are strings and numbers. */
const entriesOf = (value: unknown) => (value ?? {}) as Record<string, string | number | undefined>;
