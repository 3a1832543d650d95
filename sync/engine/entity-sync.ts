import type * as v from 'valibot';
import type { Call } from '#schemas/api/call.ts';
import type { CollectionName, DocumentOf } from '#schemas/collections.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { EditableDocument } from '../entities/registry.ts';
import type { RowOf } from '../store/documents.ts';
import type { RequestSender } from './request-sender.ts';
import type { WireRequest } from './wire-format.ts';

/** The server's version of a document after a restore from backup. */
export interface RestoredEntity {
  readonly uuid: string;
  readonly op_id: string;
  readonly updated_at: string;
  readonly deleted: boolean;
  /** For a project, an object with the status's `id`. */
  readonly status?: unknown;
  /** Only for a project. */
  readonly installation_date?: string | null | undefined;
  /** Only for an attachment. */
  readonly has_content?: boolean | undefined;
  /** Only for a chat. */
  readonly messages?: readonly { readonly uuid: string }[] | undefined;
}

/** A pull delivered the server's row. */
interface PulledEvent<Document> {
  readonly type: 'pulled';
  readonly row: RowOf<Document>;
}
/** The server rejected an edit. */
interface RejectedEvent<Document> {
  readonly type: 'rejected';
  readonly edit: string;
  readonly refusal: Refusal;
  /** The server's row if it was fetched; null if the server doesn't have the document. */
  readonly server?: RowOf<Document> | null;
}
/** The server was restored from a backup; `server` is null if the backup lacks the document (F43). */
export interface RestoredEvent {
  readonly type: 'restored';
  readonly server: RestoredEntity | null;
  /** For a project: the lead whose edit recreates it. */
  readonly awaitsLead?: string;
}
/** Events that every editable document handles. */
export type EngineEvent<Document> = PulledEvent<Document> | RejectedEvent<Document> | RestoredEvent;

/**
 * Syncs one kind of document, one edit per request. Pure, except for the methods that take a
 * sender.
 */
export interface EntitySync<Name extends CollectionName, Request extends WireRequest, Event> {
  /** Returns the document after an event; the same object if nothing changes. */
  next(
    row: RowOf<DocumentOf<Name>>,
    event: Event | EngineEvent<DocumentOf<Name>>,
  ): RowOf<DocumentOf<Name>>;
  /**
   * Sends a request and returns the verdict as an event.
   * @throws CallError
   */
  send(request: Request, sender: RequestSender): Promise<Event>;
  /**
   * Fetches the server's row after a rejection, for entities that need it.
   * @throws CallError
   */
  fetchRow?(id: string, sender: RequestSender): Promise<RowOf<DocumentOf<Name>> | null>;
  /** The list call; takes `since`. */
  readonly listCall: Call;
}

/** The server's verdict on one edit of a bulk request (F11). */
export interface BulkVerdict {
  /** Id of the edit. */
  readonly op_id: string;
  /** Null if the edit was accepted. */
  readonly error: object | null;
}

export type EditableRow = RowOf<EditableDocument>;

/** Syncs any collection, one edit per request or many. Like `EntitySync`, but not typed by collection. */
export interface AnyEntitySync {
  next(row: EditableRow, event: unknown): EditableRow;
  send?(request: WireRequest, sender: RequestSender): Promise<object>;
  /** Schema of a verdict, if edits are sent in bulk. `next` gets each verdict in an event of type `verdict`. */
  readonly verdictSchema?: v.GenericSchema<unknown, BulkVerdict>;
  fetchRow?(id: string, sender: RequestSender): Promise<EditableRow | null>;
}

/**
 * True if a restored server lacks the last edit that it had acknowledged (F43): the document is missing
 * there or older. A newer version isn't a loss.
 * @param knownVersion last edit that the server had acknowledged, and the time of that version
 */
export function isLostOnServer(
  knownVersion: { readonly op_id: string | null; readonly updated_at: string },
  server: RestoredEntity | null,
): boolean {
  if (knownVersion.op_id === null) return false;
  if (server === null) return true;
  if (server.op_id === knownVersion.op_id) return false;
  return Date.parse(server.updated_at) <= Date.parse(knownVersion.updated_at);
}
