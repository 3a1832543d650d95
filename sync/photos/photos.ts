import { Dexie, liveQuery, type Table } from 'dexie';
import { Observable, of, switchMap } from 'rxjs';
import type { Clock, NewId } from '../ports.ts';
import { retryAfterReturn } from '../store/open-transactions.ts';
import { toSyncError, SyncError } from '../store/sync-error.ts';

/**
 * `draft`: in an open form, not counted as unsent, deleted after a day. `kept`: on this device only. `sent`: on the
 * server too.
 */
type PhotoState = 'draft' | 'kept' | 'sent';

/** A photo's content. It's stored as bytes, not as a Blob, because Safari can lose a Blob's content (F25). */
export interface PhotoBytes {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

interface PhotoRow {
  readonly id: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly state: PhotoState;
  /** Time at which the photo was saved, in ms since 1970 by the device's clock. */
  readonly keptAt: number;
}

export interface Photos {
  /**
   * Saves a photo and returns its id.
   * @param state `kept` by default
   * @throws SyncError `storage_full`, `photo_damaged`
   */
  save(bytes: ArrayBuffer, mime: string, state?: 'draft' | 'kept'): Promise<string>;
  /** Returns null if the device doesn't have the photo. */
  read(id: string): Promise<PhotoBytes | null>;
  discard(id: string): Promise<void>;
}

/** Photos with the methods that the uploader needs. */
export interface PhotoStore extends Photos {
  getRow(id: string): Promise<PhotoRow | undefined>;
  /** @param time milliseconds since 1970 */
  idsSavedBefore(time: number): Promise<string[]>;
  unsentCount$: Observable<number>;
  markSent(id: string): Promise<void>;
  /**
   * Replaces a photo's content with a smaller version.
   * @throws SyncError
   */
  replace(id: string, photo: PhotoBytes): Promise<void>;
  /**
   * Stores an imported photo under its own id, unless it exists.
   * @throws SyncError
   */
  restore(photo: Omit<PhotoRow, 'state' | 'keptAt'>): Promise<void>;
  close(): void;
}

/** Opens the account's photos, in their own Dexie database. */
export function openPhotos(name: string, newId: NewId, clock: Clock): PhotoStore {
  const database = new Dexie(name);
  database.version(1).stores({ photos: 'id, state, keptAt' });
  const photos: Table<PhotoRow, string> = database.table('photos');
  const count = () => photos.where('state').equals('kept').count();
  const get = (id: string) => retryAfterReturn(() => photos.get(id));
  const discard = (id: string) => retryAfterReturn(() => photos.delete(id));

  return {
    async save(bytes, mime, state = 'kept') {
      const id = newId();
      const sha256 = await sha256Of(bytes);
      try {
        const row: PhotoRow = { id, mime, bytes, sha256, state, keptAt: clock() };
        await retryAfterReturn(() => photos.add(row));
      } catch (error) {
        throw toSyncError(error);
      }
      const savedPhoto = await get(id);
      if (savedPhoto && (await sha256Of(savedPhoto.bytes)) === sha256) return id;
      await discard(id);
      throw new SyncError('photo_damaged');
    },
    async read(id) {
      const row = await get(id);
      return row ? { bytes: row.bytes, mime: row.mime } : null;
    },
    discard,
    getRow: get,
    // Reads keys only, to keep at most one photo in memory (F41).
    idsSavedBefore: (time) =>
      retryAfterReturn(() => photos.where('keptAt').below(time).primaryKeys()),
    unsentCount$: new Observable<number | null>((subscriber) => {
      // Dexie ignores aborted queries, and only observes queries started in this callback.
      const subscription = liveQuery(() => count().catch(nullIfAborted)).subscribe(
        (unsentCount) => subscriber.next(unsentCount),
        (error: unknown) => subscriber.error(error),
      );
      return () => subscription.unsubscribe();
    }).pipe(
      switchMap((unsentCount) =>
        unsentCount === null ? retryAfterReturn(count) : of(unsentCount),
      ),
    ),
    async markSent(id) {
      await retryAfterReturn(() => photos.update(id, { state: 'sent' }));
    },
    async replace(id, { bytes, mime }) {
      const sha256 = await sha256Of(bytes);
      try {
        await retryAfterReturn(() => photos.update(id, { bytes, mime, sha256 }));
      } catch (error) {
        throw toSyncError(error);
      }
    },
    async restore(photo) {
      try {
        await retryAfterReturn(async () => {
          if ((await photos.where('id').equals(photo.id).count()) > 0) return;
          await photos.add({ ...photo, state: 'kept', keptAt: clock() });
        });
      } catch (error) {
        throw toSyncError(error);
      }
    },
    close: () => database.close(),
  };
}

function nullIfAborted(error: Error): null {
  if (error.name !== 'AbortError') throw error;
  return null;
}

/** SHA-256 as lower-case hex. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
