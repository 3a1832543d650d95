import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { droppedFiles, type FileKind } from './dropped-file.ts';

/**
 * Takes the files of a kind that were dropped on the window, one after the other, before this screen came or while it
 * is shown.
 * @param read null while the screen is not ready for them
 */
export function useDroppedFile(kind: FileKind, read: ((file: File) => Promise<void>) | null): void {
  const waiting = useSyncExternalStore(droppedFiles.subscribe, droppedFiles.current);
  const isReady = read !== null && waiting?.kind === kind;
  const take = useEffectEvent(async () => {
    const files = waiting?.files ?? [];
    droppedFiles.set(null);
    for (const file of files) await read?.(file);
  });
  useEffect(() => {
    if (isReady) void take();
  }, [isReady]);
}
