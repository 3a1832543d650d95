/** What a product is to the eye, by the codes of its label: its family, and its size in centimetres. Pure. */
import type { TierCategory } from './product-type.ts';

/** `product` is everything that is none of the others. */
export const productFamilies = [
  'centre_pivot',
  'top_hung',
  'flat_roof',
  'blind',
  'shutter',
  'flashing',
  'product',
] as const;
export type ProductFamily = (typeof productFamilies)[number];

/** By how a type's code begins; the first that fits. */
const beginnings: readonly (readonly [RegExp, ProductFamily])[] = [
  [/^GG/, 'centre_pivot'],
  [/^GP/, 'top_hung'],
  [/^C/, 'flat_roof'],
  [/^[DFR]/, 'blind'],
  [/^S/, 'shutter'],
  [/^E/, 'flashing'],
];

/** Categories that hold one family only: what they say of codes that begin otherwise. */
const ofCategory: ReadonlyMap<TierCategory | undefined, ProductFamily> = new Map([
  [2, 'blind'],
  [4, 'shutter'],
  [6, 'flat_roof'],
  [8, 'flashing'],
]);

/**
 * The family of a product type, by the letters of its code.
 * @param category the type's tier category, which helps where the letters say nothing
 */
export function familyOf(type: string, category?: TierCategory): ProductFamily {
  const found = beginnings.find(([beginning]) => beginning.test(type));
  return found?.[1] ?? ofCategory.get(category) ?? 'product';
}

/** The outside of a frame, in centimetres. */
export interface SizeInCm {
  readonly width: number;
  readonly height: number;
}

/** The widths of pitched-roof frames by the letter of their code, in cm. */
const WIDTHS: Readonly<Record<string, number>> = {
  B: 47,
  C: 55,
  F: 66,
  M: 78,
  P: 94,
  S: 114,
  U: 134,
};
/** Their heights by the two digits of their code, in cm. */
const HEIGHTS: Readonly<Record<string, number>> = {
  '01': 70,
  '02': 78,
  '04': 98,
  '06': 118,
  '08': 140,
  '10': 160,
  '12': 180,
};

const PITCHED = /^([A-Z])K(\d\d)$/;
/** Flat-roof sizes say their centimetres: `60x60`, or `060090` as some labels write them. */
const SAID = /^(\d{2,3})x(\d{2,3})$|^(\d{3})(\d{3})$/;

/** What a size code means in centimetres, `UK08` 134 × 140; null for a code that says none. */
export function sizeInCm(size: string): SizeInCm | null {
  const [, letter = '', digits = ''] = PITCHED.exec(size) ?? [];
  const [, ...said] = SAID.exec(size) ?? [];
  const [width, height] =
    letter === '' ? said.filter(Boolean).map(Number) : [WIDTHS[letter], HEIGHTS[digits]];
  return width && height ? { width, height } : null;
}
