import * as v from 'valibot';
import { text } from './primitives.ts';
import { regionCode } from './regions.ts';

/** Fewer characters don't start an address search. */
export const MIN_ADDRESS_SEARCH_LENGTH = 3;
/** Typing pause before an address search (spec 1 §9). */
export const ADDRESS_SEARCH_DEBOUNCE_MS = 400;
/** A text of at least this length is also suggested unchanged (spec 1 §5: longer than 5). */
export const MIN_TYPED_ADDRESS_LENGTH = 6;

/** An address that matches the typed text. Parts unknown to the source are empty. */
export const addressSuggestion = v.object({
  street_name: text(160),
  house_number: text(20),
  postal_code: text(16),
  city: text(80),
  region: regionCode,
});
export type AddressSuggestion = v.InferOutput<typeof addressSuggestion>;
