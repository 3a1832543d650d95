import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';

/** Address search, either by an external service (`ADDRESS_SEARCH_URL`) or with built-in places. */
export interface AddressProvider {
  /** Finds up to `limit` places of the region that match the text, best first. Throws on failure. */
  search(text: string, region: RegionCode, limit: number): Promise<AddressSuggestion[]>;
}

/** An address to find the coordinates of. */
export interface PlaceToLocate {
  readonly region: RegionCode;
  readonly city: string;
  readonly postalCode: string;
  /** Street with number; empty if it must not be sent to another service. */
  readonly street: string;
}

/** Coordinates in degrees, and how precise they are. */
export interface LocatedPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: 'address' | 'town' | 'postal_area';
}
