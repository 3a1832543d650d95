/** The steps of manual entry (spec 1 §4 "Scanning", §5 "Manual entry"). Pure. */
import { joinSerial, normaliseSerial } from '#schemas/serial-number.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { requirementMarks, type ProductRules } from '../product/product-rules.ts';
import type { SingleVerdict } from '../product/confirmations.ts';
import type { CapturedScan } from '../queries.ts';
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

/**
 * `serial`: only the number is asked. `product`: type, size and variant too, because the registry
 * could not be asked, knows the number only in part, or the scan is being mended.
 */
export interface ManualState {
  readonly step: 'serial' | 'product';
  readonly halves: SerialHalves;
  /** A label's code that does not fit the two fields: it is shown, and fixed, whole. */
  readonly whole: string | null;
  readonly choice: ProductChoice;
  readonly problems: ManualProblems;
  /** Why type, size and variant are asked. */
  readonly why: 'offline' | 'limited' | 'generic' | 'partial' | 'mismatch' | 'mend' | null;
  /** The registry's refusal of the whole product. */
  readonly refusal: 'unknown' | 'type_not_allowed' | null;
}

export function startManual(scan: ScanDocument | null): ManualState {
  const empty: ProductChoice = { type: null, size: null, variant: null };
  return {
    step: scan ? 'product' : 'serial',
    halves: halvesOf(scan?.serial_number ?? null),
    whole: wholeOf(scan?.serial_number ?? null),
    choice: scan ? { type: scan.type, size: scan.size, variant: scan.variant } : empty,
    problems: {},
    why: scan ? 'mend' : null,
    refusal: null,
  };
}

/** Whatever is changed takes the old complaints away, and a new number asks for its product anew. */
export function withHalves(state: ManualState, halves: SerialHalves): ManualState {
  const keeps = state.why === 'mend' || state.why === 'offline' || state.why === 'limited';
  return {
    ...state,
    halves,
    step: keeps ? state.step : 'serial',
    why: keeps ? state.why : null,
    problems: {},
    refusal: null,
  };
}

/** Another text in the one field of a code that does not fit two. */
export function withWhole(state: ManualState, whole: string): ManualState {
  return { ...withHalves(state, state.halves), whole };
}

export function withChoice(state: ManualState, choice: ProductChoice): ManualState {
  return { ...state, choice, problems: {}, refusal: null };
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

export type Judged =
  | { readonly kind: 'keep'; readonly product: Product; readonly asked: boolean }
  | { readonly kind: 'ask'; readonly state: ManualState };

interface Product {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

/**
 * What follows from the registry's answer.
 * @param verdict `offline` when the registry could not be asked, `limited` when it was asked too much today: the
 *   product is judged when it is sent; `generic` when there is no number to ask about
 */
export function judgeManual(
  state: ManualState,
  verdict: SingleVerdict | 'offline' | 'limited' | 'generic',
): Judged {
  const chosen = chosenProduct(state);
  if (typeof verdict === 'string') {
    if (chosen) return { kind: 'keep', product: chosen, asked: false };
    return { kind: 'ask', state: { ...state, step: 'product', why: verdict } };
  }
  if (verdict.status === 'unknown' || verdict.status === 'type_not_allowed') {
    return { kind: 'ask', state: { ...state, refusal: verdict.status } };
  }
  if (verdict.status === 'ok') {
    const { type, size, variant } = verdict.product;
    return { kind: 'keep', product: { type, size, variant }, asked: true };
  }
  const why = chosen ? 'mismatch' : 'partial';
  return { kind: 'ask', state: { ...state, step: 'product', why } };
}

/** Type, size and variant where all three were asked and given. */
export function chosenProduct(state: ManualState): Product | null {
  const { type, size, variant } = state.choice;
  if (state.step !== 'product' || type === null || size === null || variant === null) return null;
  return { type, size, variant };
}

/** What is written for a product entered by hand; without a code it is a generic one. */
export function scanOfEntry(
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
