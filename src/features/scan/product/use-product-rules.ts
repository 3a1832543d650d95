import { useMemo } from 'react';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { productRules, type ProductRules } from './product-rules.ts';

/** What this person's products are judged by; undefined until this device has fetched it once. */
export function useProductRules(): ProductRules | undefined {
  const identity = useIdentity();
  const configuration = useSingleton('configuration');
  const categories = useSingleton('categories');
  const role = identity?.role;
  const region = identity?.region;
  return useMemo(() => {
    if (!role || !region || !configuration || !categories) return undefined;
    return productRules({ role, region }, configuration, categories);
  }, [role, region, configuration, categories]);
}
