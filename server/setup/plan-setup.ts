import { isDeepStrictEqual } from 'node:util';
import { type Transaction } from 'kysely';
import { regionIdOf } from '#schemas/regions.ts';
import { type RegionSettings, writeProductTypes } from '../configuration/write-settings.ts';
import { type Database } from '../db/tables.ts';
import { writeGuide } from '../guide/write-guide.ts';
import { ApiFailure } from '../http/failure.ts';
import { replaceSettings } from '../configuration/settings-versions.ts';
import { writeTier } from '../tiers/write-tier.ts';
import { describeReusedId, findReusedIds, loadUsedCampaignIds } from '../campaigns/campaign-ids.ts';
import { loadSetup } from './load-setup.ts';
import { planNews } from './plan-news.ts';
import { planShop, type SetupChange } from './plan-shop.ts';
import { type Setup } from './setup-schema.ts';
import { toTier } from './tier-brackets.ts';

/** The requested setup and the current one. */
interface Setups {
  readonly desired: Setup;
  readonly current: Setup;
}

/**
 * Compares a setup with the database. Throws `invalid_input` for a new country without settings.
 * @param now milliseconds since 1970
 * @returns the changes, in the order in which they must be written; empty if there are none
 */
export async function planSetup(
  trx: Transaction<Database>,
  desiredSetup: Setup,
  now: number,
): Promise<SetupChange[]> {
  const { region, shop, news } = desiredSetup;
  const currentSetup = await loadSetup(trx, region, now);
  const setups = { desired: desiredSetup, current: currentSetup };
  return [
    ...(await planSettings(trx, setups, now)),
    ...planProductTypes(trx, setups),
    ...planTiers(trx, setups, now),
    ...(shop && currentSetup.shop
      ? await planShop(trx, { region, desired: shop, current: currentSetup.shop, now })
      : []),
    ...(news
      ? await planNews(trx, { region, desired: news, current: currentSetup.news ?? [], now })
      : []),
    ...planGuide(trx, setups),
  ];
}

/**
 * Converts settings to the stored format. Adds the fields that the country determines, and the country's registration
 * questions.
 */
function toRegionSettings(
  { region, registration_surveys: questions }: Setup,
  { company, configuration, ...otherSettings }: NonNullable<Setup['settings']>,
): RegionSettings {
  const ownQuestions = questions && {
    registration_questions: questions.regular,
    decor_registration_questions: questions.decor,
  };
  return {
    regional: { region, regions_id: regionIdOf(region), ...company, ...ownQuestions },
    configuration: { region, ...configuration },
    ...otherSettings,
  };
}

async function planSettings(
  trx: Transaction<Database>,
  { desired: desiredSetup, current }: Setups,
  now: number,
): Promise<SetupChange[]> {
  const { region, registration_surveys: questions } = desiredSetup;
  const settings = desiredSetup.settings ?? current.settings;
  if (settings === undefined)
    throw ApiFailure.ofInput([`settings is missing: ${region} isn’t set up yet.`]);
  // Keep campaigns that an operator started outside the setup, unless the setup lists campaigns.
  const campaigns = settings.configuration.campaigns ?? current.settings?.configuration.campaigns;
  const currentCampaigns = current.settings?.configuration.campaigns ?? [];
  const usedIds = await loadUsedCampaignIds(trx, region);
  const problems = findReusedIds(campaigns ?? [], currentCampaigns, usedIds).map(
    (id) => `settings.configuration.campaigns: ${id} ${describeReusedId(region)}`,
  );
  if (problems.length > 0) throw ApiFailure.ofInput(problems);
  const configuration = { ...settings.configuration, ...(campaigns && { campaigns }) };
  const newSettings = { ...settings, configuration };
  const write = () => replaceSettings(trx, toRegionSettings(desiredSetup, newSettings), now);
  if (current.settings === undefined) return [{ summary: `settings: add ${region}`, write }];
  const parts = new Map<string, unknown>(Object.entries(current.settings));
  // `replaceSettings` keeps links that the files don't list.
  const { links } = current.settings.company;
  const newParts = { ...newSettings, company: { ...(links && { links }), ...newSettings.company } };
  const changedParts = Object.entries(newParts)
    .filter(([part, value]) => !isSame(parts.get(part), value))
    .map(([part]) => part);
  const hasQuestions = questions === undefined || isSame(current.registration_surveys, questions);
  return [
    ...(changedParts.length === 0
      ? []
      : [{ summary: `settings: change ${changedParts.join(', ')}`, write }]),
    // `write` writes all settings together, so if both changes run it, the second run changes nothing.
    ...(hasQuestions ? [] : [{ summary: 'registration surveys: change', write }]),
  ];
}

function planProductTypes(
  trx: Transaction<Database>,
  { desired: desiredSetup, current }: Setups,
): SetupChange[] {
  const currentByType = new Map(current.product_types?.map((type) => [type.type, type]));
  const changedTypes = desiredSetup.product_types?.filter(
    (type) => !isSame(currentByType.get(type.type), type),
  );
  return (changedTypes ?? []).map((type) => ({
    summary: `product type ${type.type}: ${currentByType.has(type.type) ? 'change' : 'add'}`,
    write: () => writeProductTypes(trx, [type]),
  }));
}

function planTiers(
  trx: Transaction<Database>,
  { desired: desiredSetup, current }: Setups,
  now: number,
): SetupChange[] {
  const currentByCategory = new Map(current.tiers?.map((tier) => [tier.tier_category, tier]));
  const changedTiers = desiredSetup.tiers?.filter(
    (tier) => !isSame(currentByCategory.get(tier.tier_category), tier),
  );
  return (changedTiers ?? []).map((tier) => ({
    summary: `tier ${tier.tier_category}: ${currentByCategory.has(tier.tier_category) ? 'change the levels' : 'add'}`,
    write: () => writeTier(trx, toTier(desiredSetup.region, tier), now),
  }));
}

function planGuide(
  trx: Transaction<Database>,
  { desired: desiredSetup, current }: Setups,
): SetupChange[] {
  const { region, product_guide: guide } = desiredSetup;
  if (guide === undefined || isSame(current.product_guide, guide)) return [];
  return [
    {
      summary: `product guide: ${current.product_guide ? 'change' : 'add'}`,
      write: () => writeGuide(trx, [region], guide),
    },
  ];
}

/** Compares a stored value with the JSON form of a desired value, ignoring the order of fields. */
function isSame(storedValue: unknown, desiredValue: unknown): boolean {
  return isDeepStrictEqual(storedValue, JSON.parse(JSON.stringify(desiredValue)));
}
