import { type Kysely, sql } from 'kysely';
import { type RequiredPart } from '#schemas/operator/system-calls.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/** Parts of a country's setup that people need to use the app there. */
interface CountryRow {
  readonly region: RegionCode;
  readonly has_points: boolean;
  readonly has_tiers: boolean;
  readonly has_shop: boolean;
  readonly has_surveys: boolean;
}

/** Parts that all countries share. */
interface SharedRow {
  readonly has_types: boolean;
  readonly has_serials: boolean;
}

/** Reads which parts are set up in each country, and which of the shared parts are set up. */
export async function readSetupParts(db: Kysely<Database>) {
  const { rows: countries } = await sql<CountryRow>`
    select region, configuration->'product_points' <> '{}'::jsonb as has_points,
      exists (select from tier_definitions t where t.region = s.region) as has_tiers,
      exists (select from shop_products p where p.region = s.region and not deleted) as has_shop,
      jsonb_exists(regional, 'registration_questions')
        or exists (select from registration_surveys) as has_surveys
    from region_settings s order by region`.execute(db);
  const { rows: sharedRows } = await sql<SharedRow>`
    select exists (select from product_types) as has_types,
      exists (select from registry) as has_serials`.execute(db);
  return { countries, shared: sharedRows };
}

interface MissingPart {
  /** Null for a part that all countries share. */
  readonly region: RegionCode | null;
  readonly part: RequiredPart;
}

/** Lists the missing parts of the setup. The parts that all countries share come first. */
export async function listMissingParts(db: Kysely<Database>): Promise<MissingPart[]> {
  const { countries, shared } = await readSetupParts(db);
  const toSharedPart = (part: RequiredPart) => ({ region: null, part });
  return [
    ...(countries.length === 0 ? [toSharedPart('countries')] : []),
    ...shared.flatMap(({ has_types, has_serials }) => [
      ...(has_types ? [] : [toSharedPart('product types')]),
      ...(has_serials ? [] : [toSharedPart('serial numbers')]),
    ]),
    ...countries.flatMap(({ region, has_points, has_tiers, has_shop, has_surveys }) => [
      ...(has_surveys ? [] : [{ region, part: 'registration surveys' as const }]),
      ...(has_points ? [] : [{ region, part: 'points' as const }]),
      ...(has_tiers ? [] : [{ region, part: 'tiers' as const }]),
      ...(has_shop ? [] : [{ region, part: 'shop' as const }]),
    ]),
  ];
}

/**
 * Names the missing parts of the setup. The result can contain `countries`, parts for all countries such as `product
 * types`, and parts for one country such as `PL: shop`. It's empty if everything is set up.
 */
export async function findMissingSetup(db: Kysely<Database>): Promise<string[]> {
  const parts = await listMissingParts(db);
  return parts.map(({ region, part }) => (region === null ? part : `${region}: ${part}`));
}
