import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AppUpdate } from './update-watch.ts';

export const UpdateContext = createContext<AppUpdate | null>(null);

/** Whether a newer build waits on the device, and how to put it in place. */
export function useAppUpdate(): { ready: boolean; apply: () => void } {
  const update = useContext(UpdateContext);
  if (!update) throw new Error('useAppUpdate needs the UpdateContext of the entry');
  const ready = useSyncExternalStore(update.updateReady.subscribe, update.updateReady.current);
  return { ready, apply: update.applyUpdate };
}
