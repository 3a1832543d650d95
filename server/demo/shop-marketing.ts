import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { type DemoProduct, everywhere, product } from './shop-plan.ts';

/** The regions that the material has words of (spec 2 §1). */
const withWords: readonly RegionCode[] = ['PL', 'HU', 'RO', 'HR', 'SI', 'BG'];

/** What is printed for a company: every type, and every flyer. The oldest come first. */
export const demoMarketing: readonly DemoProduct[] = [
  printed('banner', 'Banner for your fence', 180, everywhere),
  printed('sticker', 'Stickers for your van', 60, everywhere),
  printed('horizontal_card', 'Business cards, wide', 45),
  printed('vertical_card', 'Business cards, tall', 45),
  printed('billboard', 'Billboard', 420),
  flyer('services', 'Flyers: your services', 70),
  flyer('electric', 'Flyers: electric windows', 65),
  flyer('replacement', 'Flyers: replacing windows', 65),
  flyer('dsp', 'Flyers: blinds and shutters', 60),
];

function printed(
  type: MarketingType,
  name: string,
  price: number,
  details: { readonly regions: readonly RegionCode[] } = { regions: withWords },
): DemoProduct {
  const key = type.replace('_', '-');
  return product(key, name, ['VELUXMS', 'marketing', price], {
    ...details,
    marketing: { type, subtype: null },
  });
}

function flyer(subtype: FlyerSubtype, name: string, price: number): DemoProduct {
  return product(`flyer-${subtype}`, name, ['VELUXMS', 'marketing', price], {
    regions: withWords,
    marketing: { type: 'flyer', subtype },
  });
}
