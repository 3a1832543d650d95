import type { TranslatedText } from '#schemas/primitives.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import type { VendorType } from '#schemas/vendors.ts';
import type { DemoCategory } from './shop-categories.ts';
import { translateAll } from './texts.ts';

/** A product of the demo's shop. */
export interface DemoProduct {
  /** Names its picture, too. */
  readonly key: string;
  readonly name: TranslatedText;
  readonly type: VendorType;
  readonly category: DemoCategory | null;
  /** Which marketing material it is. */
  readonly marketing: MarketingMaterial | null;
  /** In points, of the first variant. */
  readonly price: number;
  /** Of each variant, in their order; what is not said has plenty. */
  readonly stock: readonly number[];
  /** What the variants differ by; without it there is one. */
  readonly differ: {
    readonly by: TranslatedText;
    readonly values: readonly TranslatedText[];
  } | null;
  readonly regions: readonly RegionCode[];
  readonly active: boolean;
  readonly isVisible: boolean;
}

type Details = Partial<
  Pick<DemoProduct, 'stock' | 'regions' | 'differ' | 'active' | 'isVisible' | 'marketing'>
> & {
  /** What is put into its name. */
  readonly values?: Readonly<Record<string, string>>;
};

/** One for Poland, that there is plenty of, unless the details say otherwise. */
export function product(
  key: string,
  en: string,
  [type, category, price]: readonly [VendorType, DemoCategory | null, number],
  { values, ...details }: Details = {},
): DemoProduct {
  return {
    key,
    name: translateAll(en, values),
    type,
    category,
    marketing: null,
    price,
    stock: [],
    differ: null,
    regions: ['PL'],
    active: true,
    isVisible: true,
    ...details,
  };
}

/** Sold in every country. */
export const inEveryRegion = { regions: regionCodes };

/** What variants of a product differ by. */
export const variantsBy = {
  bySize: (...values: string[]) => ({ by: translateAll('Size'), values: values.map(asItIs) }),
  byColour: (...colours: string[]) => ({
    by: translateAll('Colour'),
    values: colours.map((colour) => translateAll(colour)),
  }),
  byValue: (...values: string[]) => ({ by: translateAll('Value'), values: values.map(asItIs) }),
};

/** What no language says in words of its own. */
function asItIs(value: string): TranslatedText {
  return { en: value };
}
