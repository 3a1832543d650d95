import { prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb';

/** What of a document says that it is an edit to be sent. */
interface Editable {
  readonly uuid: string;
  readonly state?: string;
  readonly op_id?: string;
}

/** Edits that RxDB would not hand to the push (any more), though they wait. */
export interface ForgottenEdits {
  /**
   * Offers again what waits, each edit once in this tab's life; resolves with how many those were. To be
   * called when nothing is on its way. Sending an edit twice does no harm: it has its `op_id`.
   */
  offer(): Promise<number>;
  /** The document's edit is forgotten once more. */
  again(uuid: string): void;
}

/**
 * RxDB offers a change once, and remembers by the time of the write how far it has offered. An edit of
 * another tab can come to the store after a later one has been offered; when the leading tab dies just
 * then, the next one begins behind it, and it would wait for ever. This finds such edits.
 */
export function forgottenEdits<Document extends { uuid: string }>(
  collection: RxCollection<Document>,
): ForgottenEdits {
  const offered = new Map<string, string>();
  return {
    again: (uuid) => void offered.delete(uuid),
    async offer() {
      const waiting = [
        ...(await waitingIn(collection, false)),
        ...(await waitingIn(collection, true)),
      ];
      const forgotten = waiting.filter((row) => offered.get(row.uuid) !== versionOf(row));
      for (const row of forgotten) offered.set(row.uuid, versionOf(row));
      await offerAnew(collection, forgotten);
      return forgotten.length;
    },
  };
}

/** Has RxDB offer documents to the push as they are: a write is what it offers. */
export async function offerAnew<Document extends { uuid: string }>(
  { storageInstance }: RxCollection<Document>,
  stored: readonly RxDocumentData<Document>[],
): Promise<void> {
  const rows = stored.map((previous) => ({ previous, document: { ...previous } }));
  // One that is in the way is offered by itself.
  if (rows.length > 0) await storageInstance.bulkWrite(rows, 'club-forgotten-edits');
}

/** Straight from the store, because queries of RxDB leave out the deleted. */
async function waitingIn<Document extends { uuid: string }>(
  { schema, storageInstance }: RxCollection<Document>,
  deleted: boolean,
): Promise<RxDocumentData<Document>[]> {
  // RxDB puts `_deleted` before and the key behind every index of ours.
  const index = schema.indexes.find((fields) => fields[0] === '_deleted' && fields[1] === 'state');
  if (!index) return [];
  const query = prepareQuery<Document>(schema.jsonSchema, {
    selector: { _deleted: { $eq: deleted }, state: { $eq: 'waiting' } } as never,
    sort: [{ newest_first: 'asc' }] as never,
    index: [...index] as never,
    skip: 0,
  });
  return (await storageInstance.query(query)).documents;
}

/** Tells one edit of a document from the next. */
function versionOf(row: Editable): string {
  const { closing, edits, unsent } = row as {
    closing?: unknown;
    edits?: unknown;
    unsent?: unknown;
  };
  return JSON.stringify([row.op_id, closing, edits, unsent]);
}
