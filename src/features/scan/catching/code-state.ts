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
  | { readonly kind: 'known'; readonly place: DuplicatePlace }
  /** It is in the list, and the registry says that it is not valid. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'refused'; readonly reason: LabelRefusal };

/**
 * What a label in view is to this device.
 * @param known the scans on this device with its serial number, and maybe others
 */
export function stateOfLabel(
  { label, isCaught }: Pick<LabelInView, 'label' | 'isCaught'>,
  known: readonly (KnownScan & Pick<ScanDocument, 'isValid'>)[],
  projectId: string | null,
): CodeState {
  // Of a generic label nothing on the device tells whether it is this piece.
  if (label.isGeneric) return isCaught ? { kind: 'known', place: 'list' } : { kind: 'open' };
  const same = sameProducts(label, known);
  const place = duplicatePlace(label, same, projectId);
  if (place === null) return { kind: 'open' };
  const isInvalid = same.some(({ state, isValid }) => state === 'captured' && isValid === false);
  return isInvalid ? { kind: 'invalid' } : { kind: 'known', place };
}
