import * as v from 'valibot';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type ShopVariant, variantTitle } from '#schemas/shop-product.ts';
import { wholeNumber } from '#schemas/primitives.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { withAltTexts, toShownPictures } from '../contents/picture-texts.ts';
import { ApiFailure } from '../http/failure.ts';
import { toCategory, toVariant } from './list-operator-products.ts';
import { productFromRow, selectProducts } from './product-row.ts';

/** Reads a product, including how installers see it. */
export const readProduct: OperatorHandler<typeof operatorCalls.readProduct> = async (
  { params: { id }, operator: { queries } },
  { db },
) => {
  const storedProduct = await queries
    .selectFrom('shop_products')
    .select('region_id')
    .where('uuid', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (storedProduct === undefined) throw new ApiFailure('not_found');
  const row = await selectProducts(db, regionCodeOf(storedProduct.region_id))
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  const variants = await queries
    .selectFrom('shop_variants')
    .selectAll()
    .where('product_uuid', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('position')
    .execute();
  return {
    id: row.uuid,
    rev: row.details_rev,
    region: row.region_id,
    name: row.name,
    description: row.description,
    sku: row.sku,
    type: row.type,
    category: toCategory(row),
    active: row.active,
    is_visible: row.is_visible,
    show_at: row.show_at?.toISOString() ?? null,
    hide_at: row.hide_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    variants: variants.map(toVariant),
    pictures: toShownPictures(withAltTexts(row.pictures, row)),
    shown: productFromRow(row),
  };
};

/** Lists a product's stock movements, newest first. */
export const listStockMovements: OperatorHandler<typeof operatorCalls.listStockMovements> = async (
  { params: { id }, query },
  { db },
) => {
  const cursor = readCursor(query, v.tuple([wholeNumber]));
  const matchingMovements = db
    .selectFrom('stock_movements')
    .where('stock_movements.product_uuid', '=', id);
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matchingMovements
        .leftJoin('shop_variants', 'shop_variants.uuid', 'stock_movements.variant_uuid')
        .leftJoin('orders', 'orders.uuid', 'stock_movements.order_uuid')
        .leftJoin('operators', 'operators.id', 'stock_movements.operator_id')
        .selectAll('stock_movements')
        .select(['shop_variants.attrs', 'shop_variants.sku', 'orders.number'])
        .select('operators.name as operator')
        .$if(cursor !== null, (list) => list.where('stock_movements.id', '<', cursor?.[0] ?? 0))
        .orderBy('stock_movements.id', 'desc')
        .limit(limit)
        .execute(),
    (row) => [row.id],
  );
  const data = rows.map(({ attrs, sku, number, ...row }) => ({
    id: row.id,
    at: row.at.toISOString(),
    reason: row.reason,
    change: row.change,
    stock: row.stock,
    variant: {
      id: row.variant_uuid,
      // Only `writeProducts` and `addShopVariant` write the attributes. They are null if the variant was deleted.
      title: variantTitle({ attrs: (attrs ?? []) as ShopVariant['attrs'] }),
      sku: sku ?? '',
    },
    order: row.order_uuid === null || number === null ? null : { id: row.order_uuid, number },
    operator: row.operator,
  }));
  return { data, meta: { next, total: await countExactly(db, matchingMovements.select('id')) } };
};

export const listProductTimeline: OperatorHandler<typeof operatorCalls.listProductTimeline> = (
  { params: { id }, query },
  { db },
) => readTimeline(db, id.toLowerCase(), query, []);
