import { useSyncExternalStore } from 'react';

/** From 900 px lists and details stand side by side (the `desk:` breakpoint of the styles). */
const query = '(min-width: 56.25rem)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the window is wide enough for a list beside its detail. */
export function useDesk(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
