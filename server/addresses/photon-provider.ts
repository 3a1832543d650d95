import * as v from 'valibot';
import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { singleLine } from '#schemas/single-line.ts';
import { type AddressProvider } from './address-provider.ts';

/** Whoever types does not wait longer for a suggestion. */
const TIMEOUT_MS = 3000;

const part = v.optional(v.string(), '');
/** What of an answer is read; the rest of a place is of no interest here. */
const answer = v.object({
  features: v.array(
    v.object({
      properties: v.object({
        countrycode: part,
        name: part,
        street: part,
        housenumber: part,
        postcode: part,
        city: part,
        town: part,
        village: part,
        district: part,
        osm_key: part,
      }),
    }),
  ),
});

/**
 * Looks addresses up at a geocoder that speaks like Photon: `GET URL?q=…&limit=…`, answered by GeoJSON.
 * It is sent what was typed and nothing of the person.
 * @param url its search address
 */
export function photonProvider(
  url: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): AddressProvider {
  return {
    async search(text, region, limit) {
      const asked = new URL(url);
      asked.searchParams.set('q', text);
      // Places of other countries are sorted out below, so more are asked for than are needed.
      asked.searchParams.set('limit', String(Math.min(limit * 3, 50)));
      const response = await fetch(asked, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`The address search answered ${response.status}.`);
      const { features } = v.parse(answer, await response.json());
      const found = features.flatMap(({ properties }) => suggestionOf(properties, region));
      return unique(found).slice(0, limit);
    },
  };
}

type Place = v.InferOutput<typeof answer>['features'][number]['properties'];

function suggestionOf(place: Place, region: RegionCode): AddressSuggestion[] {
  if (place.countrycode.toUpperCase() !== region) return [];
  // A street has its name as the place's own.
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
  ].filter((found) => found.street_name !== '' || found.city !== '');
}

/** A line as our own wire takes it, whatever came. */
function clean(text: string, maxLength: number): string {
  return singleLine(text.replace(/\p{Cc}/gu, ' ')).slice(0, maxLength);
}

function unique(found: readonly AddressSuggestion[]): AddressSuggestion[] {
  return [...new Map(found.map((place) => [JSON.stringify(place), place])).values()];
}
