import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import {
  CATEGORY_HAS_PRODUCTS,
  CATEGORY_NAME_USED,
  MAX_COUNTED_PRODUCTS,
  MAX_SHOP_CATEGORIES,
  TOO_MANY_CATEGORIES,
} from '#schemas/operator/shop-category-calls.ts';
import { type RegionCode, regionCodeOf, type RegionId } from '#schemas/regions.ts';
import { SHOP_CATEGORY_TYPE } from '#schemas/shop-product.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { chosenRegions, requireRegion } from '../console/operator-scope.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { requirePictures } from '../contents/store-pictures.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ShopCategoriesTable } from './shop-tables.ts';
import { setCategoryOrder, touchProductsOfCategories } from './write-categories.ts';

type Category = Selectable<ShopCategoriesTable>;

const listProductCategories: OperatorHandler<typeof operatorCalls.listProductCategories> = async ({
  query,
  operator,
}) => {
  const products = sql<number>`(select count(*)::integer from (
    select from shop_products p where p.category_uuid = shop_categories.uuid and not p.deleted
    limit ${MAX_COUNTED_PRODUCTS + 1}) as counted)`;
  const rows = await operator.queries
    .selectFrom('shop_categories')
    .select(['uuid', 'details_rev', 'region_id', 'name', 'is_visible', 'picture'])
    .select(products.as('products'))
    .where('region_id', '=', anyRegion(chosenRegions(operator, query.region)))
    .orderBy('region')
    .orderBy('position')
    .orderBy('uuid')
    .limit(1000)
    .execute();
  const data = rows.map(({ uuid, details_rev, region_id, picture, ...row }) => ({
    ...{ id: uuid, rev: details_rev, region: region_id, ...row },
    picture:
      picture === null ? null : { id: picture, s: getPath(picture, 's'), l: getPath(picture, 'l') },
  }));
  return { data };
};

const anyRegion = (ids: readonly RegionId[]) => sql<RegionId>`any(${[...ids]}::integer[])`;
const getPath = (picture: string, size: 's' | 'l') => `/files/content/${picture}/${size}`;

