import { useMemo } from 'react';
import { MAX_CLOCK_ERROR_MS } from '#schemas/campaign.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useIsClockWrong, useRegionalClock } from '#src/data/time/use-server-time.ts';
import type { PointRules } from './product-points.ts';

/** Rules for the company's product points; empty until this device has fetched them. */
export function usePointRules(): PointRules {
  const configuration = useSingleton('configuration');
  const categories = useSingleton('categories');
  const tiers = useSingleton('tiers');
  const clock = useRegionalClock();
  const isClockCorrect = !useIsClockWrong(MAX_CLOCK_ERROR_MS);
  return useMemo(
    () => ({
      pointsOfType: configuration?.product_points ?? {},
      campaigns: configuration?.campaigns ?? [],
      categories: categories ?? [],
      tiers: tiers ?? [],
      clock,
      isClockCorrect,
    }),
    [configuration, categories, tiers, clock, isClockCorrect],
  );
}
