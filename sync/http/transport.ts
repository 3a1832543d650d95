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
import {
  type CallOptions,
  type TransportSignal,
  type TransportOptions,
  createExchanges,
} from './exchange.ts';
import type { RequestBudget } from '../retry/request-budget.ts';
import { type FileKind, fileUrl } from './request.ts';
import { createAuthenticator } from './authenticator.ts';
import { isRefreshDue } from './session.ts';

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [K in Name]: T };
/** Inputs of a call: `params`, `query` and `body`. */
export type InputOf<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', BodyOf<C>>;

export interface Transport {
  /** @throws CallError */
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<ResultOf<C>>;
  /** Like `call`, but parses the response with another schema: for lists whose items are checked one by one. */
  callWithSchema<C extends Call, S extends v.GenericSchema>(
    call: C,
    input: InputOf<C>,
    schema: S,
    options?: CallOptions,
  ): Promise<v.InferOutput<S>>;
  /**
   * Opens a streaming call (`streams` in the contract) and returns the response, unread. The timeout applies
   * until the response starts.
   * @throws CallError
   */
  openStream(call: Call, options?: CallOptions): Promise<Response>;
  /**
   * Fetches an SVG (`pictures` in the contract). Not cached.
   * @throws CallError
   */
  fetchDrawing<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Blob>;
  /**
   * Fetches a photo of the user's company from the files API. Not cached.
   * @throws CallError
   */
  fetchPhoto(id: string, options?: CallOptions): Promise<Blob>;
  /**
   * Fetches a photo attached to a project. Not cached.
   * @throws CallError
   */
  fetchAttachment(id: string, options?: CallOptions): Promise<Blob>;
  /**
   * Fetches the document of a signed handover sheet.
   * @throws CallError
   */
  fetchHandover(id: string, options?: CallOptions): Promise<Blob>;
  /**
   * Fetches a file that the user's company attached to an order.
   * @throws CallError
   */
  fetchOrderFile(id: string, options?: CallOptions): Promise<Blob>;
  /**
   * Fetches a warranty certificate's PDF (spec 2 §7).
   * @throws CallError
   */
  fetchCertificate(id: string, companyId: string, options?: CallOptions): Promise<Blob>;
  /**
   * Refreshes a token that has less than 10 minutes left.
   * @throws CallError
   */
  refreshIfDue(): Promise<void>;
  /** Budget for background requests. */
  readonly requestBudget: Pick<RequestBudget, 'refill'>;
  serverNow(): number;
  subscribe(listener: (signal: TransportSignal) => void): () => void;
}

/** Typed API calls over `fetch`, with timeouts, checked responses and a session refresh when due. */
export function createTransport(options: TransportOptions): Transport {
  const { session, baseUrl } = options;
  const exchanges = createExchanges(options);
  const { send, exchange } = exchanges;
  const { withToken, refresh } = createAuthenticator(options, send);

  const callWithSchema: Transport['callWithSchema'] = (call, input, schema, callOptions = {}) => {
    const attempt = (token: string | null) =>
      send(call, input, (response) => readResponse(response, schema), token, callOptions);
    return call.access === 'public' ? attempt(null) : withToken(callOptions, attempt);
  };

  const fetchFile = (
    kind: FileKind,
    id: string,
    read: (response: Response) => Promise<Blob>,
    callOptions: CallOptions = {},
  ) =>
    withToken(callOptions, (token) => {
      const url = fileUrl(kind, id, baseUrl);
      const headers = { authorization: `Bearer ${token}` };
      const init: RequestInit = { headers, redirect: 'error', cache: 'no-store' };
      // A failure to fetch a file says nothing about other calls.
      const fetchOptions = { ...callOptions, isFailureIgnored: true };
      return exchange({ url, init, timeoutMs: IMAGE_TIMEOUT_MS }, read, fetchOptions);
    });

  return {
    callWithSchema,
    call: (call, input, callOptions) =>
      // The schema is the call's own, so the output is the call's result.
      callWithSchema(call, input, call.result, callOptions) as Promise<ResultOf<typeof call>>,
    openStream: (call, callOptions = {}) =>
      withToken(callOptions, (token) =>
        // Some networks block streams but not calls, so a failure says nothing about other calls.
        send(call, {}, checkEventStream, token, { ...callOptions, isFailureIgnored: true }),
      ),
    fetchDrawing: (call, input, callOptions = {}) =>
      withToken(callOptions, (token) => send(call, input, readSvg, token, callOptions)),
    fetchPhoto: (id, callOptions) => fetchFile('photo', id, readPhoto, callOptions),
    fetchAttachment: (id, callOptions) => fetchFile('attachment', id, readPhoto, callOptions),
    fetchHandover: (id, callOptions) => fetchFile('handover', id, readPdf, callOptions),
    fetchOrderFile: (id, callOptions) => fetchFile('order', id, readBinary, callOptions),
    fetchCertificate: (id, companyId, callOptions) =>
      fetchFile('pdf', `${id}${companyId}.pdf`, readPdf, callOptions),
    async refreshIfDue() {
      const state = session.state();
      if (state.name !== 'signed_in' || !isRefreshDue(state.token, exchanges.serverNow())) return;
      await refresh(state.token.token);
    },
    requestBudget: exchanges.requestBudget,
    serverNow: exchanges.serverNow,
    subscribe: exchanges.subscribe,
  };
}
