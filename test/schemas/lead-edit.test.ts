import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agreementItems,
  agreementState,
  type EditableLead,
  validateLeadEdit,
  installerTargets,
  isDateEditable,
  lacksStreetNumber,
  type LeadChanges,
  changedParts,
} from '#schemas/lead-edit.ts';
import { type LeadStatus, leadStatuses, canMove, leadViewOf } from '#schemas/lead-status.ts';
import { leadReasonCodes } from '#schemas/lead-reasons.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';

const today = '2026-05-04';
const project_id = '30000000-0000-4000-8000-000000000001';

function leadAt(status: LeadStatus, changes: Partial<EditableLead> = {}): EditableLead {
  return {
    status,
    customer_info: { StreetHouseNumber: 'ul. Lipowa 12' },
    expected_installation_date: null,
    ...changes,
  };
}
const agreement: LeadChanges = {
  status: 'agreed',
  checklist: ['place_seen', 'offer_accepted'],
  expected_installation_date: today,
  project_id,
};
const codeOf = (lead: EditableLead, changes: LeadChanges) =>
  validateLeadEdit(lead, changes, today)?.code ?? null;

describe('the agreement step', () => {
  const lead = leadAt('contacted');

  test('is done with two of the three items and today’s date or later', () => {
    expect(codeOf(lead, agreement)).toBeNull();
  });

  test('accepts any two of the three items, and counts an item only once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...agreementItems), { maxLength: 3 }), (checklist) => {
        const isEnough = new Set(checklist).size >= 2;
        const code = codeOf(lead, { ...agreement, checklist });
        expect(code).toBe(isEnough ? null : 'agreement_incomplete');
      }),
    );
  });

  test('needs a date that isn’t in the past', () => {
    const problemOfDate = (expected_installation_date: string | null) =>
      codeOf(lead, { ...agreement, expected_installation_date });
    expect(problemOfDate('2026-05-03')).toBe('date_too_early');
    expect(problemOfDate(null)).toBe('date_too_early');
    expect(problemOfDate('2027-01-01')).toBeNull();
  });

  test('needs a calendar date, at most five years ahead', () => {
    const problemOfDate = (expected_installation_date: string) => [
      codeOf(lead, { ...agreement, expected_installation_date }),
      codeOf(leadAt('agreed'), { expected_installation_date }),
    ];
    expect(problemOfDate('2031-05-04')).toEqual([null, null]);
    for (const date of ['2031-05-05', '20271-12-01', '2027-13-45', '9999-12-31']) {
      expect(problemOfDate(date)).toEqual(['invalid_input', 'invalid_input']);
    }
  });

  test('needs street and postal code if the street has no number', () => {
    const incomplete = leadAt('contacted', { customer_info: { StreetHouseNumber: 'ul. Lipowa' } });
    expect(lacksStreetNumber(incomplete.customer_info)).toBe(true);
    const address = { street_name: 'ul. Lipowa 3', postal_code: '00-001', city: '' };
    expect(codeOf(incomplete, agreement)).toBe('agreement_incomplete');
    expect(codeOf(incomplete, { ...agreement, address: { ...address, postal_code: ' ' } })).toBe(
      'agreement_incomplete',
    );
    expect(codeOf(incomplete, { ...agreement, address: { ...address, street_name: '' } })).toBe(
      'agreement_incomplete',
    );
    expect(codeOf(incomplete, { ...agreement, address })).toBeNull();
  });

  test('reports each of its parts as present or missing', () => {
    expect(agreementState(lead, {}, today)).toEqual({ items: false, date: false, address: true });
    expect(agreementState(lead, agreement, today)).toEqual({
      items: true,
      date: true,
      address: true,
    });
  });
});

test('a lead can only take an installer’s steps, with reasons when rejected', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...leadStatuses),
      fc.constantFrom(...installerTargets),
      fc.subarray([...leadReasonCodes], { maxLength: 6 }),
      (from, status, reasons) => {
        const isRejection = ['contact-unsuccessful', 'not-agreed', 'lost'].includes(status);
        const missingReasons = isRejection && reasons.length === 0 ? 'reasons_needed' : null;
        const expected = canMove(from, status, 'installer') ? missingReasons : 'move_not_allowed';
        expect(codeOf(leadAt(from), { ...agreement, status, reasons })).toBe(expected);
      },
    ),
  );
});

describe('the installation date', () => {
  test('can be changed while the lead is being worked on, but not on the day itself', () => {
    for (const status of leadStatuses) {
      const isOpenStatus = ['new', 'interested', 'contacted', 'agreed'].includes(status);
      expect(isDateEditable(leadAt(status), today)).toBe(isOpenStatus);
      const onTheDay = leadAt(status, { expected_installation_date: today });
      expect(isDateEditable(onTheDay, today)).toBe(false);
    }
    const overdue = leadAt('agreed', { expected_installation_date: '2026-05-01' });
    expect(codeOf(overdue, { expected_installation_date: '2026-06-01' })).toBeNull();
  });

  test('can’t be set to a past day, and can be removed', () => {
    const lead = leadAt('agreed', { expected_installation_date: '2026-06-01' });
    expect(codeOf(lead, { expected_installation_date: '2026-05-03' })).toBe('date_too_early');
    expect(codeOf(lead, { expected_installation_date: null })).toBeNull();
    const agreedLead = leadAt('agreed', { expected_installation_date: today });
    expect(codeOf(agreedLead, { expected_installation_date: '2026-06-01' })).toBe('date_immutable');
    expect(codeOf(agreedLead, { expected_installation_date: today })).toBeNull();
  });
});

test('notes can always be written, an address only before there is a project', () => {
  const address = { street_name: 'Nowa 1', postal_code: '00-001', city: 'Łódź' };
  for (const status of leadStatuses) {
    expect(codeOf(leadAt(status), { NotesFromVELUXClub: 'She calls back.' })).toBeNull();
    const isEditable = leadViewOf(status) === 'steps';
    expect(codeOf(leadAt(status), { address })).toBe(isEditable ? null : 'move_not_allowed');
  }
});

test('an edit changes only the parts whose fields it contains', () => {
  expect(changedParts({})).toEqual([]);
  expect(changedParts({ ...agreement, NotesFromVELUXClub: '' })).toEqual([
    'status',
    'notes',
    'date',
  ]);
  expect(changedParts({ expected_installation_date: null })).toEqual(['date']);
});

describe('a calendar day', () => {
  test('depends on the time zone of the region, not of the machine', () => {
    const lateInLisbon = Date.parse('2026-05-04T22:30:00.000Z');
    expect(dayIn('PL', lateInLisbon)).toBe('2026-05-05');
    expect(dayIn('PL', Date.parse('2026-05-04T21:30:00.000Z'))).toBe('2026-05-04');
    expect(dayIn('TR', Date.parse('2026-05-04T21:30:00.000Z'))).toBe('2026-05-05');
  });

  test('can be calculated across the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
});
