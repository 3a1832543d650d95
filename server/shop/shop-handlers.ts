import { toCartItems } from '#schemas/cart.ts';
import { type RegionId } from '#schemas/regions.ts';
import { SHOP_PAGE_SIZE } from '#schemas/shop-product.ts';
import { regionCounter } from '../contents/region-changes.ts';
import { pullPage } from '../db/changes.ts';
import { singlePage } from '../db/bounded-list.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { hasShop } from './has-shop.ts';
import { productFromRow, selectProducts, selectVisibleCategories } from './product-row.ts';

export const shopHandlers = {
  async listShopCategories({ query, actor }, { db }) {
    requireOwnCountry(query.region_id, actor);
    const categories = selectVisibleCategories(db, actor.region).where((eb) =>
      eb.lit(hasShop(actor)),
    );
    const { type } = query;
    const matchingCategories =
      type === undefined ? categories : categories.where('type', '=', type);
    return singlePage(await matchingCategories.execute());
  },

  listShopProducts({ query, actor }, services) {
    const { page = 1, limit = SHOP_PAGE_SIZE, since, categories } = query;
    const { db } = services;
    const products = visibleProducts(actor, services);
    if (since !== undefined) {
      const counter = regionCounter(services, actor.region);
      return pullPage(products, { since, limit }, counter, productFromRow);
    }
    let matchingProducts = products.where('deleted', '=', false);
    if (query.active !== undefined)
      matchingProducts = matchingProducts.where('active', '=', query.active === 1);
    if (query.is_visible !== undefined)
      matchingProducts = matchingProducts.where('is_visible', '=', query.is_visible === 1);
    if (categories !== undefined)
      matchingProducts = matchingProducts.where(
        'category_uuid',
        'in',
        selectVisibleCategoryIds(db, splitIds(categories)),
      );
    return newestFirstPage(db, matchingProducts, { page, limit }, productFromRow);
  },

  async getShopProduct({ params, actor }, services) {
    const row = await visibleProducts(actor, services)
      .where('uuid', '=', params.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    return productFromRow(row);
  },

  async listCartItems({ query, actor }, services) {
    const requestedIds = new Set(splitIds(query.uuids));
    const rows = await visibleProducts(actor, services)
      .where('deleted', '=', false)
      .where('active', '=', true)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('shop_variants')
            .select('shop_variants.uuid')
            .whereRef('shop_variants.product_uuid', '=', 'shop_products.uuid')
            .where('shop_variants.uuid', 'in', [...requestedIds]),
        ),
      )
      .execute();
    const items = rows.flatMap((row) => toCartItems(productFromRow(row)));
    return singlePage(items.filter(({ uuid }) => requestedIds.has(uuid)));
  },

  async listClubCardProducts({ query, actor }, services) {
    requireOwnCountry(query.region_id, actor);
    const rows = await visibleProducts(actor, services)
      .where('deleted', '=', false)
      .where('active', '=', true)
      .where('type', '=', query.type ?? 'EDENRED_CARD_TOPUP')
      .execute();
    const getLowestPrice = ({ variants }: (typeof rows)[number]) =>
      Math.min(...variants.map(({ price }) => price));
    const sortedProducts = rows.toSorted((a, b) => getLowestPrice(a) - getLowestPrice(b));
    return singlePage(sortedProducts.slice(0, query.limit).map(productFromRow));
  },
} satisfies Partial<Handlers>;

/** Selects the country's products; none if the person has no access to the shop. */
function visibleProducts(actor: Actor, { db }: Pick<Services, 'db'>) {
  return selectProducts(db, actor.region).where((eb) => eb.lit(hasShop(actor)));
}

/** Selects the ids of those categories that are visible. */
const selectVisibleCategoryIds = (db: Services['db'], categories: readonly string[]) =>
  db
    .selectFrom('shop_categories')
    .select('uuid')
    .where('uuid', 'in', categories)
    .where('is_visible', '=', true);

function requireOwnCountry(id: RegionId | undefined, actor: Actor): void {
  if (id !== undefined && id !== actor.regionId) throw new ApiFailure('not_found');
}

function splitIds(joinedIds: string): string[] {
  return joinedIds.toLowerCase().split(',');
}
