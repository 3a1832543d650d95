/** Turns a parsed label into a captured scan (spec 1 §5 "QR code", "Duplicate warning"). */
import { useCallback, useMemo, useRef, useState, useEffect } from 'react';
import { parseLabel, type Label, type LabelProblem } from '#schemas/label.ts';
import type { RegistryVerdict } from '#schemas/scan-validity.ts';
import { allowSounds, playHaptic } from '#src/data/device/haptics-and-sounds.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';
import { type ProductRules, requirementFlags } from './product-rules.ts';
import { confirmInBackground } from './confirmations.ts';
import { firstValueFrom } from 'rxjs';
import { capturedCopies, scansWithSerial, type Account, type CapturedScan } from '../queries.ts';
import type { DecodedCode, CodeVerdict } from '../camera/camera-session.ts';
import { type FrameResult, type Detections, LabelsInView } from '../camera/labels-in-view.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDuplicate } from '#schemas/serial-number.ts';

/** Location of a duplicate: in the captured list, the chosen project, or another project. */
export type DuplicateLocation = 'list' | 'project' | 'other_project';

export type CaptureResult =
  /** `id` is the id of the last copy. */
  | {
      readonly kind: 'captured';
      readonly id: string;
      readonly label: Label;
      readonly copies: number;
    }
  | { readonly kind: 'duplicate'; readonly location: DuplicateLocation; readonly label: Label }
  /** Captured on this screen and then removed, so the user has to add it explicitly. */
  | { readonly kind: 'removed_before'; readonly label: Label }
  | { readonly kind: 'rejected'; readonly reason: LabelProblem };

type DisplayedResult = Exclude<CaptureResult, { kind: 'removed_before' }>;

