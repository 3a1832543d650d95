/** Manual entry of a product (spec 1 §5 "Manual entry", §4 the fall-back). Pure. */
import { type Label, type LabelRules, parseLabel, type RefusedLabel } from '#schemas/label.ts';
import {
  CODE_MAX,
  CODE_PATTERN,
  fitsManualFields,
  joinSerial,
  normaliseSerial,
  SERIAL_PART_1_MAX,
  splitSerial,
  type SerialRefusal,
} from '#schemas/serial-number.ts';
import type { ProductRules } from '../capture/product-rules.ts';

export interface SerialHalves {
  readonly part1: string;
  readonly part2: string;
}

/** Characters a code can't have, and those that were read as another one. */
export interface TypedSerial extends SerialHalves {
  readonly unmappable: readonly string[];
  readonly mapped: readonly { readonly typed: string; readonly as: string }[];
  /** The first half is full: the cursor belongs in the second. */
  readonly focusSecond: boolean;
}

/**
 * Takes what stands in the first field after a change. More than it holds was pasted (or typed on):
 * the whole is split over both halves.
 */
export function editFirstHalf(typed: string, part2: string): TypedSerial {
  const notes = notesOn(typed);
  const whole = normaliseSerial(typed).value;
  const isWhole = /\p{Pd}/u.test(typed.trim()) || whole.length > SERIAL_PART_1_MAX;
  if (!isWhole) {
    return { part1: whole, part2, focusSecond: whole.length === SERIAL_PART_1_MAX, ...notes };
  }
  const split = splitSerial(typed);
  return { part1: split.part1, part2: split.part2 || part2, focusSecond: true, ...notes };
}

/** Takes what stands in the second field after a change; a whole code pasted here is split too. */
export function editSecondHalf(typed: string, part1: string): TypedSerial {
  const notes = notesOn(typed);
  const split = splitSerial(typed);
  if (part1 === '' && split.part2 !== '') return { ...split, focusSecond: true, ...notes };
  return { part1, part2: normaliseSerial(typed).value, focusSecond: true, ...notes };
}

/** What a pasted text says as a label, or the link in its QR code; null where it is neither. */
export function parsePastedLabel(typed: string, rules: LabelRules): Label | RefusedLabel | null {
  const isLink = typed.includes('://');
  const label = parseLabel(typed, rules);
  return isLink || label.kind === 'label' || label.reason !== 'foreign' ? label : null;
}

function notesOn(typed: string): Pick<TypedSerial, 'unmappable' | 'mapped'> {
  const mapped = [...typed.normalize('NFC')].flatMap((character) => {
    const as = normaliseSerial(character).value;
    return as !== '' && as !== character.toUpperCase() ? [{ typed: character, as }] : [];
  });
  return { unmappable: normaliseSerial(typed).unmappable, mapped };
}

export interface ProductChoice {
  readonly type: string | null;
  readonly size: string | null;
  readonly variant: string | null;
}

/** What is wrong with the fields, by field. Empty: it can be captured. */
export interface ManualProblems {
  readonly serial?: SerialRefusal;
  readonly type?: 'unknown_type';
  readonly size?: 'unknown_size';
  readonly variant?: 'unknown_variant';
}

export function serialProblem(
  halves: SerialHalves,
  rules: Pick<ProductRules, 'regionIsGeneric'>,
): SerialRefusal | null {
  const joined = joinSerial(halves.part1, halves.part2, rules);
  return joined.kind === 'refused' ? joined.reason : null;
}

/** In the fall-back, type, size and variant are required and must be in the allowed lists. */
export function choiceProblems(
  choice: ProductChoice,
  rules: Pick<ProductRules, 'types' | 'sizes' | 'variants'>,
): ManualProblems {
  const { type, size, variant } = choice;
  return {
    ...((type === null || !rules.types.includes(type)) && { type: 'unknown_type' as const }),
    ...((size === null || !rules.sizes.includes(size)) && { size: 'unknown_size' as const }),
    ...((variant === null || !rules.variants.includes(variant)) && {
      variant: 'unknown_variant' as const,
    }),
  };
}

/** A stored code that does not fit the two fields, or null where they hold it. */
export function wholeOf(code: string | null): string | null {
  return code === null || fitsManualFields(code) ? null : code;
}

/** What is wrong with a code that stands whole in one field. */
export function wholeProblem(whole: string): SerialRefusal | null {
  if (whole === '') return 'part_1_missing';
  return whole.length <= CODE_MAX && CODE_PATTERN.test(whole) ? null : 'bad_characters';
}

/** A stored code back in its two halves. */
export function halvesOf(code: string | null): SerialHalves {
  return splitSerial(code ?? '');
}
