import { type Kysely } from 'kysely';
import { registrationQuestions } from '#schemas/configuration.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { findRegionalSettings, listProductTypes } from '../configuration/region-rules.ts';
import { type RegionSettings } from '../configuration/write-settings.ts';
import { type Database } from '../db/tables.ts';
import { loadSetupGuide } from '../guide/write-guide.ts';
import { parseTypedJson } from '../operator/command.ts';
import { loadRegistrationSurveys } from '../registration/registration-surveys.ts';
import { productFromRow, selectProducts } from '../shop/product-row.ts';
import { loadTierBrackets } from '../tiers/load-brackets.ts';
import { loadNews } from './plan-news.ts';
import { toPictureTexts } from './picture-texts.ts';
import { type Setup, type SetupShop, type TierLevels } from './setup-schema.ts';

/**
 * Loads a country's current setup in the format of the setup files, with texts normalised in the same way. Files are
 * referred to by id instead of by name.
 * @param now milliseconds since 1970
 */
export async function loadSetup(
  db: Kysely<Database>,
  region: RegionCode,
  now: number,
): Promise<Setup> {
  const settings = await loadSettings(db, region);
  const guide = await loadSetupGuide(db, region);
  const setup = {
    region,
    ...(settings && { settings }),
    product_types: await listProductTypes(db),
    tiers: await loadTiers(db, region, now),
    shop: await loadShop(db, region),
    news: await loadNews(db, region),
    ...(guide && { product_guide: guide }),
    registration_surveys: await loadQuestions(db, region),
  };
  return parseTypedJson(JSON.stringify(setup)) as Setup;
}

/** Loads a country's settings. Returns null if the country isn't set up. */
async function loadSettings(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<NonNullable<Setup['settings']> | null> {
  const row = await db
    .selectFrom('region_settings')
    .selectAll()
    .where('region', '=', region)
    .executeTakeFirst();
  if (!row) return null;
  // The cast is safe, because the settings are validated when they are written (write-settings.ts).
  const { regional, configuration, ...grants } = row as unknown as RegionSettings & {
    readonly region: string;
  };
  const { region: _region, ...others } = grants;
  const {
    region: _code,
    regions_id: _id,
    registration_questions: _regular,
    decor_registration_questions: _decor,
    ...company
  } = regional;
  const { region: _same, ...rules } = configuration;
  return { company, configuration: rules, ...others } as NonNullable<Setup['settings']>;
}

/** Loads the country's own registration questions, or the shared ones if it has none. */
async function loadQuestions(db: Kysely<Database>, region: RegionCode) {
  const sharedSurveys = await loadRegistrationSurveys(db);
  const settings = await findRegionalSettings(db, region);
  if (settings === null) return sharedSurveys;
  return {
    regular: [...registrationQuestions(settings, sharedSurveys, false)],
    decor: [...registrationQuestions(settings, sharedSurveys, true)],
  };
}

async function loadTiers(
  db: Kysely<Database>,
  region: RegionCode,
  now: number,
): Promise<TierLevels[]> {
  return [...(await loadTierBrackets(db, region, now))].map(([tier_category, { brackets }]) => ({
    tier_category,
    levels: brackets.map(({ from, points }) => ({ from, points })),
  }));
}

async function loadShop(db: Kysely<Database>, region: RegionCode): Promise<SetupShop> {
  const categories = await db
    .selectFrom('shop_categories')
    .select(['uuid', 'setup_key', 'name', 'picture', 'is_visible'])
    .where('region', '=', region)
    .orderBy('position')
    .orderBy('uuid')
    .execute();
  const keys = new Map(categories.map(({ uuid, setup_key }) => [uuid, setup_key ?? uuid]));
  const products = await selectProducts(db, region)
    .where('deleted', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute();
  return {
    categories: categories.map(({ uuid, name, picture, is_visible }) => ({
      key: keys.get(uuid) ?? uuid,
      name,
      picture,
      is_visible,
    })),
    products: products.map((row) => {
      const { sku, name, type, description, active, is_visible, marketing, variants } =
        productFromRow(row);
      return {
        sku,
        name,
        type,
        category: keys.get(row.category_uuid ?? '') ?? null,
        description,
        active,
        is_visible,
        marketing,
        pictures: row.pictures,
        ...toPictureTexts(row.pictures, row),
        variants: variants.map(({ attrs, ...variant }) => ({
          sku: variant.sku,
          price: variant.price,
          stock: variant.stock,
          attributes: attrs.map((attr) => ({ name: attr.attrName, value: attr.attrValueName })),
        })),
      };
    }),
  };
}
