import type { RegionCode } from '#schemas/regions.ts';
import { variantsBy, type DemoProduct, inEveryRegion, product } from './shop-plan.ts';

/** Where the club card is offered. */
const withCard: readonly RegionCode[] = ['PL', 'CZ', 'RO', 'UA'];

/** The club card and its top-ups, and vouchers. The oldest come first. */
export const demoServices: readonly DemoProduct[] = [
  ...[50, 100, 200, 400, 1000].map((points) =>
    product(`top-up-${points}`, 'Top-up: {value}', ['EDENRED_CARD_TOPUP', null, points], {
      regions: withCard,
      isVisible: false,
      values: { value: String(points * 2) },
    }),
  ),
  product('club-card', 'Club card', ['EDENRED_CARD', null, 50], {
    regions: withCard,
    isVisible: false,
  }),
  product('fuel', 'Fuel voucher', ['PETROL', 'vouchers', 50], {
    differ: variantsBy.byValue('100 zł', '200 zł', '400 zł'),
  }),
  product('gift-mall', 'Gift card for shops', ['GIFT_MALL', 'vouchers', 50], {
    differ: variantsBy.byValue('100 zł', '200 zł'),
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
