/** Decides what to do with a manually entered number, based on this device's scans and the registry. */
import type { ScanDocument } from '#schemas/scan.ts';
import { type DuplicateLocation, locationOf, sameProducts } from '../capture/capture-label.ts';
import type { SingleVerdict } from '../capture/confirmations.ts';
import { requirementFlags, type ProductRules } from '../capture/product-rules.ts';
import type { CapturedScan } from '../queries.ts';
import type { ManualState, NumberError, OtherProduct, Product } from './manual-state.ts';

/**
 * The registry's result, or the reason why there is none: not reachable (`offline`), rate limit reached (`limited`),
 * failed, or no number to look up (`generic`).
 */
export type RegistryResult = SingleVerdict | 'offline' | 'limited' | 'failed' | 'generic';

type EntryDecision =
  | { readonly kind: 'save'; readonly product: Product; readonly fromRegistry: boolean }
  | { readonly kind: 'prompt'; readonly state: ManualState };

/**
 * Decides what to do based on the registry's result. Without a result, the server validates the product when it's sent.
 */
export function validateEntry(state: ManualState, result: RegistryResult): EntryDecision {
  const selectedProduct = chosenProduct(state);
  if (typeof result === 'string') {
    if (selectedProduct) return { kind: 'save', product: selectedProduct, fromRegistry: false };
    if (state.labelProduct && result !== 'generic')
      return recognise(state, state.labelProduct, false);
    return { kind: 'prompt', state: { ...state, step: 'product', reason: result } };
  }
  if (!('product' in result)) {
    const numberError: NumberError =
      result.status === 'already_scanned'
        ? { kind: result.status, earlier: result.earlier }
        : { kind: result.status };
    return { kind: 'prompt', state: { ...state, numberError } };
  }
  if (result.status === 'ok' && selectedProduct)
    return { kind: 'save', product: selectedProduct, fromRegistry: true };
  const { type, size, variant } = result.product;
  if (type !== undefined && size !== undefined && variant !== undefined) {
    const mismatchState = { ...state, reason: 'mismatch' as const };
    return recognise(selectedProduct ? mismatchState : state, { type, size, variant }, true);
  }
  if (selectedProduct) return { kind: 'prompt', state: { ...state, reason: 'mismatch' } };
  const choice = { type: type ?? null, size: size ?? null, variant: variant ?? null };
  return { kind: 'prompt', state: { ...state, step: 'product', reason: 'partial', choice } };
}

function recognise(state: ManualState, product: Product, fromRegistry: boolean): EntryDecision {
  return {
    kind: 'prompt',
    state: { ...state, step: 'recognised', recognised: { product, fromRegistry } },
  };
}

/** Returns type, size and variant if all are entered. */
export function chosenProduct(state: ManualState): Product | null {
  const { type, size, variant } = state.choice;
  if (state.step !== 'product' || type === null || size === null || variant === null) return null;
  return { type, size, variant };
}

/** Builds the scan of a product entered by hand; without a code it has no serial number. */
export function scanFromEntry(
  code: string | null,
  product: Product,
  fromRegistry: boolean,
  rules: ProductRules,
): CapturedScan {
  return {
    ...product,
    serial_number: code,
    is_unique: code !== null,
    manual: true,
    confirmed: true,
    isValidated: fromRegistry,
    isValid: fromRegistry ? true : null,
    ...requirementFlags({ ...product, code: code ?? '' }, rules),
  };
}

type KnownScan = Pick<
  ScanDocument,
  | 'uuid'
  | 'type'
  | 'size'
  | 'variant'
  | 'serial_number'
  | 'state'
  | 'projects_id'
  | 'flag'
  | 'created_at'
>;

/**
 * Returns where this device already has a scan with the number, or null. The number alone identifies a product, so
 * `product` may be null. A rejected scan counts only if its product matches, because its number may be wrong.
 * @param knownScans scans with that number
 * @param product the product entered or found, if any
 * @param ownScanId uuid of the scan being fixed
 */
export function findDuplicate(
  number: { readonly code: string; readonly product: Product | null; readonly ownScanId?: string },
  knownScans: readonly KnownScan[],
  projectId: string | null,
): { readonly location: DuplicateLocation; readonly other: OtherProduct | null } | null {
  const { code, product, ownScanId } = number;
  const otherScans = knownScans.filter(({ uuid }) => uuid !== ownScanId);
  const sameProductScans = product
    ? sameProducts({ ...product, code, isGeneric: false }, otherScans)
    : [];
  const duplicates = otherScans.filter(
    (scan) =>
      sameProductScans.includes(scan) || (scan.flag !== 'rejected' && scan.state !== 'refused'),
  );
  const location = locationOf(duplicates, projectId);
  if (location === null) return null;
  const scanInProject = duplicates.find(({ projects_id }) =>
    location === 'project' ? projects_id === projectId : projects_id !== '',
  );
  if (location === 'list' || !scanInProject) return { location, other: null };
  const { projects_id, created_at } = scanInProject;
  return { location, other: { projects_id, created_at, by: null } };
}
