import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RegionId } from '#schemas/regions.ts';
import { keepText, takeKeptText } from '#console/data/kept-texts.ts';
import { SESSION_KEY } from '#console/data/query-client.ts';
import type { DraftKey } from '#console/data/send-draft.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { variantName, type Variant } from './shop-texts.ts';

/** A variant whose price and stock can be changed. */
export interface EditedVariant extends Pick<Variant, 'id' | 'rev' | 'sku' | 'price' | 'stock'> {
  readonly product: string;
  readonly region: RegionId;
  /** Name of the variant, including the product's name. */
  readonly name: string;
}

/** A typed price or stock, and the variant as it was when the operator started typing. */
export interface VariantEdit {
  readonly variant: EditedVariant;
  readonly text: string;
}

/** Typed values by the variant's id. */
export type VariantEdits = ReadonlyMap<string, VariantEdit>;

/** A column whose cells become fields while it's edited. */
type EditedColumn = 'price' | 'stock';

interface ShopEdits {
  readonly canEdit: (region: RegionId) => boolean;
  /** Null while no column is edited. */
  readonly column: EditedColumn | null;
  readonly edits: VariantEdits;
  readonly setEdits: (change: (edits: VariantEdits) => VariantEdits) => void;
  /** Opens the dialog for a single movement of stock. */
  readonly changeStock: (variant: EditedVariant) => void;
}

/** Gives the cells of a table access to the edited prices and stock. */
export const ShopEditsContext = createContext<ShopEdits>({
  canEdit: () => false,
  column: null,
  edits: new Map(),
  setEdits: () => undefined,
  changeStock: () => undefined,
});

/** Typed values that outlive the session in which they were typed. */
interface KeptEdits {
  readonly column: EditedColumn | null;
  readonly edits: readonly (readonly [string, VariantEdit])[];
}

/** Returns and removes the values that were typed in the same table before the session expired. */
function takeKeptEdits(key: DraftKey): KeptEdits {
  const text = takeKeptText(key);
  if (text === null) return { column: null, edits: [] };
  // The cast is safe, because the same page wrote the text in `useKeepEdits`.
  return JSON.parse(text) as KeptEdits;
}

/** Keeps typed values if the session expires: the sign-in form replaces the table. */
function useKeepEdits(key: DraftKey, column: EditedColumn | null, edits: VariantEdits): void {
  const client = useQueryClient();
  const newest = useRef({ key, column, edits });
  useEffect(() => {
    newest.current = { key, column, edits };
  });
  useEffect(
    () => () => {
      const { current } = newest;
      if (current.edits.size === 0 || client.getQueryData(SESSION_KEY) !== null) return;
      const keptEdits: KeptEdits = { column: current.column, edits: [...current.edits] };
      keepText(current.key, JSON.stringify(keptEdits));
    },
    [client],
  );
}

/**
 * State of a table's edits. The values of a column are sent together.
 * @param record id of the product whose variants the table has; `list` for the shop's list
 */
export function useShopEdits(record: string) {
  const session = useSession();
  const key = { kind: 'shop_edits', field: 'edits', record };
  const [keptEdits] = useState(() => takeKeptEdits(key));
  const [column, setColumn] = useState(keptEdits.column);
  const [edits, setEdits] = useState<VariantEdits>(() => new Map(keptEdits.edits));
  useKeepEdits(key, column, edits);
  const [stockVariant, changeStock] = useState<EditedVariant | null>(null);
  const regions = regionsWithRight(session, 'shop.edit');
  const context = useMemo<ShopEdits>(
    () => ({
      canEdit: (region) => regions.includes(region),
      column,
      edits,
      setEdits,
      changeStock,
    }),
    [regions, column, edits],
  );
  const stop = useCallback(() => {
    setEdits(new Map());
    setColumn(null);
  }, []);
  return { context, start: setColumn, stop, setEdits, stockVariant, changeStock };
}

/**
 * Sets the value typed for a variant, or removes the edit if the value is the same as before typing. An existing edit
 * stays based on the version of the variant that it started from.
 */
export function withText(
  edits: VariantEdits,
  variant: EditedVariant,
  { text, isSame }: { readonly text: string; readonly isSame: (base: EditedVariant) => boolean },
): VariantEdits {
  const baseVariant = edits.get(variant.id)?.variant ?? variant;
  const newEdits = new Map(edits);
  if (isSame(baseVariant)) newEdits.delete(variant.id);
  else newEdits.set(variant.id, { variant: baseVariant, text });
  return newEdits;
}

/** Converts a product's variant to one whose price and stock can be edited. */
export const toEditedVariant = (
  product: { readonly id: string; readonly name: string; readonly region: RegionId },
  { id, rev, sku, price, stock, title }: Variant,
): EditedVariant => ({
  ...{ id, rev, sku, price, stock },
  product: product.id,
  region: product.region,
  name: variantName(product.name, { title }),
});
