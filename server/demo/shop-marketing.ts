import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { type DemoProduct, everywhere, product } from './shop-plan.ts';

/** The regions that the material has words of (spec 2 §1). */
const withWords: readonly RegionCode[] = ['PL', 'HU', 'RO', 'HR', 'SI', 'BG'];

/** What is printed for a company: every type, and every flyer. The oldest come first. */
export const demoMarketing: readonly DemoProduct[] = [
  printed('banner', ['Banner for your fence', 'Baner na ogrodzenie'], 180, everywhere),
  printed('sticker', ['Stickers for your van', 'Naklejki na samochód'], 60, everywhere),
  printed('horizontal_card', ['Business cards, wide', 'Wizytówki poziome'], 45),
  printed('vertical_card', ['Business cards, tall', 'Wizytówki pionowe'], 45),
  printed('billboard', ['Billboard', 'Bilbord'], 420),
  flyer('services', ['Flyers: your services', 'Ulotki: Twoje usługi'], 70),
  flyer('electric', ['Flyers: electric windows', 'Ulotki: okna elektryczne'], 65),
  flyer('replacement', ['Flyers: replacing windows', 'Ulotki: wymiana okien'], 65),
  flyer('dsp', ['Flyers: blinds and shutters', 'Ulotki: rolety i markizy'], 60),
];

function printed(
  type: MarketingType,
  name: readonly [en: string, pl: string],
  price: number,
  details: { readonly regions: readonly RegionCode[] } = { regions: withWords },
): DemoProduct {
  const key = type.replace('_', '-');
  return product(key, name, ['VELUXMS', 'marketing', price], {
    ...details,
    marketing: { type, subtype: null },
  });
}

function flyer(
  subtype: FlyerSubtype,
  name: readonly [en: string, pl: string],
  price: number,
): DemoProduct {
  return product(`flyer-${subtype}`, name, ['VELUXMS', 'marketing', price], {
    regions: withWords,
    marketing: { type: 'flyer', subtype },
  });
}
