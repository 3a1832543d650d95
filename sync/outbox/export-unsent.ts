import { fileSections } from '../entities/file-sections.ts';
import {
  attachmentsDatabaseName,
  collectionDatabases,
  databaseName,
  listDatabaseNames,
  photosDatabaseName,
} from '../store/device-databases.ts';
import {
  CONTENTS,
  DOCUMENTS,
  openExisting,
  PHOTOS,
  type RawContent,
  type RawPhoto,
  iterateRows,
  type RawDocument,
} from '../store/raw-database.ts';
import { UNSENT_FORMAT, UNSENT_VERSION, type UnsentHeader } from './unsent-file.ts';

/** A file for the user to save. */
interface UnsentFile {
  readonly blob: Blob;
  /** Number of items in the file. A scan and its photo count as one item. */
  readonly count: number;
  /** Number of photos and attachment contents that were left out because they couldn't be read. */
  readonly photosMissing: number;
}

/**
 * Exports everything that the server hasn't acknowledged yet to one JSON file. Reads IndexedDB directly, so that it
 * also works when the store no longer opens (F26). If a failed migration left a document in two versions, the newer
 * one is exported.
 * @param now milliseconds since 1970
 * @throws DOMException if the tables can't be read
 */
export async function exportUnsent(userId: string, now: number): Promise<UnsentFile> {
  const name = databaseName(userId);
  const names = await listDatabaseNames();
  const header: UnsentHeader = {
    format: UNSENT_FORMAT,
    version: UNSENT_VERSION,
    exported_at: new Date(now).toISOString(),
    user_id: userId,
  };
  const items: Record<string, object[]> = {};
  let count = 0;
  for (const section of fileSections) {
    const storedDocuments = await readNewestDocuments(
      collectionDatabases(name, section.collection, names),
    );
    // Each section matches its collection, but TypeScript can't infer that inside the loop.
    const sectionItems = storedDocuments.flatMap((row) => section.pick(row as never) ?? []);
    items[section.name] = sectionItems;
    count += sectionItems.filter((item) => section.isCounted(item)).length;
  }
  const photoIds = (items['scans'] ?? []).flatMap(unsentPhotoIds);
  const photos = await fileParts<RawPhoto>(
    { database: photosDatabaseName(name), table: PHOTOS, names },
    new Set(photoIds),
    toUnsentPhoto,
  );
  const contentIds = (items['attachments'] ?? []).flatMap(unsentContentIds);
  const contents = await fileParts<RawContent>(
    { database: attachmentsDatabaseName(name), table: CONTENTS, names },
    new Set(contentIds),
    (content) => ({ ...toUnsentPhoto(content), project: content.project }),
  );
  const jsonStart = JSON.stringify({ ...header, ...items }).slice(0, -1);
  return {
    blob: new Blob([`${jsonStart},"photos":[`, ...photos, '],"contents":[', ...contents, ']}'], {
      type: 'application/json',
    }),
    count,
    photosMissing:
      new Set(photoIds).size + new Set(contentIds).size - photos.length - contents.length,
  };
}

function unsentPhotoIds(scan: { imageIdxDB?: string | null; imageSent?: boolean }): string[] {
  return scan.imageSent ? [] : [scan.imageIdxDB ?? []].flat();
}

function unsentContentIds(attachment: { uuid?: string; sends_content?: boolean }): string[] {
  return attachment.sends_content ? [attachment.uuid ?? []].flat() : [];
}

function toUnsentPhoto({ id, mime, sha256, bytes }: RawPhoto | RawContent) {
  return { id, mime, sha256, base64: base64Of(bytes) };
}

/**
 * Reads the documents of a collection, including tombstones, without the store's own fields.
 * @param sources the collection's databases, from the oldest to the newest version
 */
async function readNewestDocuments(sources: readonly string[]): Promise<object[]> {
  const documents = new Map<string, object>();
  for (const source of sources) {
    const database = await openExisting(source);
    try {
      const rows = iterateRows<RawDocument<{ uuid: string }>>(
        database,
        DOCUMENTS,
        ({ uuid }) => uuid,
      );
      for await (const row of rows) documents.set(row.uuid, toPlainRow(row));
    } finally {
      database.close();
    }
  }
  return [...documents.values()];
}

function toPlainRow(storedDocument: RawDocument<object>): object {
  const fields = Object.entries(storedDocument).filter(([name]) => !name.startsWith('_'));
  return { ...Object.fromEntries(fields), deleted: storedDocument._deleted === '1' };
}

/** Creates one part per file, so that only one file at a time is in memory as text and bytes (F41). */
async function fileParts<File extends { readonly id: string }>(
  source: { readonly database: string; readonly table: string; readonly names: readonly string[] },
  ids: ReadonlySet<string>,
  toItem: (file: File) => object,
): Promise<Blob[]> {
  if (ids.size === 0 || !source.names.includes(source.database)) return [];
  const database = await openExisting(source.database);
  const parts: Blob[] = [];
  try {
    for await (const file of iterateRows<File>(database, source.table, ({ id }) => id, 1)) {
      if (!ids.has(file.id)) continue;
      parts.push(new Blob([parts.length > 0 ? ',' : '', JSON.stringify(toItem(file))]));
    }
  } finally {
    database.close();
  }
  return parts;
}

/** Number of arguments that every browser accepts in one call. */
const CHUNK = 0x2000;

function base64Of(bytes: ArrayBuffer): string {
  const array = new Uint8Array(bytes);
  let text = '';
  for (let start = 0; start < array.length; start += CHUNK) {
    text += String.fromCharCode(...array.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
