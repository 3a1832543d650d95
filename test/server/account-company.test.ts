import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyChanges } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { startScanServer, type ScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

const companyParams = (key: AccountKey) => ({ id: accounts[key].companyId });

async function update(body: CompanyChanges, account: AccountKey = 'polishOwner') {
  return server.call(
    calls.updateCompany,
    { params: companyParams(account), body },
    await server.tokenOf(account),
  );
}

async function chooseType(
  body: { company_type: number; disclaimer_accepted?: boolean; declaration_accepted?: boolean },
  account: AccountKey = 'czechOwner',
) {
  return server.call(
    calls.updateCompanyType,
    { params: companyParams(account), body },
    await server.tokenOf(account),
  );
}

describe('a company', () => {
  test('can be changed field by field, and all its people see the change', async () => {
    const first = await update({ name: ' Dachy Nowe ', registration_number: '527-284-19-60' });
    expect(first.result).toMatchObject({
      name: 'Dachy Nowe',
      registration_number: '5272841960',
      city: 'Warszawa',
    });
    const second = await update({ city: 'Kraków', postal_code: '31-408', address: 'Nowa 2' });
    expect(second.result).toMatchObject({
      name: 'Dachy Nowe',
      city: 'Kraków',
      address: 'Nowa 2',
    });
    const staff = await server.call(calls.getSignedInUser, {}, await server.tokenOf('polishStaff'));
    expect(staff.result.company).toEqual(second.result);
  });

  test('has a name and an address, which can’t be emptied', async () => {
    for (const field of ['name', 'address', 'city', 'postal_code'] as const) {
      for (const value of ['', '   ']) {
        const response = await update({ [field]: value });
        expect([response.code, response.errors[0]?.field]).toEqual([
          'invalid_input',
          `body.${field}`,
        ]);
      }
    }
  });

  test.each([
    ['name', 'Dachy 🏠'],
    ['address', '屋根 1'],
    ['city', 'مدينة'],
    ['postal_code', '☎ 00-001'],
  ])('must have a printable %s', async (field, value) => {
    const rejectedResponse = await update({ [field]: value });
    expect(rejectedResponse.status).toBe(400);
    expect(rejectedResponse.errors).toMatchObject([
      { code: 'characters_unprintable', field: `body.${field}` },
    ]);
  });

  test('is stored without invisible marks', async () => {
    const { result } = await update({
      name: '\u202ADachy\u00A0Nowe\u202C\u200B',
      city: 'Ło\u0301dz\u0301',
    });
    expect(result).toMatchObject({ name: 'Dachy Nowe', city: 'Łódź' });
    expect((await update({ name: '\u200B\u2060' })).code).toBe('invalid_input');
  });

  test('can be changed by its owner; staff can only view it', async () => {
    const rejectedResponse = await update({ name: 'Staff Ltd' }, 'polishStaff');
    expect([rejectedResponse.status, rejectedResponse.code]).toEqual([403, 'forbidden']);
    const companyAfterwards = await server.call(
      calls.getCompany,
      { params: companyParams('polishStaff') },
      await server.tokenOf('polishStaff'),
    );
    expect(companyAfterwards.status).toBe(200);
  });

  test('isn’t found by people of other companies (security 10)', async () => {
    for (const account of ['czechOwner', 'decorOwner', 'decorStaff'] as const) {
      const token = await server.tokenOf(account);
      const params = companyParams('polishOwner');
      const responses = [
        await server.call(calls.getCompany, { params }, token),
        await server.call(calls.updateCompany, { params, body: { name: 'Mine' } }, token),
        await server.call(calls.updateCompanyType, { params, body: { company_type: 1 } }, token),
        await server.call(calls.updateAvailability, { params, body: { availability: 1 } }, token),
      ];
      expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404]);
    }
  });
});

