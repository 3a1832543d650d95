import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';

/** Port for address search; the real one is behind `ADDRESS_SEARCH_URL`. */
export interface AddressProvider {
  /** Places of the region that match the text, best first, at most `limit`. Throws on failure. */
  search(text: string, region: RegionCode, limit: number): Promise<AddressSuggestion[]>;
}
