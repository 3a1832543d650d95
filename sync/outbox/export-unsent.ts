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
import { openExisting, rowsOf } from '../store/raw-database.ts';
import type { RawPhoto } from '../background/raw-outbox.ts';
import {
  UNSENT_FORMAT,
  UNSENT_VERSION,
  type UnsentChat,
  type UnsentClosing,
  type UnsentHeader,
  type UnsentLead,
  type UnsentPhoto,
} from './unsent-file.ts';

/** A file for the person to keep. */
export interface UnsentFile {
  readonly blob: Blob;
  /** How many pieces of work are in it; photographs go with their scans. */
  readonly count: number;
  /** Photographs that could not be read, and are not in it. */
  readonly photosMissing: number;
}

/** A document as it lies in the table; RxDB on Dexie keeps this boolean as text. */
type Stored<Document> = Document & { readonly _deleted?: '0' | '1' };

/**
 * Everything of an account that the server has not acknowledged, as one JSON file. It reads IndexedDB
 * itself, so that it works where the store can't be opened any more (F26): of documents that a broken
 * migration left in two versions, the later one counts.
 * @param now milliseconds since 1970
 * @throws DOMException where the tables can't be read
 */
export async function exportUnsent(userId: string, now: number): Promise<UnsentFile> {
  const name = databaseName(userId);
  const names = await databaseNames();
  const all = <Document extends { uuid: string }>(collection: string) =>
    newest<Document>(collectionDatabases(name, collection, names));
  const scans = (await all<ScanDocument>('scans')).filter(isUnsentScan);
  const projects = (await all<ProjectDocument>('projects')).filter(isLiving);
  const leads = (await all<LeadDocument>('leads')).filter(isLiving);

  const header: UnsentHeader = {
    format: UNSENT_FORMAT,
    version: UNSENT_VERSION,
    exported_at: new Date(now).toISOString(),
    user_id: userId,
  };
  const closings = projects.flatMap(({ uuid, state, refusal, closing }): UnsentClosing[] =>
    state === 'synced' || closing === null ? [] : [{ uuid, state, refusal, closing }],
  );
  const edited = leads.flatMap(({ uuid, state, refusal, edits }): UnsentLead[] =>
    state === 'synced' || edits.length === 0 ? [] : [{ uuid, state, refusal, edits }],
  );
  const chats = (await all<ChatDocument>('chats')).filter(isLiving);
  const written = chats.flatMap(({ uuid, title, created_at, opening, unsent }): UnsentChat[] =>
    unsent.length === 0 ? [] : [{ uuid, title, created_at, opening, unsent }],
  );
  const made = projects.filter(({ awaits_lead }) => (awaits_lead ?? null) !== null);
  const items = {
    projects: made.map(withoutStoreFields),
    leads: edited,
    closings,
    chats: written,
    scans: scans.map((scan) => ({ ...withoutStoreFields(scan), deleted: scan._deleted === '1' })),
  };
  const wanted = scans.flatMap(({ imageIdxDB, imageSent }) =>
    imageSent ? [] : (imageIdxDB ?? []),
  );
  const photos = await photoParts(photosName(name), names, new Set(wanted));
  const opening = JSON.stringify({ ...header, ...items }).slice(0, -1);
  return {
    blob: new Blob([`${opening},"photos":[`, ...photos, ']}'], { type: 'application/json' }),
    count: scans.length + edited.length + closings.length + written.length,
    photosMissing: new Set(wanted).size - photos.length,
  };
}

function isLiving({ _deleted }: { _deleted?: '0' | '1' }): boolean {
  return _deleted !== '1';
}

function isUnsentScan(scan: Stored<ScanDocument>): boolean {
  return isLiving(scan) ? scan.state !== 'sent' : scan.state === 'waiting';
}

async function newest<Document extends { uuid: string }>(
  places: readonly string[],
): Promise<Stored<Document>[]> {
  const found = new Map<string, Stored<Document>>();
  for (const place of places) {
    const database = await openExisting(place);
    try {
      const rows = rowsOf<Stored<Document>>(database, 'docs', ({ uuid }) => uuid);
      for await (const row of rows) found.set(row.uuid, row);
    } finally {
      database.close();
    }
  }
  return [...found.values()];
}

function withoutStoreFields<Row extends object>(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')));
}

/** Each photograph as a part of its own: there is never more than one as text and as bytes (F41). */
async function photoParts(
  place: string,
  names: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<Blob[]> {
  if (wanted.size === 0 || !names.includes(place)) return [];
  const database = await openExisting(place);
  const parts: Blob[] = [];
  try {
    for await (const photo of rowsOf<RawPhoto>(database, 'photos', ({ id }) => id, 1)) {
      if (!wanted.has(photo.id)) continue;
      const { id, mime, sha256, bytes } = photo;
      const item = { id, mime, sha256, base64: base64Of(bytes) } as UnsentPhoto;
      parts.push(new Blob([parts.length > 0 ? ',' : '', JSON.stringify(item)]));
    }
  } finally {
    database.close();
  }
  return parts;
}

/** As much of a string as a call takes as arguments. */
const PIECE = 0x2000;

function base64Of(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < all.length; at += PIECE) {
    text += String.fromCharCode(...all.subarray(at, at + PIECE));
  }
  return btoa(text);
}
