import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import { variantsBy, type DemoProduct, inEveryRegion, product } from './shop-plan.ts';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';

/** Countries with the club card. */
const regionsWithCard: readonly RegionCode[] = ['PL', 'CZ', 'RO', 'UA'];

/** Club card, top-ups and vouchers, oldest first. */
export const demoServices: readonly DemoProduct[] = [
  ...[50, 100, 200, 400, 1000].map((points) =>
    product(`top-up-${points}`, 'Top-up: {value}', ['EDENRED_CARD_TOPUP', null, points], {
      regions: regionsWithCard,
      isVisible: false,
      values: { value: String(points * 2) },
    }),
  ),
  product('club-card', 'Club card', ['EDENRED_CARD', null, 50], {
    regions: regionsWithCard,
    isVisible: false,
  }),
  product('fuel', 'Fuel voucher', ['PETROL', 'vouchers', 50], {
    attribute: variantsBy.value('100 zł', '200 zł', '400 zł'),
  }),
  product('gift-mall', 'Gift card for shops', ['GIFT_MALL', 'vouchers', 50], {
    attribute: variantsBy.value('100 zł', '200 zł'),
  }),
  product('lunch', 'Lunch voucher', ['EDENRED', 'vouchers', 25], {
    ...inEveryRegion,
    stock: [300],
  }),
  product('one-card', 'One Card voucher', ['ONE_CARD', 'vouchers', 120], {
    stock: [2],
  }),
  product('last-voucher', 'Cinema voucher', ['EGIT', 'vouchers', 30], {
    stock: [0],
  }),
  product('kros', 'Invoicing software, one year', ['KROS', 'vouchers', 90], { regions: ['SK'] }),
  product('ekupi', 'Shopping voucher', ['EKUPI', 'vouchers', 60], {
    regions: ['HR', 'BA'],
  }),
  product('mol', 'Fuel voucher', ['MOL_OMV', 'vouchers', 50], {
    regions: ['SI', 'HU'],
  }),
  product('rozetka', 'Shopping voucher', ['ROZETKA', 'vouchers', 40], {
    regions: ['UA'],
  }),
];

/** Countries that have marketing material in their language (spec 2 §1). */
const translatedRegions = regionCodes.filter((region) => preprintedRegionOf(region) !== null);

/** Printed material of every type and every kind of flyer, oldest first. */
export const demoMarketing: readonly DemoProduct[] = [
  printedMaterial('banner', 'Banner for your fence', 180),
  printedMaterial('sticker', 'Stickers for your van', 60),
  printedMaterial('horizontal_card', 'Business cards, wide', 45),
  printedMaterial('vertical_card', 'Business cards, tall', 45),
  printedMaterial('billboard', 'Billboard', 420),
  flyer('services', 'Flyers: your services', 70),
  flyer('electric', 'Flyers: electric windows', 65),
  flyer('replacement', 'Flyers: replacing windows', 65),
  flyer('dsp', 'Flyers: blinds and shutters', 60),
];

function printedMaterial(type: MarketingType, name: string, price: number): DemoProduct {
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
