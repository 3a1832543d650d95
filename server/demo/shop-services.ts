import type { RegionCode } from '#schemas/regions.ts';
import { differing, type DemoProduct, everywhere, product } from './shop-plan.ts';

/** Where the club card is offered. */
const withCard: readonly RegionCode[] = ['PL', 'CZ', 'RO', 'UA'];

/** The club card and its top-ups, and vouchers. The oldest come first. */
export const demoServices: readonly DemoProduct[] = [
  ...[50, 100, 200, 400, 1000].map((points) =>
    product(
      `top-up-${points}`,
      [`Top-up: ${points * 2}`, `Doładowanie: ${points * 2}`],
      ['EDENRED_CARD_TOPUP', null, points],
      { regions: withCard, isVisible: false },
    ),
  ),
  product('club-card', ['Club card', 'Karta klubowa'], ['EDENRED_CARD', null, 50], {
    regions: withCard,
    isVisible: false,
  }),
  product('fuel', ['Fuel voucher', 'Voucher paliwowy'], ['PETROL', 'vouchers', 50], {
    differ: differing.byValue('100 zł', '200 zł', '400 zł'),
  }),
  product(
    'gift-mall',
    ['Gift card for shops', 'Karta podarunkowa do sklepów'],
    ['GIFT_MALL', 'vouchers', 50],
    { differ: differing.byValue('100 zł', '200 zł') },
  ),
  product('lunch', ['Lunch voucher', 'Voucher lunchowy'], ['EDENRED', 'vouchers', 25], {
    ...everywhere,
    stock: [300],
  }),
  product('one-card', ['One Card voucher', 'Voucher One Card'], ['ONE_CARD', 'vouchers', 120], {
    stock: [2],
  }),
  product('last-voucher', ['Cinema voucher', 'Voucher do kina'], ['EGIT', 'vouchers', 30], {
    stock: [0],
  }),
  product(
    'kros',
    ['Invoicing software, one year', 'Program do faktur, rok'],
    ['KROS', 'vouchers', 90],
    { regions: ['SK'] },
  ),
  product('ekupi', ['Shopping voucher', 'Voucher zakupowy'], ['EKUPI', 'vouchers', 60], {
    regions: ['HR', 'BA'],
  }),
  product('mol', ['Fuel voucher', 'Voucher paliwowy'], ['MOL_OMV', 'vouchers', 50], {
    regions: ['SI', 'HU'],
  }),
  product('rozetka', ['Shopping voucher', 'Voucher zakupowy'], ['ROZETKA', 'vouchers', 40], {
    regions: ['UA'],
  }),
];
