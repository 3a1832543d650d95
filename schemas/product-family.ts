/** What a product is to the eye, by the codes of its label: its family, and its size in centimetres. Pure. */
import type { TierCategory } from './product-type.ts';

/** `product` is everything that is none of the others. */
export const productFamilies = [
  'centre_pivot',
  'top_hung',
  'roof_access',
  'roof_window',
  'smoke_vent',
  'flat_roof',
  'sun_tunnel',
  'blind',
  'awning_blind',
  'insect_screen',
  'shutter',
  'flashing',
  'accessory',
  'product',
] as const;
export type ProductFamily = (typeof productFamilies)[number];

/** A type as labels write it; anything else is what a person calls a product. */
const CODE = /^[A-Z0-9]{2,8}$/;

/** By how a type's code begins; the first that fits. */
const beginnings: readonly (readonly [RegExp, ProductFamily])[] = [
  // `GZ` pivots, too; it is the older one.
  [/^G[GZ]/, 'centre_pivot'],
  [/^GP/, 'top_hung'],
  // Swings up all the way: a way out onto the roof.
  [/^GT/, 'roof_access'],
  [/^G/, 'roof_window'],
  [/^VS/, 'smoke_vent'],
  [/^C/, 'flat_roof'],
  [/^TR/, 'sun_tunnel'],
  [/^NA/, 'awning_blind'],
  [/^NI/, 'insect_screen'],
  [/^[BDFR]/, 'blind'],
  [/^S/, 'shutter'],
  [/^E/, 'flashing'],
];

/** What a category says of codes whose letters say nothing. */
const ofCategory: ReadonlyMap<TierCategory | undefined, ProductFamily> = new Map([
  [1, 'roof_window'],
  [2, 'blind'],
  [3, 'roof_window'],
  [4, 'shutter'],
  [5, 'insect_screen'],
  [6, 'flat_roof'],
  [7, 'sun_tunnel'],
  [8, 'flashing'],
  [9, 'smoke_vent'],
  [99, 'accessory'],
]);

/**
 * The family of a product type, by the letters of its code.
 * @param category the type's tier category, which helps where the letters say nothing
 */
export function productFamilyOf(type: string, category?: TierCategory): ProductFamily {
  const isCode = CODE.test(type);
  const found = isCode && beginnings.find(([beginning]) => beginning.test(type));
  return (found || undefined)?.[1] ?? ofCategory.get(category) ?? 'product';
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
export function parseSizeInCm(size: string): SizeInCm | null {
  const [, letter = '', digits = ''] = PITCHED.exec(size) ?? [];
  const [, ...said] = SAID.exec(size) ?? [];
  const [width, height] =
    letter === '' ? said.filter(Boolean).map(Number) : [WIDTHS[letter], HEIGHTS[digits]];
  return width && height ? { width, height } : null;
}
