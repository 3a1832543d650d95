import type { LabelRefusal } from '#schemas/label.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  duplicatePlace,
  sameProducts,
  type DuplicatePlace,
  type KnownScan,
} from './catch-label.ts';
import type { LabelInView } from './labels-in-view.ts';

/** What can be said of a code in view. */
export type CodeState =
  /** May be caught. */
  | { readonly kind: 'open' }
  | {
      readonly kind: 'known';
      readonly place: DuplicatePlace;
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
export function stateOfLabel(
  { label, isCaught }: Pick<LabelInView, 'label' | 'isCaught'>,
  known: readonly (KnownScan & Pick<ScanDocument, 'isValid'>)[],
  projectId: string | null,
  generics?: readonly Kind[],
): CodeState {
  // Of a generic label nothing on the device tells whether it is this piece.
  if (label.isGeneric) return isCaught ? stateOfCopies(label, generics) : { kind: 'open' };
  const same = sameProducts(label, known);
  const place = duplicatePlace(label, same, projectId);
  if (place === null) return { kind: 'open' };
  const isInvalid = same.some(({ state, isValid }) => state === 'captured' && isValid === false);
  return isInvalid ? { kind: 'invalid' } : { kind: 'known', place };
}

type Kind = Pick<ScanDocument, 'type' | 'size' | 'variant'>;

/** What a label without a serial number is that was added while it is in view: it may have been taken back since. */
function stateOfCopies(label: Kind, generics: readonly Kind[] | undefined): CodeState {
  if (generics === undefined) return { kind: 'known', place: 'list' };
  const { type, size, variant } = label;
  const count = generics.filter(
    (scan) => scan.type === type && scan.size === size && scan.variant === variant,
  ).length;
  return count > 0 ? { kind: 'known', place: 'list', count } : { kind: 'open' };
}
