/** Manual entry of a product (spec 1 §5 "Manual entry", §4 fallback). Pure. */
import { type Label, type LabelRules, parseLabel, type InvalidLabel } from '#schemas/label.ts';
import {
  MAX_CODE_LENGTH,
  CODE_PATTERN,
  fitsManualFields,
  joinSerial,
  normaliseSerial,
  SERIAL_PART_1_MAX,
  splitSerial,
  type SerialProblem,
} from '#schemas/serial-number.ts';
import type { ProductRules } from '../capture/product-rules.ts';

export interface SerialHalves {
  readonly part1: string;
  readonly part2: string;
}

/** Rejected characters, and characters replaced by look-alikes. */
export interface TypedSerial extends SerialHalves {
  readonly unmappable: readonly string[];
  readonly mapped: readonly { readonly typed: string; readonly as: string }[];
  /** The first half is complete: move the focus to the second. */
  readonly focusSecond: boolean;
}

/**
 * Handles a change of the first field. Longer input was pasted or typed on, and is split over both
 * fields.
 */
export function editFirstHalf(typed: string, part2: string): TypedSerial {
  const notes = notesOn(typed);
  const whole = normaliseSerial(typed).value;
  const isFullCode = /\p{Pd}/u.test(typed.trim()) || whole.length > SERIAL_PART_1_MAX;
  if (!isFullCode) {
    return { part1: whole, part2, focusSecond: whole.length === SERIAL_PART_1_MAX, ...notes };
  }
  const split = splitSerial(typed);
  return { part1: split.part1, part2: split.part2 || part2, focusSecond: true, ...notes };
}

/** Handles a change of the second field; a complete pasted code is split over both. */
export function editSecondHalf(typed: string, part1: string): TypedSerial {
  const notes = notesOn(typed);
  const split = splitSerial(typed);
  if (part1 === '' && split.part2 !== '') return { ...split, focusSecond: true, ...notes };
  return { part1, part2: normaliseSerial(typed).value, focusSecond: true, ...notes };
}

/** Parses pasted label text or the link of its QR code; null if it is neither. */
export function parsePastedLabel(typed: string, rules: LabelRules): Label | InvalidLabel | null {
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

/** Validation errors by field; empty if the product can be captured. */
export interface ManualProblems {
  readonly serial?: SerialProblem;
  readonly type?: 'unknown_type';
  readonly size?: 'unknown_size';
  readonly variant?: 'unknown_variant';
}

export function serialProblem(
  halves: SerialHalves,
  rules: Pick<ProductRules, 'regionIsGeneric'>,
): SerialProblem | null {
  const joined = joinSerial(halves.part1, halves.part2, rules);
  return joined.kind === 'refused' ? joined.reason : null;
}

/** Requires type, size and variant from the allowed lists (fallback of manual entry). */
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

/** Returns a stored code that doesn't fit the two fields, or null. */
export function wholeOf(code: string | null): string | null {
  return code === null || fitsManualFields(code) ? null : code;
}

/** Validates a code in the single field. */
export function wholeProblem(whole: string): SerialProblem | null {
  if (whole === '') return 'part_1_missing';
  return whole.length <= MAX_CODE_LENGTH && CODE_PATTERN.test(whole) ? null : 'bad_characters';
}

/** Splits a stored code into its two halves. */
export function halvesOf(code: string | null): SerialHalves {
  return splitSerial(code ?? '');
}
