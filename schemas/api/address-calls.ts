import * as v from 'valibot';
import { defineCall, listEntries, listOf } from './call.ts';
import { addressSuggestion, ADDRESS_SEARCH_FROM } from '../address.ts';
import { typedText } from '../primitives.ts';
import { regionCode } from '../regions.ts';

/** Finding an address while it is typed (spec 1 §5), for projects and for the registration. */
export const addressCalls = {
  searchAddresses: defineCall({
    id: 'searchAddresses',
    method: 'GET',
    path: '/v1/address/search',
    summary: 'Places of a region that fit what was typed, the best first.',
    access: 'public',
    query: v.object({
      q: typedText(160, ADDRESS_SEARCH_FROM),
      region: regionCode,
      limit: listEntries.limit,
    }),
    result: listOf(addressSuggestion),
  }),
};
