import * as v from 'valibot';
import { text } from './primitives.ts';
import { regionCode } from './regions.ts';

/** Minimum length of a text that starts an address search. */
export const MIN_ADDRESS_SEARCH_LENGTH = 3;
/** Typing pause before an address search, in ms (spec 1 §9). */
export const ADDRESS_SEARCH_DEBOUNCE_MS = 400;
/** A text of at least this length is also offered as typed (spec 1 §5: longer than 5). */
export const MIN_TYPED_ADDRESS_LENGTH = 6;

/** An address that matches the typed text. Parts that the source lacks are empty. */
export const addressSuggestion = v.object({
  street_name: text(160),
  house_number: text(20),
  postal_code: text(16),
  city: text(80),
  region: regionCode,
});
export type AddressSuggestion = v.InferOutput<typeof addressSuggestion>;
