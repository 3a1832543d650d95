import * as v from 'valibot';

/**
 * Kind of product. It decides if the product goes into the cart or is bought directly, if it's shipped, and what the
 * buyer gets.
 */
type ProductKind = 'physical' | 'digital' | 'card' | 'top-up' | 'custom';

interface Vendor {
  /** Display name; null for the manufacturer's own products, which show the app's brand. */
  readonly name: string | null;
  readonly kind: ProductKind;
}

/**
 * Vendors of the shop by the product type in the API (spec 2 §3). Where the specification has the placeholder
 * `{product}`, we use `window`.
 */
const vendors = {
  COMPACON: { name: 'Compacon', kind: 'physical' },
  COMPACON_LIKE: { name: 'Compacon Select', kind: 'physical' },
  EDENRED: { name: 'Edenred', kind: 'digital' },
  EDENRED_CARD: { name: 'Edenred', kind: 'card' },
  EDENRED_CARD_TOPUP: { name: 'Edenred', kind: 'top-up' },
  EGIT: { name: 'eGit', kind: 'digital' },
  WINDOW: { name: null, kind: 'physical' },
  VELUXMS: { name: null, kind: 'custom' },
  WINDOW_INTERNAL: { name: null, kind: 'physical' },
  REWIN: { name: 'ReWin', kind: 'physical' },
  EKUPI: { name: 'eKupi', kind: 'digital' },
  SITO_PROMET: { name: 'Sito Promet', kind: 'physical' },
  WINDOW_DEALERS: { name: null, kind: 'physical' },
  KROS: { name: 'Kros', kind: 'digital' },
  ONE_CARD: { name: 'One Card', kind: 'digital' },
  GIFT_MALL: { name: 'Gift Mall', kind: 'digital' },
  MOL_OMV: { name: 'MOL / OMV', kind: 'digital' },
  PETROL: { name: 'Petrol', kind: 'digital' },
  PAPA_DEKARZ: { name: 'Papa Dekarz', kind: 'physical' },
  ROZETKA: { name: 'Rozetka', kind: 'digital' },
  INDUSTRIA24: { name: 'Industria24', kind: 'physical' },
} as const satisfies Record<string, Vendor>;

export type VendorType = keyof typeof vendors;
export const vendorTypes = Object.keys(vendors) as VendorType[];
export const vendorType = v.picklist(vendorTypes);

/** Display name of the vendor; null for the manufacturer's own products, which show the app's brand. */
export function vendorName(type: VendorType): string | null {
  return vendors[type].name;
}

export function productKindOf(type: VendorType): ProductKind {
  return vendors[type].kind;
}

/** True if the product is added to the cart. Other products are bought directly ("buy now", spec 2 §2). */
export function isCartProduct(type: VendorType): boolean {
  return productKindOf(type) === 'physical';
}

/** True if the product is shipped, so that the checkout asks for an address (spec 2 §2, "Checkout"). */
export function isDelivered(type: VendorType): boolean {
  const kind = productKindOf(type);
  return kind === 'physical' || kind === 'custom' || kind === 'card';
}

/** True if the shop lists the product. Cards, top-ups and products that are printed to order have their own screens. */
export function isListedProduct(type: VendorType): boolean {
  const kind = productKindOf(type);
  return kind === 'physical' || kind === 'digital';
}
