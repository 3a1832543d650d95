import type { VersionedGuide } from '#schemas/product-guide.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** The product guide on this device, or the reason why there is none. */
type GuideState =
  | { readonly name: 'reading' | 'not_loaded' | 'none_in_country' }
  | { readonly name: 'ready'; readonly guide: VersionedGuide['guide'] };

export function useProductGuide(): GuideState {
  const storedGuide = useLiveQuery((account) => account.singletons.productGuide$, []);
  const configuration = useSingleton('configuration');
  if (storedGuide) return { name: 'ready', guide: storedGuide.guide };
  if (storedGuide === undefined) return { name: 'reading' };
  const isOffered = configuration === undefined || configuration.product_guide !== undefined;
  return { name: isOffered ? 'not_loaded' : 'none_in_country' };
}
