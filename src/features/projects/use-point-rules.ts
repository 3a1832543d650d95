import { useMemo } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import type { PointRules } from './project-points.ts';

/** The company's point values; empty until this device has fetched them. */
export function usePointRules(): PointRules {
  const pointsOfType = useSingleton('configuration')?.product_points;
  const categories = useSingleton('categories');
  const tiers = useSingleton('tiers');
  return useMemo(
    () => ({ pointsOfType: pointsOfType ?? {}, categories: categories ?? [], tiers: tiers ?? [] }),
    [pointsOfType, categories, tiers],
  );
}
