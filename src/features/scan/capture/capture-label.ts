/** Turns a parsed label into a captured scan (spec 1 §5 "QR code", "Duplicate warning"). */
import type { Label, LabelProblem } from '#schemas/label.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDuplicate } from '#schemas/serial-number.ts';
import { type ProductRules, requirementFlags } from './product-rules.ts';
import type { CapturedScan } from '../queries.ts';

/** Where the duplicate is: in the captured list, the chosen project, or another project. */
export type DuplicateLocation = 'list' | 'project' | 'other_project';

export type CaptureResult =
  /** `id` belongs to the last of several copies. */
  | {
      readonly kind: 'captured';
      readonly id: string;
      readonly label: Label;
      readonly copies: number;
    }
  | { readonly kind: 'duplicate'; readonly location: DuplicateLocation; readonly label: Label }
  /** Captured on this screen and then removed: the user has to add it explicitly. */
  | { readonly kind: 'removed_before'; readonly label: Label }
  | { readonly kind: 'rejected'; readonly reason: LabelProblem };

interface CapturePorts {
  /** Finds all scans on this device with a serial number. */
  readonly findBySerial: (code: string) => Promise<readonly KnownScan[]>;
  /** Writes one scan per copy, all or none. Resolves with the last id after the commit. */
  readonly capture: (scan: CapturedScan, copies: number) => Promise<string>;
}

export type KnownScan = Pick<
  ScanDocument,
  'type' | 'size' | 'variant' | 'serial_number' | 'state' | 'projects_id' | 'flag'
>;

/** Builds the scan for a label. Labels come from the manufacturer, so it counts as confirmed. */
export function scanFromLabel(label: Label, rules: ProductRules): CapturedScan {
  const { type, size, variant } = label;
  return {
    type,
    size,
    variant,
    serial_number: label.isGeneric ? null : label.code,
    is_unique: !label.isGeneric,
    manual: false,
    confirmed: true,
    isValidated: false,
    isValid: null,
    ...requirementFlags({ type, variant, code: label.code }, rules),
  };
}

/** Returns the scans of the same product that weren't rejected. */
export function sameProducts<Scan extends KnownScan>(
  label: Pick<Label, 'type' | 'size' | 'variant' | 'code' | 'isGeneric'>,
  knownScans: readonly Scan[],
): Scan[] {
  return knownScans.filter(
    (scan) => scan.flag !== 'rejected' && isDuplicate({ ...label, confirmed: true }, [scan]),
  );
}

/**
 * Returns where the product already is, or null. Rejected products don't count, since their serial
 * number is free again.
 */
export function duplicateLocation(
  label: Pick<Label, 'type' | 'size' | 'variant' | 'code' | 'isGeneric'>,
  knownScans: readonly KnownScan[],
  projectId: string | null,
): DuplicateLocation | null {
  return locationOf(sameProducts(label, knownScans), projectId);
}

/** Returns where a product's scans are, nearest first; null if there are none. */
export function locationOf(
  duplicates: readonly Pick<KnownScan, 'state' | 'projects_id'>[],
  projectId: string | null,
): DuplicateLocation | null {
  if (duplicates.some((scan) => scan.state === 'captured')) return 'list';
  if (duplicates.some((scan) => scan.projects_id === projectId)) return 'project';
  return duplicates.length > 0 ? 'other_project' : null;
}

/** `read` by the camera or from a picture; `chosen` by the user. */
export type CaptureSource = 'read' | 'chosen';

/**
 * Creates the function that captures labels. Runs one at a time, so that two quick readings of a
 * label can't both be saved.
 */
export function createLabelCapture(ports: CapturePorts) {
  let lastCapture: Promise<unknown> = Promise.resolve();
  /** Serial numbers captured on this screen. */
  const capturedSerials = new Set<string>();

  async function captureLabel(
    label: Label,
    rules: ProductRules,
    projectId: string | null,
    source: CaptureSource,
    copies: number,
  ): Promise<CaptureResult> {
    const knownScans = label.isGeneric ? [] : await ports.findBySerial(label.code);
    const location = duplicateLocation(label, knownScans, projectId);
    if (location) return { kind: 'duplicate', location, label };
    const wasCaptured = !label.isGeneric && capturedSerials.has(label.code);
    if (wasCaptured && source === 'read') return { kind: 'removed_before', label };
    // A serial number identifies one product, even if the picture shows it twice.
    const count = label.isGeneric ? copies : 1;
    const id = await ports.capture(scanFromLabel(label, rules), count);
    capturedSerials.add(label.code);
    return { kind: 'captured', id, label, copies: count };
  }

  return (
    label: Label,
    rules: ProductRules,
    projectId: string | null,
    source: CaptureSource = 'read',
    copies = 1,
  ): Promise<CaptureResult> => {
    const result = lastCapture.then(() => captureLabel(label, rules, projectId, source, copies));
    // The caller reports a failed write; continue with the next label.
    lastCapture = result.catch(() => undefined);
    return result;
  };
}
