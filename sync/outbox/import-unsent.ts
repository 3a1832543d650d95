import * as v from 'valibot';
import { ATTACHMENT_QUOTA_BYTES } from '#schemas/attachment.ts';
import type { LazyContents } from '../attachments/lazy-contents.ts';
import { fileSections } from '../entities/file-sections.ts';
import { type PhotoStore, sha256Of } from '../photos/photos.ts';
import type { ClubDatabase } from '../store/database.ts';
import { toSyncError, SyncError } from '../store/sync-error.ts';
import type { ImportOutcome, FileSection } from './file-section.ts';
import {
  UNSENT_VERSION,
  unsentHeader,
  unsentContent,
  unsentItems,
  unsentPhoto,
} from './unsent-file.ts';

/** An item that was not imported. */
export interface SkippedItem {
  readonly kind: FileSection['kind'] | 'photo';
  readonly reason: Exclude<ImportOutcome, 'added' | 'known'>;
  /** Product label; null if unreadable. */
  readonly label: string | null;
}

/** Result of an import. */
export interface ImportResult {
  /** Number of imported items. They are sent like any other unsent work. */
  readonly added: number;
  /** Number of items that are already on this device or have been sent since the export. */
  readonly known: number;
  /** Number of items whose lead, project or scan isn't on this device. */
  readonly missing: number;
  /** Number of items whose record has been changed since the export. */
  readonly changed: number;
  /** Number of items that can't be parsed. */
  readonly unreadable: number;
  /** Lists the items that weren't imported. */
  readonly skipped: readonly SkippedItem[];
}

/**
 * Imports unsent work from a file. Edits keep their ids, so importing twice, or after the work was sent, is
 * harmless (F01).
 * @param file from `exportUnsent`
 * @param options `allowOtherAccount`: the user knows that the file is from another account
 * @throws SyncError `file_unreadable`, `file_newer`, `file_of_other_account`, and store errors
 */
export async function importUnsent(
  file: Blob,
  ports: {
    database: ClubDatabase;
    photos: PhotoStore;
    contents: LazyContents;
    userId: string;
  },
  options: { allowOtherAccount?: boolean } = {},
): Promise<ImportResult> {
  const { header, items } = await parseFile(file);
  if (header.version > UNSENT_VERSION) throw new SyncError('file_newer');
  const isOtherAccount = header.user_id.toLowerCase() !== ports.userId.toLowerCase();
  if (isOtherAccount && !options.allowOtherAccount) throw new SyncError('file_of_other_account');

  const counts = { added: 0, known: 0, missing: 0, changed: 0, unreadable: 0 };
  const result = { ...counts, skipped: [] as SkippedItem[] };
  const record = (
    kind: SkippedItem['kind'],
    outcome: ImportOutcome,
    isCounted: boolean,
    item: unknown,
  ) => {
    if (outcome === 'added' || outcome === 'known') {
      if (isCounted) result[outcome] += 1;
      return;
    }
    result[outcome] += 1;
    result.skipped.push({ kind, reason: outcome, label: labelOf(item) });
  };
  try {
    // In order of dependency: photos before scans.
    for (const item of items.photos) {
      record('photo', await importPhoto(ports.photos, item), false, item);
    }
    for (const item of items.contents) {
      record('photo', await importContent(ports.contents, item), false, item);
    }
    for (const section of fileSections) {
      for (const item of items[section.name]) {
        const { outcome, isCounted, unreadableCount } = await importItem(
          section,
          item,
          ports.database,
        );
        record(section.kind, outcome, isCounted, item);
        const unreadableItems = Array.from({ length: unreadableCount });
        unreadableItems.forEach(() => record(section.kind, 'unreadable', true, item));
      }
    }
  } catch (error) {
    throw toSyncError(error);
  }
  return result;
}

async function parseFile(file: Blob) {
  try {
    const content: unknown = JSON.parse(await file.text());
    return { header: v.parse(unsentHeader, content), items: v.parse(unsentItems, content) };
  } catch (error) {
    throw new SyncError('file_unreadable', error);
  }
}

interface ItemResult {
  readonly outcome: ImportOutcome;
  readonly isCounted: boolean;
  /** Number of the item's edits that were left out. */
  readonly unreadableCount: number;
}

async function importItem(
  section: FileSection,
  item: unknown,
  database: ClubDatabase,
): Promise<ItemResult> {
  const unchangedItem = { item, unreadableCount: 0 };
  const { item: readableItem, unreadableCount } = v.is(section.itemSchema, item)
    ? unchangedItem
    : (section.dropUnreadable?.(item) ?? unchangedItem);
  const { success, output } = v.safeParse(section.itemSchema, readableItem);
  if (!success) return { outcome: 'unreadable', isCounted: true, unreadableCount: 0 };
  const outcome = await section.importItem(output, database);
  return { outcome, isCounted: section.isCounted(output), unreadableCount };
}

async function importPhoto(photos: PhotoStore, item: unknown): Promise<ImportOutcome> {
  const { success, output } = v.safeParse(unsentPhoto, item);
  if (!success) return 'unreadable';
  const { id, mime, sha256, base64 } = output;
  const bytes = bytesOf(base64);
  if (bytes === null || (await sha256Of(bytes)) !== sha256) return 'unreadable';
  await photos.restore({ id, mime, sha256, bytes });
  // A photo isn't counted as added, because its scan is.
  return 'known';
}

async function importContent(contents: LazyContents, item: unknown): Promise<ImportOutcome> {
  const { success, output } = v.safeParse(unsentContent, item);
  if (!success) return 'unreadable';
  const { base64, ...content } = output;
  const bytes = bytesOf(base64);
  if (bytes === null || (await sha256Of(bytes)) !== content.sha256) return 'unreadable';
  await (await contents.open()).save({ ...content, bytes }, ATTACHMENT_QUOTA_BYTES);
  // Content isn't counted as added, because its attachment is.
  return 'known';
}

const labelProduct = v.object({ type: v.string(), size: v.string(), variant: v.string() });

function labelOf(item: unknown): string | null {
  const { success, output } = v.safeParse(labelProduct, item);
  return success ? `${output.type} ${output.size} ${output.variant}`.slice(0, 40) : null;
}

function bytesOf(base64: string): ArrayBuffer | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;
  } catch {
    return null;
  }
}
