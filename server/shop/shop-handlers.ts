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
import { productFromRow, selectProducts } from './product-row.ts';

export const shopHandlers = {
  async listShopCategories({ query, actor }, { db }) {
    ownCountry(query.region_id, actor);
    const categories = db
      .selectFrom('shop_categories')
      .select(['uuid', 'name', 'type'])
      .where('region', '=', actor.region)
      .where((eb) => eb.lit(hasShop(actor)))
      .orderBy('position')
      .orderBy('uuid');
    const { type } = query;
    const asked = type === undefined ? categories : categories.where('type', '=', type);
    return singlePage(await asked.execute());
  },

  listShopProducts({ query, actor }, services) {
    const { page = 1, limit = SHOP_PAGE_SIZE, since, categories } = query;
    const all = visibleProducts(actor, services);
    if (since !== undefined) {
      const counter = regionCounter(services, actor.region);
      return pullPage(all, { since, limit }, counter, productFromRow);
    }
    let asked = all.where('deleted', '=', false);
    if (query.active !== undefined) asked = asked.where('active', '=', query.active === 1);
    if (query.is_visible !== undefined)
      asked = asked.where('is_visible', '=', query.is_visible === 1);
    if (categories !== undefined) asked = asked.where('category_uuid', 'in', idsIn(categories));
    return newestFirstPage(services.db, asked, { page, limit }, productFromRow);
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
    const asked = new Set(idsIn(query.uuids));
    const rows = await visibleProducts(actor, services)
      .where('deleted', '=', false)
      .where('active', '=', true)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('shop_variants')
            .select('shop_variants.uuid')
            .whereRef('shop_variants.product_uuid', '=', 'shop_products.uuid')
            .where('shop_variants.uuid', 'in', [...asked]),
        ),
      )
      .execute();
    const items = rows.flatMap((row) => toCartItems(productFromRow(row)));
    return singlePage(items.filter(({ uuid }) => asked.has(uuid)));
  },

  async listClubCardProducts({ query, actor }, services) {
    ownCountry(query.region_id, actor);
    const rows = await visibleProducts(actor, services)
      .where('deleted', '=', false)
      .where('active', '=', true)
      .where('type', '=', query.type ?? 'EDENRED_CARD_TOPUP')
      .execute();
    const cheapest = ({ variants }: (typeof rows)[number]) =>
      Math.min(...variants.map(({ price }) => price));
    const sorted = rows.toSorted((a, b) => cheapest(a) - cheapest(b));
    return singlePage(sorted.slice(0, query.limit).map(productFromRow));
  },
} satisfies Partial<Handlers>;

/** The country's products; empty if the person has no access to the shop. */
function visibleProducts(actor: Actor, { db }: Pick<Services, 'db'>) {
  return selectProducts(db, actor.region).where((eb) => eb.lit(hasShop(actor)));
}

function ownCountry(id: RegionId | undefined, actor: Actor): void {
  if (id !== undefined && id !== actor.regionId) throw new ApiFailure('not_found');
}

function idsIn(joined: string): string[] {
  return joined.toLowerCase().split(',');
}
