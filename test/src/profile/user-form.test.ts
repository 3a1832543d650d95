import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { InstallerUser } from '#schemas/installer.ts';
import { roleId, type RoleId } from '#schemas/roles.ts';
import { toUserChanges, toUserForm, userFormSchema } from '#src/features/profile/user-form.ts';

const userWith = (changes: Partial<InstallerUser> = {}): InstallerUser => ({
  uuid: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Anna',
  surname: 'Nowak',
  email: 'anna@dachy.example',
  phone: '+48501234567',
  avatar: null,
  role: { id: 3 },
  region: 'PL',
  languages_id: 10,
  active: true,
  verified_email_at: null,
  email_consent: true,
  phone_consent: false,
  marketing_email_consent: false,
  marketing_phone_consent: false,
  is_decor_installer: false,
  options: '{}',
  fcm: '[]',
  created_at: '2026-01-01T00:00:00.000Z',
  company: {
    uuid: '0199a1b2-0000-7000-8000-000000000002',
    id: 1,
    active: 1,
    name: 'Dachy',
    registration_number: null,
    registration_number_2: null,
    company_type: null,
    disclaimer_accepted: false,
    declaration_accepted: false,
    address: 'Nowa 1',
    postal_code: '00-001',
    city: 'Warszawa',
    regions_id: 10,
    is_recommended: false,
    accepts_leads: 0,
    availability: 0,
    has_edenred_card: 0,
    edenred_card: null,
    crm_customer_id: null,
  },
  ...changes,
});
const roles = fc.constantFrom<RoleId>(...roleId.options);
const word = fc.stringMatching(/^[a-z]{1,10}$/);

describe('the profile form', () => {
  test('sends no fields if none was changed, in any role', () => {
    fc.assert(
      fc.property(roles, fc.option(fc.emailAddress()), (role, email) => {
        const user = userWith({ role: { id: role }, email });
        expect(toUserChanges(user, toUserForm(user))).toEqual({});
      }),
    );
  });

  test('sends only changes; staff never send an email address', () => {
    const form = fc.record({
      name: word,
      surname: word,
      email: word.map((name) => `${name}@example.com`),
      email_consent: fc.boolean(),
      phone_consent: fc.boolean(),
    });
    fc.assert(
      fc.property(roles, form, (role, typed) => {
        const user = userWith({ role: { id: role } });
        const sent = toUserChanges(user, typed);
        const { email, ...otherFields } = { ...toUserForm(user), ...sent };
        const { email: typedEmail, ...typedFields } = typed;
        expect(otherFields).toEqual(typedFields);
        expect(email).toBe(role === 3 || role === 7 ? typedEmail : user.email);
        for (const [name, value] of Object.entries(sent)) {
          expect(value).not.toBe(user[name as keyof InstallerUser]);
        }
      }),
    );
  });

  test('ignores a change of letter case in the address', () => {
    const user = userWith();
    const form = { ...toUserForm(user), email: 'ANNA@Dachy.example' };
    expect(toUserChanges(user, form)).toEqual({});
  });

  test('requires both names, and an email address from people who already have one', () => {
    const form = toUserForm(userWith());
    const accepts = (role: RoleId, changes: object) =>
      v.is(userFormSchema(role), { ...form, ...changes });
    for (const role of roleId.options) {
      expect(accepts(role, {})).toBe(true);
      expect(accepts(role, { name: ' ' })).toBe(false);
      expect(accepts(role, { surname: '' })).toBe(false);
      expect(accepts(role, { email: '' })).toBe(role === 4 || role === 8);
    }
  });
});
