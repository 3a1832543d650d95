import { useEffect, useState, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function count(by: number): void {
  open += by;
  for (const tell of listeners) tell();
}

/** @returns what a field tells whether its list is open; gone, it has none */
export function useReportOpenList(): (isOpen: boolean) => void {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    count(1);
    return () => count(-1);
  }, [isOpen]);
  return setOpen;
}

/** Whether a field's list is open. It closes when the page under it moves: nothing comes or goes above it meanwhile. */
export function useIsListOpen(): boolean {
  return useSyncExternalStore(subscribe, isListOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const isListOpen = () => open > 0;
