import type { TierCategory, TierProductCategory } from '#schemas/product-type.ts';

/** A product family: each combination of size and variant is a product. */
interface Family {
  readonly type: string;
  readonly status: TierProductCategory['status'];
  readonly category: TierCategory;
  readonly sizes: readonly string[];
  readonly variants: readonly string[];
  /** Points per item before the region's factor. */
  readonly points: number;
}

export interface DemoProduct {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

const roofSizes = ['CK02', 'CK04', 'FK06', 'MK04', 'MK06', 'MK08', 'SK06', 'UK08'];
const flatSizes = ['60x60', '80x80', '90x90', '100x100', '120x90', '120x120', '150x150'];

/**
 * Categories: 1 wooden windows, 2 blinds, 3 plastic windows, 4 shutters, 5 nets, 6 flat roof windows, 7 sun tunnels,
 * 8 flashings, 9 smoke vents, 99 others.
 */
const families: readonly Family[] = [
  family('GGL', 'active', 1, roofSizes, ['2070', '3070', '306621'], 120),
  family('GPL', 'active', 1, roofSizes, ['2070', '3066'], 150),
  family('GTL', 'active', 1, ['MK08', 'SK08'], ['3070'], 160),
  family('BDK', 'internal', 2, roofSizes, ['1025', '1085', '4555'], 30),
  family('BRL', 'internal', 2, roofSizes, ['1028', '4000'], 25),
  family('BVN', 'active', 2, ['MK04', 'MK06', 'SK06'], ['7001'], 35),
  family('GGU', 'active', 3, roofSizes, ['0070', '0066'], 130),
  family('GPU', 'active', 3, roofSizes, ['0070'], 160),
  family('SRH', 'internal', 4, roofSizes, ['0000', '5060'], 80),
  family('SSE', 'active', 4, ['MK06', 'MK08', 'SK06', 'UK08'], ['0000'], 95),
  family('NIN', 'internal', 5, roofSizes, ['8888'], 20),
  family('NAW', 'active', 5, ['MK06', 'SK06'], ['5060', '5065'], 40),
  family('CFP', 'active', 6, flatSizes, ['0073', '0573'], 200),
  family('CXD', 'active', 6, ['60x60', '90x60', '200x100'], ['0473'], 180),
  family('TRN', 'active', 7, ['010', '014'], ['2010', '2060'], 60),
  family('EFW', 'active', 8, roofSizes, ['2000'], 15),
  family('EFS', 'active', 8, roofSizes, ['1000', '2000'], 12),
  family('VSG', 'active', 9, ['MK08', 'SK08', 'UK08'], ['2040'], 220),
  family('ZKT', 'active', 99, ['100', '200'], ['0000'], 5),
  family('GZX', 'retired', 1, ['MK04', 'MK06'], ['1050'], 40),
];

export const demoProducts: readonly DemoProduct[] = families.flatMap(({ type, sizes, variants }) =>
  sizes.flatMap((size) => variants.map((variant) => ({ type, size, variant }))),
);

/** Tier category of each product type. */
export const demoProductTypes: readonly TierProductCategory[] = families.map(
  ({ type, status, category }) => ({ type, status, tier_category: category }),
);

/** All sizes and variants. Manual entry offers them in addition to the built-in ones. */
export const demoSizes = [...new Set(demoProducts.map(({ size }) => size))].toSorted();
export const demoVariants = [...new Set(demoProducts.map(({ variant }) => variant))].toSorted();

/** Points by product type, multiplied by the region's factor and rounded. */
export function demoProductPoints(factor: number): Record<string, number> {
  return Object.fromEntries(
    families.map(({ type, points }) => [type, Math.round(points * factor)]),
  );
}

function family(
  type: string,
  status: Family['status'],
  category: TierCategory,
  sizes: readonly string[],
  variants: readonly string[],
  points: number,
): Family {
  return { type, status, category, sizes, variants, points };
}
