import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#schemas/calendar-day.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import {
  type CertificateCategory,
  certificateIssue,
  MAX_PRODUCTS,
  findDuplicateProduct,
  countCertifiedProducts,
} from '#schemas/warranty-certificate.ts';
import {
  type CustomerForm,
  customerForm,
  type FilledDraft,
  issueBody,
  proposedCustomer,
  proposedExpiration,
  projectEligibility,
  unfinishedStep,
} from '#src/features/certificates/wizard/certificate-form.ts';
import {
  type EnteredProduct,
  scannedProducts,
  withoutProduct,
  withProduct,
  type ProductGroup,
} from '#src/features/certificates/wizard/draft.ts';

const PROJECT = '0199a1b2-0000-7000-8000-000000000001';
const today = '2026-11-23';
const earliest = addMonths(today, 6);
const latest = addMonths(today, 120);
const catalogue = [
  { slug: 'windows', longevity: 10, tier_categories: [1, 3] },
  { slug: 'blinds', longevity: 3, tier_categories: [2] },
] as const satisfies readonly Pick<CertificateCategory, 'slug' | 'longevity' | 'tier_categories'>[];
const types = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'DKL', status: 'active', tier_category: 2 },
  { type: 'KUX', status: 'active', tier_category: 9 },
] as const;

const filledDraft: FilledDraft = {
  project: PROJECT,
  products: [{ category: 'windows', products: [{ name: 'GGL MK06', quantity: 2, details: '' }] }],
  customer: {
    customer_name: ' Jan Kowal ',
    customer_email: ' jan@poczta.example ',
    street: 'Polna ',
    house_number: '5',
    postal_code: '00-625',
    city: 'Warszawa',
    country: 'PL',
    language: 'pl',
    note: '',
  },
  expiration_date: '2036-11-23',
  photos: [],
};

describe('the scanned products', () => {
  const scan = (type: string, changes = {}) =>
    ({ type, size: 'MK06', flag: 'valid', state: 'sent', ...changes }) as const;

  test('are listed once by type and size, with their quantity, in catalogue order', () => {
    const scans = [scan('DKL'), scan('GGL'), scan('GGL'), scan('GGL', { size: 'SK08' })];
    expect(scannedProducts(scans, types, catalogue)).toEqual([
      {
        category: 'windows',
        products: [
          { name: 'GGL MK06', quantity: 2, details: '' },
          { name: 'GGL SK08', quantity: 1, details: '' },
        ],
      },
      { category: 'blinds', products: [{ name: 'DKL MK06', quantity: 1, details: '' }] },
    ]);
  });

  test('exclude those that don’t count: rejected, not accepted, not saved, without a category', () => {
    const scans = [
      scan('GGL', { flag: 'rejected' }),
      scan('GGL', { state: 'refused' }),
      scan('GGL', { state: 'captured' }),
      scan('KUX'),
      scan('XYZ'),
    ];
    expect(scannedProducts(scans, types, catalogue)).toEqual([]);
  });
});

const entered = fc.record({
  category: fc.constantFrom('windows', 'blinds'),
  name: fc.constantFrom('GGL MK06', 'ggl mk06', 'GGL SK08', 'DKL', 'FK'),
  quantity: fc.integer({ min: 1, max: 9999 }),
  details: fc.constantFrom('', 'white'),
});

/** Builds a list by adding the products one by one. */
function listOf(all: readonly EnteredProduct[]): ProductGroup[] {
  return all.reduce<ProductGroup[]>((groups, oneProduct) => {
    const next = withProduct(groups, oneProduct);
    return typeof next === 'string' ? groups : next;
  }, []);
}

describe('the manual product list', () => {
  test('never has a duplicate product or an empty category, whatever the edits', () => {
    fc.assert(
      fc.property(fc.array(entered), entered, fc.nat(), fc.nat(), (all, change, at, index) => {
        const groups = listOf(all);
        expect(findDuplicateProduct(groups)).toBeNull();
        if (groups.length === 0) return;
        const group = at % groups.length;
        const product = index % (groups[group]?.products.length ?? 1);
        const before = countCertifiedProducts(groups);
        const quantity = groups[group]?.products[product]?.quantity ?? 0;
        const changed = withProduct(groups, change, { group, product });
        fc.pre(typeof changed !== 'string');
        expect(findDuplicateProduct(changed)).toBeNull();
        expect(changed.every(({ products }) => products.length > 0)).toBe(true);
        expect(countCertifiedProducts(changed)).toBe(before - quantity + change.quantity);
        const withoutOne = withoutProduct(groups, { group, product });
        expect(countCertifiedProducts(withoutOne)).toBe(before - quantity);
        expect(withoutOne.every(({ products }) => products.length > 0)).toBe(true);
      }),
    );
  });

  test('a category accepts as many products as a certificate allows, with a message beyond that', () => {
    const manyProducts = Array.from({ length: MAX_PRODUCTS }, (_, index) => ({
      category: 'windows',
      name: `GGL ${index}`,
      quantity: 1,
      details: '',
    }));
    const full = listOf(manyProducts);
    const oneProduct = { category: 'windows', name: 'GGL 99', quantity: 1, details: '' };
    expect(withProduct(full, oneProduct)).toBe('category_full');
    expect(withProduct(full, oneProduct, { group: 0, product: 3 })).toBeInstanceOf(Array);
    expect(withProduct(full, { ...oneProduct, category: 'blinds' })).toBeInstanceOf(Array);
    expect(withProduct(full, { ...oneProduct, name: 'ggl 7' }, { group: 0, product: 3 })).toBe(
      'product_twice',
    );
  });
});

