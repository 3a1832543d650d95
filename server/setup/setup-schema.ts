import * as v from 'valibot';
import { tierProductCategory, tierCategory } from '#schemas/product-type.ts';
import { content, MAX_ALT_TEXT } from '#schemas/content.ts';
import { day, moment, typedText, wholeNumber } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { shopCategory, shopProduct } from '#schemas/shop-product.ts';
import { surveyQuestion } from '#schemas/survey.ts';
import { tierLevels } from '#schemas/tier.ts';
import { regionSettings, survey } from '../configuration/write-settings.ts';
import { setupGuide } from '../guide/setup-guide.ts';

/*
 * A country's setup, as an operator writes it: the JSON or YAML files of a folder, each with some of these keys.
 */

const { regional, configuration, ...grants } = regionSettings.entries;

/** The country's settings, without fields that `region` determines. */
const settings = v.object({
  company: v.omit(regional, [
    'region',
    'regions_id',
    // In `registration_surveys`.
    'registration_questions',
    'decor_registration_questions',
  ]),
  configuration: v.omit(configuration, [
    'region',
    // Stored separately from the configuration, and added when the app requests it.
    'warranty_minimum_months',
    'survey_points',
    'closing_survey',
    'lead_survey',
    'product_guide',
    'shop_category_order',
  ]),
  ...grants,
});

/** Levels of a tier category: the number of products per year from which each applies, and its extra points. */
const tier = v.object({
  tier_category: tierCategory,
  levels: tierLevels,
});
export type TierLevels = v.InferOutput<typeof tier>;

const registrationSurvey = v.pipe(v.array(surveyQuestion), survey);

/** Names of pictures: files in `pictures` in the setup folder. */
export const PICTURE_FILE = /^pictures\/\w[\w.-]*\.(?:jpe?g|png|webp)$/;
const picture = v.pipe(
  typedText(120),
  v.check(
    (name) => PICTURE_FILE.test(name),
    'The name of a picture must be like pictures/drill.webp, without spaces and accents.',
  ),
);
const pictures = v.pipe(v.array(picture), v.maxLength(20));
/** Marks a picture in the files that needs no text. */
export const DECORATIVE = 'decorative';
/** Alternative texts by language for each picture, by picture name. Pictures that aren't listed have none. */
const pictureTexts = v.record(
  picture,
  v.union([
    v.literal(DECORATIVE),
    v.record(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), typedText(MAX_ALT_TEXT, 1)),
  ]),
);
export type SetupPictureTexts = v.InferOutput<typeof pictureTexts>;

/** Name of a category or news item inside the setup. */
const key = typedText(80, 1);
const { name, type, sku, description, marketing } = shopProduct.entries;
const product = v.object({
  /** Identifies the product in its country. */
  sku: v.pipe(sku, v.minLength(1)),
  name,
  type,
  /** Null for products with their own screens, such as top-ups. */
  category: v.nullable(key),
  description,
  active: v.optional(v.boolean(), true),
  is_visible: v.optional(v.boolean(), true),
  marketing: v.optional(marketing, null),
  /** The first is also the thumbnail. */
  pictures: v.optional(pictures, []),
  /** In the country's language. If omitted, existing texts stay. */
  picture_texts: v.optional(pictureTexts),
  variants: v.pipe(
    v.array(
      v.object({
        /** Identifies the variant in its product. */
        sku: v.pipe(sku, v.minLength(1)),
        price: wholeNumber,
        /** Stock of a new variant; an existing one keeps its current stock. */
        stock: wholeNumber,
        attributes: v.optional(
          v.pipe(
            v.array(v.object({ name: typedText(60, 1), value: typedText(60, 1) })),
            v.maxLength(5),
          ),
          [],
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(50),
  ),
});
export type SetupProduct = v.InferOutput<typeof product>;

/** Categories and products in display order. */
const shop = v.object({
  categories: v.array(
    v.object({
      key,
      name: shopCategory.entries.name,
      /** Shown for products without pictures. */
      picture: v.optional(v.nullable(picture), null),
      /** False if installers can't filter by it. If omitted, an existing category keeps its value. */
      is_visible: v.optional(v.boolean()),
    }),
  ),
  products: v.array(product),
});
export type SetupShop = v.InferOutput<typeof shop>;

/** News or a tutorial. */
const newsItem = v.object({
  /** Identifies it in its country. */
  key,
  type: content.entries.type,
  /** Date of a new item; an existing one keeps its own. */
  published: v.optional(v.union([day, moment])),
  content: v.pipe(
    content.entries.content,
    v.check((texts) => texts['en'] !== undefined, 'English texts are missing: add “en”.'),
  ),
  picture: v.optional(v.nullable(picture), null),
  other_pictures: v.optional(pictures, []),
  /** In the languages of the content. If omitted, existing texts stay. */
  picture_texts: v.optional(pictureTexts),
});
export type SetupNews = v.InferOutput<typeof newsItem>;

export const setupSchema = v.object({
  region: regionCode,
  settings: v.optional(settings),
  /** Product types of all countries; types that aren't listed stay. */
  product_types: v.optional(v.array(tierProductCategory)),
  tiers: v.optional(v.array(tier)),
  /** Categories and products; unlisted ones stay. */
  shop: v.optional(shop),
  /** News and tutorials; unlisted ones stay. */
  news: v.optional(v.array(newsItem)),
  /** Products of all years; replaced as a whole. */
  product_guide: v.optional(setupGuide),
  /** Questions at registration in the country. Without them, existing questions stay. */
  registration_surveys: v.optional(
    v.object({ regular: registrationSurvey, decor: registrationSurvey }),
  ),
});
/** A validated setup. Missing parts stay unchanged. */
export type Setup = v.InferOutput<typeof setupSchema>;
