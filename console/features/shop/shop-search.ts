import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of products. */
export const shopSearch = v.object({
  search: urlText(100),
  shown: urlChoice(['shown', 'hidden', 'inactive']),
  low: urlChoice(['1']),
  category: v.fallback(v.optional(uuid), undefined),
  sort: urlChoice(['name', '-name', 'stock', '-stock', 'price', '-price']),
  ...listEntries,
  panel: urlChoice(['new']),
});

/** Search parameters of a product. */
export const productSearch = v.object({ tab: urlText(40) });
