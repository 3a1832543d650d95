/** Types of marketing material that installers can order (spec 2 §2, "Marketing-material ordering"). */
export const marketingTypes = [
  'banner',
  'horizontal_card',
  'vertical_card',
  'sticker',
  'billboard',
  'flyer',
] as const;
export type MarketingType = (typeof marketingTypes)[number];

/** Topics of flyers (spec 2 §2). */
export const flyerSubtypes = ['services', 'electric', 'replacement', 'dsp'] as const;
export type FlyerSubtype = (typeof flyerSubtypes)[number];

const flyerCovers: Readonly<Record<FlyerSubtype, number>> = {
  services: 7,
  electric: 3,
  replacement: 5,
  dsp: 1,
};

/**
 * Returns the number of cover images to choose from. An order's `coverImage` is an index from 0 (spec 2 §2).
 * @param subtype topic of a flyer; a flyer without one has no covers
 */
export function coverCount(type: MarketingType, subtype: FlyerSubtype | null): number {
  if (type === 'flyer') return subtype === null ? 0 : flyerCovers[subtype];
  if (type === 'banner') return 6;
  return type === 'billboard' ? 5 : 0;
}

/** Icons for services, named after what they show. The `icon` of a service in an order is one of these names. */
export const serviceIcons = [
  'roof_window',
  'replacement',
  'flat_roof',
  'sun_tunnel',
  'attic',
  'flashing',
  'insulation',
  'blind',
  'shutter',
  'electric',
  'solar',
  'rain_sensor',
  'repair',
  'measuring',
  'advice',
  'guarantee',
  'ladder',
  'delivery',
] as const;
export type ServiceIconId = (typeof serviceIcons)[number];

/** Printed width and height, in millimetres. */
export interface PrintSize {
  readonly width: number;
  readonly height: number;
}

const sizes: Readonly<Record<MarketingType, PrintSize>> = {
  banner: { width: 2000, height: 1000 },
  horizontal_card: { width: 85, height: 55 },
  vertical_card: { width: 55, height: 85 },
  sticker: { width: 300, height: 100 },
  billboard: { width: 5040, height: 2380 },
  flyer: { width: 148, height: 210 },
};

/**
 * Returns the trimmed size that printers in these countries use: a European business card, A5, or a 12 m² billboard.
 * For a flyer, returns the size of one side.
 */
export function printSize(type: MarketingType): PrintSize {
  return sizes[type];
}
