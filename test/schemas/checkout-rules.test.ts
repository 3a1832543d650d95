import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  checkoutCustomer,
  type CheckoutDraft,
  checkoutDraft,
  DIGITAL_STREET,
} from '#schemas/checkout.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import {
  cardOrderProblem,
  validateContactPhone,
  validateCheckout,
  toCheckoutCustomer,
  deliveryOptions,
  isAddressComplete,
  isPhoneRegionMismatch,
} from '#schemas/checkout-rules.ts';
import { orderStatuses, isOrderInProgress } from '#schemas/order.ts';
import type { ParsePhone } from '#schemas/phone.ts';
import { regionCodes } from '#schemas/regions.ts';
import { productKindOf, vendorTypes } from '#schemas/vendors.ts';

const parse: ParsePhone = (text, options) => parsePhoneNumberFromString(text, options);
const { company, personal, digital } = deliveryTypes;

const complete: CheckoutDraft = {
  delivery: company,
  name: 'Anna',
  surname: 'Nowak',
  phone_region: 'PL',
  phone_number: '501 234 567',
  email: 'anna@dachy-nowak.example',
  company_name: 'Dachy Nowak',
  street: 'Dachowa',
  house_number: '1a',
  city: 'Warszawa',
  postal_code: '00-001',
  country: 'PL',
};
const addressParts = ['street', 'house_number', 'city', 'postal_code'] as const;
const text = fc.constantFrom('', ' ', 'x', 'Dachowa 1');
const drafts: fc.Arbitrary<CheckoutDraft> = fc.record({
  delivery: fc.constantFrom(company, personal, digital),
  name: text,
  surname: text,
  phone_region: fc.constantFrom(...regionCodes),
  phone_number: fc.constantFrom('', '501 234 567', 'abc'),
  email: fc.constantFrom('', 'a@b.example', 'no address'),
  company_name: text,
  street: text,
  house_number: text,
  city: text,
  postal_code: text,
  country: fc.constantFrom(...regionCodes),
});

describe('an address', () => {
  test('is complete with all its parts, and the company’s name for company delivery', () => {
    expect(isAddressComplete(complete, company)).toBe(true);
    for (const missing of [...addressParts, 'company_name'] as const) {
      expect(isAddressComplete({ ...complete, [missing]: ' ' }, company)).toBe(false);
    }
    for (const missing of addressParts) {
      expect(isAddressComplete({ ...complete, [missing]: '' }, personal)).toBe(false);
    }
    const { company_name: _name, ...home } = complete;
    expect(isAddressComplete(home, personal)).toBe(true);
    const { country: _country, ...withoutCountry } = home;
    expect(isAddressComplete(withoutCountry, personal)).toBe(false);
  });

  test('isn’t required if nothing is delivered', () => {
    expect(isAddressComplete({}, digital)).toBe(true);
    expect(isPhoneRegionMismatch({ phone_region: 'PL', country: 'CZ' }, digital)).toBe(false);
  });

  test('must be in the phone’s country', () => {
    expect(isPhoneRegionMismatch({ phone_region: 'PL', country: 'CZ' }, personal)).toBe(true);
    expect(isPhoneRegionMismatch({ phone_region: 'PL', country: 'PL' }, company)).toBe(false);
    expect(isPhoneRegionMismatch({ phone_region: 'PL' }, company)).toBe(false);
  });
});

describe('a checkout', () => {
  test('continues when nothing is missing, with a customer that the contract accepts', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        expect(v.is(checkoutDraft, draft)).toBe(true);
        const customer = v.safeParse(checkoutCustomer, toCheckoutCustomer(draft));
        if (validateCheckout(draft).length > 0) return;
        expect(customer.issues).toBeUndefined();
        if (!customer.success) return;
        expect(isAddressComplete(customer.output, draft.delivery)).toBe(true);
        expect(Object.values(customer.output)).not.toContain('');
      }),
      { examples: [[complete], [{ ...complete, delivery: digital, street: '' }]] },
    );
  });

  test('lists what is missing, in the order of the form', () => {
    expect(validateCheckout(complete)).toEqual([]);
    const incomplete = { ...complete, surname: '', city: '', country: 'CZ' } as const;
    expect(validateCheckout(incomplete)).toEqual([
      'contact_incomplete',
      'address_incomplete',
      'phone_region_mismatch',
    ]);
    expect(validateCheckout({ ...complete, email: 'no address' })).toEqual(['contact_incomplete']);
    expect(validateCheckout({ ...complete, email: '' })).toEqual([]);
  });

  test('sends only the address fields that the delivery needs', () => {
    expect(toCheckoutCustomer({ ...complete, delivery: digital })).toEqual({
      name: 'Anna',
      surname: 'Nowak',
      phone_region: 'PL',
      phone_number: '501 234 567',
      email: 'anna@dachy-nowak.example',
      street: DIGITAL_STREET,
    });
    const home = toCheckoutCustomer({ ...complete, delivery: personal, email: '' });
    expect(home).not.toHaveProperty('company_name');
    expect(home).not.toHaveProperty('email');
  });

  test('offers delivery types only for delivered products', () => {
    for (const type of vendorTypes) {
      const kind = productKindOf(type);
      const isSent = kind !== 'digital' && kind !== 'top-up';
      expect([type, deliveryOptions(type)]).toEqual([
        type,
        isSent ? [company, personal] : [digital],
      ]);
    }
  });
});

describe('a contact’s phone number', () => {
  const validate = (phone_region: 'PL' | 'CZ', phone_number: string, hasTestDevices = false) =>
    validateContactPhone({ phone_region, phone_number }, parse, { hasTestDevices });

  test('must belong to its country', () => {
    expect(validate('PL', '501 234-567')).toEqual({ ok: true, phone: '+48501234567' });
    expect(validate('PL', '501–234–567')).toEqual({ ok: true, phone: '+48501234567' });
    expect(validate('PL', '501−234−567\u200b')).toEqual({ ok: true, phone: '+48501234567' });
    expect(validate('CZ', '+48 501 234 567')).toEqual({ ok: false, problem: 'phone_invalid' });
    expect(validate('PL', '1234')).toEqual({ ok: false, problem: 'phone_short' });
  });

  test('can match the test pattern only if that is configured', () => {
    expect(validate('PL', '999 999 999 123', true)).toEqual({ ok: true, phone: '999999999123' });
    expect(validate('PL', '999 999 999 123').ok).toBe(false);
    expect(validate('PL', '999 999 998 123', true).ok).toBe(false);
  });
});

describe('the club card', () => {
  test('can be ordered with ten windows this year, one at a time', () => {
    const free = { hasCard: false, isPending: false };
    expect(cardOrderProblem({ ...free, windowsThisYear: 9 })).toBe('too_few_windows');
    expect(cardOrderProblem({ ...free, windowsThisYear: 10 })).toBeNull();
    expect(cardOrderProblem({ ...free, windowsThisYear: undefined })).toBeNull();
    expect(cardOrderProblem({ ...free, windowsThisYear: 99, isPending: true })).toBe(
      'card_pending',
    );
    expect(cardOrderProblem({ ...free, windowsThisYear: 99, hasCard: true })).toBe(
      'card_registered',
    );
  });
});

test('an order is open until it is completed or rejected', () => {
  const { pending, approved, failed, positive, negative } = orderStatuses;
  expect([pending, approved, failed].every(isOrderInProgress)).toBe(true);
  expect([positive, negative].some(isOrderInProgress)).toBe(false);
});
