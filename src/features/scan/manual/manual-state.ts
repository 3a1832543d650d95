/** The steps of manual entry (spec 1 §4 "Scanning", §5 "Manual entry"). Pure. */
import type { EarlierScan } from '#schemas/api/errors.ts';
import type { Label, LabelRefusal, RefusedLabel } from '#schemas/label.ts';
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
  wholeOf,
  wholeProblem,
} from './manual-entry.ts';

/** Type, size and variant, as the label writes them. */
export type Product = Pick<ScanDocument, 'type' | 'size' | 'variant'>;

/** A product of the own company in some project, as this device or the server knows it. */
export type OtherProduct = Pick<EarlierScan, 'projects_id' | 'created_at' | 'by'>;

/** What speaks against a number, before or after the registry was asked. */
export type Objection =
  /** This device has it already; `other` where it stands in a project. */
  | {
      readonly kind: 'duplicate';
      readonly location: DuplicateLocation;
      readonly other: OtherProduct | null;
    }
  | { readonly kind: 'already_scanned'; readonly earlier: OtherProduct | undefined }
  | { readonly kind: 'unknown' | 'type_not_allowed' }
  /** What was pasted is a link, but of no label that counts. */
  | { readonly kind: 'label'; readonly reason: LabelRefusal };

/** Why type, size and variant are asked; `mend` and `own_choice` need no words. */
export type ProductReason =
  | 'offline'
  | 'limited'
  | 'failed'
  | 'generic'
  | 'partial'
  | 'mismatch'
  | 'mend'
  | 'own_choice';

/**
 * `serial`: only the number is asked. `recognised`: its product is known, and the person says whether it is
 * this one. `product`: type, size and variant are asked too, because the registry could not be asked, knows
 * the number only in part, the person says it is another, or the scan is being mended.
 */
export interface ManualState {
  readonly step: 'serial' | 'recognised' | 'product';
  readonly halves: SerialHalves;
  /** A label's code that does not fit the two fields: it is shown, and fixed, whole. */
  readonly whole: string | null;
  readonly choice: ProductChoice;
  /** What a pasted label says of itself. */
  readonly labelled: Product | null;
  /** Of the step `recognised`: the product, and whether it is the registry's word or only the label's. */
  readonly recognised: { readonly product: Product; readonly asked: boolean } | null;
  readonly problems: ManualProblems;
  readonly why: ProductReason | null;
  readonly objection: Objection | null;
}

const NO_CHOICE: ProductChoice = { type: null, size: null, variant: null };

export function startManual(scan: ScanDocument | null): ManualState {
  return {
    step: scan ? 'product' : 'serial',
    halves: halvesOf(scan?.serial_number ?? null),
    whole: wholeOf(scan?.serial_number ?? null),
    choice: scan ? { type: scan.type, size: scan.size, variant: scan.variant } : NO_CHOICE,
    labelled: null,
    recognised: null,
    problems: {},
    why: scan ? 'mend' : null,
    objection: null,
  };
}

/** Reasons that hold for the next number, too: the fields stay while it is typed. */
const LASTING: ReadonlySet<ProductReason | null> = new Set([
  'mend',
  'offline',
  'limited',
  'failed',
]);

/**
 * Whatever is changed takes the old complaints away, and a new number asks for its product anew. What is too
 * long is told at once; what is missing, only when it is to be added.
 */
export function withHalves(state: ManualState, halves: SerialHalves): ManualState {
  const isTooLong =
    halves.part1.length > SERIAL_PART_1_MAX || halves.part2.length > SERIAL_PART_2_MAX;
  const problem = isTooLong ? serialProblem(halves, { regionIsGeneric: true }) : null;
  return { ...clearAnswer(state), halves, problems: problem === null ? {} : { serial: problem } };
}

/** Another text in the one field of a code that does not fit two. */
export function withWhole(state: ManualState, whole: string): ManualState {
  return { ...clearAnswer(state), whole };
}

function clearAnswer(state: ManualState): ManualState {
  const keeps = LASTING.has(state.why) && state.step === 'product';
  return {
    ...state,
    step: keeps ? 'product' : 'serial',
    why: keeps ? state.why : null,
    choice: keeps ? state.choice : NO_CHOICE,
    labelled: null,
    recognised: null,
    problems: {},
    objection: null,
  };
}

/** The text of a whole label, or the link in its QR code, put in the place of the number. */
export function withLabel(state: ManualState, label: Label | RefusedLabel): ManualState {
  if (label.kind === 'refused') {
    return { ...clearAnswer(state), objection: { kind: 'label', reason: label.reason } };
  }
  const { type, size, variant, code, isGeneric } = label;
  const start = startManual(null);
  if (isGeneric) {
    // Its last part numbers nothing: what counts is the product, and its photo.
    const halves = { part1: code.slice(0, SERIAL_PART_1_MAX), part2: '' };
    return { ...start, halves, step: 'product', why: 'generic', choice: { type, size, variant } };
  }
  const whole = wholeOf(code);
  const halves = whole === null ? halvesOf(code) : state.halves;
  return { ...start, halves, whole, labelled: { type, size, variant } };
}

export function withChoice(state: ManualState, choice: ProductChoice): ManualState {
  return { ...state, choice, problems: {}, objection: null };
}

/** "No, choose another": type, size and variant are asked after all. */
export function chooseAnother(state: ManualState): ManualState {
  const why = state.why === 'mismatch' ? state.why : 'own_choice';
  return { ...state, step: 'product', recognised: null, why, objection: null };
}

/** The problems of what is filled in; empty when it may be asked about and kept. */
export function problemsOf(state: ManualState, rules: ProductRules): ManualProblems {
  const serial =
    state.whole === null ? serialProblem(state.halves, rules) : wholeProblem(state.whole);
  return {
    ...(serial !== null && { serial }),
    ...(state.step === 'product' && choiceProblems(state.choice, rules)),
  };
}

/** In a generic region a number without a second half numbers nothing: the product is told by a photo. */
export function isGenericEntry(
  { whole, halves }: Pick<ManualState, 'whole' | 'halves'>,
  rules: ProductRules,
): boolean {
  if (whole !== null) return false;
  return rules.regionIsGeneric && normaliseSerial(halves.part2).value === '';
}

/** The code, or null while what is filled in makes none. */
export function codeOf(
  { whole, halves }: Pick<ManualState, 'whole' | 'halves'>,
  rules: ProductRules,
): string | null {
  if (whole !== null) return wholeProblem(whole) === null ? whole : null;
  const joined = joinSerial(halves.part1, halves.part2, rules);
  return joined.kind === 'serial' ? joined.code : null;
}

/**
 * The number that is asked about without being told to: both halves are full, or a label gave it. A shorter
 * one may be half typed; to ask about it would be to guess (security, "Guessing serial numbers").
 */
export function numberToCheck(state: ManualState, rules: ProductRules): string | null {
  const { step, halves, labelled, objection } = state;
  if (step !== 'serial' || objection !== null) return null;
  const isFull =
    halves.part1.length === SERIAL_PART_1_MAX && halves.part2.length === SERIAL_PART_2_MAX;
  return (isFull && state.whole === null) || labelled !== null ? codeOf(state, rules) : null;
}

/** Nothing is filled in and nothing is asked: there is room for what was added. */
export function isIdle({ step, halves, whole, objection }: ManualState): boolean {
  const isEmpty = halves.part1 === '' && halves.part2 === '' && whole === null;
  return step === 'serial' && isEmpty && objection === null;
}
