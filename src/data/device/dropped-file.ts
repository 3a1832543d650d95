/** Files dropped on the window, until a screen reads them. */
import { writable } from '../live/readable.ts';

/** `picture` of labels; `list` of serial numbers, as a spreadsheet saves them. */
export type FileKind = 'picture' | 'list';

/** @returns null for unsupported files */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>): FileKind | null {
  if (type.startsWith('image/')) return 'picture';
  const isList = type === 'text/plain' || /\.(csv|tsv|txt)$/i.test(name);
  return isList ? 'list' : null;
}

/** Files of one drop, all of the same kind. */
interface DroppedFiles {
  readonly kind: FileKind;
  readonly files: readonly File[];
}

export const droppedFiles = writable<DroppedFiles | null>(null);
