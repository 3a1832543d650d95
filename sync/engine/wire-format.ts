import type { OutboxCall } from '../outbox/outbox-calls.ts';

/*
 * What the unsent edits of a document say to the server. Free of the store and of all schemas: the page
 * and the service worker send by the same words, and the worker stays small.
 */

/** One request of an outbox. */
export interface WireRequest<Name extends OutboxCall = OutboxCall> {
  readonly call: Name;
  /** The id of the very edit that it carries; a verdict on it applies to that one alone. */
  readonly edit: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body: object;
  readonly idempotencyKey?: string;
}

/** What has to be on the server before a document's edits are. */
export type Prerequisite =
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'photo'; readonly id: string };

/** The requests of one kind of document. Pure. */
export interface WireFormat<Row, Request extends WireRequest = WireRequest> {
  /** What its first unsent edit says; null where nothing of it goes to the server now. */
  nextRequest(row: Row): Request | null;
  /**
   * The row as its next request has to see it, for who applies no verdicts.
   * @returns null where nothing more of it may be sent
   */
  afterRequest(row: Row, isTaken: boolean): Row | null;
  /** What it waits for; null where it may go. */
  prerequisite?(row: Row): Prerequisite | null;
  /** Where many go in one request: the request of these rows, which `next` has one for each. */
  bulkRequest?(rows: readonly Row[]): WireRequest;
}
