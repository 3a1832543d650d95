import type * as v from 'valibot';
import type { ClubDatabase } from '../store/database.ts';
import type { RowOf } from '../store/documents.ts';
import type { UnsentItems } from './unsent-file.ts';

/**
 * Result of importing one item. `known`: this device has it, or it has been sent. `missing`: its lead, project or scan
 * isn't on this device. `changed`: its record has been changed here or on the server since the export.
 */
export type ImportOutcome = 'added' | 'known' | 'missing' | 'changed' | 'unreadable';

/** Exports and imports one entity's unsent work. */
export interface FileSection<Document = object, Item = object> {
  readonly name: Exclude<keyof UnsentItems, 'photos' | 'contents'>;
  /** Kind of an item, as named in the list of skipped items. */
  readonly kind: 'scan' | 'lead' | 'closing' | 'date' | 'project' | 'chat' | 'attachment';
  /**
   * True if the item is counted on its own. False if it belongs to another item that is counted, such as the date of a
   * project that is also being closed.
   */
  isCounted(item: Item): boolean;
  /** Returns the part of a document to export, or null if there is nothing to export. */
  pick(row: RowOf<Document>): Item | null;
  readonly itemSchema: v.GenericSchema<unknown, Item>;
  /** Returns the item without the edits that can't be parsed, and the number of these edits. */
  dropUnreadable?(item: unknown): { readonly item: unknown; readonly unreadableCount: number };
  /**
   * Imports an item. Edits keep their ids, so importing twice is harmless (F01).
   * @throws SyncError
   */
  importItem(item: Item, database: ClubDatabase): Promise<ImportOutcome>;
}
