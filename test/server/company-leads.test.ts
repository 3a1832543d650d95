import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { setLeadsEnabled, offerLead } from '#server/leads/operator-leads.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';
import { czechRegistrationOf, registrationOf } from './registration-form.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

/**
 * Registers a company.
 * @returns functions that act as its owner
 */
async function registerCompany(body = registrationOf()) {
  const { result } = await server.call(calls.registerCompany, { body });
  const { email } = body.installer;
  const region = body.company.regions_id === 4 ? 'CZ' : 'PL';
  const { token } = await server.signInByEmail(email.toLowerCase(), region);
  const params = { id: result.company_id };
  return {
    id: result.company_id,
    get: async () => (await server.call(calls.getCompany, { params }, token)).result,
    wantLeads: () =>
      server.call(calls.updateAvailability, { params, body: { availability: 1 } }, token),
    offer: () => offerLead(result.company_id, offeredLead, server.services),
    leads: async () => (await server.call(calls.listLeads, { query: {} }, token)).result.data,
  };
}

test('where the country allows it, a new company gets leads as soon as it asks for them', async () => {
  const company = await registerCompany();
  expect(await company.get()).toMatchObject({ accepts_leads: 1, availability: 0 });
  await expect(company.offer()).rejects.toMatchObject({ code: 'forbidden' });
  expect((await company.wantLeads()).status).toBe(200);
  await company.offer();
  expect(await company.leads()).toHaveLength(1);
});

test('a decor company gets no leads', async () => {
  const installer = { email: 'decor@new.example', phone: '512 345 679', is_decor_installer: true };
  const company = { registration_number: '5250001111' };
  const decorCompany = await registerCompany(registrationOf({ company, installer }));
  expect(await decorCompany.get()).toMatchObject({ accepts_leads: 0 });
});

test('elsewhere an operator enables and disables leads for a company', async () => {
  const installer = { email: 'czech@new.example' };
  const company = await registerCompany(czechRegistrationOf({ installer }));
  expect(await company.get()).toMatchObject({ accepts_leads: 0 });
  expect((await company.wantLeads()).code).toBe('forbidden');
  await setLeadsEnabled(company.id, true, server.services);
  expect((await company.wantLeads()).status).toBe(200);
  await company.offer();
  expect(await company.leads()).toHaveLength(1);
  await setLeadsEnabled(company.id, false, server.services);
  expect(await company.leads()).toEqual([]);
  await expect(company.offer()).rejects.toMatchObject({ code: 'forbidden' });
  await expect(
    setLeadsEnabled(accounts.polishOwner.id, true, server.services),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('fields with two names in the specification have both: language, survey, project', async () => {
  const { result } = await server.call(
    calls.getSignedInUser,
    {},
    await server.tokenOf('czechOwner'),
  );
  expect(result).toMatchObject({ languages_id: 4, language: 'cs' });
  const company = await registerCompany(
    registrationOf({
      company: { registration_number: '5250002222' },
      installer: { email: 'third@new.example', phone: '512 345 680' },
    }),
  );
  const { survey, surveyResponse } = await company.get();
  expect([survey, surveyResponse]).toEqual([registrationOf().company.survey, survey]);
  await company.wantLeads();
  await company.offer();
  expect((await company.leads())[0]).toMatchObject({ project: null, project_id: null });
});
