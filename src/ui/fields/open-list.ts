import { useEffect, useState, useSyncExternalStore } from 'react';

let openCount = 0;
const listeners = new Set<() => void>();

function changeCount(change: number): void {
  openCount += change;
  for (const listener of listeners) listener();
}

/** Returns a function that a field calls when its list opens or closes; unmounting counts as closing. */
export function useReportOpenList(): (isOpen: boolean) => void {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    changeCount(1);
    return () => changeCount(-1);
  }, [isOpen]);
  return setOpen;
}

/**
 * True while a field's list is open. Nothing above it should appear or disappear in the meantime, because the
 * user may be about to press an option.
 */
export function useIsListOpen(): boolean {
  return useSyncExternalStore(subscribe, isListOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const isListOpen = () => openCount > 0;