describe('any company', () => {
  test('ignores protected fields (security 11)', async () => {
    const expected = {
      accepts_leads: 1,
      is_recommended: true,
      has_edenred_card: 1,
      edenred_card: '1234567890',
      regions_id: 4,
      crm_customer_id: 'X',
      points: 5,
      id: 7,
      rev: 99,
    };
    const before = (await update({})).result;
    const after = await update(expected as CompanyChanges);
    expect([after.status, after.result]).toEqual([200, before]);
  });

  test('must keep the tax numbers that its region requires (spec 1 §5)', async () => {
    // Poland needs only the company id, Czechia needs both numbers.
    for (const registration_number of [null, ' - ', '12-34-5']) {
      const response = await update({ registration_number });
      expect([response.code, response.errors[0]?.field]).toEqual([
        'tax_number_needed',
        'body.registration_number',
      ]);
    }
    expect((await update({ registration_number_2: null })).status).toBe(200);
    const czechUpdate = await update({ registration_number_2: null }, 'czechOwner');
    expect(czechUpdate.code).toBe('tax_number_needed');
  });

  test('has numbers that are unique in its country, in any format', async () => {
    await update({ registration_number: '1112223334', registration_number_2: 'PL 111' });
    const formattedResponse = await update({ registration_number: '111 222-33.34' }, 'decorOwner');
    expect([
      formattedResponse.status,
      formattedResponse.code,
      formattedResponse.errors[0]?.field,
    ]).toEqual([409, 'registration_number_taken', 'body.registration_number']);
    const vat = await update({ registration_number_2: 'pl111' }, 'decorOwner');
    expect(vat.errors[0]?.field).toBe('body.registration_number_2');
    const czechResponse = await update({ registration_number: '1112223334' }, 'czechOwner');
    expect(czechResponse.status).toBe(200);
  });

  test('can answer the registration survey, and accept or decline the previous terms', async () => {
    const answers = JSON.stringify([{ question_id: 3, answer_id: null, value: 20 }]);
    expect((await update({ surveyResponse: answers })).status).toBe(200);
    const { survey } = await server.db
      .selectFrom('companies')
      .select('survey')
      .where('id', '=', accounts.polishOwner.companyId)
      .executeTakeFirstOrThrow();
    expect(survey).toBe(answers);
    for (const surveyResponse of ['', '{}', '[{"question_id":"3"}]']) {
      expect((await update({ surveyResponse })).code).toBe('invalid_input');
    }
    expect((await update({ active: 2 })).result.active).toBe(2);
    expect((await update({ active: 1 })).result.active).toBe(1);
    expect((await update({ active: 0 } as unknown as CompanyChanges)).code).toBe('invalid_input');
  });

  test('can’t be accessed once it is deactivated', async () => {
    const token = await server.tokenOf('decorStaff');
    const setActive = (active: 0 | 1) =>
      server.db
        .updateTable('companies')
        .set({ active })
        .where('id', '=', accounts.decorStaff.companyId)
        .execute();
    await setActive(0);
    expect((await server.call(calls.getSignedInUser, {}, token)).code).toBe('session_expired');
    await setActive(1);
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(200);
  });
});

describe('a company’s type', () => {
  test('must be one of its region’s', async () => {
    expect((await chooseType({ company_type: 99 })).code).toBe('company_type_unknown');
    expect((await chooseType({ company_type: 1 }, 'polishOwner')).code).toBe(
      'company_type_unknown',
    );
    expect((await chooseType({ company_type: 1 }, 'polishStaff')).code).toBe('forbidden');
  });

  test('needs its acceptances, and again after a change of type (spec 1 §4)', async () => {
    const withoutConsent = await chooseType({ company_type: 2 });
    expect(withoutConsent.errors.map(({ code, field }) => [code, field])).toEqual([
      ['acceptance_needed', 'body.disclaimer_accepted'],
      ['acceptance_needed', 'body.declaration_accepted'],
    ]);
    const bothConsents = { disclaimer_accepted: true, declaration_accepted: true };
    const chosenType = await chooseType({ company_type: 2, ...bothConsents });
    expect(chosenType.result).toMatchObject({ company_type: 2, ...bothConsents });
    expect((await chooseType({ company_type: 2 })).result).toMatchObject(bothConsents);
    const other = await chooseType({ company_type: 1 });
    expect(other.errors.map(({ field }) => field)).toEqual(['body.declaration_accepted']);
    // The sole trader's disclaimer is optional.
    const declareResponse = await chooseType({ company_type: 1, declaration_accepted: true });
    expect(declareResponse.result).toMatchObject({ company_type: 1, disclaimer_accepted: false });
  });
});

describe('availability', () => {
  const setAvailability = async (availability: 0 | 1, account: AccountKey) =>
    server.call(
      calls.updateAvailability,
      { params: companyParams(account), body: { availability } },
      await server.tokenOf(account),
    );
  const acceptLeads = (key: AccountKey, accepts: boolean) =>
    server.db
      .updateTable('companies')
      .set({ accepts_leads: accepts })
      .where('id', '=', accounts[key].companyId)
      .execute();

  test('can be set by main roles of a company with leads enabled', async () => {
    expect((await setAvailability(1, 'polishOwner')).code).toBe('forbidden');
    await acceptLeads('polishOwner', true);
    expect((await setAvailability(1, 'polishOwner')).result.availability).toBe(1);
    expect((await setAvailability(0, 'polishStaff')).result.availability).toBe(0);
    await acceptLeads('decorOwner', true);
    expect((await setAvailability(1, 'decorOwner')).code).toBe('forbidden');
  });
});
