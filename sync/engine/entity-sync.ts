import type { Call } from '#schemas/api/call.ts';
import type { CollectionName, DocumentOf } from '#schemas/collections.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { RowOf } from '../store/documents.ts';
import type { RequestSender } from './request-sender.ts';
import type { WireRequest } from './wire-format.ts';

/** What the server has of a document after it was restored from a backup. */
export interface RestoredEntity {
  readonly uuid: string;
  readonly op_id: string;
  readonly updated_at: string;
  readonly deleted: boolean;
  /** Of a project `{id}`. */
  readonly status?: unknown;
  /** Of a chat. */
  readonly messages?: readonly { readonly uuid: string }[] | undefined;
}

/** A pull brought the server's row. */
export interface PulledEvent<Document> {
  readonly type: 'pulled';
  readonly row: RowOf<Document>;
}
/** The server would not take an edit. */
export interface RefusedEvent<Document> {
  readonly type: 'refused';
  readonly edit: string;
  readonly refusal: Refusal;
  /** Its row where it was asked for; null where it has none. */
  readonly server?: RowOf<Document> | null;
}
/** The server was restored from a backup: this is what it has; null where it has nothing (F43). */
export interface RestoredEvent {
  readonly type: 'restored';
  readonly server: RestoredEntity | null;
  /** Of a project: the lead whose edit makes it once more. */
  readonly awaitsLead?: string;
}
/** What happens to every document that people edit. */
export type EngineEvent<Document> = PulledEvent<Document> | RefusedEvent<Document> | RestoredEvent;

/** How documents of one kind meet the server. All of it is pure but for what `ask` does. */
export interface EntitySync<Name extends CollectionName, Request extends WireRequest, Event> {
  /** The document after an event; the very same where nothing changes. */
  next(
    row: RowOf<DocumentOf<Name>>,
    event: Event | EngineEvent<DocumentOf<Name>>,
  ): RowOf<DocumentOf<Name>>;
  /** Sends a request. @returns the verdict as an event. @throws CallError */
  send(request: Request, ask: RequestSender): Promise<Event>;
  /** Where many go in one request: a verdict for each edit that there is one for, by its id. */
  sendMany?(request: WireRequest, ask: RequestSender): Promise<ReadonlyMap<string, Event>>;
  /** The server's row after a refusal, where that is worth asking for. @throws CallError */
  fetchRow?(id: string, ask: RequestSender): Promise<RowOf<DocumentOf<Name>> | null>;
  /** Lists all that the server has of them, by `since`. */
  readonly listCall: Call;
}

/**
 * Whether a server that was restored from a backup lacks the last edit of a document that it had
 * acknowledged (F43). The one meaning of "lost": it has nothing of it, or it stands at another edit, and
 * did so before the one that this device knows of. (Where it has gone on since, its row counts.)
 * @param known the last edit that the server is known to have had, and when it had made its row
 */
export function isLostOnServer(
  known: { readonly op_id: string | null; readonly updated_at: string },
  server: RestoredEntity | null,
): boolean {
  if (known.op_id === null) return false;
  if (server === null) return true;
  if (server.op_id === known.op_id) return false;
  return Date.parse(server.updated_at) <= Date.parse(known.updated_at);
}
