import * as v from 'valibot';
import { cardViews } from '#schemas/operator/list-choices.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of cards. */
export const cardsSearch = v.object({
  search: urlText(100),
  state: urlChoice(cardViews),
  sort: urlChoice(['at', '-at']),
  ...listEntries,
});

/** Search parameters of a card. */
export const cardSearch = v.object({ tab: urlText(40) });

/** Number of digits kept in a search for an order. */
const ORDER_DIGITS = 6;
/** Number of digits kept in a search for a card. */
const CARD_DIGITS = 4;

/**
 * Keeps only the last digits of a typed number, ignoring spaces and signs. A full card number then never gets into the
 * URL. Text with letters stays unchanged.
 * @param isOrderSearch true if the list shows orders for cards that haven't been issued yet
 */
export function keepLastDigits(search: string, isOrderSearch: boolean): string {
  const digits = search.replace(/\P{Nd}/gu, '');
  if (digits === '' || /\p{L}/u.test(search)) return search;
  return digits.slice(isOrderSearch ? -ORDER_DIGITS : -CARD_DIGITS);
}
