/** Suggestions for the address field, and the values that each of them fills in. */
import { type AddressSuggestion, MIN_TYPED_ADDRESS_LENGTH } from '#schemas/address.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';

/** A chosen address. Empty parts are unknown; leave their fields unchanged. */
export interface PickedAddress {
  readonly street_name: string;
  readonly house_number: string;
  readonly postal_code: string;
  readonly city: string;
  /** True if the typed text was used, so only the street line is known. */
  readonly isTyped: boolean;
}

interface AddressChoice {
  readonly id: string;
  readonly address: PickedAddress;
}

/** Number at the end of a street line: `Lipowa 12a`, `Husova 7/3`. */
const HOUSE_NUMBER = /^(.*\p{L}.*?)[\s,]+(\d+\s?\p{L}?(?:\s?[/-]\s?\d+\p{L}?)?)$/u;

/** Street and number on one line. */
export function streetLineOf(address: Pick<PickedAddress, 'street_name' | 'house_number'>): string {
  return [address.street_name, address.house_number].filter(Boolean).join(' ');
}

/** Splits a street line; if it doesn't end with a number, all of it is the street. */
export function splitStreetLine(line: string): Pick<PickedAddress, 'street_name' | 'house_number'> {
  const text = normaliseLine(line);
  const [, street_name = text, house_number = ''] = HOUSE_NUMBER.exec(text) ?? [];
  return { street_name, house_number };
}

/** Returns the typed text as a choice, or null if it's too short (spec 1 §5: longer than 5 characters). */
export function typedChoice(text: string): AddressChoice | null {
  const line = normaliseLine(text);
  if (line.length < MIN_TYPED_ADDRESS_LENGTH) return null;
  const address = { ...splitStreetLine(line), postal_code: '', city: '', isTyped: true };
  return { id: 'typed', address };
}

/** The distinct suggestions, followed by the typed text. */
export function addressChoices(
  suggestions: readonly AddressSuggestion[],
  text: string,
): readonly AddressChoice[] {
  const candidates = suggestions.map((suggestion) => {
    const { street_name, house_number, postal_code, city } = suggestion;
    const address = { street_name, house_number, postal_code, city, isTyped: false };
    return { id: `place:${JSON.stringify(Object.values(address))}`, address };
  });
  const uniqueChoices = [
    ...new Map(candidates.map((candidate) => [candidate.id, candidate])).values(),
  ];
  const customAddress = typedChoice(text);
  return customAddress ? [...uniqueChoices, customAddress] : uniqueChoices;
}
