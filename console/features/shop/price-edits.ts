import { createContext, useCallback, useMemo, useState } from 'react';
import { MAX_PRICE, operatorShopCalls, type PriceChange } from '#schemas/operator/shop-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { toOperatorError } from '#console/data/operator-error.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import type { FieldConflict } from '#console/parts/record/merge-fields.ts';
import { variantName, type Variant } from './shop-texts.ts';

/** A variant whose price and stock can be changed. */
export interface EditedVariant extends Pick<Variant, 'id' | 'rev' | 'sku' | 'price' | 'stock'> {
  readonly product: string;
  readonly region: RegionId;
  /** Name including the product's. */
  readonly name: string;
}

/** A typed price, and the variant at the start of typing. */
export interface PriceEdit {
  readonly variant: EditedVariant;
  readonly text: string;
}

type PriceEdits = ReadonlyMap<string, PriceEdit>;

interface ShopEdits {
  readonly canEdit: (region: RegionId) => boolean;
  /** True while prices can be edited. */
  readonly isEditing: boolean;
  readonly prices: PriceEdits;
  readonly setPrice: (variant: EditedVariant, text: string) => void;
  readonly changeStock: (variant: EditedVariant) => void;
}

/** Lets a list's cells edit prices and stock. */
export const ShopEditsContext = createContext<ShopEdits>({
  canEdit: () => false,
  isEditing: false,
  prices: new Map(),
  setPrice: () => undefined,
  changeStock: () => undefined,
});

/** State of a screen's edits. Prices are sent together; a variant's stock, immediately. */
export function useShopEdits() {
  const session = useSession();
  const [isEditing, setEditing] = useState(false);
  const [prices, setPrices] = useState<PriceEdits>(new Map());
  const [stockOf, changeStock] = useState<EditedVariant | null>(null);
  const setPrice = useCallback(
    (variant: EditedVariant, text: string) => setPrices((edits) => withPrice(edits, variant, text)),
    [],
  );
  const regions = regionsWithRight(session, 'shop.edit');
  const context = useMemo<ShopEdits>(
    () => ({
      canEdit: (region) => regions.includes(region),
      isEditing,
      prices,
      setPrice,
      changeStock,
    }),
    [regions, isEditing, prices, setPrice],
  );
  return { context, setEditing, setPrices, stockOf, changeStock };
}

/** Sets a typed price; typing the current price removes it. Keeps the version that the edit is based on. */
export function withPrice(edits: PriceEdits, variant: EditedVariant, text: string): PriceEdits {
  const base = edits.get(variant.id)?.variant ?? variant;
  const next = new Map(edits);
  if (parsePrice(text) === base.price) next.delete(variant.id);
  else next.set(variant.id, { variant: base, text });
  return next;
}

/** Parses a typed price; null unless it's a whole number that the server accepts. */
export function parsePrice(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  const price = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return price >= 1 && price <= MAX_PRICE ? price : null;
}

/** Price changes that can be sent; invalid ones are omitted. */
export function priceChanges(
  edits: PriceEdits,
): readonly (PriceChange & { readonly variant: EditedVariant })[] {
  return [...edits.values()].flatMap(({ variant, text }) => {
    const after = parsePrice(text);
    return after === null ? [] : [{ variant, before: variant.price, after }];
  });
}

/** Prices rebased onto the newest versions after a conflict. */
interface RebasedPrices {
  readonly prices: PriceEdits;
  /** Conflicts with prices set by someone else. `field` is the variant's id. */
  readonly conflicts: readonly FieldConflict[];
  readonly names: Readonly<Record<string, string>>;
  /** Names of variants that no longer exist. */
  readonly removed: readonly string[];
}

/**
 * Fetches the newest versions of variants, and rebases the typed prices onto them. Throws an `OperatorError`.
 */
export async function rebasePrices(edits: PriceEdits): Promise<RebasedPrices> {
  const products = [...new Set([...edits.values()].map(({ variant }) => variant.product))];
  const read = await Promise.all(products.map(readProduct));
  const newest = new Map(
    read.flatMap((product) => product?.variants ?? []).map((variant) => [variant.id, variant]),
  );
  return rebaseOn(edits, newest);
}

/** Compares typed prices with the newest versions of their variants. */
export function rebaseOn(
  edits: PriceEdits,
  newest: ReadonlyMap<string, Pick<Variant, 'rev' | 'price' | 'stock'>>,
): RebasedPrices {
  const prices = new Map<string, PriceEdit>();
  const conflicts: FieldConflict[] = [];
  const removed: string[] = [];
  for (const [id, { variant, text }] of edits) {
    const found = newest.get(id);
    if (found === undefined) {
      removed.push(variant.name);
      continue;
    }
    const { rev, price, stock } = found;
    // Someone else has set the same price.
    if (price === parsePrice(text)) continue;
    prices.set(id, { variant: { ...variant, rev, price, stock }, text });
    if (price !== variant.price) conflicts.push({ field: id, mine: text, theirs: String(price) });
  }
  const names = Object.fromEntries([...edits].map(([id, { variant }]) => [id, variant.name]));
  return { prices, conflicts, names, removed };
}

async function readProduct(id: string) {
  try {
    return await callOperator(operatorShopCalls.readProduct, { params: { id } });
  } catch (error) {
    if (toOperatorError(error).code === 'not_found') return null;
    throw error;
  }
}

/** A product's variant in the form. */
export const editedVariant = (
  product: { readonly id: string; readonly name: string; readonly region: RegionId },
  { id, rev, sku, price, stock, title }: Variant,
): EditedVariant => ({
  ...{ id, rev, sku, price, stock },
  product: product.id,
  region: product.region,
  name: variantName(product.name, { title }),
});
