import type * as v from 'valibot';
import {
  IMAGE_TIMEOUT_MS,
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '#schemas/api/call.ts';
import {
  checkEventStream,
  readResponse,
  readPdf,
  readSvg,
  readBinary,
  readPhoto,
} from './response.ts';
import { createExchanges } from './exchange.ts';
import type { Clock, KeyValue, Locks } from '../ports.ts';
import type { RequestBudget } from '../retry/request-budget.ts';
import { type FileKind, fileUrl } from './request.ts';
import { createAuthenticator } from './authenticator.ts';
import { isRefreshDue, type Session } from './session.ts';
import type { FetchFunction } from './fetch-with-progress.ts';

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
  /** Nobody has asked for it and it carries nobody's work: it keeps within what a device may ask by itself. */
  readonly budget?: Parameters<RequestBudget['take']>[0];
  /** Carries this call instead of the transport's own `fetch`, under the same rules. */
  readonly fetch?: FetchFunction | undefined;
}

/** `answered`: by our server. `unreachable`: nothing has answered, or something else. `maintenance`: our server says so. */
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
  openStream(call: Call, options?: CallOptions): Promise<Response>;
  /** The answer of a call that is a drawing (`pictures` of the contract). It is kept nowhere. @throws CallError */
  fetchDrawing<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Blob>;
  /** A photo of the person's company, from the server's files. It is kept nowhere. @throws CallError */
  fetchPhoto(id: string, options?: CallOptions): Promise<Blob>;
  /** A file that the person's company has sent for an order. @throws CallError */
  fetchOrderFile(id: string, options?: CallOptions): Promise<Blob>;
  /** The document of a warranty certificate of the person's company (spec 2 §7). @throws CallError */
  fetchCertificate(id: string, companyId: string, options?: CallOptions): Promise<Blob>;
  /** Refreshes a token that has less than 10 minutes left. @throws CallError */
  refreshIfDue(): Promise<void>;
  /** What the device may ask by itself. */
  readonly requestBudget: Pick<RequestBudget, 'refill'>;
  serverNow(): number;
  subscribe(listener: (signal: TransportSignal) => void): () => void;
}

export interface TransportOptions {
  /** Where the contract's paths start, without a slash at the end: `/api`. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly session: Session;
  /** Whose calls these are where a call does not say so (F29); undefined where it does not matter. */
  readonly user?: () => string | undefined;
  readonly language: () => string;
  readonly platform: string;
  readonly clock: Clock;
  readonly locks: Locks;
  /** Keeps how far the device's clock is from the server's; left out where nothing is kept. */
  readonly store?: Pick<KeyValue, 'get' | 'set'>;
}

/** Typed calls over `fetch`: time-outs, checked answers, one refresh of the session when it is due. */
export function createTransport(options: TransportOptions): Transport {
  const { session, baseUrl } = options;
  const exchanges = createExchanges(options);
  const { send, exchange } = exchanges;
  const { withToken, refresh } = createAuthenticator(options, send);

  const callAs: Transport['callAs'] = (call, input, schema, callOptions = {}) => {
    const attempt = (token: string | null) =>
      send(call, input, (response) => readResponse(response, schema), token, callOptions);
    return call.access === 'public' ? attempt(null) : withToken(callOptions, attempt);
  };

  const fileOf = (
    kind: FileKind,
    id: string,
    read: (response: Response) => Promise<Blob>,
    callOptions: CallOptions = {},
  ) =>
    withToken(callOptions, (token) => {
      const url = fileUrl(kind, id, baseUrl);
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
    openStream: (call, callOptions = {}) =>
      withToken(callOptions, (token) =>
        // Many a network that carries calls well lets no stream through: that says nothing of the rest.
        send(call, {}, checkEventStream, token, { ...callOptions, isHint: true }),
      ),
    fetchDrawing: (call, input, callOptions = {}) =>
      withToken(callOptions, (token) => send(call, input, readSvg, token, callOptions)),
    fetchPhoto: (id, callOptions) => fileOf('photo', id, readPhoto, callOptions),
    fetchOrderFile: (id, callOptions) => fileOf('order', id, readBinary, callOptions),
    fetchCertificate: (id, companyId, callOptions) =>
      fileOf('pdf', `${id}${companyId}.pdf`, readPdf, callOptions),
    async refreshIfDue() {
      const now = session.state();
      if (now.name !== 'signed_in' || !isRefreshDue(now.token, exchanges.serverNow())) return;
      await refresh(now.token.token);
    },
    requestBudget: exchanges.requestBudget,
    serverNow: exchanges.serverNow,
    subscribe: exchanges.subscribe,
  };
}
