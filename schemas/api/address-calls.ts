import * as v from 'valibot';
import { defineCall, listEntries, listResult } from './call.ts';
import { addressSuggestion, MIN_ADDRESS_SEARCH_LENGTH } from '../address.ts';
import { typedText } from '../primitives.ts';
import { regionCode } from '../regions.ts';

/** Address search while typing (spec 1 §5), for projects and registration. */
export const addressCalls = {
  searchAddresses: defineCall({
    id: 'searchAddresses',
    method: 'GET',
    path: '/v1/address/search',
    summary: 'Search for places in a region, best match first.',
    access: 'public',
    query: v.object({
      q: typedText(160, MIN_ADDRESS_SEARCH_LENGTH),
      region: regionCode,
      limit: listEntries.limit,
    }),
    result: listResult(addressSuggestion),
  }),
};
