import { Dexie, type Table } from 'dexie';
import { sha256Of, type PhotoBytes } from '../photos/photos.ts';
import type { Clock } from '../ports.ts';
import { retryAfterReturn } from '../store/open-transactions.ts';
import { SyncError, toSyncError } from '../store/sync-error.ts';

/** An attachment's content on this device. */
interface ContentRow extends PhotoBytes {
  readonly id: string;
  readonly project: string;
  readonly size: number;
  readonly sha256: string;
  /** 1 if the server has the content; a number, because booleans can't be indexed. */
  readonly sent: 0 | 1;
  /** Time at which the content was saved, in ms since 1970 by the device's clock. */
  readonly keptAt: number;
}

/** Content without its bytes. */
type StoredContent = Pick<ContentRow, 'id' | 'project' | 'size' | 'keptAt'>;

/** Contents of the account's attachments, in their own database. */
export interface AttachmentContents {
  /**
   * Saves content under its attachment's id, unless it's already saved.
   * @param quota maximum size of all contents, in bytes
   * @throws SyncError `attachment_quota_full`, `storage_full`, `photo_damaged`
   */
  save(
    content: Pick<ContentRow, 'id' | 'project' | 'mime' | 'bytes' | 'sha256'>,
    quota: number,
  ): Promise<void>;
  /** Returns undefined if the device doesn't have the content. */
  find(id: string): Promise<ContentRow | undefined>;
  /** Marks the content as sent to the server, or as unsent. */
  setSent(id: string, isSent: boolean): Promise<void>;
  discard(ids: readonly string[]): Promise<void>;
  /** Contents that the server has, oldest first. */
  listSent(): Promise<StoredContent[]>;
  listUnsent(): Promise<StoredContent[]>;
  close(): void;
}

export function openAttachmentContents(name: string, clock: Clock): AttachmentContents {
  const database = new Dexie(name);
  // Compound index that covers the list queries, so they read no bytes.
  database.version(1).stores({ contents: 'id, size, [sent+keptAt+project+size+id]' });
  const contents: Table<ContentRow, string> = database.table('contents');
  const find = (id: string) => retryAfterReturn(() => contents.get(id));
  // Reads keys only, to keep at most one content in memory (F41).
  const sumSizes = async () => {
    const sizes = (await contents.orderBy('size').keys()) as number[];
    return sizes.reduce((total, size) => total + size, 0);
  };
  const listBySent = async (sent: 0 | 1): Promise<StoredContent[]> => {
    const keys = await retryAfterReturn(() =>
      contents
        .where('[sent+keptAt+project+size+id]')
        .between([sent, Dexie.minKey], [sent, Dexie.maxKey])
        .keys(),
    );
    return (keys as unknown as [number, number, string, number, string][]).map(
      ([, keptAt, project, size, id]) => ({ id, project, size, keptAt }),
    );
  };

  return {
    async save(content, quota) {
      const size = content.bytes.byteLength;
      const row: ContentRow = { ...content, size, sent: 0, keptAt: clock() };
      try {
        await retryAfterReturn(() =>
          database.transaction('rw', contents, async () => {
            if ((await contents.where('id').equals(row.id).count()) > 0) return;
            if ((await sumSizes()) + row.size > quota) throw new SyncError('attachment_quota_full');
            await contents.add(row);
          }),
        );
      } catch (error) {
        throw toSyncError(error);
      }
      const savedRow = await find(row.id);
      if (savedRow && (await sha256Of(savedRow.bytes)) === row.sha256) return;
      await retryAfterReturn(() => contents.delete(row.id));
      throw new SyncError('photo_damaged');
    },
    find,
    async setSent(id, isSent) {
      const sentFlag = isSent ? 1 : 0;
      await retryAfterReturn(() =>
        contents
          .where('id')
          .equals(id)
          .and((row) => row.sent !== sentFlag)
          .modify({ sent: sentFlag }),
      );
    },
    async discard(ids) {
      await retryAfterReturn(() => contents.bulkDelete([...ids]));
    },
    listSent: () => listBySent(1),
    listUnsent: () => listBySent(0),
    close: () => database.close(),
  };
}
