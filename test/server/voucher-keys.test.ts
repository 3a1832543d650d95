import { createHmac, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openResponse, sealResponse } from '#server/orders/sealed-response.ts';
import {
  createVoucherKeys,
  hashNumber,
  hashNumberWithAll,
  isVoucherKeys,
  openVoucher,
  sealVoucher,
} from '#server/orders/voucher-keys.ts';

const keyOf = (id: string, letter: string) => `${id}:${letter.repeat(40)}`;
const first = createVoucherKeys(keyOf('first', 'a'));
const second = createVoucherKeys(keyOf('second', 'b'));
const bothKeys = createVoucherKeys(`${keyOf('second', 'b')},${keyOf('first', 'a')}`);
const impostor = createVoucherKeys(keyOf('first', 'c'));

const secrets = fc.record({
  number: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }),
  password: fc.option(fc.string({ maxLength: 80, unit: 'grapheme' })),
});
const places = fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 4 });

describe('an encrypted voucher code (security 32)', () => {
  test('is decrypted in its row with its key, even after a newer key was added', () => {
    fc.assert(
      fc.property(secrets, places, (secret, place) => {
        const sealedVoucher = sealVoucher(first, place, secret);
        expect(openVoucher(first, place, sealedVoucher)).toEqual(secret);
        expect(openVoucher(bothKeys, place, sealedVoucher)).toEqual(secret);
      }),
    );
  });

  test('isn’t decrypted in another row, with another key, or after a change', () => {
    fc.assert(
      fc.property(secrets, places, places, fc.nat(), (secret, place, other, position) => {
        const sealedVoucher = sealVoucher(first, place, secret);
        fc.pre(JSON.stringify(place) !== JSON.stringify(other));
        expect(() => openVoucher(first, other, sealedVoucher)).toThrow('can’t open');
        expect(() => openVoucher(impostor, place, sealedVoucher)).toThrow('can’t open');
        expect(() => openVoucher(second, place, sealedVoucher)).toThrow('no key “first”');
        const bytes = Buffer.from(sealedVoucher.bytes);
        const index = position % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        expect(() => openVoucher(first, place, { ...sealedVoucher, bytes })).toThrow('can’t open');
        const cutBytes = bytes.subarray(0, index);
        expect(() => openVoucher(first, place, { ...sealedVoucher, bytes: cutBytes })).toThrow(
          'can’t open',
        );
      }),
    );
  });

  test('contains no trace of its number, and looks different each time', () => {
    const secret = { number: 'SECRET-0001', password: 'word-of-code' };
    const texts = [1, 2].map(() => sealVoucher(first, ['PL'], secret).bytes.toString('latin1'));
    expect(texts[0]).not.toBe(texts[1]);
    for (const text of texts) expect(text).not.toMatch(/SECRET|word/);
  });

  test('is found by an HMAC of its number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (number) => {
        const key = hkdfSync('sha256', 'a'.repeat(40), '', 'voucher codes: lookup', 32);
        const digits = createHmac('sha256', Buffer.from(key)).update(number).digest('hex');
        expect(hashNumber(first, number).replaceAll('-', '')).toBe(digits.slice(0, 32));
        expect(hashNumberWithAll(bothKeys, number)).toEqual([
          hashNumber(second, number),
          hashNumber(first, number),
        ]);
      }),
    );
  });

  test('in an order is decrypted only in that order; a code in plaintext is still read', () => {
    const response = { number: 'SECRET-0001', expiresAt: null, password: null };
    const sealedResponse = JSON.parse(
      JSON.stringify(sealResponse(first, 'order', response)),
    ) as unknown;
    expect(openResponse(bothKeys, { uuid: 'order', response: sealedResponse })).toEqual(response);
    expect(() => openResponse(first, { uuid: 'other', response: sealedResponse })).toThrow(
      'can’t open',
    );
    expect(openResponse(first, { uuid: 'order', response })).toEqual(response);
    expect(openResponse(first, { uuid: 'order', response: null })).toBeNull();
  });
});

test.each([
  ['one key', keyOf('2027', 'a'), true],
  ['two keys', `${keyOf('2028', 'b')},${keyOf('2027', 'a')}`, true],
  ['one id twice', `${keyOf('2027', 'b')},${keyOf('2027', 'a')}`, false],
  ['a short secret', '2027:short', false],
  ['no id', 'a'.repeat(40), false],
  ['nothing', '', false],
])('a setting with %s is validated', (_name, setting, isValid) => {
  expect(isVoucherKeys(setting)).toBe(isValid);
});
