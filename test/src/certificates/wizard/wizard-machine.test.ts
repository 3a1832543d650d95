import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CustomerEntry,
  emptyDraft,
  isEdited,
  saveDraft,
  readDraft,
  type WizardDraft,
} from '#src/features/certificates/wizard/draft.ts';
import { reduceWizard, type WizardEvent } from '#src/features/certificates/wizard/use-wizard.ts';
import {
  isRejection,
  isOutcomeUnknown,
  rejectedField,
  rejectedProduct,
  stepForRejection,
} from '#src/features/certificates/wizard/rejection.ts';
import { certificateCalls } from '#schemas/api/certificate-calls.ts';

const USER = '0199a1b2-0000-7000-8000-000000000001';
const OTHER = '0199a1b2-0000-7000-8000-000000000002';
const customer: CustomerEntry = {
  customer_name: 'Jan Kowal',
  customer_email: 'jan@poczta.example',
  street: 'Polna',
  house_number: '5',
  postal_code: '00-625',
  city: 'Warszawa',
  country: 'PL',
  language: 'pl',
  note: '',
};
const products = [
  { category: 'blinds', products: [{ name: 'DKL MK06', quantity: 2, details: '' }] },
];

const event: fc.Arbitrary<WizardEvent> = fc.oneof(
  fc.record({
    name: fc.constantFrom('project_selected', 'project_opened'),
    project: fc.constantFrom(USER, OTHER),
  }),
  fc.record({ name: fc.constant('step_changed' as const), step: fc.constantFrom(1, 2, 3, 4) }),
  fc.record({
    name: fc.constant('products_changed' as const),
    products: fc.constantFrom([], products),
  }),
  fc.record({
    name: fc.constant('customer_changed' as const),
    customer: fc.constant(customer),
    expiration_date: fc.constantFrom(null, '', '2036-11-23'),
  }),
  fc.record({ name: fc.constant('confirmed' as const), confirmed: fc.boolean() }),
  fc.constant({ name: 'sent' as const, products, customer, expiration_date: '2036-11-23' }),
  fc.constant({ name: 'outcome_unknown' as const }),
  fc.record({
    name: fc.constant('rejected' as const),
    code: fc.constantFrom('certificate_exists', 'category_unknown', 'validity_too_short'),
    field: fc.constantFrom('', 'body.products.0.category'),
  }),
  fc.constant({ name: 'discarded' as const }),
);
const anyDraft = fc
  .array(event, { maxLength: 12 })
  .map((events) => events.reduce(reduceWizard, emptyDraft));

function memory() {
  const storage = new Map<string, string>();
  return {
    kept: storage,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
}

describe('the stored draft', () => {
  test('is restored unchanged, per person, under a key that signing out deletes', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const store = memory();
        saveDraft(store, USER, draft);
        expect(readDraft(store, USER)).toEqual(draft.project === null ? emptyDraft : draft);
        expect(readDraft(store, OTHER)).toEqual(emptyDraft);
        for (const key of store.kept.keys()) expect(key).toBe(`draft:${USER}:certificate`);
      }),
    );
  });

  test('is deleted completely once discarded, and is empty if it can’t be read', () => {
    const store = memory();
    saveDraft(store, USER, reduceWizard(emptyDraft, { name: 'project_selected', project: OTHER }));
    expect(store.kept.size).toBe(1);
    saveDraft(store, USER, emptyDraft);
    expect(store.kept.size).toBe(0);
    store.kept.set(`draft:${USER}:certificate`, '{"step":9}');
    expect(readDraft(store, USER)).toEqual(emptyDraft);
  });
});

