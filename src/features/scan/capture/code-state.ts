import { useMemo, useSyncExternalStore } from 'react';
import type { LabelProblem } from '#schemas/label.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { capturedGenericScans, scansWithSerials } from '../queries.ts';
import {
  duplicateLocation,
  sameProducts,
  type DuplicateLocation,
  type KnownScan,
} from './capture-label.ts';
import type { LabelInView, LabelsInView } from '../camera/labels-in-view.ts';

/** State of a code in view. */
export type CodeState =
  /** Can be captured. */
  | { readonly kind: 'new' }
  | {
      readonly kind: 'duplicate';
      readonly location: DuplicateLocation;
      /** Number of captured copies of a label without a serial number. */
      readonly count?: number;
    }
  /** Captured, but the registry says it isn't valid. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'rejected'; readonly reason: LabelProblem };

/**
 * Returns the state of a label in view.
 * @param knownScans scans on this device with the label's serial number, and possibly other scans
 * @param genericScans captured scans without a serial number; undefined while loading
 */
export function labelState(
  { label, isCaptured }: Pick<LabelInView, 'label' | 'isCaptured'>,
  knownScans: readonly (KnownScan & Pick<ScanDocument, 'isValid'>)[],
  projectId: string | null,
  genericScans?: readonly ProductKind[],
): CodeState {
  // Stored scans don't show whether a label without a serial number is the same product.
  if (label.isGeneric) return isCaptured ? copiesState(label, genericScans) : { kind: 'new' };
  const sameProductScans = sameProducts(label, knownScans);
  const location = duplicateLocation(label, sameProductScans, projectId);
  if (location === null) return { kind: 'new' };
  const isInvalid = sameProductScans.some(
    ({ state, isValid }) => state === 'captured' && isValid === false,
  );
  return isInvalid ? { kind: 'invalid' } : { kind: 'duplicate', location };
}

type ProductKind = Pick<ScanDocument, 'type' | 'size' | 'variant'>;

/** Returns the state of a captured label without a serial number, whose copies may have been removed since. */
function copiesState(
  label: ProductKind,
  genericScans: readonly ProductKind[] | undefined,
): CodeState {
  if (genericScans === undefined) return { kind: 'duplicate', location: 'list' };
  const { type, size, variant } = label;
  const count = genericScans.filter(
    (scan) => scan.type === type && scan.size === size && scan.variant === variant,
  ).length;
  return count > 0 ? { kind: 'duplicate', location: 'list', count } : { kind: 'new' };
}

/** State of each label in view, by text. Empty until the scans on this device are loaded. */
export type CodeStates = ReadonlyMap<string, CodeState>;

export function useCodeStates(labelsInView: LabelsInView, projectId: string | null): CodeStates {
  const labels = useSyncExternalStore(labelsInView.subscribe, labelsInView.labels);
  const codes = labels.map(({ label }) => label.code).toSorted();
  const knownScans = useLiveQuery(
    (account) => scansWithSerials(account, codes),
    // The separator is safe, because codes contain only letters, digits and hyphens.
    [codes.join(' ')],
  );
  const genericScans = useLiveQuery(capturedGenericScans, []);
  return useMemo(
    () =>
      new Map(
        knownScans &&
          genericScans &&
          labels.map(
            (label) =>
              [label.text, labelState(label, knownScans, projectId, genericScans)] as const,
          ),
      ),
    [labels, knownScans, genericScans, projectId],
  );
}
