import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useFetchCard } from './actions.ts';

/** The saved club card, refetched when a screen opens. */
export function useCard() {
  return { state: useSingleton('clubCard'), ...useRefetch(useFetchCard()) };
}
