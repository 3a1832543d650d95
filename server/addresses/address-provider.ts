import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';

/** Where addresses are looked up. A real one stands behind `ADDRESS_SEARCH_URL`. */
export interface AddressProvider {
  /**
   * Places of the region that fit the text, the best first, at most `limit`.
   * Throws when they can't be had.
   */
  search(text: string, region: RegionCode, limit: number): Promise<AddressSuggestion[]>;
}
