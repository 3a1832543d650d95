import type { LabelRefusal } from '#schemas/label.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  duplicateLocation,
  sameProducts,
  type DuplicateLocation,
  type KnownScan,
} from './capture-label.ts';
import type { LabelInView } from './labels-in-view.ts';

/** What can be said of a code in view. */
export type CodeState =
  /** May be caught. */
  | { readonly kind: 'open' }
  | {
      readonly kind: 'known';
      readonly location: DuplicateLocation;
      /** How many of a label without a serial number are in the list. */
      readonly count?: number;
    }
  /** It is in the list, and the registry says that it is not valid. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'refused'; readonly reason: LabelRefusal };

/**
 * What a label in view is to this device.
 * @param known the scans on this device with its serial number, and maybe others
 * @param generics the scans in the list that have no serial number; left out where that is not known
 */
export function labelState(
  { label, isCaptured }: Pick<LabelInView, 'label' | 'isCaptured'>,
  known: readonly (KnownScan & Pick<ScanDocument, 'isValid'>)[],
  projectId: string | null,
  generics?: readonly ProductKind[],
): CodeState {
  // Of a generic label nothing on the device tells whether it is this piece.
  if (label.isGeneric) return isCaptured ? stateOfCopies(label, generics) : { kind: 'open' };
  const same = sameProducts(label, known);
  const location = duplicateLocation(label, same, projectId);
  if (location === null) return { kind: 'open' };
  const isInvalid = same.some(({ state, isValid }) => state === 'captured' && isValid === false);
  return isInvalid ? { kind: 'invalid' } : { kind: 'known', location };
}

type ProductKind = Pick<ScanDocument, 'type' | 'size' | 'variant'>;

/** What a label without a serial number is that was added while it is in view: it may have been taken back since. */
function stateOfCopies(
  label: ProductKind,
  generics: readonly ProductKind[] | undefined,
): CodeState {
  if (generics === undefined) return { kind: 'known', location: 'list' };
  const { type, size, variant } = label;
  const count = generics.filter(
    (scan) => scan.type === type && scan.size === size && scan.variant === variant,
  ).length;
  return count > 0 ? { kind: 'known', location: 'list', count } : { kind: 'open' };
}
