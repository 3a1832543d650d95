import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { toOperatorError } from '#console/data/operator-error.ts';
import type { FieldConflict } from '#console/parts/record/merge-fields.ts';
import type { Variant } from './shop-texts.ts';
import type { EditedVariant, VariantEdit, VariantEdits } from './variant-edits.ts';

/** A column of the table of variants whose numbers can be edited, such as the price. */
export interface EditedNumber {
  readonly valueOf: (variant: Pick<EditedVariant, 'price' | 'stock'>) => number;
  /** Parses a typed number; null if it's invalid. */
  readonly parse: (text: string) => number | null;
}

/** Edits rebased onto the newest versions after a conflict. */
export interface RebasedEdits {
  readonly edits: VariantEdits;
  /** Conflicts with numbers changed by someone else. `field` is the variant's id. */
  readonly conflicts: readonly FieldConflict[];
  readonly names: Readonly<Record<string, string>>;
  /** Names of variants that no longer exist. */
  readonly removedNames: readonly string[];
}

/** Fetches the newest versions of variants, and rebases the typed numbers onto them. Throws an `OperatorError`. */
export async function rebaseEdits(
  edits: VariantEdits,
  column: EditedNumber,
): Promise<RebasedEdits> {
  const products = [...new Set([...edits.values()].map(({ variant }) => variant.product))];
  const fetchedProducts = await Promise.all(products.map(readProduct));
  const newestVariants = new Map(
    fetchedProducts
      .flatMap((product) => product?.variants ?? [])
      .map((variant) => [variant.id, variant]),
  );
  return rebaseOn(edits, newestVariants, column);
}

/**
 * Compares typed numbers with the newest versions of their variants. Keeps the numbers that still have to be saved, and
 * reports the conflicts and the variants that no longer exist.
 */
export function rebaseOn(
  edits: VariantEdits,
  newestVariants: ReadonlyMap<string, Pick<Variant, 'rev' | 'price' | 'stock'>>,
  { valueOf, parse }: EditedNumber,
): RebasedEdits {
  const newEdits = new Map<string, VariantEdit>();
  const conflicts: FieldConflict[] = [];
  const removedNames: string[] = [];
  for (const [id, { variant, text }] of edits) {
    const newestVariant = newestVariants.get(id);
    if (newestVariant === undefined) {
      removedNames.push(variant.name);
      continue;
    }
    const { rev, price, stock } = newestVariant;
    const newestValue = valueOf(newestVariant);
    // The number is already stored: someone else has set it, or an earlier request did but its response was lost.
    if (newestValue === parse(text)) continue;
    newEdits.set(id, { variant: { ...variant, rev, price, stock }, text });
    if (newestValue !== valueOf(variant))
      conflicts.push({ field: id, mine: text, theirs: String(newestValue) });
  }
  const names = Object.fromEntries([...edits].map(([id, { variant }]) => [id, variant.name]));
  return { edits: newEdits, conflicts, names, removedNames };
}

async function readProduct(id: string) {
  try {
    return await callOperator(operatorShopCalls.readProduct, { params: { id } });
  } catch (error) {
    if (toOperatorError(error).code === 'not_found') return null;
    throw error;
  }
}
