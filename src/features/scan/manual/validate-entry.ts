/**
 * Decides what happens to a number entered by hand, by what this device and the registry know.
 * Pure.
 */
import type { ScanDocument } from '#schemas/scan.ts';
import { type DuplicateLocation, locationOf, sameProducts } from '../capture/capture-label.ts';
import type { SingleVerdict } from '../capture/confirmations.ts';
import { requirementMarks, type ProductRules } from '../capture/product-rules.ts';
import type { CapturedScan } from '../queries.ts';
import type { ManualState, Objection, OtherProduct, Product } from './manual-state.ts';

/**
 * The registry's answer, or why there is none: not reachable (`offline`), rate limit reached
 * (`limited`), failed, or no number to ask about (`generic`).
 */
export type RegistryAnswer = SingleVerdict | 'offline' | 'limited' | 'failed' | 'generic';

type EntryDecision =
  | { readonly kind: 'keep'; readonly product: Product; readonly fromRegistry: boolean }
  | { readonly kind: 'ask'; readonly state: ManualState };

/**
 * Decides by the registry's answer. Without one, the server validates the product when it is sent.
 */
export function validateEntry(state: ManualState, answer: RegistryAnswer): EntryDecision {
  const chosen = chosenProduct(state);
  if (typeof answer === 'string') {
    if (chosen) return { kind: 'keep', product: chosen, fromRegistry: false };
    if (state.labelProduct && answer !== 'generic')
      return recognise(state, state.labelProduct, false);
    return { kind: 'ask', state: { ...state, step: 'product', reason: answer } };
  }
  if (!('product' in answer)) {
    const objection: Objection =
      answer.status === 'already_scanned'
        ? { kind: answer.status, earlier: answer.earlier }
        : { kind: answer.status };
    return { kind: 'ask', state: { ...state, objection } };
  }
  if (answer.status === 'ok' && chosen)
    return { kind: 'keep', product: chosen, fromRegistry: true };
  const { type, size, variant } = answer.product;
  if (type !== undefined && size !== undefined && variant !== undefined) {
    const mismatch = { ...state, reason: 'mismatch' as const };
    return recognise(chosen ? mismatch : state, { type, size, variant }, true);
  }
  if (chosen) return { kind: 'ask', state: { ...state, reason: 'mismatch' } };
  const choice = { type: type ?? null, size: size ?? null, variant: variant ?? null };
  return { kind: 'ask', state: { ...state, step: 'product', reason: 'partial', choice } };
}

function recognise(state: ManualState, product: Product, fromRegistry: boolean): EntryDecision {
  return {
    kind: 'ask',
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
    ...requirementMarks({ ...product, code: code ?? '' }, rules),
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
 * Returns where the number already is on this device, or null. A number identifies one product, so
 * the product may be unknown; a rejected scan may have had a wrong number, and only counts if its
 * product matches.
 * @param known scans with that number
 * @param product the product entered or found, if any
 * @param ownScanId uuid of the scan being fixed
 */
export function findDuplicate(
  number: { readonly code: string; readonly product: Product | null; readonly ownScanId?: string },
  known: readonly KnownScan[],
  projectId: string | null,
): { readonly location: DuplicateLocation; readonly other: OtherProduct | null } | null {
  const { code, product, ownScanId } = number;
  const otherScans = known.filter(({ uuid }) => uuid !== ownScanId);
  const same = product ? sameProducts({ ...product, code, isGeneric: false }, otherScans) : [];
  const found = otherScans.filter(
    (scan) => same.includes(scan) || (scan.flag !== 'rejected' && scan.state !== 'refused'),
  );
  const location = locationOf(found, projectId);
  if (location === null) return null;
  const inProject = found.find(({ projects_id }) =>
    location === 'project' ? projects_id === projectId : projects_id !== '',
  );
  if (location === 'list' || !inProject) return { location, other: null };
  const { projects_id, created_at } = inProject;
  return { location, other: { projects_id, created_at, by: null } };
}
