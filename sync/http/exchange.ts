import type { FetchFunction } from './fetch-with-progress.ts';
import type { Session } from './session.ts';
import type { Clock, Locks, KeyValue } from '../ports.ts';
import type { Call } from '#schemas/api/call.ts';
import { CallError, isNetworkLimit, isUnreachable } from './call-error.ts';
import { plainCall } from './plain-call.ts';
import { type RequestBudget, createRequestBudget } from '../retry/request-budget.ts';
import { requestInit, type RequestInput, requestUrl, withDeviceTime } from './request.ts';
import { createServerClock } from './server-clock.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** False to throw on a 401 instead of refreshing the token. */
  readonly retryAuth?: boolean;
  /** Sends only as this user, never with the token of a user who has signed in since (F29). */
  readonly userId?: string;
  /** Token to use instead of the session's while a sign-in is in progress. It isn't refreshed. */
  readonly token?: string;
  /** Set for background requests that carry no unsent work: they count against the request budget. */
  readonly budget?: Parameters<RequestBudget['take']>[0];
  /** Replaces the transport's `fetch` for this call. */
  readonly fetch?: FetchFunction | undefined;
}

/**
 * `reached`: our server responded. `unreachable`: nothing responded, or only a proxy. `maintenance`: our server
 * reported maintenance.
 */
export type TransportSignal = 'reached' | 'unreachable' | 'maintenance';

export interface TransportOptions {
  /** Base URL of the API, without a trailing slash: `/api`. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly session: Session;
  /** Returns the user that calls are sent as by default (F29), or undefined if the user doesn't matter. */
  readonly user?: () => string | undefined;
  readonly language: () => string;
  readonly platform: string;
  readonly clock: Clock;
  readonly locks: Locks;
  /** Store for the clock correction. If omitted, the correction isn't saved. */
  readonly store?: Pick<KeyValue, 'get' | 'set'>;
}

type SendOptions = CallOptions & {
  /** True to hide failures from subscribers, because they say nothing about the network. */
  readonly isFailureIgnored?: boolean;
};

/** Sends requests, without a session. Methods throw CallError. */
export interface Exchanges {
  /** Sends a request and reads its response, within a timeout. */
  exchange<T>(
    request: { url: string; init: RequestInit; timeoutMs: number },
    read: (response: Response) => Promise<T>,
    options: SendOptions,
  ): Promise<T>;
  /** Makes an API call, with or without a token. */
  send<T>(
    call: Call,
    input: unknown,
    read: (response: Response) => Promise<T>,
    token: string | null,
    options: SendOptions,
  ): Promise<T>;
  readonly requestBudget: Pick<RequestBudget, 'refill'>;
  serverNow(): number;
  subscribe(listener: (signal: TransportSignal) => void): () => void;
}

export function createExchanges(options: TransportOptions): Exchanges {
  const requestBudget = createRequestBudget();
  const serverClock = createServerClock(options.clock, options.store);
  const listeners = new Set<(signal: TransportSignal) => void>();
  const notify = (signal: TransportSignal) =>
    [...listeners].forEach((listener) => listener(signal));

  const exchange: Exchanges['exchange'] = async (
    { url, init, timeoutMs },
    read,
    { signal, isFailureIgnored, budget, fetch },
  ) => {
    if (budget) await requestBudget.take(budget, signal);
    if (signal?.aborted) throw new CallError('cancelled');
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new CallError('timeout')), timeoutMs);
    const cancel = () => abort.abort(new CallError('cancelled'));
    signal?.addEventListener('abort', cancel, { once: true });
    const sentAt = options.clock();
    try {
      const headers = withDeviceTime(init.headers, sentAt);
      const response = await (fetch ?? options.fetch)(url, {
        ...init,
        headers,
        signal: abort.signal,
      });
      const result = await read(response);
      serverClock.adjust(response.headers.get('date'), sentAt);
      notify('reached');
      return result;
    } catch (error) {
      const callError = asCallError(error, abort.signal);
      // A network limit on one request says nothing about others.
      if (isFailureIgnored || isNetworkLimit(callError)) throw callError;
      if (callError.code === 'maintenance') notify('maintenance');
      else if (isUnreachable(callError)) notify('unreachable');
      else if (callError.code !== 'cancelled') notify('reached');
      throw callError;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  };

  return {
    exchange,
    send(call, typedInput, read, token, callOptions) {
      // Every call's input consists of these three parts; their exact types don't matter here.
      const input = typedInput as RequestInput;
      const init = requestInit(plainCall(call), input, {
        language: options.language(),
        platform: options.platform,
        token,
        idempotencyKey: callOptions.idempotencyKey ?? null,
      });
      const url = requestUrl(call, input, options.baseUrl);
      return exchange({ url, init, timeoutMs: call.timeoutMs }, read, callOptions);
    },
    requestBudget,
    serverNow: () => serverClock.now(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function asCallError(error: unknown, signal: AbortSignal): CallError {
  if (error instanceof CallError) return error;
  if (signal.aborted && signal.reason instanceof CallError) return signal.reason;
  return new CallError('offline', { cause: error });
}
