import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';

/** Port for address search; `ADDRESS_SEARCH_URL` selects an external service. */
export interface AddressProvider {
  /** Finds up to `limit` places of the region that match the text, best first. Throws on failure. */
  search(text: string, region: RegionCode, limit: number): Promise<AddressSuggestion[]>;
}
