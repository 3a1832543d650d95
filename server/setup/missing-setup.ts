import { type Kysely, sql } from 'kysely';
import { type Database } from '../db/tables.ts';

/** Parts of a country's setup that people need to use the app there. */
interface CountryRow {
  readonly region: string;
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

/** Reads the parts present in each country, and the shared ones. */
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

/**
 * Lists the missing parts of the setup: `countries`, parts for all countries such as `product types`, and parts for one
 * country such as `PL: shop`. Empty if everything is set up.
 */
export async function findMissingSetup(db: Kysely<Database>): Promise<string[]> {
  const { countries, shared } = await readSetupParts(db);
  return [
    ...(countries.length === 0 ? ['countries'] : []),
    ...shared.flatMap(({ has_types, has_serials }) => [
      ...(has_types ? [] : ['product types']),
      ...(has_serials ? [] : ['serial numbers']),
    ]),
    ...countries.flatMap(({ region, has_points, has_tiers, has_shop, has_surveys }) => [
      ...(has_surveys ? [] : [`${region}: registration surveys`]),
      ...(has_points ? [] : [`${region}: points`]),
      ...(has_tiers ? [] : [`${region}: tiers`]),
      ...(has_shop ? [] : [`${region}: shop`]),
    ]),
  ];
}
