import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { droppedFiles, type FileKind } from './dropped-file.ts';

/**
 * Reads dropped files of a kind one after the other, including those dropped before the screen was mounted.
 * @param read null while the screen isn't ready
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
