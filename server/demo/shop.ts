import { formattingLocale } from '#schemas/formatting-locale.ts';
import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { topUpValue } from '#schemas/club-card.ts';
import { currencyOf } from '#schemas/currencies.ts';
import { regionLanguage } from '#schemas/languages.ts';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';
import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import { SHOP_CATEGORY_TYPE, type ShopVariant } from '#schemas/shop-product.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { type Database } from '../db/tables.ts';
import { adjustStock } from '../shop/stock.ts';
import { writeCategories } from '../shop/write-categories.ts';
import { type ProductInput, writeProducts } from '../shop/write-products.ts';
import { demoOperators } from './operators.ts';
import { demoPictureId, insertDemoPictures } from './pictures.ts';
import { demoUuid } from './seeded-random.ts';
import { type DemoCategory, demoCategories } from './shop-categories.ts';
import { demoGoods } from './shop-goods.ts';
import type { DemoProduct } from './shop-plan.ts';
import { demoMarketing, demoServices } from './shop-services.ts';

/** About forty products for Poland. Other countries have a selection of them. */
export const demoShop: readonly DemoProduct[] = [...demoServices, ...demoMarketing, ...demoGoods];
/** Picture added to products with several variants. */
const BOX_PICTURE = 'in-a-box';
/** Stock of vouchers and printed material, which don't run out. */
const AMPLE_STOCK = 10_000;
/** Days since the shop opened. */
const OPENING_DAYS = 150;
/** Stock movements in Poland after the opening, oldest first. */
const movements = [
  { key: 'gloves', change: 60, reason: 'delivery', daysAgo: 9 },
  { key: 'roofing-hammer', change: 20, reason: 'delivery', daysAgo: 9 },
  { key: 'roofing-hammer', change: 1, reason: 'returned', daysAgo: 5 },
  { key: 'copper-hammer', change: -2, reason: 'damaged', daysAgo: 4 },
] as const;
/** A product that Poland's shop will hide in this many days. */
const SCHEDULED_TO_HIDE = { key: 'garden-lamp', inDays: 21 };
/** Keys of the categories, in display order. */
const categoryKeys = Object.keys(demoCategories) as DemoCategory[];

/** Fills the shops of all countries. */
export async function insertDemoShop(trx: Transaction<Database>, now: Date): Promise<void> {
  // Records the opening stock at an earlier time than the movements.
  const opening = JSON.stringify({ at: new Date(now.getTime() - OPENING_DAYS * DAY_MS) });
  await sql`select set_config('club.stock_cause', ${opening}, true)`.execute(trx);
  await insertDemoPictures(trx, [...demoShop.map(({ key }) => key), BOX_PICTURE]);
  for (const region of regionCodes) {
    const categories = categoryKeys.map((key, position) => ({
      uuid: categoryId(region, key),
      type: SHOP_CATEGORY_TYPE,
      position,
      name: inRegionLanguage(demoCategories[key].name, region),
    }));
    await writeCategories(trx, region, categories, now.getTime());
    const soldProducts = demoShop.filter(({ regions }) => regions.includes(region));
    const products = soldProducts.map((product, index) =>
      toProductInput(product, region, now.getTime() - (soldProducts.length - index) * 3 * DAY_MS),
    );
    await writeProducts(trx, region, products, now.getTime());
  }
  await sql`select set_config('club.stock_cause', '', true)`.execute(trx);
}

/**
 * Adds the stock movements since the opening, which bring the stock to its planned level, and schedules the day on
 * which a product will be hidden. The demo's operators must exist.
 */
export async function insertDemoMovements(trx: Transaction<Database>, now: Date): Promise<void> {
  const [, operator] = demoOperators;
  for (const { key, change, reason, daysAgo } of movements) {
    const changes = new Map([[demoVariantId('PL', key), change]]);
    await adjustStock(trx, 'PL', changes, {
      reason,
      now: now.getTime() - daysAgo * DAY_MS,
      ...(operator && { operator: operator.id }),
    });
  }
  await trx
    .updateTable('shop_products')
    .set({ hide_at: new Date(now.getTime() + SCHEDULED_TO_HIDE.inDays * DAY_MS) })
    .where('uuid', '=', demoProductId('PL', SCHEDULED_TO_HIDE.key))
    .execute();
}

/** Returns a variant's stock when the shop opened, before the later movements. */
function openingStock(region: RegionCode, { uuid, stock }: ShopVariant): number {
  const laterMovements = movements.filter(
    ({ key }) => region === 'PL' && demoVariantId(region, key) === uuid,
  );
  return laterMovements.reduce((opening, { change }) => opening - change, stock);
}

/** Id of a variant by its position. */
export function demoVariantId(region: RegionCode, key: string, position = 0): string {
  return demoUuid(`variant:${region}:${key}:${position}`);
}

export function demoProductId(region: RegionCode, key: string): string {
  return demoUuid(`product:${region}:${key}`);
}

/** Builds the variants of a product in a country. */
export function buildDemoVariants(product: DemoProduct, region: RegionCode): ShopVariant[] {
  const { key, price, stock, attribute } = product;
  const values = attribute?.values ?? [null];
  return values.map((value, position) => ({
    uuid: demoVariantId(region, key, position),
    sku: `${key.toUpperCase().slice(0, 20)}-${position + 1}`,
    stock: stock[position] ?? AMPLE_STOCK,
    // Each voucher is worth, and costs, twice as much as the one before.
    price: product.category === 'vouchers' ? price * 2 ** position : price,
    attrs:
      attribute === null || value === null
        ? []
        : [
            {
              attrUuid: demoUuid(`attribute:${attribute.name['en']}`),
              attrName: inRegionLanguage(attribute.name, region),
              attrValueUuid: demoUuid(`attribute-value:${attribute.name['en']}:${value['en']}`),
              attrValueName: inRegionLanguage(value, region),
            },
          ],
  }));
}

/** Returns the product's name in the country's language. A top-up's value is in the country's currency. */
export function demoName({ name, type, price }: DemoProduct, region: RegionCode): string {
  const localName = inRegionLanguage(name, region);
  if (productKindOf(type) !== 'top-up') return localName;
  const currencyFormat = new Intl.NumberFormat(formattingLocale(regionLanguage(region)), {
    style: 'currency',
    currency: currencyOf(region),
    trailingZeroDisplay: 'stripIfInteger',
  });
  return localName.replace(String(topUpValue(price)), currencyFormat.format(topUpValue(price)));
}

function toProductInput(product: DemoProduct, region: RegionCode, createdAt: number): ProductInput {
  const { key, type, marketing, category, active, isVisible } = product;
  const text = category === null ? '' : inRegionLanguage(demoCategories[category].text, region);
  return {
    uuid: demoProductId(region, key),
    type,
    marketing,
    sku: key.toUpperCase(),
    name: demoName(product, region),
    description: text,
    active,
    is_visible: isVisible,
    category: category === null ? null : categoryId(region, category),
    pictures: [key, ...(product.attribute === null ? [] : [BOX_PICTURE])].map(demoPictureId),
    variants: buildDemoVariants(product, region).map((variant) => ({
      ...variant,
      stock: openingStock(region, variant),
    })),
    createdAt,
  };
}

/** Returns a text in the country's language, the only language of its products. */
function inRegionLanguage(text: TranslatedText, region: RegionCode): string {
  return textInLanguage(text, regionLanguage(region));
}

function categoryId(region: RegionCode, key: DemoCategory): string {
  return demoUuid(`shop-category:${region}:${key}`);
}
