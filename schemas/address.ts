import * as v from 'valibot';
import { text } from './primitives.ts';
import { regionCode } from './regions.ts';

/** From so many characters on an address is searched for. */
export const MIN_ADDRESS_SEARCH_LENGTH = 3;
/** Searched after the person has paused this long (spec 1 §9). */
export const ADDRESS_SEARCH_DEBOUNCE_MS = 400;
/** What was typed is offered as it stands when it is longer than this (spec 1 §5). */
export const TYPED_ADDRESS_LONGER_THAN = 5;

/** A place that fits what was typed. Parts that the source does not know are empty. */
export const addressSuggestion = v.object({
  street_name: text(160),
  house_number: text(20),
  postal_code: text(16),
  city: text(80),
  region: regionCode,
});
export type AddressSuggestion = v.InferOutput<typeof addressSuggestion>;
