import type { OutboxCall } from '../outbox/outbox-calls.ts';

/* Maps a document's unsent edits to requests. This code uses neither the store nor schemas, because it's also part of
   the service worker, which must stay small. */

/** One outbox request. */
export interface WireRequest<Name extends OutboxCall = OutboxCall> {
  readonly call: Name;
  /** Id of the edit in the request. The server's verdict applies only to that edit. */
  readonly edit: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body: object;
  readonly idempotencyKey?: string;
}

/** Something the server must have before a document's edits are sent. */
export type Prerequisite =
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'photo'; readonly id: string };

/** Maps one kind of document to requests. */
export interface WireFormat<Row, Request extends WireRequest = WireRequest> {
  /** Returns the request for the first unsent edit; null if nothing can be sent now. */
  nextRequest(row: Row): Request | null;
  /**
   * Returns the row from which the next request is built, for callers that can't apply the server's verdict to the
   * stored document.
   * @returns null if nothing else in the row can be sent
   */
  afterRequest(row: Row, isAccepted: boolean): Row | null;
  /** Returns the prerequisite of the document's next edit; null if the edit can be sent. */
  prerequisite?(row: Row): Prerequisite | null;
  /** Builds one request for many rows. For each of them, `nextRequest` must return a request. */
  bulkRequest?(rows: readonly Row[]): WireRequest;
}