describe('changes to a draft', () => {
  test('going back and forward keeps all entries', () => {
    fc.assert(
      fc.property(anyDraft, fc.array(fc.constantFrom(1, 2, 3, 4)), (draft, steps) => {
        const draftAfter = steps.reduce<WizardDraft>(
          (at, step) => reduceWizard(at, { name: 'step_changed', step: step as 1 | 2 | 3 | 4 }),
          draft,
        );
        expect({ ...draftAfter, step: draft.step }).toEqual(draft);
      }),
    );
  });

  test('later steps are empty without a project', () => {
    fc.assert(
      fc.property(anyDraft, ({ project, step }) => {
        expect(project !== null || step === 1).toBe(true);
      }),
    );
  });

  test('an edit resets its confirmation and its submission', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        for (const edit of [
          { name: 'products_changed', products },
          { name: 'customer_changed', customer, expiration_date: null },
        ] as const) {
          expect(reduceWizard(draft, edit)).toMatchObject({ confirmed: false, asked: false });
        }
      }),
    );
  });

  test('another project replaces all entries, and the same project keeps them', () => {
    fc.assert(
      fc.property(
        anyDraft,
        fc.constantFrom('project_selected', 'project_opened'),
        (draft, name) => {
          const next = reduceWizard(draft, { name, project: OTHER });
          const isOtherProject = draft.project === OTHER;
          expect({ ...next, step: 1 }).toEqual(
            isOtherProject ? { ...draft, step: 1 } : { ...emptyDraft, project: OTHER },
          );
          expect(isEdited(next)).toBe(isOtherProject && isEdited(draft));
          // From the project's screen, the wizard starts at step 2 (spec 2 §2).
          expect(next.step).toBeGreaterThanOrEqual(name === 'project_opened' ? 2 : 1);
        },
      ),
    );
  });

  test('a rejection is shown until its cause is corrected in its step', () => {
    const rejectionEvent = { name: 'rejected', code: 'category_unknown', field: '' } as const;
    const draft = reduceWizard(
      reduceWizard(emptyDraft, { name: 'project_selected', project: USER }),
      rejectionEvent,
    );
    const typed = reduceWizard(draft, {
      name: 'customer_changed',
      customer,
      expiration_date: null,
    });
    expect(typed.refused).toEqual({ code: 'category_unknown', field: '' });
    expect(reduceWizard(typed, { name: 'products_changed', products }).refused).toBeNull();
  });
});

describe('a rejection', () => {
  const stepsByCode: Record<string, 1 | 2 | 3 | null> = {
    project_not_found: 1,
    project_not_closed: 1,
    certificate_exists: 1,
    category_unknown: 2,
    product_twice: 2,
    validity_too_short: 3,
    forbidden: null,
    too_many_requests: null,
    in_progress: null,
    key_reused: null,
  };

  test('of every code of the call leads to the step that corrects it', () => {
    for (const code of certificateCalls.createCertificate.errors ?? []) {
      // Skip codes that are common to all calls, which belong to no step. The step for `letters` depends on its field.
      if (!(code in stepsByCode)) continue;
      expect([code, stepForRejection({ code, field: '' })]).toEqual([code, stepsByCode[code]]);
    }
  });

  test.each([
    ['body.products.1.products.2.details', 2],
    ['body.address_details.street', 3],
    ['body.customer_name', 3],
    ['body.note', 3],
    ['body.project_uuid', 1],
    ['', null],
  ])('of characters in “%s” is corrected in step %s', (field, step) => {
    expect(stepForRejection({ code: 'characters_unprintable', field })).toBe(step);
  });

  test('names its field or product', () => {
    const street = { code: 'characters_unprintable', field: 'body.address_details.street' };
    expect(rejectedField(street)).toBe('street');
    expect(rejectedProduct(street)).toBeNull();
    const expiration = { code: 'validity_too_short', field: 'body.expiration_date' };
    expect(rejectedField(expiration)).toBe('expiration_date');
    const duplicateError = { code: 'product_twice', field: 'body.products.0.products.3' };
    expect(rejectedProduct(duplicateError)).toEqual({ group: 0, product: 3 });
    const unknown = { code: 'category_unknown', field: 'body.products.2.category' };
    expect(rejectedProduct(unknown)).toEqual({ group: 2, product: null });
    expect([rejectedField(null), rejectedProduct(null)]).toEqual([null, null]);
  });

  test('is distinguished from a response that leaves the result unknown', () => {
    const codes = ['offline', 'timeout', 'certificate_exists', 'forbidden', 'too_many_requests'];
    expect(codes.filter(isOutcomeUnknown)).toEqual(['offline', 'timeout']);
    const rejectionCodes = codes.filter((code) => isRejection({ code, field: '' }));
    expect(rejectionCodes).toEqual(['certificate_exists', 'forbidden']);
  });
});
