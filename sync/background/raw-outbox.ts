import type { ChatDocument } from '#schemas/chat.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  collectionDatabases,
  databaseName,
  databaseNames,
  photosName,
} from '../store/device-databases.ts';
import { answerOf, openExisting } from '../store/raw-database.ts';
import type { ScanRow } from '../entities/scans/wire.ts';

/*
 * Unsent work as it lies in IndexedDB, read without RxDB: the service worker that sends it in the
 * background has to start fast and to stay small. RxDB's tables are only ever read.
 */

/** RxDB on Dexie keeps this boolean as text. */
type Stored<Document> = Document & { readonly _deleted: '0' | '1' };
/** RxDB puts `_deleted` before and the key behind the index that the collections declare. */
const STATE_INDEX = '[_deleted+state+newest_first+uuid]';
const DOCUMENTS = 'docs';
const PHOTOS = 'photos';
/** Scans that are in memory at a time. */
const CHUNK = 250;

export interface RawPhoto {
  readonly id: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly state: 'kept' | 'sent';
}

/** The unsent work of one account. */
export interface RawOutbox {
  waitingLeads(): Promise<LeadDocument[]>;
  waitingClosings(): Promise<ProjectDocument[]>;
  waitingChats(): Promise<ChatDocument[]>;
  /** Saved scans and then removals, chunk by chunk. */
  waitingScans(): AsyncGenerator<ScanRow[]>;
  /** The lead that a project has to wait for; null where it has none, or is not known. */
  awaitedLead(projectId: string): Promise<string | null>;
  photo(id: string): Promise<RawPhoto | null>;
  /** Notes that the server has a photograph, so that the app does not send it once more. */
  markPhotoSent(photo: RawPhoto): Promise<void>;
  close(): void;
}

/** Opens what is there of an account and creates nothing. Null where there is nothing. */
export async function openRawOutbox(userId: string): Promise<RawOutbox | null> {
  const name = databaseName(userId);
  const names = await databaseNames();
  const collection = (of: string) => collectionDatabases(name, of, names).at(-1) ?? null;
  const places = ['scans', 'projects', 'leads', 'chats'].map(collection);
  const opened = await Promise.all(places.map(async (place) => place && openExisting(place)));
  const [scans, projects, leads, chats] = opened;
  const photos = names.includes(photosName(name)) ? await openExisting(photosName(name)) : null;
  const close = () => [...opened, photos].forEach((database) => database && database.close());
  if (!scans || !projects || !leads) {
    close();
    return null;
  }

  return {
    waitingLeads: () => waiting<LeadDocument>(leads),
    waitingClosings: () => waiting<ProjectDocument>(projects),
    // A database of before there were any has none.
    waitingChats: async () => (chats ? waiting<ChatDocument>(chats) : []),
    async *waitingScans() {
      for (const deleted of ['0', '1'] as const) {
        const lowest: IDBValidKey = [deleted, 'waiting'];
        const highest = [deleted, 'waiting', []];
        let range = IDBKeyRange.bound(lowest, highest);
        for (let isMore = true; isMore;) {
          const found = await read<Stored<ScanDocument>>(scans, range, CHUNK);
          const last = found.at(-1);
          isMore = found.length === CHUNK && last !== undefined;
          if (last) {
            const after = [deleted, 'waiting', last.newest_first, last.uuid];
            range = IDBKeyRange.bound(after, highest, true);
          }
          if (found.length > 0) yield found.map((scan) => ({ ...scan, deleted: deleted === '1' }));
        }
      }
    },
    async awaitedLead(projectId) {
      const store = projects.transaction(DOCUMENTS).objectStore(DOCUMENTS);
      const project = await answerOf<ProjectDocument | undefined>(store.get(projectId));
      return project?.awaits_lead ?? null;
    },
    async photo(id) {
      if (!photos) return null;
      const store = photos.transaction(PHOTOS).objectStore(PHOTOS);
      return (await answerOf<RawPhoto | undefined>(store.get(id))) ?? null;
    },
    async markPhotoSent(photo) {
      if (!photos) return;
      const store = photos.transaction(PHOTOS, 'readwrite').objectStore(PHOTOS);
      // Discarded meanwhile it must not come back.
      if ((await answerOf(store.getKey(photo.id))) === undefined) return;
      await answerOf(store.put({ ...photo, state: 'sent' }));
    },
    close,
  };
}

function waiting<Document>(database: IDBDatabase): Promise<Document[]> {
  return read<Document>(database, IDBKeyRange.bound(['0', 'waiting'], ['0', 'waiting', []]));
}

function read<Row>(database: IDBDatabase, range: IDBKeyRange, limit?: number): Promise<Row[]> {
  const index = database.transaction(DOCUMENTS).objectStore(DOCUMENTS).index(STATE_INDEX);
  return answerOf<Row[]>(index.getAll(range, limit));
}
