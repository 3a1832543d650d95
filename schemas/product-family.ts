/** Derives a product's family and its size in centimetres from the codes on its label. */
import type { TierCategory } from './product-type.ts';

/** `product`: any other family. */
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

/** A type code on a label; anything else is a name that a user typed. */
const CODE = /^[A-Z0-9]{2,8}$/;

/** Families by prefix of the type code; the first match wins. */
const prefixes: readonly (readonly [RegExp, ProductFamily])[] = [
  // `GZ` is an older centre-pivot window.
  [/^G[GZ]/, 'centre_pivot'],
  [/^GP/, 'top_hung'],
  // These windows open fully, as an exit to the roof.
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

/** Families by tier category, for codes with an unknown prefix. */
const familyByCategory: ReadonlyMap<TierCategory | undefined, ProductFamily> = new Map([
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
 * Returns the family of a product type by the prefix of its code.
 * @param category tier category of the type, used if the prefix is unknown
 */
export function productFamilyOf(type: string, category?: TierCategory): ProductFamily {
  const isCode = CODE.test(type);
  const matchingPrefix = isCode && prefixes.find(([prefix]) => prefix.test(type));
  return (matchingPrefix || undefined)?.[1] ?? familyByCategory.get(category) ?? 'product';
}

/** Outer size of a frame, in centimetres. */
interface SizeInCm {
  readonly width: number;
  readonly height: number;
}

/** Widths of pitched-roof frames by the letter of the size code, in cm. */
const WIDTHS: Readonly<Record<string, number>> = {
  B: 47,
  C: 55,
  F: 66,
  M: 78,
  P: 94,
  S: 114,
  U: 134,
};
/** Heights by the two digits of the size code, in cm. */
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
/** Flat-roof sizes are in centimetres: `60x60`, or `060090` on some labels. */
const FLAT = /^(\d{2,3})x(\d{2,3})$|^(\d{3})(\d{3})$/;

/** Parses a size code: `UK08` is 134 × 140 cm. Null if the code isn't a size. */
export function parseSizeInCm(size: string): SizeInCm | null {
  const [, letter = '', digits = ''] = PITCHED.exec(size) ?? [];
  const [, ...flatSize] = FLAT.exec(size) ?? [];
  const [width, height] =
    letter === '' ? flatSize.filter(Boolean).map(Number) : [WIDTHS[letter], HEIGHTS[digits]];
  return width && height ? { width, height } : null;
}
