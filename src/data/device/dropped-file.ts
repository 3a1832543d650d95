/** Files dropped on the window, until a screen reads them. */
import { writable } from '../live/readable.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** `picture`: a picture of labels. `list`: a list of serial numbers, exported from a spreadsheet. */
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

/**
 * Reads dropped files of a kind one by one, including those dropped before the screen mounted.
 * @param read null while the screen isn't ready
 */
export function useDroppedFile(kind: FileKind, read: ((file: File) => Promise<void>) | null): void {
  const pendingFiles = useSyncExternalStore(droppedFiles.subscribe, droppedFiles.current);
  const isReady = read !== null && pendingFiles?.kind === kind;
  const readPendingFiles = useEffectEvent(async () => {
    const files = pendingFiles?.files ?? [];
    droppedFiles.set(null);
    for (const file of files) await read?.(file);
  });
  useEffect(() => {
    if (isReady) void readPendingFiles();
  }, [isReady]);
}
