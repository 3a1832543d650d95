import * as v from 'valibot';
import type { QueryOf } from '#schemas/api/call.ts';
import type { returnCalls } from '#schemas/operator/return-calls.ts';
import { day, uuid } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import { filtersOf } from '#console/parts/index-table/list-state.ts';
import { dayQuery } from '#console/parts/list-days.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalId = v.fallback(v.optional(uuid), undefined);
const optionalDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the list of scanned products; `open` is the product shown in the panel. */
export const scannedProductsSearch = v.object({
  serial: urlText(60),
  state: urlChoice(['returned']),
  company: optionalId,
  project: optionalId,
  from: optionalDay,
  until: optionalDay,
  region: urlText(3),
  sort: urlChoice(['at', '-at']),
  ...listEntries,
  open: optionalId,
  /** `timeline`: the timeline of the project by which the list is filtered. */
  panel: urlChoice(['timeline']),
});

/** Returns the query for the list call. The last day is included. */
export function scannedProductsQuery(
  search: v.InferOutput<typeof scannedProductsSearch>,
  region: RegionId | undefined,
): QueryOf<typeof returnCalls.listScannedProducts> {
  const { open: _open, panel: _panel, from, until, ...filters } = filtersOf(search);
  return {
    ...filters,
    region,
    ...dayQuery(region, { from, until }),
  };
}
