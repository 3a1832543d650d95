import { describe, expect, test } from 'vitest';
import { deliveryTypes } from '#schemas/delivery.ts';
import { validateCheckout } from '#schemas/checkout-rules.ts';
import { startCartOrder, startDirectOrder } from '#src/features/checkout/actions.ts';
import {
  type Customer,
  filledDraft,
  saveCheckout,
  profileContact,
  readCheckout,
} from '#src/features/checkout/checkout-state.ts';

const USER = '0199a1b2-0000-7000-8000-000000000001';
const ORDER = '0199a1b2-0000-7000-8000-000000000002';
const direct = { product_uuid: ORDER, variant_uuid: ORDER, quantity: 2 };

function memory() {
  const storedTexts = new Map<string, string>();
  return {
    kept: storedTexts,
    getItem: (key: string) => storedTexts.get(key) ?? null,
    setItem: (key: string, value: string) => void storedTexts.set(key, value),
  };
}

/** Only the profile fields that the checkout uses. */
const customer = {
  region: 'CZ',
  self: {
    name: 'Anna',
    surname: 'Nowak',
    phone: '+48501234567',
    email: null,
    company: {
      name: 'Dachy Nowak',
      address: 'ul. Lipowa 12a',
      postal_code: '30-001',
      city: 'Kraków',
      regions_id: 10,
    },
  },
} as unknown as Customer;

describe('a stored checkout', () => {
  test('survives a restart, per person, under a key that signing out deletes', () => {
    const store = memory();
    startDirectOrder(store, USER, direct);
    expect(readCheckout(store, USER).direct).toEqual(direct);
    expect(readCheckout(store, ORDER).direct).toBeNull();
    expect([...store.kept.keys()]).toEqual([`draft:${USER}:checkout`]);
  });

  test('is empty if it can’t be read, and a full storage doesn’t block it', () => {
    const store = memory();
    store.setItem(`draft:${USER}:checkout`, '{"delivery":9}');
    expect(readCheckout(store, USER).contact).toBeNull();
    store.setItem(`draft:${USER}:checkout`, 'not JSON');
    const stored = readCheckout(store, USER);
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => saveCheckout({ setItem: full }, USER, stored)).not.toThrow();
  });

  test('starts without the previous order and its rejection, and keeps the recipient', () => {
    const store = memory();
    const contact = profileContact(customer);
    const thanksState = { orders: [{ uuid: ORDER, number: 'A-1' }], points: 5 };
    const before = {
      ...readCheckout(store, USER),
      contact,
      thanks: thanksState,
      refused: 'out_of_stock',
    };
    saveCheckout(store, USER, { ...before, direct });
    startCartOrder(store, USER);
    expect(readCheckout(store, USER)).toMatchObject({
      contact,
      direct: null,
      thanks: null,
      refused: null,
    });
  });
});

describe('suggested values', () => {
  const emptyState = readCheckout(memory(), USER);

  test('for company delivery are the company’s address and the person’s profile', () => {
    const draft = filledDraft(emptyState, deliveryTypes.company, customer);
    expect(draft).toMatchObject({
      company_name: 'Dachy Nowak',
      street: 'ul. Lipowa',
      house_number: '12a',
      country: 'PL',
      phone_region: 'PL',
      phone_number: '501234567',
      email: '',
    });
    expect(validateCheckout(draft)).toEqual([]);
  });

  test('for personal delivery leave the address to be entered', () => {
    const draft = filledDraft(emptyState, deliveryTypes.personal, customer);
    expect(validateCheckout(draft)).toContain('address_incomplete');
  });

  test('are empty without a profile', () => {
    const unknown = { region: 'HU', self: undefined } as const;
    expect(profileContact(unknown)).toMatchObject({
      name: '',
      phone_region: 'HU',
      phone_number: '',
    });
  });
});