type OutcomeDetails =
  | {
      readonly kind: 'capture';
      readonly result: DisplayedResult;
      /** The text that was read, if it isn't a valid label. */
      readonly text?: string;
      /** Points expected for the captured copies; 0 if unknown. */
      readonly points?: number;
      /** Number of captured copies of a label without a serial number. */
      readonly listCount?: number;
    }
  /** Captured before, then removed. */
  | { readonly kind: 'removed_before'; readonly text: string; readonly code: string }
  | {
      readonly kind: 'verdict';
      readonly verdict: RegistryVerdict;
      readonly code: string;
      /** The scan in question; null if it was removed. */
      readonly scanId: string | null;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Outcome of the last reading. `sequence` is new each time, so that equal outcomes are shown again. */
export type CaptureOutcome = OutcomeDetails & { readonly sequence: number };

interface CaptureHandle {
  readonly onFrame: (result: FrameResult) => Detections;
  readonly onCode: (reading: Pick<DecodedCode, 'text'>) => CodeVerdict;
  /**
   * Like `onCode`, for text from another source such as a picture, with its number of copies. Null until the
   * product list is loaded.
   */
  readonly onText: ((text: string, copies: number) => void) | null;
  /** Captures a label that the user selected: one of several, or one removed before. */
  readonly choose: (label: { readonly text: string }) => void;
  /** The codes in view. */
  readonly labelsInView: LabelsInView;
  readonly outcome: CaptureOutcome | null;
}

const NO_DETECTIONS: Detections = { hits: [], isChoicePending: false };

/**
 * Turns readings into captured scans. Each label is written first; the registry checks it in the background.
 * @param pointsFor points expected for further copies of a product type; 0 if unknown
 */
export function useCapture(
  rules: ProductRules | undefined,
  projectId: string | null,
  pointsFor: (type: string, copies: number) => number,
): CaptureHandle {
  const account = useAccount();
  const call = useCall();
  useSoundUnlock();
  const [labelsInView] = useState(() => new LabelsInView());
  const [outcome, setOutcome] = useState<CaptureOutcome | null>(null);
  const sequence = useRef(0);
  /** Negative registry verdicts received on this screen, by serial number. */
  const verdicts = useRef(new Map<string, RegistryVerdict>());
  const captureLabel = useLabelCapture(account);
  const pointsForRef = useRef(pointsFor);
  useEffect(() => {
    pointsForRef.current = pointsFor;
  }, [pointsFor]);

  const showOutcome = useCallback((details: OutcomeDetails) => {
    sequence.current += 1;
    setOutcome({ sequence: sequence.current, ...details });
  }, []);

  const captureAndConfirm = useCallback(
    async (
      text: string,
      label: Label,
      labelRules: ProductRules,
      source: CaptureSource,
      copies: number,
    ) => {
      // Read this before the capture, because the capture changes the list that the points depend on.
      const expectedPoints = pointsForRef.current;
      const result = await captureLabel(label, labelRules, projectId, source, copies);
      const { code } = label;
      if (result.kind === 'removed_before') {
        const verdict = verdicts.current.get(code);
        if (!verdict) return showOutcome({ kind: 'removed_before', text, code });
        return showOutcome({ kind: 'verdict', verdict, code, scanId: null });
      }
      const isAdded = result.kind === 'captured' && label.isGeneric;
      const scans = isAdded ? await firstValueFrom(capturedCopies(account, label)) : null;
      const points = result.kind === 'captured' ? expectedPoints(label.type, result.copies) : 0;
      showOutcome({ kind: 'capture', result, points, ...(scans && { listCount: scans.length }) });
      if (result.kind === 'duplicate') return playHaptic('rejected');
      if (result.kind !== 'captured') return undefined;
      labelsInView.markCaptured(text);
      playHaptic('captured');
      if (label.isGeneric) return undefined;
      const verdict = await confirmInBackground(call, account, result.id, label);
      if (verdict === null || verdict === 'ok') return undefined;
      verdicts.current.set(code, verdict);
      return showOutcome({ kind: 'verdict', verdict, code, scanId: result.id });
    },
    [projectId, captureLabel, showOutcome, call, account, labelsInView],
  );

  const capture = useCallback(
    (text: string, source: CaptureSource, copies: number): CodeVerdict => {
      if (!rules) return 'ignored';
      const label = parseLabel(text, rules);
      if (label.kind === 'rejected') {
        showOutcome({ kind: 'capture', result: label, text });
        playHaptic('rejected');
        return 'ignored';
      }
      captureAndConfirm(text, label, rules, source, copies).catch((error: unknown) =>
        showOutcome({ kind: 'failed', error }),
      );
      return 'accepted';
    },
    [rules, captureAndConfirm, showOutcome],
  );

  const onFrame = useCallback(
    (result: FrameResult) => {
      if (!rules) return NO_DETECTIONS;
      return labelsInView.update(result, (text) => parseLabel(text, rules), performance.now());
    },
    [rules, labelsInView],
  );
  const onCode = useCallback(
    ({ text }: Pick<DecodedCode, 'text'>) => capture(text, 'read', labelsInView.claimCopies(text)),
    [capture, labelsInView],
  );
  const onText = useCallback(
    (text: string, copies: number) => void capture(text, 'read', copies),
    [capture],
  );
  const choose = useCallback(
    ({ text }: { readonly text: string }) =>
      void capture(text, 'chosen', labelsInView.claimCopies(text)),
    [capture, labelsInView],
  );
  return { onFrame, onCode, onText: rules ? onText : null, choose, labelsInView, outcome };
}

/** Returns the function that captures labels and drops duplicates. */
export function useLabelCapture(account: Account) {
  return useMemo(
    () =>
      createLabelCapture({
        findBySerial: (code) => scansWithSerial(account, code),
        capture: (scan, copies) => captureCopies(account, scan, copies),
      }),
    [account],
  );
}

/**
 * Writes one scan per copy.
 * @returns the last id
 */
async function captureCopies(
  { scanCommands }: Account,
  scan: CapturedScan,
  copies: number,
): Promise<string> {
  if (copies === 1) return scanCommands.captureScan(scan);
  const ids = await scanCommands.captureScans(Array.from({ length: copies }, () => scan));
  return ids.at(-1) ?? '';
}

/** Unlocks audio while scanning, if sounds are on, because browsers require a user gesture. */
function useSoundUnlock(): void {
  const { sounds } = useDeviceSettings();
  useEffect(() => {
    if (!sounds) return undefined;
    const controller = new AbortController();
    const options = { signal: controller.signal, capture: true };
    // This runs on every tap, because iOS locks audio again after a phone call.
    document.addEventListener('pointerdown', allowSounds, options);
    document.addEventListener('keydown', allowSounds, options);
    // The tap that opened this screen counts too, if the browser remembers it.
    if (navigator.userActivation?.hasBeenActive) allowSounds();
    return () => controller.abort();
  }, [sounds]);
}

interface CapturePorts {
  /** Finds all scans on this device that have the given serial number. */
  readonly findBySerial: (code: string) => Promise<readonly KnownScan[]>;
  /** Writes one scan per copy, all or none. Resolves with the last id after the commit. */
  readonly capture: (scan: CapturedScan, copies: number) => Promise<string>;
}

export type KnownScan = Pick<
  ScanDocument,
  'type' | 'size' | 'variant' | 'serial_number' | 'state' | 'projects_id' | 'flag'
>;

/** Builds the scan for a label. Labels come from the manufacturer, so the scan counts as confirmed. */
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
 * Returns the location of an earlier scan of the product, or null. Rejected products don't count, because their
 * serial numbers can be used again.
 */
export function duplicateLocation(
  label: Pick<Label, 'type' | 'size' | 'variant' | 'code' | 'isGeneric'>,
  knownScans: readonly KnownScan[],
  projectId: string | null,
): DuplicateLocation | null {
  return locationOf(sameProducts(label, knownScans), projectId);
}

/** Returns the location of a product's scans, the nearest if there are several; null if there are none. */
export function locationOf(
  duplicates: readonly Pick<KnownScan, 'state' | 'projects_id'>[],
  projectId: string | null,
): DuplicateLocation | null {
  if (duplicates.some((scan) => scan.state === 'captured')) return 'list';
  if (duplicates.some((scan) => scan.projects_id === projectId)) return 'project';
  return duplicates.length > 0 ? 'other_project' : null;
}

/** `read` by the camera or from a picture; `chosen` by the user. */
type CaptureSource = 'read' | 'chosen';

/**
 * Creates the function that captures labels. Runs one capture at a time, so that two quick readings of a label
 * can't both be saved.
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
