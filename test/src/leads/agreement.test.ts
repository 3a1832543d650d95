import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { agreementItems, agreementState, validateLeadEdit } from '#schemas/lead-edit.ts';
import {
  type AgreementEntry,
  initialAgreement,
  agreementForm,
  toAgreement,
  toDraft,
} from '#src/features/leads/agreement-step.tsx';
import { leadOf } from './lead-fixture.ts';

const today = '2026-05-04';
const withNumber = leadOf({ status: 'contacted' });
const withoutNumber = leadOf({
  status: 'contacted',
  customer_info: { ...withNumber.customer_info, StreetHouseNumber: 'ul. Wiślna' },
});
const complete: AgreementEntry = {
  checklist: ['place_seen', 'date_agreed'],
  installationDate: today,
  street_name: 'ul. Wiślna 3',
  postal_code: '31-007',
  city: 'Kraków',
};

describe('the form', () => {
  test('accepts exactly what the step’s rules accept', () => {
    const entry = fc.record({
      checklist: fc.subarray([...agreementItems]),
      installationDate: fc.constantFrom('', '2026-05-03', today, '2027-01-01'),
      street_name: fc.constantFrom('', '  ', 'ul. Polna 5'),
      postal_code: fc.constantFrom('', ' ', '00-625'),
      city: fc.constantFrom('', 'Warszawa'),
    });
    fc.assert(
      fc.property(entry, fc.constantFrom(withNumber, withoutNumber), (entered, lead) => {
        const parsed = v.safeParse(agreementForm(lead.customer_info, today), entered);
        const { installationDate, ...otherFields } = toAgreement(
          parsed.success ? parsed.output : entered,
          lead.customer_info,
        );
        const changes = {
          ...otherFields,
          checklist: [...otherFields.checklist],
          expected_installation_date: installationDate || null,
        };
        const { items, date, address } = agreementState(lead, changes, today);
        expect(parsed.success).toBe(items && date && address);
        if (!parsed.success) return;
        const project_id = lead.uuid;
        expect(
          validateLeadEdit(lead, { status: 'agreed', ...changes, project_id }, today),
        ).toBeNull();
      }),
    );
  });

  test('starts with the lead’s data, and without a street that has no number', () => {
    const { customer_info } = withNumber;
    expect(initialAgreement(customer_info, '2026-06-01', null)).toEqual({
      checklist: [],
      installationDate: '2026-06-01',
      street_name: 'ul. Wiślna 3',
      postal_code: '31-007',
      city: 'Kraków',
    });
    expect(initialAgreement(withoutNumber.customer_info, null, null)).toMatchObject({
      installationDate: '',
      street_name: '',
      postal_code: '31-007',
    });
  });

  test('starts with the draft, including a cleared field', () => {
    const entered = { ...complete, installationDate: '', city: '' };
    expect(initialAgreement(withoutNumber.customer_info, null, toDraft(entered))).toEqual(entered);
  });
});

test('the agreement includes an address only if it is needed or has changed', () => {
  const { customer_info } = withNumber;
  expect(toAgreement(complete, customer_info)).not.toHaveProperty('address');
  expect(toAgreement({ ...complete, street_name: 'ul. Wiślna 4' }, customer_info)).toMatchObject({
    address: { street_name: 'ul. Wiślna 4', postal_code: '31-007', city: 'Kraków' },
  });
  expect(toAgreement(complete, withoutNumber.customer_info)).toHaveProperty('address');
});
