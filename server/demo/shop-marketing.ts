import { materialLanguageOf } from '#schemas/marketing-languages.ts';
import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';
import { regionCodes } from '#schemas/regions.ts';
import { type DemoProduct, product } from './shop-plan.ts';

/** The regions that the material has words of (spec 2 §1). */
const translatedRegions = regionCodes.filter((region) => materialLanguageOf(region) !== null);

/** What is printed for a company: every type, and every flyer. The oldest come first. */
export const demoMarketing: readonly DemoProduct[] = [
  printed('banner', 'Banner for your fence', 180),
  printed('sticker', 'Stickers for your van', 60),
  printed('horizontal_card', 'Business cards, wide', 45),
  printed('vertical_card', 'Business cards, tall', 45),
  printed('billboard', 'Billboard', 420),
  flyer('services', 'Flyers: your services', 70),
  flyer('electric', 'Flyers: electric windows', 65),
  flyer('replacement', 'Flyers: replacing windows', 65),
  flyer('dsp', 'Flyers: blinds and shutters', 60),
];

function printed(type: MarketingType, name: string, price: number): DemoProduct {
  const key = type.replace('_', '-');
  return product(key, name, ['VELUXMS', 'marketing', price], {
    regions: translatedRegions,
    marketing: { type, subtype: null },
  });
}

function flyer(subtype: FlyerSubtype, name: string, price: number): DemoProduct {
  return product(`flyer-${subtype}`, name, ['VELUXMS', 'marketing', price], {
    regions: translatedRegions,
    marketing: { type: 'flyer', subtype },
  });
}
