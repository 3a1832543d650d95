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
 * A country's setup, as an operator writes it. It consists of the JSON or YAML files of a folder. Each file has some of
 * these keys.
 */

const { regional, configuration, ...grants } = regionSettings.entries;

/** The country's settings, without fields that `region` determines. */
const settings = v.object({
  company: v.omit(regional, [
    'region',
    'regions_id',
    // A setup has these questions in `registration_surveys`.
    'registration_questions',
    'decor_registration_questions',
  ]),
  configuration: v.omit(configuration, [
    'region',
    // These are stored separately, and added to the configuration when the app requests it.
    'warranty_minimum_months',
    'survey_points',
    'closing_survey',
    'lead_survey',
    'product_guide',
    'shop_category_order',
  ]),
  ...grants,
});

/** Levels of a tier category. Each level has the number of products per year that it requires, and its extra points. */
const tier = v.object({
  tier_category: tierCategory,
  levels: tierLevels,
});
export type TierLevels = v.InferOutput<typeof tier>;

const registrationSurvey = v.pipe(v.array(surveyQuestion), survey);

/** Matches the name of a picture, which is a file in the folder `pictures` of the setup folder. */
export const PICTURE_FILE = /^pictures\/\w[\w.-]*\.(?:jpe?g|png|webp)$/;
const picture = v.pipe(
  typedText(120),
  v.check(
    (name) => PICTURE_FILE.test(name),
    'A picture’s name must look like pictures/drill.webp, without spaces or accents.',
  ),
);
const pictures = v.pipe(v.array(picture), v.maxLength(20));
/** Marks a picture in `picture_texts` as decorative. Such a picture needs no alternative text. */
export const DECORATIVE = 'decorative';
/** Alternative texts by picture name and language. Pictures that aren't listed have no alternative text. */
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
  /** Pictures of the product. The first picture is also the thumbnail. */
  pictures: v.optional(pictures, []),
  /** Alternative texts in the country's language. If omitted, existing texts stay. */
  picture_texts: v.optional(pictureTexts),
  variants: v.pipe(
    v.array(
      v.object({
        /** Identifies the variant in its product. */
        sku: v.pipe(sku, v.minLength(1)),
        price: wholeNumber,
        /** Stock of a new variant. An existing variant keeps its current stock. */
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
      /** Picture that is shown for products without pictures. */
      picture: v.optional(v.nullable(picture), null),
      /** False if installers can't filter by the category. If omitted, an existing category keeps its value. */
      is_visible: v.optional(v.boolean()),
    }),
  ),
  products: v.array(product),
});
export type SetupShop = v.InferOutput<typeof shop>;

/** News or a tutorial. */
const newsItem = v.object({
  /** Identifies the item in its country. */
  key,
  type: content.entries.type,
  /** Publication date of a new item; an existing item keeps its date. */
  published: v.optional(v.union([day, moment])),
  content: v.pipe(
    content.entries.content,
    v.check((texts) => texts['en'] !== undefined, 'English texts are missing: add “en”.'),
  ),
  picture: v.optional(v.nullable(picture), null),
  other_pictures: v.optional(pictures, []),
  /** Alternative texts in the languages of the content. If omitted, existing texts stay. */
  picture_texts: v.optional(pictureTexts),
});
export type SetupNews = v.InferOutput<typeof newsItem>;

export const setupSchema = v.object({
  region: regionCode,
  settings: v.optional(settings),
  /** Product types, which all countries share. Types that aren't listed stay unchanged. */
  product_types: v.optional(v.array(tierProductCategory)),
  tiers: v.optional(v.array(tier)),
  /** Categories and products of the shop. Those that aren't listed stay unchanged. */
  shop: v.optional(shop),
  /** News and tutorials. Items that aren't listed stay unchanged. */
  news: v.optional(v.array(newsItem)),
  /** Product guide with the products of all years. It replaces the current guide as a whole. */
  product_guide: v.optional(setupGuide),
  /** Questions that the country asks at registration. If omitted, existing questions stay. */
  registration_surveys: v.optional(
    v.object({ regular: registrationSurvey, decor: registrationSurvey }),
  ),
});
/** A validated setup. Missing parts stay unchanged. */
export type Setup = v.InferOutput<typeof setupSchema>;
