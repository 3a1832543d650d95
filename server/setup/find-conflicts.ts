import { type Campaign } from '#schemas/campaign.ts';
import { type CampaignProblem } from '#schemas/operator/campaign-calls.ts';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { hasMatchingMaterial } from '#schemas/marketing-material.ts';
import { findGuideConflicts, MAX_GUIDE_BYTES } from '#schemas/product-guide.ts';
import { findCompanyTypeConflicts } from '../configuration/settings-conflicts.ts';
import { type FolderFiles, mapFiles } from './setup-files.ts';
import { type Setup, type SetupProduct } from './setup-schema.ts';

/** A conflict between parts of a setup. */
interface SetupConflict {
  /** Dotted path of the field. */
  readonly path: string;
  /** The conflict as the rest of a sentence that starts with the path. */
  readonly text: string;
}

/** A conflict that involves a campaign. */
interface CampaignConflict extends SetupConflict {
  readonly problem: CampaignProblem;
}

/** Finds parts of a valid setup that contradict each other or the folder's files. */
export function findConflicts(setup: Setup, files: FolderFiles): SetupConflict[] {
  const { product_types = [], tiers = [], shop, news = [] } = setup;
  return [
    ...findSettingsConflicts(setup),
    ...findDuplicates(
      'product_types',
      product_types.map(({ type }) => type),
      'type',
    ),
    ...findDuplicates(
      'tiers',
      tiers.map(({ tier_category }) => String(tier_category)),
      'tier_category',
    ),
    ...(shop
      ? [
          ...findDuplicates(
            'shop.categories',
            shop.categories.map(({ key }) => key),
            'key',
          ),
          ...findDuplicates(
            'shop.products',
            shop.products.map(({ sku }) => sku),
            'sku',
          ),
          ...shop.products.flatMap((product, index) =>
            findProductConflicts(setup, product, `shop.products.${index}`),
          ),
        ]
      : []),
    ...findDuplicates(
      'news',
      news.map(({ key }) => key),
      'key',
    ),
    ...findTextConflicts(setup),
    ...findGuideProblems(setup),
    ...findFileConflicts(setup, files),
  ];
}

function findGuideProblems({ product_guide: guide }: Setup): SetupConflict[] {
  if (guide === undefined) return [];
  const conflicts = findGuideConflicts(guide).map(({ path, text }) => ({
    path: `product_guide.${path}`,
    text,
  }));
  const bytes = Buffer.byteLength(JSON.stringify(guide));
  if (bytes > MAX_GUIDE_BYTES) {
    const text = `is larger than ${MAX_GUIDE_BYTES / 1000} kB without spaces: ${Math.ceil(bytes / 1000)} kB.`;
    conflicts.push({ path: 'product_guide', text });
  }
  return conflicts;
}

/** Finds alternative texts for pictures that aren't used. */
function findTextConflicts({ shop, news = [] }: Setup): SetupConflict[] {
  const parts = [
    ...(shop?.products ?? []).map(({ pictures, picture_texts }, index) => ({
      path: `shop.products.${index}.picture_texts`,
      ...{ pictures, picture_texts },
    })),
    ...news.map(({ picture, other_pictures, picture_texts }, index) => ({
      path: `news.${index}.picture_texts`,
      ...{ pictures: [picture, ...other_pictures], picture_texts },
    })),
  ];
  return parts.flatMap(({ path, pictures, picture_texts: texts = {} }) =>
    Object.keys(texts)
      .filter((picture) => !pictures.includes(picture))
      .map((picture) => ({ path, text: `has a picture that isn’t used here: ${picture}.` })),
  );
}

function findFileConflicts(setup: Setup, files: FolderFiles): SetupConflict[] {
  const conflicts: SetupConflict[] = [];
  mapFiles(setup, (name, path) => {
    const file = files[name];
    if (file === undefined) conflicts.push({ path, text: `isn’t in the folder: ${name}.` });
    else if ('problem' in file) {
      conflicts.push({ path, text: `can’t be used: ${name}. ${file.problem}` });
    }
    return name;
  });
  return conflicts;
}

function findSettingsConflicts({ settings, product_types }: Setup): SetupConflict[] {
  if (settings === undefined) return [];
  const { company, configuration } = settings;
  const types = product_types && new Set(product_types.map(({ type }) => type));
  return [
    ...findCompanyTypeConflicts(company).map(({ path, text }) => ({
      path: `settings.company.${path}`,
      text,
    })),
    ...findCampaignConflicts(
      configuration.campaigns ?? [],
      types,
      'settings.configuration.campaigns',
    ),
    ...Object.keys(configuration.product_points)
      .filter((type) => types && !types.has(type))
      .map((type) => ({
        path: `settings.configuration.product_points.${type}`,
        text: 'isn’t among the product_types.',
      })),
  ];
}

/**
 * Finds campaigns that contradict each other or can't apply to any product.
 * @param types known product types; undefined if unknown
 * @param path path of the campaign list, for the conflicts
 */
export function findCampaignConflicts(
  campaigns: readonly Campaign[],
  types: ReadonlySet<string> | undefined,
  path: string,
): CampaignConflict[] {
  const conflicts: CampaignConflict[] = findDuplicates(
    path,
    campaigns.map(({ id }) => id),
    'id',
  ).map((conflict) => ({ ...conflict, problem: 'campaign_id_used' }));
  for (const [index, campaign] of campaigns.entries()) {
    const add = (field: string, problem: CampaignProblem, text: string) =>
      conflicts.push({ path: `${path}.${index}.${field}`, problem, text });
    for (const field of ['name_translated', 'text_translated'] as const) {
      if (!campaign[field]['en']) add(`${field}.en`, 'campaign_english_needed', 'is missing.');
    }
    for (const [position, type] of (campaign.types ?? []).entries()) {
      if (types && !types.has(type))
        add(`types.${position}`, 'campaign_type_unknown', `isn’t a product type: ${type}.`);
    }
    const { types: ownTypes, tier_categories: categories, levels } = campaign;
    const hasLists = ownTypes !== null || categories !== null;
    if (hasLists && (ownTypes?.length ?? 0) + (categories?.length ?? 0) === 0) {
      add('types', 'campaign_no_types', 'is empty, so no product counts. Use null for all.');
    }
    if (levels?.length === 0)
      add('levels', 'campaign_no_levels', 'is empty, so no company counts. Use null for all.');
  }
  return conflicts;
}

function findProductConflicts(
  { region, shop }: Setup,
  { category, type, marketing, variants }: SetupProduct,
  path: string,
): SetupConflict[] {
  const conflicts: SetupConflict[] = findDuplicates(
    `${path}.variants`,
    variants.map(({ sku }) => sku),
    'sku',
  );
  const isKnown = shop?.categories.some(({ key }) => key === category);
  if (category !== null && !isKnown) {
    conflicts.push({ path: `${path}.category`, text: 'isn’t the key of a category.' });
  }
  if (!hasMatchingMaterial(type, marketing)) {
    conflicts.push({ path: `${path}.marketing`, text: `doesn’t fit the type ${type}.` });
  }
  if (marketing !== null && preprintedRegionOf(region) === null) {
    conflicts.push({
      path: `${path}.marketing`,
      text: `isn’t available in the language of ${region}.`,
    });
  }
  return conflicts;
}

function findDuplicates(path: string, values: readonly string[], field: string): SetupConflict[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ path: `${path}.${index}.${field}`, text: `occurs twice: ${value}.` }],
  );
}
