import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { toRegionCode } from '../access/sessions.ts';
import { type LocatedPlace, type PlaceToLocate } from '../addresses/address-provider.ts';
import { locateByPhoton } from '../addresses/photon-provider.ts';
import { locateByTown } from '../addresses/town-coordinates.ts';
import { type Services } from '../services.ts';

type LocatingServices = Pick<Services, 'db' | 'clock' | 'environment' | 'logger'>;

/** Addresses located in one run, so that a country's first run doesn't flood the address service. */
const MAX_LOCATED = 200;

/**
 * Locates companies that take leads, and requests of homeowners, whose place isn't known yet or whose address has
 * changed. Uses the address service if there is one; of a homeowner, it gets only postal code and town.
 * @returns the number of located addresses
 */
export async function locatePlaces(services: LocatingServices): Promise<number> {
  return (await locateCompanies(services)) + (await locateRequests(services));
}

const addressHash = sql<string>`md5(companies.address || '|' || companies.postal_code || '|' || companies.city)`;

async function locateCompanies(services: LocatingServices): Promise<number> {
  const { db, clock } = services;
  const companies = await db
    .selectFrom('companies')
    .leftJoin('company_places', 'company_places.company_id', 'companies.id')
    .select(['companies.id', 'companies.regions_id', 'companies.city'])
    .select(['companies.address', 'companies.postal_code'])
    .where('companies.accepts_leads', '=', true)
    .where('companies.active', '!=', 0)
    .where(sql<boolean>`company_places.address_hash is distinct from ${addressHash}`)
    .limit(MAX_LOCATED)
    .execute();
  for (const { id, regions_id, address, postal_code, city } of companies) {
    const place = await locate(
      { region: toRegionCode(regions_id), street: address, postalCode: postal_code, city },
      services,
    );
    const values = {
      region_id: regions_id,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      place_kind: place?.kind ?? null,
      address_hash: createHash('md5').update(`${address}|${postal_code}|${city}`).digest('hex'),
      located_at: new Date(clock.now()),
    };
    await db
      .insertInto('company_places')
      .values({ company_id: id, ...values })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
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
      .set({ located_at: new Date(clock.now()), ...(place !== null && columnsOf(place)) })
      .where('uuid', '=', uuid)
      .execute();
  }
  return requests.length;
}

/** The place of a homeowner, without the street. */
function toPlace(
  region: RegionId,
  { postal_code, city }: { readonly postal_code: string; readonly city: string },
): PlaceToLocate {
  return { region: toRegionCode(region), street: '', postalCode: postal_code, city };
}

const columnsOf = ({ latitude, longitude, kind }: LocatedPlace) => ({
  latitude,
  longitude,
  place_kind: kind,
});

/** First place of a new request: the given coordinates, or its town; the address service is asked later. */
export function placeOfRequest(
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
  const unknown = { latitude: null, longitude: null, place_kind: null };
  return { ...(place === null ? unknown : columnsOf(place)), located_at: null };
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
    // The address and the URL containing it stay out of the log.
    const name = error instanceof Error ? error.name : 'unknown';
    logger.warn({ failure: name }, 'an address couldn’t be located');
    return locateByTown(place);
  }
}
