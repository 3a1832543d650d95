import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type LocatedPlace, type PlaceToLocate } from '../addresses/address-provider.ts';
import { locateByPhoton } from '../addresses/photon-provider.ts';
import { locateByTown } from '../addresses/town-coordinates.ts';
import { type Services } from '../services.ts';

type LocatingServices = Pick<Services, 'db' | 'clock' | 'environment' | 'logger'>;

/**
 * Maximum number of companies, and of requests, that are located per run, so that a country's first run doesn't flood
 * the address service.
 */
const MAX_LOCATED = 200;

/**
 * Locates homeowners' requests and companies that accept leads, if they haven't been located yet or the company's
 * address has changed. Uses the address service if one is configured. Of a homeowner's address, the service only gets
 * the postal code and the town.
 * @returns the number of addresses that were looked up
 */
export async function locatePlaces(services: LocatingServices): Promise<number> {
  return (await locateCompanies(services)) + (await locateRequests(services));
}

async function locateCompanies(services: LocatingServices): Promise<number> {
  const { db, clock } = services;
  const companies = await db
    .selectFrom('company_places')
    .innerJoin('companies', 'companies.id', 'company_places.company_id')
    .select(['companies.id', 'companies.regions_id', 'companies.city'])
    .select(['companies.address', 'companies.postal_code'])
    .where('company_places.located_at', 'is', null)
    .orderBy('company_places.company_id')
    .limit(MAX_LOCATED)
    .execute();
  for (const { id, regions_id, address, postal_code, city } of companies) {
    const place = await locate(
      { region: regionCodeOf(regions_id), street: address, postalCode: postal_code, city },
      services,
    );
    await db
      .updateTable('company_places')
      .from('companies')
      .set({
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        place_kind: place?.kind ?? null,
        located_at: new Date(clock.now()),
      })
      .whereRef('companies.id', '=', 'company_places.company_id')
      .where('company_places.company_id', '=', id)
      // An address that has changed in the meantime is located by the next run.
      .where((eb) => eb.and({ address, postal_code, city }))
      .execute();
  }
  return companies.length;
}

async function locateRequests(services: LocatingServices): Promise<number> {
  const { db, clock } = services;
  const requests = await db
    .selectFrom('lead_requests')
    .select(['uuid', 'region_id', 'postal_code', 'city'])
    .where('located_at', 'is', null)
    .orderBy('created_at')
    .limit(MAX_LOCATED)
    .execute();
  for (const { uuid, region_id, postal_code, city } of requests) {
    const place = await locate(toPlace(region_id, { postal_code, city }), services);
    await db
      .updateTable('lead_requests')
      .set({ located_at: new Date(clock.now()), ...(place !== null && toColumns(place)) })
      .where('uuid', '=', uuid)
      .execute();
  }
  return requests.length;
}

/** The homeowner's place, without the street. */
function toPlace(
  region: RegionId,
  { postal_code, city }: { readonly postal_code: string; readonly city: string },
): PlaceToLocate {
  return { region: regionCodeOf(region), street: '', postalCode: postal_code, city };
}

const toColumns = ({ latitude, longitude, kind }: LocatedPlace) => ({
  latitude,
  longitude,
  place_kind: kind,
});

/**
 * Returns the initial location of a new request: the given coordinates, or those of its town. The address service is
 * called later.
 */
export function getInitialPlace(
  region: RegionId,
  request: {
    readonly postal_code: string;
    readonly city: string;
    readonly latitude: number | null;
    readonly longitude: number | null;
  },
  now: number,
) {
  const { latitude, longitude } = request;
  if (latitude !== null && longitude !== null) {
    return { latitude, longitude, place_kind: 'given' as const, located_at: new Date(now) };
  }
  const place = locateByTown(toPlace(region, request));
  const unknownPlace = { latitude: null, longitude: null, place_kind: null };
  return { ...(place === null ? unknownPlace : toColumns(place)), located_at: null };
}

async function locate(
  place: PlaceToLocate,
  { environment, logger }: LocatingServices,
): Promise<LocatedPlace | null> {
  const { addressSearchUrl } = environment;
  if (addressSearchUrl === null) return locateByTown(place);
  try {
    return (await locateByPhoton(addressSearchUrl, place)) ?? locateByTown(place);
  } catch (error) {
    // Only the error's name is logged, because its message could contain the address.
    const name = error instanceof Error ? error.name : 'unknown';
    logger.warn({ failure: name }, 'an address couldn’t be located');
    return locateByTown(place);
  }
}
