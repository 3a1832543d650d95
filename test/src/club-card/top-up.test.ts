import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { clubCardState } from '#schemas/card-status.ts';
import { cardStatus, topUpValue } from '#schemas/club-card.ts';
import { orderSubmission } from '#schemas/order-submission.ts';
import { regions } from '#schemas/regions.ts';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { toTopUpAmounts } from '#src/features/club-card/queries.ts';
import { toTopUpOrder } from '#src/features/club-card/transfer-form.tsx';
import { moneyFormat } from '#src/data/text/money.ts';

const id = (number: number) => `0199a1b2-0000-7000-8000-00000000000${number}`;

/** A top-up product with one variant per price. */
function product(changes: Partial<ShopProductDocument>, prices: readonly number[]) {
  const variants = prices.map((price, index) => ({
    uuid: id(index + 1),
    sku: 'T',
    stock: price % 2 === 0 ? 5 : 0,
    price,
    attrs: [],
  }));
  const images = { thumbnail: `/files/shop/${prices.join('/')}`, list: [] };
  const shopProduct = { type: 'EDENRED_CARD_TOPUP', active: true, variants, images, ...changes };
  return shopProduct as unknown as ShopProductDocument;
}

describe('top-up amounts', () => {
  test('are those of the top-up products for sale, smallest first', () => {
    const products = [
      product({}, [400]),
      product({}, [200, 51]),
      product({ active: false }, [10]),
      product({ type: 'EGIT' }, [20]),
    ];
    expect(toTopUpAmounts(products)).toEqual([
      { uuid: id(2), points: 51, isInStock: false, image: '/files/shop/200/51' },
      { uuid: id(1), points: 200, isInStock: true, image: '/files/shop/200/51' },
      { uuid: id(1), points: 400, isInStock: true, image: '/files/shop/400' },
    ]);
  });

  test('are worth twice their points in the country’s currency, formatted for the language', () => {
    expect(topUpValue(150)).toBe(300);
    const withoutSpaces = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(withoutSpaces(moneyFormat('pl', 'PL')(1200))).toBe('1200 zł');
    expect(withoutSpaces(moneyFormat('cs', 'CZ')(300))).toBe('300 Kč');
    expect(withoutSpaces(moneyFormat('en', 'SK')(300))).toBe('€300');
    for (const { code } of regions) {
      expect(withoutSpaces(moneyFormat('en', code)(40))).toMatch(/^[A-Z]{3} 40$|^€40$/);
    }
  });
});

describe('a top-up order', () => {
  const user = {
    name: 'Jan',
    surname: 'Dvořák',
    email: 'jan@example.com',
    phone: '+420601234567',
    region: 'PL',
  } as const;

  test('matches the contract, with the amount and price, and has no address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (points) => {
        const order = toTopUpOrder({ uuid: id(1), points }, user);
        expect(v.is(orderSubmission, order)).toBe(true);
        expect(order?.order).toEqual([{ uuid: id(1), quantity: 1, price: points }]);
        expect(order?.customer.city).toBeUndefined();
      }),
    );
  });

  test('has the country of the phone, not of the company', () => {
    const order = toTopUpOrder({ uuid: id(1), points: 50 }, user);
    expect(order?.customer).toMatchObject({ phone_region: 'CZ', phone_number: '+420601234567' });
  });

  test('needs a phone number but no email address', () => {
    const amount = { uuid: id(1), points: 50 };
    expect(v.is(orderSubmission, toTopUpOrder(amount, { ...user, email: null }))).toBe(true);
    expect(toTopUpOrder(amount, { ...user, phone: null })).toBeNull();
  });
});

test('an active card can be used, an issued card can be activated, and other cards can’t be used or activated', () => {
  const states = cardStatus.options.map((status) =>
    clubCardState({ edenred_card: '4810024601', currentCard: { status } }),
  );
  expect(states).toEqual(['issued', 'active', 'inactive', 'inactive', 'inactive']);
  expect(clubCardState({ edenred_card: '4810024601', currentCard: null })).toBe('inactive');
  expect(clubCardState({ edenred_card: null, currentCard: null })).toBe('none');
});
