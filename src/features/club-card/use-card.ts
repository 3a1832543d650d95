import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useFetchCard } from './actions.ts';

/** The company's card as this device knows it, asked for anew when a screen of it opens. */
export function useCard() {
  return { state: useSingleton('clubCard'), ...useRefetch(useFetchCard()) };
}
