import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type BodyOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type SettingChange } from '#schemas/operator/settings-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { applyDueSettings } from '#server/configuration/settings-versions.ts';
import { type ImportConsole, startImportConsole } from './import-setup.ts';
import { accounts } from './test-accounts.ts';

const poland = regionIdOf('PL');
const company = accounts.polishOwner.companyId;

type CompanyType = RegionalSettings['company_types'][number];
const roofer: CompanyType = {
  ...{ id: 3, name_translated: { en: 'Roofer' }, disclaimer_state: 0, declaration_state: 2 },
  ...{ disclaimer_translated: {}, declaration_translated: { en: 'We install roof windows.' } },
};
const shop: CompanyType = { ...roofer, id: 4, name_translated: { en: 'Shop' } };

let server: ImportConsole;
let lead: string;
beforeEach(async () => {
  await server?.close();
  server = await startImportConsole();
  lead = await server.signIn('country_lead');
  await setTypes([roofer, shop]);
  await accept();
});
afterAll(() => server.close());

/** Changes Poland's company types, with effect in this number of days. */
async function setTypes(types: readonly CompanyType[], days = 0) {
  const query = { region: poland };
  const { result } = await server.operate(operatorCalls.readCountrySettings, { query }, lead);
  const { company_types, company_type_state } = result.settings?.regional ?? {};
  const list = { field: 'regional.company_types', before: JSON.stringify(company_types) };
  const state = {
    field: 'regional.company_type_state',
    before: JSON.stringify(company_type_state),
    value: 1,
  };
  const changes = [
    { ...list, value: types },
    // By default, Poland doesn't require a company type.
    ...(company_type_state === 0 ? [state] : []),
  ] as SettingChange[];
  const starts_on = addDays(result.today, days);
  const body = { region: poland, changes, starts_on, why: 'new declaration' };
  expect((await server.operate(operatorCalls.changeSettings, { body }, lead)).errors).toEqual([]);
}

/** Accepts the declaration in the app as the owner, or sends another body. */
async function accept(
  body: BodyOf<typeof calls.updateCompanyType> = {
    company_type: roofer.id,
    declaration_accepted: true,
  },
) {
  const { token } = await server.signInAs('polishOwner');
  const { status } = await server.call(
    calls.updateCompanyType,
    { params: { id: company }, body },
    token,
  );
  expect(status).toBe(200);
}

/** True if the app shows that the company has accepted the declaration. */
async function isAccepted() {
  const { token } = await server.signInAs('polishOwner');
  const { result } = await server.call(calls.getSignedInUser, {}, token);
  return result.company.declaration_accepted;
}

const withText = (texts: CompanyType['declaration_translated']) => ({
  ...roofer,
  declaration_translated: texts,
});
const changedType = withText({ en: 'We install roof windows by the guide.' });

test('a changed declaration must be accepted again', async () => {
  expect(await isAccepted()).toBe(true);
  await setTypes([changedType, shop]);
  expect(await isAccepted()).toBe(false);
  await accept();
  await setTypes([{ ...changedType, name_translated: { en: 'Roof installer' } }, shop]);
  expect(await isAccepted()).toBe(true);
});

test('a planned declaration must be accepted from its first day', async () => {
  await setTypes([changedType, shop], 3);
  expect(await isAccepted()).toBe(true);
  server.clock.advance(4 * DAY_MS);
  await applyDueSettings(server.services);
  expect(await isAccepted()).toBe(false);
});

test('owners aren’t asked again about another type’s text, an added language or a hidden text', async () => {
  await setTypes([roofer, { ...shop, declaration_translated: { en: 'We sell roof windows.' } }]);
  await setTypes([withText({ ...roofer.declaration_translated, pl: 'Montujemy okna.' }), shop]);
  await setTypes([{ ...changedType, declaration_state: 0 }, shop]);
  expect(await isAccepted()).toBe(true);
});

describe('an optional declaration that changes', () => {
  beforeEach(async () => {
    await setTypes([{ ...roofer, declaration_state: 1 }, shop]);
    await setTypes([{ ...changedType, declaration_state: 1 }, shop]);
  });

  test('keeps its acceptance', async () => {
    expect(await isAccepted()).toBe(true);
  });

  test('must be accepted again when it becomes required', async () => {
    await setTypes([changedType, shop]);
    expect(await isAccepted()).toBe(false);
    await accept();
    await setTypes([{ ...changedType, declaration_state: 1 }, shop]);
    await setTypes([changedType, shop]);
    expect(await isAccepted()).toBe(true);
  });

  test('isn’t asked for again if its new text was accepted before', async () => {
    await accept();
    await setTypes([changedType, shop]);
    expect(await isAccepted()).toBe(true);
  });

  test('isn’t asked for again if its new text was accepted in the previous build', async () => {
    // Store the acceptance like a build before migration 152.
    await server.services.db
      .updateTable('companies')
      .set({ company_type: roofer.id, disclaimer_accepted: false, declaration_accepted: true })
      .where('id', '=', company)
      .execute();
    await setTypes([changedType, shop]);
    expect(await isAccepted()).toBe(true);
  });

  test('isn’t accepted by a request that doesn’t mention it', async () => {
    await accept({ company_type: roofer.id, disclaimer_accepted: true });
    await setTypes([changedType, shop]);
    expect(await isAccepted()).toBe(false);
  });
});

test('a declaration that changes while it’s hidden must be accepted again when it’s required again', async () => {
  await setTypes([{ ...roofer, declaration_state: 0 }, shop]);
  await setTypes([{ ...changedType, declaration_state: 0 }, shop]);
  expect(await isAccepted()).toBe(true);
  await setTypes([changedType, shop]);
  expect(await isAccepted()).toBe(false);
});
