/**
 * PDFs that the user has saved on this device, in the browser's cache storage. All accounts share them, because
 * they are public files.
 */
import { SyncError, isQuotaError } from '#sync/store/sync-error.ts';
import { CallError } from '#sync/http/call-error.ts';
import { type Readable, writable } from '../live/readable.ts';

const CACHE = 'kept-documents';
const PATH = /\/files\/guide\/([\w-]+)\.pdf$/;
const pathOf = (id: string) => `/files/guide/${id}.pdf`;

interface SavedDocument {
  readonly id: string;
  readonly bytes: number;
}

interface Ports {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (path: string) => Promise<Response>;
  /** Free space in bytes; null if unknown. */
  readonly freeBytes: () => Promise<number | null>;
}

interface SavedDocuments {
  /** Null until read. */
  readonly list: Readable<readonly SavedDocument[] | null>;
  /** Reads the list. Never throws. Without cache storage, the list is empty. */
  refresh(): Promise<void>;
  /**
   * Downloads and saves a document.
   * @throws SyncError `storage_full`, CallError
   */
  save(document: SavedDocument): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Returns the document if it's saved, otherwise downloads it.
   * @throws CallError
   */
  load(id: string): Promise<Blob>;
}

export function createSavedDocuments(ports: Ports): SavedDocuments {
  const savedDocuments = writable<readonly SavedDocument[] | null>(null);

  const refresh = async () => {
    try {
      const cache = await ports.caches.open(CACHE);
      const requests = await cache.keys();
      const documents = requests.map(async (request) => {
        const id = PATH.exec(new URL(request.url).pathname)?.[1];
        const blob = await (await cache.match(request))?.blob();
        return id && blob ? [{ id, bytes: blob.size }] : [];
      });
      savedDocuments.set((await Promise.all(documents)).flat());
    } catch {
      savedDocuments.set([]);
    }
  };

  const download = async (id: string): Promise<Blob> => {
    const response = await ports.fetch(pathOf(id)).catch((error: unknown) => {
      throw new CallError('offline', { cause: error });
    });
    if (response.status === 404) throw new CallError('not_found');
    // A captive portal may respond with its own page instead.
    if (!response.ok || response.headers.get('content-type') !== 'application/pdf') {
      throw new CallError('not_an_answer');
    }
    return response.blob().catch((error: unknown) => {
      throw new CallError('offline', { cause: error });
    });
  };

  return {
    list: savedDocuments,
    refresh,
    async save({ id, bytes }) {
      const freeBytes = await ports.freeBytes();
      if (freeBytes !== null && freeBytes < bytes) throw new SyncError('storage_full');
      const blob = await download(id);
      try {
        const cache = await ports.caches.open(CACHE);
        const headers = { 'content-type': 'application/pdf' };
        await cache.put(pathOf(id), new Response(blob, { headers }));
      } catch (error) {
        throw isQuotaError(error) ? new SyncError('storage_full', error) : error;
      }
      await refresh();
    },
    async remove(id) {
      await (await ports.caches.open(CACHE)).delete(pathOf(id));
      await refresh();
    },
    async load(id) {
      const response = await ports.caches
        .open(CACHE)
        .then((cache) => cache.match(pathOf(id)))
        // Without cache storage, as in some private windows, documents can only be downloaded.
        .catch(() => undefined);
      return response ? response.blob() : download(id);
    },
  };
}

/** Documents saved in this browser. */
export const savedDocuments = createSavedDocuments({
  caches: {
    open: (name) => ('caches' in globalThis ? caches.open(name) : Promise.reject(new Error(name))),
  },
  fetch: (path) => fetch(path),
  async freeBytes() {
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
    return quota === undefined || usage === undefined ? null : quota - usage;
  },
});