const createProductCategory: OperatorHandler<typeof operatorCalls.createProductCategory> = async (
  { body: { region, name, picture: pictureId }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const code = regionCodeOf(region);
    const allCategories = await lockCategories(trx, code);
    if (allCategories.length >= MAX_SHOP_CATEGORIES) throw conflict(TOO_MANY_CATEGORIES);
    const picture = await findPicture(trx, pictureId ?? null, clock.now());
    await requireFreeName(trx, code, name);
    const category = await trx
      .insertInto('shop_categories')
      .values({
        ...{ uuid: randomUUID(), region: code, type: SHOP_CATEGORY_TYPE, name, picture },
        position: Math.max(-1, ...allCategories.map(({ position }) => position)) + 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    audit({ ...toRecord(category), before: null, after: auditedCategory(category) });
    return { id: category.uuid, rev: category.details_rev };
  });
};

const editProductCategory: OperatorHandler<typeof operatorCalls.editProductCategory> = (
  { params: { id }, body, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const category = await lockCategory(trx, id, body.rev);
    const { name = category.name, is_visible = category.is_visible } = body;
    const picture =
      body.picture === undefined
        ? category.picture
        : await findPicture(trx, body.picture, clock.now());
    if (name !== category.name) await requireFreeName(trx, category.region, name, category.uuid);
    const { details_rev: rev, ...after } = await trx
      .updateTable('shop_categories')
      .set({ name, picture, is_visible })
      .where('uuid', '=', category.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    // A trigger only increments the version if a value has really changed.
    if (rev === category.details_rev) return { rev };
    await touchProductsOfCategories(trx, category.region, [category.uuid], clock.now());
    audit({ ...toRecord(category), ...getChanges(category, after) });
    return { rev };
  });

const sortProductCategories: OperatorHandler<typeof operatorCalls.sortProductCategories> = (
  { body: { categories }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const selectedCategories = categories.map(({ id, rev }) => ({ id: id.toLowerCase(), rev }));
    const { region } = await trx
      .selectFrom('shop_categories')
      .select('region')
      .where('uuid', '=', selectedCategories[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    const before = await lockCategories(trx, region);
    const categoryById = new Map(before.map((category) => [category.uuid, category]));
    if (
      selectedCategories.length !== before.length ||
      selectedCategories.some(({ id, rev }) => categoryById.get(id)?.details_rev !== rev)
    )
      throw new ApiFailure('conflict');
    const ids = selectedCategories.map(({ id }) => id);
    await setCategoryOrder(trx, region, ids, clock.now());
    for (const [index, category] of before.entries()) {
      const position = ids.indexOf(category.uuid);
      if (position === index) continue;
      audit({
        ...toRecord(category),
        before: { title: category.name, position: index + 1 },
        after: { title: category.name, position: position + 1 },
      });
    }
    return {};
  });

const deleteProductCategory: OperatorHandler<typeof operatorCalls.deleteProductCategory> = (
  { params: { id }, body: { rev }, audit, runAction },
  _services,
) =>
  runAction(async (trx) => {
    const category = await lockCategory(trx, id, rev);
    const selectProducts = ({ deleted }: { readonly deleted: boolean }) =>
      trx
        .selectFrom('shop_products')
        .select('uuid')
        .where('category_uuid', '=', category.uuid)
        .where('deleted', '=', deleted);
    const product = await selectProducts({ deleted: false }).limit(1).executeTakeFirst();
    if (product !== undefined) throw conflict(CATEGORY_HAS_PRODUCTS);
    // Deleted products get no new revs, because phones no longer have them.
    await trx
      .updateTable('shop_products')
      .set({ category_uuid: null })
      .where('uuid', 'in', selectProducts({ deleted: true }))
      .execute();
    await trx.deleteFrom('shop_categories').where('uuid', '=', category.uuid).execute();
    audit({ ...toRecord(category), before: auditedCategory(category), after: null });
    return {};
  });

const listCategoryTimeline: OperatorHandler<typeof operatorCalls.listCategoryTimeline> = (
  { params: { id }, query },
  { db },
) => readTimeline(db, id.toLowerCase(), query, []);

const conflict = (reason: string) => new ApiFailure('conflict', { details: { reason } });

/** Locks the country's shop, as changes to products do, and reads its categories in display order. */
async function lockCategories(trx: Transaction<Database>, region: RegionCode): Promise<Category[]> {
  await nextRegionRevs(trx, region, 0);
  return trx
    .selectFrom('shop_categories')
    .selectAll()
    .where('region', '=', region)
    .orderBy('position')
    .orderBy('uuid')
    .execute();
}

/**
 * Locks the category's shop, and returns the category.
 * @throws ApiFailure `not_found` if the category doesn't exist, and `conflict` if it no longer has the version that the
 *   operator saw, or is deleted in the meantime
 */
async function lockCategory(
  trx: Transaction<Database>,
  id: string,
  rev: number,
): Promise<Category> {
  const uuid = id.toLowerCase();
  const storedCategory = await trx
    .selectFrom('shop_categories')
    .select('region')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (storedCategory === undefined) throw new ApiFailure('not_found');
  const allCategories = await lockCategories(trx, storedCategory.region);
  const category = allCategories.find((other) => other.uuid === uuid);
  if (category?.details_rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return category;
}

/** @throws ApiFailure `conflict` if another category in the country has the name, ignoring case and accents */
async function requireFreeName(
  trx: Transaction<Database>,
  region: RegionCode,
  name: string,
  ownId?: string,
): Promise<void> {
  const otherCategory = await trx
    .selectFrom('shop_categories')
    .select('uuid')
    .where('region', '=', region)
    .where(sql<boolean>`fold_text(name) = fold_text(${name})`)
    .$if(ownId !== undefined, (query) => query.where('uuid', '<>', ownId ?? ''))
    .executeTakeFirst();
  if (otherCategory !== undefined) throw conflict(CATEGORY_NAME_USED);
}

/**
 * Returns a picture's id as it is stored; null for null.
 * @throws ApiFailure `invalid_input` if no picture with this id is stored
 */
async function findPicture(
  trx: Transaction<Database>,
  id: string | null,
  now: number,
): Promise<string | null> {
  if (id === null) return null;
  await requirePictures(trx, [id.toLowerCase()], now);
  return id.toLowerCase();
}

const toRecord = ({ uuid, region_id }: Category) => ({
  ...{ kind: 'product_category', id: uuid, region: region_id },
});

/** Returns the values for the audit. The name is called `title`, because the audit hides every field called `name`. */
const auditedCategory = ({ name, is_visible, picture }: Omit<Category, 'details_rev'>) => ({
  ...{ title: name, is_visible, picture },
});

/** Returns the values that changed, before and after the change. */
function getChanges(before: Category, after: Omit<Category, 'details_rev'>) {
  const [oldFields, newFields] = [auditedCategory(before), auditedCategory(after)];
  const names = (['title', 'is_visible', 'picture'] as const).filter(
    (name) => oldFields[name] !== newFields[name],
  );
  const pick = (values: typeof oldFields) =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pick(oldFields), after: pick(newFields) };
}

/** Shop categories in the console. */
export const operatorCategoryHandlers = {
  listProductCategories,
  createProductCategory,
  editProductCategory,
  sortProductCategories,
  deleteProductCategory,
  listCategoryTimeline,
} satisfies Partial<OperatorHandlers>;
