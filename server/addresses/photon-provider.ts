import * as v from 'valibot';
import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { type AddressProvider, type LocatedPlace, type PlaceToLocate } from './address-provider.ts';

/** Later suggestions are useless, because the person has typed on. */
const TIMEOUT_MS = 3000;

const textField = v.optional(v.string(), '');
/** The fields of Photon's response that are used. */
const responseSchema = v.object({
  features: v.array(
    v.object({
      properties: v.object({
        countrycode: textField,
        name: textField,
        street: textField,
        housenumber: textField,
        postcode: textField,
        city: textField,
        town: textField,
        village: textField,
        district: textField,
        osm_key: textField,
      }),
    }),
  ),
});

/**
 * Creates a provider that searches a geocoder with Photon's API: `GET URL?q=…&limit=…`, which responds with GeoJSON.
 * The requests contain only the typed text and nothing about the person.
 * @param url the service's search URL
 */
export function createPhotonProvider(
  url: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): AddressProvider {
  return {
    async search(text, region, limit) {
      const requestUrl = new URL(url);
      requestUrl.searchParams.set('q', text);
      // Requests extra results, because other countries' places are filtered out below.
      requestUrl.searchParams.set('limit', String(Math.min(limit * 3, 50)));
      const response = await fetch(requestUrl, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`The address search responded with ${response.status}.`);
      const { features } = v.parse(responseSchema, await response.json());
      const suggestions = features.flatMap(({ properties }) => toSuggestion(properties, region));
      return removeDuplicates(suggestions).slice(0, limit);
    },
  };
}

type PhotonPlace = v.InferOutput<typeof responseSchema>['features'][number]['properties'];

function toSuggestion(place: PhotonPlace, region: RegionCode): AddressSuggestion[] {
  if (place.countrycode.toUpperCase() !== region) return [];
  // For a street, the place's own name is the street name.
  const street = place.street || (place.osm_key === 'highway' ? place.name : '');
  const isTown = place.osm_key === 'place';
  const city = place.city || place.town || place.village || place.district;
  return [
    {
      street_name: clean(street, 160),
      house_number: clean(place.housenumber, 20),
      postal_code: clean(place.postcode, 16),
      city: clean(city || (isTown ? place.name : ''), 80),
      region,
    },
  ].filter(({ street_name, city: name }) => street_name !== '' || name !== '');
}

/** Returns the text on a single line, without control characters and cut to the maximum length. */
function clean(text: string, maxLength: number): string {
  return normaliseLine(text.replace(/\p{Cc}/gu, ' ')).slice(0, maxLength);
}

function removeDuplicates(suggestions: readonly AddressSuggestion[]): AddressSuggestion[] {
  return [...new Map(suggestions.map((place) => [JSON.stringify(place), place])).values()];
}

const locationResponseSchema = v.object({
  features: v.array(
    v.object({
      // GeoJSON: longitude, then latitude.
      geometry: v.object({ coordinates: v.tuple([v.number(), v.number()]) }),
      properties: v.object({ countrycode: textField, postcode: textField, housenumber: textField }),
    }),
  ),
});

/**
 * Locates an address with the same service. Returns null if nothing is found in the address's country. Throws if the
 * request fails.
 * @param url the service's search URL
 */
export async function locateByPhoton(
  url: string,
  { region, street, postalCode, city }: PlaceToLocate,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LocatedPlace | null> {
  const requestUrl = new URL(url);
  const town = [postalCode, city].filter(Boolean).join(' ');
  const text = [street, town].filter(Boolean).join(', ');
  requestUrl.searchParams.set('q', text);
  requestUrl.searchParams.set('limit', '5');
  const response = await fetch(requestUrl, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The address search responded with ${response.status}.`);
  const { features } = v.parse(locationResponseSchema, await response.json());
  const feature = features.find(
    ({ properties }) => properties.countrycode.toUpperCase() === region,
  );
  if (!feature) return null;
  const [longitude, latitude] = feature.geometry.coordinates;
  const kind = feature.properties.housenumber === '' ? 'town' : 'address';
  return { latitude, longitude, kind };
}
