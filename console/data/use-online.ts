import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** False while the browser has no network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Reason why actions are disabled; undefined while online. */
export function useOfflineReason(): string | undefined {
  const { t } = useLingui();
  return useOnline() ? undefined : t`There is no network.`;
}
