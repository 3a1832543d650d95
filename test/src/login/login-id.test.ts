import { describe, expect, test } from 'vitest';
import { validateLoginId } from '#src/features/login/login-id.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { initialLoginState } from '#src/features/login/login-state.ts';

const parsePhone = await loadPhoneParser();
const phone = (input: string, region: 'PL' | 'CZ' | 'IT' = 'PL') =>
  validateLoginId({ ...initialLoginState(region), phone: input }, parsePhone);
const email = (input: string) =>
  validateLoginId({ ...initialLoginState('PL'), method: 'email', email: input }, parsePhone);

describe('a phone number', () => {
  test.each(['501234567', '501 234 567', '501-234-567', '+48 501 234 567', '(501) 234.567'])(
    'of the region is accepted in any format: %s',
    (input) => {
      expect(phone(input)).toEqual({
        ok: true,
        request: { phone: '+48501234567', region: 'PL' },
      });
    },
  );

  test('from a country other than the selected one isn’t accepted', () => {
    expect(phone('+420601234567', 'PL')).toEqual({ ok: false, problem: 'phone_invalid' });
    expect(phone('+420601234567', 'CZ')).toMatchObject({ ok: true });
  });

  test.each(['', '1234', 'abcd', '+48'])('has at least 5 digits: %j', (input) => {
    expect(phone(input)).toEqual({ ok: false, problem: 'phone_short' });
  });

  test.each(['12345', '5012345678901'])('must be valid in its region: %s', (input) => {
    expect(phone(input)).toEqual({ ok: false, problem: 'phone_invalid' });
  });

  test('has no letters', () => {
    expect(phone('501 234 56x')).toEqual({ ok: false, problem: 'phone_letters' });
  });

  test('of nine 9s and three more digits is sent as is', () => {
    expect(phone('999999999123')).toEqual({
      ok: true,
      request: { phone: '999999999123', region: 'PL' },
    });
    expect(phone('9999999991234')).toMatchObject({ ok: false });
    expect(phone('99999999912')).toMatchObject({ ok: false });
  });
});

describe('an email address', () => {
  test('is accepted without the spaces and capitals that a phone keyboard adds', () => {
    expect(email(' Anna@Dachy-Nowak.example ')).toEqual({
      ok: true,
      request: { email: 'anna@dachy-nowak.example', region: 'PL' },
    });
  });

  test.each(['', 'anna', 'anna@', '@example.com', 'anna@example', 'a b@example.com'])(
    'must have the format of an address: %j',
    (input) => expect(email(input)).toEqual({ ok: false, problem: 'email_invalid' }),
  );
});
