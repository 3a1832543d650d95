/** State of manual entry (spec 1 §4 "Scanning", §5 "Manual entry"). */
import type { EarlierScan } from '#schemas/api/errors.ts';
import type { Label, LabelProblem, InvalidLabel } from '#schemas/label.ts';
import {
  joinSerial,
  normaliseSerial,
  SERIAL_PART_1_MAX,
  SERIAL_PART_2_MAX,
} from '#schemas/serial-number.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { DuplicateLocation } from '../capture/capture-label.ts';
import type { ProductRules } from '../capture/product-rules.ts';
import {
  choiceProblems,
  halvesOf,
  type ManualProblems,
  type ProductChoice,
  type SerialHalves,
  serialProblem,
  unsplitCodeOf,
  findCodeProblem,
} from './manual-entry.ts';

/** Type, size and variant, as on the label. */
export type Product = Pick<ScanDocument, 'type' | 'size' | 'variant'>;

/** The company's existing product, as known to this device or the server. */
export type OtherProduct = Pick<EarlierScan, 'projects_id' | 'created_at' | 'by'>;

/** Reason why the number isn't accepted, as found locally or by the registry. */
export type NumberError =
  /** The number is already on this device. `other` is the product with this number, if it's in a project. */
  | {
      readonly kind: 'duplicate';
      readonly location: DuplicateLocation;
      readonly other: OtherProduct | null;
    }
  | { readonly kind: 'already_scanned'; readonly earlier: OtherProduct | undefined }
  | { readonly kind: 'unknown' | 'type_not_allowed' }
  /** A pasted link that isn't a usable label. */
  | { readonly kind: 'label'; readonly reason: LabelProblem };

/** Reason why type, size and variant are needed; `fix` and `own_choice` show no text. */
type ProductReason =
  | 'offline'
  | 'limited'
  | 'failed'
  | 'generic'
  | 'partial'
  | 'mismatch'
  | 'fix'
  | 'own_choice';

/**
 * `serial`: enter the number. `recognised`: confirm the product found. `product`: enter type, size and variant, for the
 * given `reason`.
 */
export interface ManualState {
  readonly step: 'serial' | 'recognised' | 'product';
  readonly halves: SerialHalves;
  /** A label's code that doesn't fit the two fields; edited in a single field. */
  readonly unsplitCode: string | null;
  readonly choice: ProductChoice;
  /** The product according to a pasted label. */
  readonly labelProduct: Product | null;
  /** In step `recognised`: the product, and `fromRegistry` if the registry confirmed it. */
  readonly recognised: { readonly product: Product; readonly fromRegistry: boolean } | null;
  readonly problems: ManualProblems;
  readonly reason: ProductReason | null;
  readonly numberError: NumberError | null;
}

const NO_CHOICE: ProductChoice = { type: null, size: null, variant: null };

export function startManual(scan: ScanDocument | null): ManualState {
  return {
    step: scan ? 'product' : 'serial',
    halves: halvesOf(scan?.serial_number ?? null),
    unsplitCode: unsplitCodeOf(scan?.serial_number ?? null),
    choice: scan ? { type: scan.type, size: scan.size, variant: scan.variant } : NO_CHOICE,
    labelProduct: null,
    recognised: null,
    problems: {},
    reason: scan ? 'fix' : null,
    numberError: null,
  };
}

/** Reasons that also apply to the next number, so the product fields stay. */
const LASTING_REASONS: ReadonlySet<ProductReason | null> = new Set([
  'fix',
  'offline',
  'limited',
  'failed',
]);

/**
 * Updates the number, and clears errors and the product. Reports a part that is too long immediately, but a
 * missing part only on submit.
 */
export function withHalves(state: ManualState, halves: SerialHalves): ManualState {
  const isTooLong =
    halves.part1.length > SERIAL_PART_1_MAX || halves.part2.length > SERIAL_PART_2_MAX;
  const problem = isTooLong ? serialProblem(halves, { isGenericRegion: true }) : null;
  return { ...clearResult(state), halves, problems: problem === null ? {} : { serial: problem } };
}

