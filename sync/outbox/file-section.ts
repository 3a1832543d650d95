import type * as v from 'valibot';
import type { ClubDatabase } from '../store/database.ts';
import type { RowOf } from '../store/documents.ts';
import type { UnsentItems } from './unsent-file.ts';

/** What became of one piece of work of a file. */
export type ImportOutcome = 'added' | 'known' | 'missing' | 'unreadable';

/** How the unsent work of one entity stands in a file. */
export interface FileSection<Document = object, Item = object> {
  readonly name: Exclude<keyof UnsentItems, 'photos'>;
  /** How a piece is called that was not taken over. */
  readonly kind: 'scan' | 'lead' | 'closing' | 'project' | 'chat';
  /** Whether a piece of it counts by itself. Pure. */
  isCounted(item: Item): boolean;
  /** What of a document belongs into the file; null where there is nothing. Pure. */
  pick(row: RowOf<Document>): Item | null;
  readonly item: v.GenericSchema<unknown, Item>;
  /** What of a piece is left without its edits that can't be read, and how many those are. Pure. */
  readable?(item: unknown): { readonly item: unknown; readonly unreadable: number };
  /**
   * Takes a piece over. Its edits keep their ids: done twice, it changes nothing more (F01).
   * @throws SyncError
   */
  put(item: Item, database: ClubDatabase): Promise<ImportOutcome>;
}
