import type * as v from 'valibot';
import { accessCalls } from '#schemas/api/access-calls.ts';
import {
  IMAGE_TIMEOUT_MS,
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '#schemas/api/call.ts';
import { checkEventStream, readAnswer, readFile, readPicture } from './answer.ts';
import { CallError, isUnreachable } from './call-error.ts';
import type { Clock, Locks } from '../ports.ts';
import { type FileKind, fileUrl, requestInit, requestUrl, type RequestInput } from './request.ts';
import { createServerClock } from './server-clock.ts';
import { isRefreshDue, type Session } from './session.ts';
import type { Fetch } from './upload-fetch.ts';

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [K in Name]: T };
/** Exactly what a call declares: `params`, `query` and `body` where it has them. */
export type InputOf<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', BodyOf<C>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** False: a 401 is thrown as it is, without a refresh. */
  readonly retryAuth?: boolean;
  /** Only as this user: never with the token of somebody who signed in since (F29). */
  readonly userId?: string;
  /** With this token instead of the session's, and without a refresh: a sign-in that is not finished. */
  readonly token?: string;
  /** Carries this call instead of the transport's own `fetch`, under the same rules. */
  readonly fetch?: Fetch | undefined;
}

/** `answered`: our server spoke. `unreachable`: nobody did, or somebody else. */
export type TransportSignal = 'answered' | 'unreachable' | 'maintenance';

export interface Transport {
  /** @throws CallError */
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<ResultOf<C>>;
  /** Like `call`, but reads the answer by another schema: for lists whose items are judged one by one. */
  callAs<C extends Call, S extends v.GenericSchema>(
    call: C,
    input: InputOf<C>,
    schema: S,
    options?: CallOptions,
  ): Promise<v.InferOutput<S>>;
  /**
   * The answer of a call that goes on (`streams` of the contract), its body still unread. The call's
   * time-out counts until the answer begins. @throws CallError
   */
  open(call: Call, options?: CallOptions): Promise<Response>;
  /** A photo of the person's company, from the server's files. It is kept nowhere. @throws CallError */
  photo(id: string, options?: CallOptions): Promise<Blob>;
  /** A file that the person's company has sent for an order. @throws CallError */
  orderFile(id: string, options?: CallOptions): Promise<Blob>;
  /** Refreshes a token that has less than 10 minutes left. @throws CallError */
  refreshIfDue(): Promise<void>;
  serverNow(): number;
  subscribe(listener: (signal: TransportSignal) => void): () => void;
}

