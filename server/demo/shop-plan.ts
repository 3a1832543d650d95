import type { TranslatedText } from '#schemas/primitives.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import type { VendorType } from '#schemas/vendors.ts';
import type { DemoCategory } from './shop-categories.ts';
import { translateAll } from './texts.ts';

/** A product of the demo's shop. */
export interface DemoProduct {
  /** Identifies the product, and is also the name of its picture. */
  readonly key: string;
  readonly name: TranslatedText;
  readonly type: VendorType;
  readonly category: DemoCategory | null;
  /** Null unless the product is marketing material. */
  readonly marketing: MarketingMaterial | null;
  /** Points for the first variant. */
  readonly price: number;
  /** Stock of each variant, in order. Variants without a number have ample stock. */
  readonly stock: readonly number[];
  /** The attribute that distinguishes the variants; null for a single variant. */
  readonly attribute: {
    readonly name: TranslatedText;
    readonly values: readonly TranslatedText[];
  } | null;
  readonly regions: readonly RegionCode[];
  readonly active: boolean;
  readonly isVisible: boolean;
}

type Details = Partial<
  Pick<DemoProduct, 'stock' | 'regions' | 'attribute' | 'active' | 'isVisible' | 'marketing'>
> & {
  /** Values for the placeholders in the name. */
  readonly values?: Readonly<Record<string, string>>;
};

/** Creates a product. By default, it's sold only in Poland and has ample stock. */
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
    attribute: null,
    regions: ['PL'],
    active: true,
    isVisible: true,
    ...details,
  };
}

export const inEveryRegion = { regions: regionCodes };

/** Attributes that distinguish variants. */
export const variantsBy = {
  size: (...values: string[]) => ({
    name: translateAll('Size'),
    values: values.map(sameInAllLanguages),
  }),
  colour: (...colours: string[]) => ({
    name: translateAll('Colour'),
    values: colours.map((colour) => translateAll(colour)),
  }),
  value: (...values: string[]) => ({
    name: translateAll('Value'),
    values: values.map(sameInAllLanguages),
  }),
};

/** A value that needs no translation. */
function sameInAllLanguages(value: string): TranslatedText {
  return { en: value };
}
