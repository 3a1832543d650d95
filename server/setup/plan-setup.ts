import { isDeepStrictEqual } from 'node:util';
import { type Transaction } from 'kysely';
import { regions, type RegionCode } from '#schemas/regions.ts';
import { listProductTypes } from '../configuration/region-rules.ts';
import {
  type RegionSettings,
  writeProductTypes,
  writeRegionSettings,
} from '../configuration/write-settings.ts';
import { type Database } from '../db/tables.ts';
import {
  loadRegistrationSurveys,
  writeRegistrationSurveys,
} from '../registration/registration-surveys.ts';
import { writeTier } from '../tiers/write-tier.ts';
import { type Setup } from './setup-schema.ts';
import { toTier } from './tier-brackets.ts';

/** A difference between a setup and the database. */
interface SetupChange {
  /** One line for the operator. */
  readonly summary: string;
  readonly write: () => Promise<void>;
}

/**
 * Compares a setup with the database.
 * @param now milliseconds since 1970
 * @returns the changes in the order in which they must be written; empty if there are none
 */
export async function planSetup(
  trx: Transaction<Database>,
  setup: Setup,
  now: number,
): Promise<SetupChange[]> {
  return [
    ...(await planSettings(trx, setup)),
    ...(await planProductTypes(trx, setup)),
    ...(await planTiers(trx, setup, now)),
    ...(await planSurveys(trx, setup)),
  ];
}

/** Adds the fields that follow from the country. */
function toRegionSettings(
  region: RegionCode,
  { company, configuration, ...grants }: NonNullable<Setup['settings']>,
): RegionSettings {
  const regions_id = regions.find(({ code }) => code === region)?.id ?? 1;
  return {
    regional: { region, regions_id, ...company },
    configuration: { region, ...configuration },
    ...grants,
  };
}

async function planSettings(
  trx: Transaction<Database>,
  { region, settings }: Setup,
): Promise<SetupChange[]> {
  if (settings === undefined) return [];
  const wanted = toRegionSettings(region, settings);
  const write = () => writeRegionSettings(trx, wanted);
  const row = await trx
    .selectFrom('region_settings')
    .selectAll()
    .where('region', '=', region)
    .executeTakeFirst();
  if (!row) return [{ summary: `settings: add ${region}`, write }];
  const columns = Object.entries(row) as [string, unknown][];
  const current = new Map(columns);
  const changed = Object.entries(wanted)
    .filter(([column, value]) => !isSame(current.get(column), value))
    .map(([column]) => (column === 'regional' ? 'company' : column));
  return changed.length === 0 ? [] : [{ summary: `settings: change ${changed.join(', ')}`, write }];
}

async function planProductTypes(
  trx: Transaction<Database>,
  { product_types = [] }: Setup,
): Promise<SetupChange[]> {
  const current = new Map((await listProductTypes(trx)).map((type) => [type.type, type]));
  return product_types
    .filter((type) => !isSame(current.get(type.type), type))
    .map((type) => ({
      summary: `product type ${type.type}: ${current.has(type.type) ? 'change' : 'add'}`,
      write: () => writeProductTypes(trx, [type]),
    }));
}

async function planTiers(
  trx: Transaction<Database>,
  { region, tiers = [] }: Setup,
  now: number,
): Promise<SetupChange[]> {
  const rows = await trx
    .selectFrom('tier_definitions')
    .selectAll()
    .where('region', '=', region)
    .execute();
  return tiers.flatMap((levels) => {
    const tier = toTier(region, levels);
    const current = rows.find(({ tier_category }) => tier_category === tier.tier_category);
    if (isSame(current?.brackets, tier.brackets)) return [];
    const summary = `tier ${tier.tier_category}: ${current ? 'change the levels' : 'add'}`;
    const write = () => writeTier(trx, { ...tier, id: current?.id ?? tier.id }, now);
    return [{ summary, write }];
  });
}

async function planSurveys(
  trx: Transaction<Database>,
  { registration_surveys: wanted }: Setup,
): Promise<SetupChange[]> {
  if (wanted === undefined || isSame(await loadRegistrationSurveys(trx), wanted)) return [];
  return [
    {
      summary: 'registration surveys: change, for all countries',
      write: () => writeRegistrationSurveys(trx, wanted),
    },
  ];
}

/** Compares as stored, where absent fields and the order of fields don't count. */
function isSame(stored: unknown, wanted: unknown): boolean {
  return stored !== undefined && isDeepStrictEqual(stored, toJson(wanted));
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