/** Updates the code in the single field. */
export function withUnsplitCode(state: ManualState, unsplitCode: string): ManualState {
  return { ...clearResult(state), unsplitCode };
}

function clearResult(state: ManualState): ManualState {
  const keepsReason = LASTING_REASONS.has(state.reason) && state.step === 'product';
  return {
    ...state,
    step: keepsReason ? 'product' : 'serial',
    reason: keepsReason ? state.reason : null,
    choice: keepsReason ? state.choice : NO_CHOICE,
    labelProduct: null,
    recognised: null,
    problems: {},
    numberError: null,
  };
}

/** Fills in a label that was pasted as text or as its QR code's link. */
export function withLabel(state: ManualState, label: Label | InvalidLabel): ManualState {
  if (label.kind === 'rejected') {
    return { ...clearResult(state), numberError: { kind: 'label', reason: label.reason } };
  }
  const { type, size, variant, code, isGeneric } = label;
  const emptyState = startManual(null);
  if (isGeneric) {
    // The last part isn't a serial number. Instead, the scan is identified by its product and its photo.
    const halves = { part1: code.slice(0, SERIAL_PART_1_MAX), part2: '' };
    return {
      ...emptyState,
      halves,
      step: 'product',
      reason: 'generic',
      choice: { type, size, variant },
    };
  }
  const unsplitCode = unsplitCodeOf(code);
  const halves = unsplitCode === null ? halvesOf(code) : state.halves;
  return { ...emptyState, halves, unsplitCode, labelProduct: { type, size, variant } };
}

export function withChoice(state: ManualState, choice: ProductChoice): ManualState {
  return { ...state, choice, problems: {}, numberError: null };
}

/** "No, choose another": asks for type, size and variant. */
export function chooseAnother(state: ManualState): ManualState {
  const reason = state.reason === 'mismatch' ? state.reason : 'own_choice';
  return { ...state, step: 'product', recognised: null, reason, numberError: null };
}

/** Validates the form; empty if it can be submitted. */
export function problemsOf(state: ManualState, rules: ProductRules): ManualProblems {
  const serial =
    state.unsplitCode === null
      ? serialProblem(state.halves, rules)
      : findCodeProblem(state.unsplitCode);
  return {
    ...(serial !== null && { serial }),
    ...(state.step === 'product' && choiceProblems(state.choice, rules)),
  };
}

/**
 * True if the product needs a photo because the entry isn't a serial number: in generic regions, a number may lack its
 * second half.
 */
export function isGenericEntry(
  { unsplitCode, halves }: Pick<ManualState, 'unsplitCode' | 'halves'>,
  rules: ProductRules,
): boolean {
  if (unsplitCode !== null) return false;
  return rules.isGenericRegion && normaliseSerial(halves.part2).value === '';
}

/** Returns the code, or null if the input is incomplete. */
export function codeOf(
  { unsplitCode, halves }: Pick<ManualState, 'unsplitCode' | 'halves'>,
  rules: ProductRules,
): string | null {
  if (unsplitCode !== null) return findCodeProblem(unsplitCode) === null ? unsplitCode : null;
  const joinResult = joinSerial(halves.part1, halves.part2, rules);
  return joinResult.kind === 'serial' ? joinResult.code : null;
}

/**
 * Returns the number if it should be checked automatically, because both halves are full or it came from a label;
 * otherwise null. Shorter input may be incomplete, and checking it would be guessing (security, "Guessing serial
 * numbers").
 */
export function numberToCheck(state: ManualState, rules: ProductRules): string | null {
  const { step, halves, labelProduct, numberError } = state;
  if (step !== 'serial' || numberError !== null) return null;
  const isFull =
    halves.part1.length === SERIAL_PART_1_MAX && halves.part2.length === SERIAL_PART_2_MAX;
  return (isFull && state.unsplitCode === null) || labelProduct !== null
    ? codeOf(state, rules)
    : null;
}

/** True if the form is empty, so that the list of added products can be shown. */
export function isIdle({ step, halves, unsplitCode, numberError }: ManualState): boolean {
  const isEmpty = halves.part1 === '' && halves.part2 === '' && unsplitCode === null;
  return step === 'serial' && isEmpty && numberError === null;
}
