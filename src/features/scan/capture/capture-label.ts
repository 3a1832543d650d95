/** From the text of a QR code to a captured scan (spec 1 §5 "QR code", "Duplicate warning"). */
import type { Label, LabelRefusal } from '#schemas/label.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDuplicate } from '#schemas/serial-number.ts';
import { type ProductRules, requirementMarks } from './product-rules.ts';
import type { CapturedScan } from '../queries.ts';

/** Where a product was found again: among the captured, in the chosen project, or in another one. */
export type DuplicateLocation = 'list' | 'project' | 'other_project';

export type CaptureResult =
  /** `id` is the last one's where several copies were added. */
  | {
      readonly kind: 'captured';
      readonly id: string;
      readonly label: Label;
      readonly copies: number;
    }
  | { readonly kind: 'duplicate'; readonly location: DuplicateLocation; readonly label: Label }
  /** It was caught on this screen and then taken back: it comes in again only when it is chosen. */
  | { readonly kind: 'removed_before'; readonly label: Label }
  | { readonly kind: 'refused'; readonly reason: LabelRefusal };

export interface CapturePorts {
  /** Every scan on this device with that serial number. */
  readonly findBySerial: (code: string) => Promise<readonly KnownScan[]>;
  /** Writes that many of the scan, all or none; resolves with the last one's id after the commit. */
  readonly capture: (scan: CapturedScan, copies: number) => Promise<string>;
}

export type KnownScan = Pick<
  ScanDocument,
  'type' | 'size' | 'variant' | 'serial_number' | 'state' | 'projects_id' | 'flag'
>;

/** What is written for a label. The label is the manufacturer's own word, so it counts as confirmed. */
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
    ...requirementMarks({ type, variant, code: label.code }, rules),
  };
}

/** Those of the scans that are of the very same piece, and were not rejected. */
export function sameProducts<Scan extends KnownScan>(
  label: Pick<Label, 'type' | 'size' | 'variant' | 'code' | 'isGeneric'>,
  known: readonly Scan[],
): Scan[] {
  return known.filter(
    (scan) => scan.flag !== 'rejected' && isDuplicate({ ...label, confirmed: true }, [scan]),
  );
}

/**
 * Where the same product stands already, or null. Products that were rejected don't count: their
 * serial number is free again.
 */
export function duplicateLocation(
  label: Pick<Label, 'type' | 'size' | 'variant' | 'code' | 'isGeneric'>,
  known: readonly KnownScan[],
  projectId: string | null,
): DuplicateLocation | null {
  return locationOf(sameProducts(label, known), projectId);
}

/** Where scans of one piece stand, the nearest first; null where there are none. */
export function locationOf(
  same: readonly Pick<KnownScan, 'state' | 'projects_id'>[],
  projectId: string | null,
): DuplicateLocation | null {
  if (same.some((scan) => scan.state === 'captured')) return 'list';
  if (same.some((scan) => scan.projects_id === projectId)) return 'project';
  return same.length > 0 ? 'other_project' : null;
}

/** How a label came: read by the camera or in a picture, or chosen by hand. */
export type CaptureSource = 'read' | 'chosen';

/**
 * Makes the function that catches labels one after the other: each is looked up and written before
 * the next is judged, so that two quick readings of one label can't both be captured.
 */
export function createLabelCapture(ports: CapturePorts) {
  let last: Promise<unknown> = Promise.resolve();
  /** The serial numbers that were caught. */
  const caught = new Set<string>();

  async function judge(
    label: Label,
    rules: ProductRules,
    projectId: string | null,
    way: CaptureSource,
    copies: number,
  ): Promise<CaptureResult> {
    const known = label.isGeneric ? [] : await ports.findBySerial(label.code);
    const location = duplicateLocation(label, known, projectId);
    if (location) return { kind: 'duplicate', location, label };
    const wasCaught = !label.isGeneric && caught.has(label.code);
    if (wasCaught && way === 'read') return { kind: 'removed_before', label };
    // A serial number names one product, however many pictures of it there are.
    const pieces = label.isGeneric ? copies : 1;
    const id = await ports.capture(scanFromLabel(label, rules), pieces);
    caught.add(label.code);
    return { kind: 'captured', id, label, copies: pieces };
  }

  return (
    label: Label,
    rules: ProductRules,
    projectId: string | null,
    way: CaptureSource = 'read',
    copies = 1,
  ): Promise<CaptureResult> => {
    const result = last.then(() => judge(label, rules, projectId, way, copies));
    // A failed write is the caller's to tell; the next label is judged all the same.
    last = result.catch(() => undefined);
    return result;
  };
}
