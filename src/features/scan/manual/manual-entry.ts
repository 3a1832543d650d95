/** Manual entry of a product (spec 1 §5 "Manual entry", §4 fallback). */
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

/** The halves after a change, with the characters that were rejected or replaced by look-alikes. */
export interface TypedSerial extends SerialHalves {
  readonly unmappable: readonly string[];
  readonly replacements: readonly { readonly typed: string; readonly replacement: string }[];
  /** True if the focus should move to the second field. */
  readonly movesToSecondField: boolean;
}

/**
 * Handles a change of the first field. Input longer than the field (pasted, or typed past its end) is
 * split across both fields.
 */
export function editFirstHalf(text: string, part2: string): TypedSerial {
  const notes = findReplacements(text);
  const code = normaliseSerial(text).value;
  const isFullCode = /\p{Pd}/u.test(text.trim()) || code.length > SERIAL_PART_1_MAX;
  if (!isFullCode) {
    return {
      part1: code,
      part2,
      movesToSecondField: code.length === SERIAL_PART_1_MAX,
      ...notes,
    };
  }
  const splitHalves = splitSerial(text);
  return {
    part1: splitHalves.part1,
    part2: splitHalves.part2 || part2,
    movesToSecondField: true,
    ...notes,
  };
}

/** Handles a change of the second field; splits a complete pasted code across both. */
export function editSecondHalf(text: string, part1: string): TypedSerial {
  const notes = findReplacements(text);
  const splitHalves = splitSerial(text);
  if (part1 === '' && splitHalves.part2 !== '')
    return { ...splitHalves, movesToSecondField: true, ...notes };
  return { part1, part2: normaliseSerial(text).value, movesToSecondField: true, ...notes };
}

/** Parses pasted label text or the link of its QR code; null if it is neither. */
export function parsePastedLabel(text: string, rules: LabelRules): Label | InvalidLabel | null {
  const isLink = text.includes('://');
  const label = parseLabel(text, rules);
  return isLink || label.kind === 'label' || label.reason !== 'foreign' ? label : null;
}

function findReplacements(text: string): Pick<TypedSerial, 'unmappable' | 'replacements'> {
  const replacements = [...text.normalize('NFC')].flatMap((character) => {
    const replacement = normaliseSerial(character).value;
    return replacement !== '' && replacement !== character.toUpperCase()
      ? [{ typed: character, replacement }]
      : [];
  });
  return { unmappable: normaliseSerial(text).unmappable, replacements };
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
  rules: Pick<ProductRules, 'isGenericRegion'>,
): SerialProblem | null {
  const joinResult = joinSerial(halves.part1, halves.part2, rules);
  return joinResult.kind === 'rejected' ? joinResult.reason : null;
}

/** Checks that type, size and variant are chosen from the allowed lists (fallback of manual entry). */
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
export function unsplitCodeOf(code: string | null): string | null {
  return code === null || fitsManualFields(code) ? null : code;
}

/** Validates a code that doesn't fit the two fields, and is therefore edited in one. */
export function findCodeProblem(code: string): SerialProblem | null {
  if (code === '') return 'part_1_missing';
  return code.length <= MAX_CODE_LENGTH && CODE_PATTERN.test(code) ? null : 'bad_characters';
}

/** Splits a stored code into its two halves. */
export function halvesOf(code: string | null): SerialHalves {
  return splitSerial(code ?? '');
}
