import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { MAX_CONTENT_TEXT } from '#schemas/content.ts';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { regionLanguage } from '#schemas/languages.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { DATES_REVERSED } from '#schemas/operator/shop-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import {
  type AltTexts,
  auditedPictures,
  toEditedPictures,
  withAltTexts,
  requireAltTexts,
  toAltTexts,
} from '../contents/picture-texts.ts';
import { sanitise } from '../contents/sanitise.ts';
import { requirePictures } from '../contents/store-pictures.ts';
import { uploadPicture } from '../contents/upload-picture.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { changePrices } from './change-prices.ts';
import { listShopVariants } from './list-operator-products.ts';
import { moveStock, moveStocks } from './move-stock.ts';
import { listProductTimeline, listStockMovements, readProduct } from './read-operator-product.ts';
import { type ShopProductsTable } from './shop-tables.ts';
import { lockProductVariants, raiseProductRevs } from './stock.ts';
import { findCategory } from './write-categories.ts';

/** Changes a product's texts, pictures, category and visibility. Phones get the changes with their next pull. */
const editProduct: OperatorHandler<typeof operatorCalls.editProduct> = (
  { params: { id }, body, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const { region_id } = await trx
      .selectFrom('shop_products')
      .select('region_id')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    // The variants are locked first, as in shop orders, because a trigger copies a changed name to them.
    await lockProductVariants(trx, id);
    await nextRegionRevs(trx, regionCodeOf(region_id), 0);
    const product = await trx
      .selectFrom('shop_products')
      .selectAll()
      .where('uuid', '=', id)
      .where('deleted', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (product?.details_rev !== body.rev) throw new ApiFailure('conflict');
    const pictures = await toPictures(trx, product, body, clock.now());
    const changedFields = pickChangedColumns(product, {
      ...(await toColumns(trx, product, body)),
      ...pictures,
    });
    const names = Object.keys(changedFields) as (keyof typeof changedFields)[];
    if (names.length === 0) return { rev: product.details_rev };
    const { details_rev: rev, ...after } = await trx
      .updateTable('shop_products')
      .set(toUpdate(changedFields))
      .where('uuid', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await raiseProductRevs(trx, product.region, new Set([product.uuid]), clock.now());
    audit({
      kind: 'product',
      id: product.uuid,
      region: region_id,
      before: toAuditedProduct(product, names),
      after: toAuditedProduct(after, names),
    });
    return { rev };
  });

type Product = Selectable<ShopProductsTable>;
type TextColumns = Pick<
  Updateable<ShopProductsTable>,
  'name' | 'description' | 'category_uuid' | 'active' | 'is_visible' | 'show_at' | 'hide_at'
>;
interface PictureColumns {
  readonly pictures?: readonly string[];
  readonly alt_texts?: AltTexts;
}
type EditedColumns = TextColumns & PictureColumns;

/**
 * Returns the columns of the given pictures.
 * @throws ApiFailure `invalid_input` if a picture is unknown, or has no alternative text
 */
async function toPictures(
  trx: Transaction<Database>,
  { region }: Product,
  { pictures }: Parameters<typeof editProduct>[0]['body'],
  now: number,
): Promise<PictureColumns> {
  if (pictures === undefined) return {};
  const editedPictures = toEditedPictures(pictures);
  requireAltTexts(editedPictures, [regionLanguage(region)]);
  const ids = editedPictures.map(({ id }) => id);
  await requirePictures(trx, ids, now);
  return { pictures: ids, alt_texts: toAltTexts(editedPictures) };
}

/** Converts the lists and objects in the columns to the database's format. */
const toUpdate = ({ pictures, alt_texts, ...others }: EditedColumns) => ({
  ...others,
  ...(pictures && { pictures: sql<string[]>`${[...pictures]}::uuid[]` }),
  ...(alt_texts && { alt_texts: toJsonb(alt_texts) }),
});

/**
 * Returns the columns of the given fields.
 * @throws ApiFailure `not_found` for a category of another country, `invalid_input` if the hiding date precedes the
 *   showing date
 */
async function toColumns(
  trx: Transaction<Database>,
  product: Product,
  body: Parameters<typeof editProduct>[0]['body'],
): Promise<TextColumns> {
  const { name, description, category, active, is_visible, show_at, hide_at } = body;
  const category_uuid =
    category === undefined ? undefined : await findCategory(trx, product.region, category);
  const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));
  const showAt = show_at === undefined ? product.show_at : toDate(show_at);
  const hideAt = hide_at === undefined ? product.hide_at : toDate(hide_at);
  if (showAt && hideAt && hideAt <= showAt)
    throw new ApiFailure('invalid_input', { details: { reason: DATES_REVERSED } });
  return {
    name,
    description: description === undefined ? undefined : cleanDescription(description),
    category_uuid,
    active,
    is_visible,
    show_at: showAt,
    hide_at: hideAt,
  };
}

/**
 * Sanitises a description.
 * @throws ApiFailure `invalid_input` if the sanitised text is longer than phones accept
 */
function cleanDescription(description: string): string {
  const cleanText = sanitise(description);
  if (cleanText.length > MAX_CONTENT_TEXT)
    throw new ApiFailure('invalid_input', { details: { reason: contentProblems.tooLong } });
  return cleanText;
}

function pickChangedColumns(product: Product, columns: EditedColumns): EditedColumns {
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) =>
        value !== undefined && !isDeepStrictEqual(value, product[column as keyof EditedColumns]),
    ),
  );
}

/** The audit only keeps this many characters of a description. */
const MAX_AUDITED = 500;

/** Returns the values for the audit. The name is called `title`, because the audit hides every field called `name`. */
function toAuditedProduct(
  product: Omit<Product, 'details_rev'>,
  names: readonly (keyof EditedColumns)[],
) {
  const isPicture = (name: string) => name === 'pictures' || name === 'alt_texts';
  const pictures = auditedPictures(withAltTexts(product.pictures, product));
  return Object.fromEntries([
    ...(names.some(isPicture) ? pictures : []),
    ...names
      .filter((name) => !isPicture(name))
      .map((name) => {
        const value = product[name];
        if (name === 'name') return ['title', value];
        // Cutting the text can split a surrogate pair, and the database rejects unpaired surrogates.
        return [
          name,
          typeof value === 'string' ? value.slice(0, MAX_AUDITED).toWellFormed() : value,
        ];
      }),
  ]);
}

export const operatorShopHandlers = {
  listShopVariants,
  readProduct,
  listStockMovements,
  listProductTimeline,
  changePrices,
  moveStock,
  moveStocks,
  editProduct,
  uploadProductPicture: uploadPicture,
} satisfies Partial<OperatorHandlers>;
