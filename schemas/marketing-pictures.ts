/** What installers order to advertise themselves with (spec 2 §2, "Marketing-material ordering"). */
export const marketingTypes = [
  'banner',
  'horizontal_card',
  'vertical_card',
  'sticker',
  'billboard',
  'flyer',
] as const;
export type MarketingType = (typeof marketingTypes)[number];

/** What a flyer is about (spec 2 §2). */
export const flyerSubtypes = ['services', 'electric', 'replacement', 'dsp'] as const;
export type FlyerSubtype = (typeof flyerSubtypes)[number];

const flyerCovers: Readonly<Record<FlyerSubtype, number>> = {
  services: 7,
  electric: 3,
  replacement: 5,
  dsp: 1,
};

/**
 * How many cover pictures there are to choose from; `coverImage` of an order counts them from 0 (spec 2 §2).
 * @param subtype of a flyer; without it a flyer has none to offer yet
 */
export function coverCount(type: MarketingType, subtype: FlyerSubtype | null): number {
  if (type === 'flyer') return subtype === null ? 0 : flyerCovers[subtype];
  if (type === 'banner') return 6;
  return type === 'billboard' ? 5 : 0;
}

/** The icons that stand beside a service, by what they show: `icon` of an order's services. */
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

/** Width and height of what is printed, in millimetres. */
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
 * The trimmed size of a piece: what printers of these countries make every day (the European business card, A5,
 * the 12 m² board). Of a flyer, one of its two sides.
 */
export function printSize(type: MarketingType): PrintSize {
  return sizes[type];
}