export interface TransportOptions {
  /** Where the contract's paths start, without a slash at the end: `/api`. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly session: Session;
  readonly language: () => string;
  readonly platform: string;
  readonly clock: Clock;
  readonly locks: Locks;
}

/** Typed calls over `fetch`: time-outs, checked answers, one refresh of the session when it is due. */
export function createTransport(options: TransportOptions): Transport {
  const { session } = options;
  const serverClock = createServerClock(options.clock);
  const listeners = new Set<(signal: TransportSignal) => void>();
  const tell = (signal: TransportSignal) => [...listeners].forEach((listener) => listener(signal));

  const exchange = async <T>(
    { url, init, timeoutMs }: { url: string; init: RequestInit; timeoutMs: number },
    read: (response: Response) => Promise<T>,
    { signal, isHint, fetch }: CallOptions & { readonly isHint?: boolean },
  ): Promise<T> => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new CallError('timeout')), timeoutMs);
    const cancel = () => abort.abort(new CallError('cancelled'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    const sentAt = options.clock();
    try {
      const response = await (fetch ?? options.fetch)(url, { ...init, signal: abort.signal });
      const answer = await read(response);
      serverClock.learn(response.headers.get('date'), sentAt);
      tell('answered');
      return answer;
    } catch (error) {
      const failed = asCallError(error, abort.signal);
      if (isHint) throw failed;
      if (failed.code === 'maintenance') tell('maintenance');
      else if (isUnreachable(failed)) tell('unreachable');
      else if (failed.code !== 'cancelled') tell('answered');
      throw failed;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  };

  const send = <T>(
    call: Call,
    typedInput: unknown,
    read: (response: Response) => Promise<T>,
    token: string | null,
    callOptions: CallOptions & { readonly isHint?: boolean },
  ): Promise<T> => {
    // Every call's own input type is made of these three parts; here their types don't matter.
    const input = typedInput as RequestInput;
    const init = requestInit(call, input, {
      baseUrl: options.baseUrl,
      language: options.language(),
      platform: options.platform,
      token,
      idempotencyKey: callOptions.idempotencyKey ?? null,
    });
    const url = requestUrl(call, input, options.baseUrl);
    return exchange({ url, init, timeoutMs: call.timeoutMs }, read, callOptions);
  };

  /** One refresh at a time over all tabs; a token that another tab renewed meanwhile will do. */
  const refresh = (stale: string) =>
    options.locks.run('club-refresh', async () => {
      const now = session.state();
      if (now.name !== 'signed_in' || now.token.token !== stale) return;
      const input = { body: now.token };
      try {
        const { refresh: call } = accessCalls;
        const renewed = await send(call, input, (said) => readAnswer(said, call.result), null, {});
        if (currentToken(session) === stale) session.renew(renewed);
      } catch (error) {
        if (isRefusedSession(error) && currentToken(session) === stale) session.end();
        throw error;
      }
    });

  /** With the session's token, and once more with a new one when the server will not have the first. */
  const inSession = async <T>(
    { userId, retryAuth, token: own }: CallOptions,
    attempt: (token: string) => Promise<T>,
  ): Promise<T> => {
    if (own !== undefined) return attempt(own);
    const token = tokenFor(session, userId);
    try {
      return await attempt(token);
    } catch (error) {
      if (retryAuth === false || !isRefusedSession(error)) throw error;
    }
    if (currentToken(session) === token) await refresh(token);
    const renewed = tokenFor(session, userId);
    try {
      return await attempt(renewed);
    } catch (error) {
      if (isRefusedSession(error) && currentToken(session) === renewed) session.end();
      throw error;
    }
  };

  const callAs: Transport['callAs'] = (call, input, schema, callOptions = {}) => {
    const attempt = (token: string | null) =>
      send(call, input, (response) => readAnswer(response, schema), token, callOptions);
    return call.access === 'public' ? attempt(null) : inSession(callOptions, attempt);
  };

  const fileOf = (
    kind: FileKind,
    id: string,
    read: (response: Response) => Promise<Blob>,
    callOptions: CallOptions = {},
  ) =>
    inSession(callOptions, (token) => {
      const url = fileUrl(kind, id, options.baseUrl);
      const headers = { authorization: `Bearer ${token}` };
      const init: RequestInit = { headers, redirect: 'error', cache: 'no-store' };
      // A file that does not come says nothing of the rest.
      const hint = { ...callOptions, isHint: true };
      return exchange({ url, init, timeoutMs: IMAGE_TIMEOUT_MS }, read, hint);
    });

  return {
    callAs,
    call: (call, input, callOptions) =>
      // The schema is the call's own, so what it yields is the call's result.
      callAs(call, input, call.result, callOptions) as Promise<ResultOf<typeof call>>,
    open: (call, callOptions = {}) =>
      inSession(callOptions, (token) =>
        // Many a network that carries calls well lets no stream through: that says nothing of the rest.
        send(call, {}, checkEventStream, token, { ...callOptions, isHint: true }),
      ),
    photo: (id, callOptions) => fileOf('photo', id, readPicture, callOptions),
    orderFile: (id, callOptions) => fileOf('order', id, readFile, callOptions),
    async refreshIfDue() {
      const now = session.state();
      if (now.name !== 'signed_in' || !isRefreshDue(now.token, serverClock.now())) return;
      await refresh(now.token.token);
    },
    serverNow: () => serverClock.now(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function currentToken(session: Session): string | null {
  const now = session.state();
  return now.name === 'signed_in' ? now.token.token : null;
}

function tokenFor(session: Session, userId: string | undefined): string {
  const now = session.state();
  const isOther =
    userId !== undefined && now.name === 'signed_in' && now.account.user_id !== userId;
  if (now.name !== 'signed_in' || isOther) throw new CallError('unauthorised', { status: 401 });
  return now.token.token;
}

/** The server's 401, whatever its code. */
export function isRefusedSession(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

function asCallError(error: unknown, signal: AbortSignal): CallError {
  if (error instanceof CallError) return error;
  if (signal.aborted && signal.reason instanceof CallError) return signal.reason;
  return new CallError('offline', { cause: error });
}
