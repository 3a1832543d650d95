/** What follows from what this device and the registry know of a number entered by hand. Pure. */
import type { ScanDocument } from '#schemas/scan.ts';
import { type DuplicateLocation, locationOf, sameProducts } from '../capture/capture-label.ts';
import type { SingleVerdict } from '../capture/confirmations.ts';
import { requirementMarks, type ProductRules } from '../capture/product-rules.ts';
import type { CapturedScan } from '../queries.ts';
import type { ManualState, Objection, OtherProduct, Product } from './manual-state.ts';

/**
 * The registry's answer, or why there is none: it could not be asked (`offline`), was asked too much today
 * (`limited`), failed, or there is no number to ask about (`generic`).
 */
export type RegistryAnswer = SingleVerdict | 'offline' | 'limited' | 'failed' | 'generic';

export type EntryDecision =
  | { readonly kind: 'keep'; readonly product: Product; readonly asked: boolean }
  | { readonly kind: 'ask'; readonly state: ManualState };

/** What follows from the registry's answer. Without one the product is judged when it is sent. */
export function validateEntry(state: ManualState, answer: RegistryAnswer): EntryDecision {
  const chosen = chosenProduct(state);
  if (typeof answer === 'string') {
    if (chosen) return { kind: 'keep', product: chosen, asked: false };
    if (state.labelled && answer !== 'generic') return recognise(state, state.labelled, false);
    return { kind: 'ask', state: { ...state, step: 'product', why: answer } };
  }
  if (!('product' in answer)) {
    const objection: Objection =
      answer.status === 'already_scanned'
        ? { kind: answer.status, earlier: answer.earlier }
        : { kind: answer.status };
    return { kind: 'ask', state: { ...state, objection } };
  }
  if (answer.status === 'ok' && chosen) return { kind: 'keep', product: chosen, asked: true };
  const { type, size, variant } = answer.product;
  if (type !== undefined && size !== undefined && variant !== undefined) {
    const mismatch = { ...state, why: 'mismatch' as const };
    return recognise(chosen ? mismatch : state, { type, size, variant }, true);
  }
  if (chosen) return { kind: 'ask', state: { ...state, why: 'mismatch' } };
  const choice = { type: type ?? null, size: size ?? null, variant: variant ?? null };
  return { kind: 'ask', state: { ...state, step: 'product', why: 'partial', choice } };
}

function recognise(state: ManualState, product: Product, asked: boolean): EntryDecision {
  return { kind: 'ask', state: { ...state, step: 'recognised', recognised: { product, asked } } };
}

/** Type, size and variant where all three were asked and given. */
export function chosenProduct(state: ManualState): Product | null {
  const { type, size, variant } = state.choice;
  if (state.step !== 'product' || type === null || size === null || variant === null) return null;
  return { type, size, variant };
}

/** What is written for a product entered by hand; without a code it is a generic one. */
export function scanFromEntry(
  code: string | null,
  product: Product,
  asked: boolean,
  rules: ProductRules,
): CapturedScan {
  return {
    ...product,
    serial_number: code,
    is_unique: code !== null,
    manual: true,
    confirmed: true,
    isValidated: asked,
    isValid: asked ? true : null,
    ...requirementMarks({ ...product, code: code ?? '' }, rules),
  };
}

type Known = Pick<
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
 * Where this device has the number already, or null. One piece has one number, so its product need not be
 * known; a refused scan, which may have had a wrong number, is the same only where its product is, too.
 * @param known the scans with that number
 * @param product what was chosen or recognised, if anything was
 * @param own the uuid of the scan that is being mended
 */
export function findDuplicate(
  number: { readonly code: string; readonly product: Product | null; readonly own?: string },
  known: readonly Known[],
  projectId: string | null,
): { readonly location: DuplicateLocation; readonly other: OtherProduct | null } | null {
  const { code, product, own } = number;
  const others = known.filter(({ uuid }) => uuid !== own);
  const same = product ? sameProducts({ ...product, code, isGeneric: false }, others) : [];
  const found = others.filter(
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