describe('suggested values', () => {
  const project = {
    uuid: PROJECT,
    street_name: 'ul. Polna 5a',
    postal_code: '00-625',
    city: 'Warszawa',
    status: { id: 2 },
    warranty_certificate_uuid: null,
    lead: null,
  } as unknown as ProjectDocument;

  test('are the project’s address in parts, and its lead’s customer', () => {
    const companyDefaults = { region: 'PL', language: 'pl' } as const;
    expect(proposedCustomer(project, companyDefaults)).toEqual({
      customer_name: '',
      customer_email: '',
      street: 'ul. Polna',
      house_number: '5a',
      postal_code: '00-625',
      city: 'Warszawa',
      country: 'PL',
      language: 'pl',
      note: '',
    });
    const lead = {
      customer_info: { FirstName: 'Jan', LastName: 'Kowal' },
      EmailForwindow: 'jan@poczta.example',
    } as ProjectDocument['lead'];
    expect(proposedCustomer({ ...project, lead }, companyDefaults)).toMatchObject({
      customer_name: 'Jan Kowal',
      customer_email: 'jan@poczta.example',
    });
  });

  test('have an end date that includes the longest warranty', () => {
    const groupsOf = (...categories: string[]) =>
      proposedExpiration(
        categories.map((category) => ({ category, products: [] })),
        catalogue,
        { today, earliest },
      );
    expect(groupsOf('blinds', 'windows')).toBe('2036-11-23');
    expect(groupsOf('blinds')).toBe('2029-11-23');
    expect(groupsOf()).toBe(earliest);
    expect(groupsOf('unknown')).toBe(earliest);
  });

  test('a project that has since been deleted, reopened or certified is detected', () => {
    expect(projectEligibility(project)).toBe('eligible');
    expect(projectEligibility(null)).toBe('missing');
    expect(projectEligibility({ ...project, status: { id: 5 } })).toBe('not_closed');
    const certified = { ...project, warranty_certificate_uuid: PROJECT };
    expect(projectEligibility(certified)).toBe('certified');
  });
});

describe('the customer’s form', () => {
  const entry: CustomerForm = { ...filledDraft.customer, expiration_date: earliest };
  const problems = (changes: Partial<CustomerForm>) => {
    const parsed = v.safeParse(customerForm({ earliest, latest }), { ...entry, ...changes });
    return [...new Set((parsed.issues ?? []).map((issue) => v.getDotPath(issue)))];
  };

  test.each([
    ['customer_email', ''],
    ['customer_email', 'jan'],
    ['street', '  '],
    ['house_number', ''],
    ['postal_code', ''],
    ['city', ''],
    ['expiration_date', ''],
    ['expiration_date', '2027-05-22'],
    ['expiration_date', '2027-02-30'],
    ['expiration_date', '20271-12-01'],
    ['expiration_date', addDays(latest, 1)],
    ['note', 'x'.repeat(1001)],
  ] as const)('%s can’t be “%s”', (field, value) => {
    expect(problems({ [field]: value })).toEqual([field]);
  });

  test('the name and the note are optional, and the period includes the first day', () => {
    expect(problems({ customer_name: '', note: '', expiration_date: earliest })).toEqual([]);
  });
});

describe('the request', () => {
  test('matches the contract if nothing is missing', () => {
    expect(unfinishedStep(filledDraft, catalogue, { earliest, latest })).toBeNull();
    const body = issueBody(filledDraft);
    expect(v.parse(certificateIssue, body)).toEqual(body);
    expect(body).toMatchObject({
      address: 'Polna 5, 00-625 Warszawa',
      products_sum: 2,
      customer_name: 'Jan Kowal',
      customer_email: 'jan@poczta.example',
    });
  });

  test('reports missing data by step', () => {
    const missing = (changes: Partial<FilledDraft>) =>
      unfinishedStep({ ...filledDraft, ...changes }, catalogue, { earliest, latest });
    expect(missing({ products: [] })).toBe(2);
    const [group] = filledDraft.products;
    if (!group) throw new Error('The record is missing.');
    expect(missing({ products: [{ ...group, category: 'shutters' }] })).toBe(2);
    expect(missing({ customer: { ...filledDraft.customer, city: ' ' } })).toBe(3);
    expect(missing({ expiration_date: '2026-12-01' })).toBe(3);
  });
});
