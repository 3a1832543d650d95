import { afterAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type Audience } from '#schemas/operator/audience.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { inviteToSurvey } from '#server/surveys/invite-to-survey.ts';
import { generateResultLines } from '#server/surveys/survey-results.ts';
import { countAudience } from '#server/surveys/survey-audience.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'for the spring training';
const texts = [
  { language: 'en', title: 'Spring', tagline: 'Two minutes', lang: 'en' },
  { language: 'pl', title: 'Wiosna', tagline: 'Dwie minuty', lang: 'pl' },
] as const;

let server: TestConsole;
let token: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ demo: true });
  token = await startEditor();
});
afterAll(() => server.close());

const startEditor = async () =>
  server.startSession(await server.addOperator(grantsOf('editor', [poland])));

const create = (key = 'spring', region = poland) =>
  server.operate(
    operatorCalls.createSurvey,
    { body: { region, key, texts: [...texts], why } },
    token,
  );
const read = async (id: string) =>
  (await server.operate(operatorCalls.getSurvey, { params: { id } }, token)).result;
const count = async (id: string, query: Audience = {}) =>
  (await server.operate(operatorCalls.countSurveyAudience, { params: { id }, query }, token))
    .result;
const invite = (id: string, audience: Audience, new_people: number, session = token) =>
  server.operate(
    operatorCalls.inviteSurveyAudience,
    { params: { id }, body: { audience, new_people, why } },
    session,
  );
const edit = (id: string, rev: number) =>
  server.operate(
    operatorCalls.editSurvey,
    { params: { id }, body: { texts: [{ ...texts[0], title: 'Early spring' }], rev, why } },
    token,
  );
const end = (id: string, rev: number) =>
  server.operate(operatorCalls.endSurvey, { params: { id }, body: { rev, why } }, token);
const owner = () => server.signInByEmail(demoAccounts.polishOwner.email, 'PL');
async function surveyInApp(key: string) {
  const session = await owner();
  const { result } = await server.call(calls.listSurveys, { query: {} }, session.token);
  return result.data.find(({ survey_configuration: survey }) => survey.survey_key === key);
}

test('an audience in a country is counted, and then each person is invited once', async () => {
  const { id } = (await create()).result;
  const people = await server.db
    .selectFrom('installers')
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .select('installers.id')
    .where('installers.active', '=', true)
    .where('companies.active', '<>', 0)
    .where('companies.regions_id', '=', poland)
    .execute();
  const all = await count(id);
  expect(all).toEqual({ new_people: people.length, invited_before: 0 });
  const ownCompany = { company: demoCompanies.nowak.id };
  const { new_people: ofCompany } = await count(id, ownCompany);
  expect((await invite(id, ownCompany, ofCompany)).result).toEqual({ invited: ofCompany });
  expect(await count(id)).toEqual({
    new_people: people.length - ofCompany,
    invited_before: ofCompany,
  });
  // Only the others are invited; people already invited are skipped.
  expect((await invite(id, {}, people.length - ofCompany)).result.invited).toBe(
    people.length - ofCompany,
  );
  const rows = await server.db
    .selectFrom('survey_invitations')
    .select(['user_id', 'company_id', 'rev'])
    .where('survey_id', '=', id)
    .execute();
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual(
    people.map((person) => person.id).toSorted(),
  );
  expect(new Set(rows.map(({ company_id, rev }) => `${company_id} ${rev}`)).size).toBe(rows.length);
  expect(await read(id)).toMatchObject({ invited: people.length, completed: 0 });
});

test('one statement counts an audience, so that all numbers are of the same time', async () => {
  const { id } = (await create()).result;
  const statements: string[] = [];
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const counted = await countAudience(db, id, {});
  expect(counted).toEqual(await count(id));
  expect(statements).toHaveLength(1);
});

test('two operators who invite the same audience concurrently invite everyone once', async () => {
  const { id } = (await create()).result;
  const { new_people: people } = await count(id);
  const other = await startEditor();
  const outcomes = await Promise.all([invite(id, {}, people), invite(id, {}, people, other)]);
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read(id)).invited).toBe(people);
});

test('the database rejects a second invitation of the same person', async () => {
  const { id } = (await create()).result;
  await invite(id, {}, (await count(id)).new_people);
  const row = await server.db
    .selectFrom('survey_invitations')
    .selectAll()
    .where('survey_id', '=', id)
    .executeTakeFirstOrThrow();
  // Insert the invitation like the previous version, without the survey.
  const copy = { ...row, uuid: crypto.randomUUID(), rev: 9_000_000, survey_id: null };
  await expect(
    server.db
      .insertInto('survey_invitations')
      .values({ ...copy, survey_configuration: JSON.stringify(row.survey_configuration) })
      .execute(),
  ).rejects.toThrow('survey_invitations_once');
});

test('a changed number of people is a conflict, and invites no one', async () => {
  const { id } = (await create()).result;
  const { new_people: people } = await count(id);
  expect((await invite(id, {}, people - 1)).code).toBe('conflict');
  expect((await read(id)).invited).toBe(0);
});

test('filters limit the audience', async () => {
  const { id } = (await create()).result;
  const sum = async (...audiences: readonly Audience[]) => {
    const counts = await Promise.all(audiences.map((audience) => count(id, audience)));
    return counts.map(({ new_people }) => new_people).reduce((total, next) => total + next, 0);
  };
  const fullCount = await sum({});
  expect(await sum({ verified: 0 }, { verified: 1 })).toBe(fullCount);
  expect(await sum({ role: 'owner' }, { role: 'staff' })).toBe(fullCount);
  expect(await sum({ language: 'pl' })).toBeGreaterThan(0);
  expect(await sum({ language: 'et' })).toBe(0);
  // A company in another country.
  expect(await sum({ company: demoCompanies.dvorak.id })).toBe(0);
});

test('answers in the app are counted', async () => {
  const { id } = (await create()).result;
  await invite(id, {}, (await count(id)).new_people);
  const survey = await surveyInApp('spring');
  expect(survey?.survey_configuration.languages['pl']?.title).toBe('Wiosna');
  const { token: session } = await owner();
  const uuid = survey?.uuid ?? '';
  await server.call(calls.completeSurvey, { params: { id: uuid }, body: {} }, session);
  const countedSurvey = await read(id);
  expect(countedSurvey).toMatchObject({ completed: 1, opened: 0, declined: 0 });
  expect(countedSurvey.last_opened_at).not.toBeNull();
});

test('changed texts reach open invitations; a second change of the same version is rejected', async () => {
  const { id } = (await create()).result;
  await invite(id, {}, (await count(id)).new_people);
  expect((await edit(id, 1)).status).toBe(200);
  expect((await surveyInApp('spring'))?.survey_configuration.languages).toEqual({
    en: { title: 'Early spring', tagline: 'Two minutes', lang: 'en' },
  });
  expect((await edit(id, 1)).code).toBe('conflict');
});

test('an ended survey disappears from the app, keeps its numbers, and can’t invite more people', async () => {
  const { id } = (await create()).result;
  const { new_people: people } = await count(id);
  await invite(id, {}, people);
  const session = await owner();
  const { result } = await server.call(
    calls.listSurveys,
    { query: { since: '', limit: 100 } },
    session.token,
  );
  expect((await end(id, 1)).result).toEqual({ removed: people, job: null });
  expect(await surveyInApp('spring')).toBeUndefined();
  const laterPull = await server.call(
    calls.listSurveys,
    { query: { since: result.meta.checkpoint ?? '' } },
    session.token,
  );
  // Devices remove it.
  expect(laterPull.result.data).toMatchObject([{ deleted: true }]);
  expect(await read(id)).toMatchObject({ invited: people });
  expect((await edit(id, 2)).code).toBe('move_not_allowed');
  expect((await invite(id, {}, 0)).code).toBe('move_not_allowed');
  const byCommand = inviteToSurvey(
    demoCompanies.nowak.id,
    { survey_key: 'spring', languages: { en: texts[0] } },
    server.services,
  );
  await expect(byCommand).rejects.toMatchObject({ code: 'move_not_allowed' });
});

test('a key is unique in a country, and an invitation by command belongs to the survey with the key', async () => {
  const { id } = (await create()).result;
  expect((await create()).code).toBe('conflict');
  expect((await create('spring', czechia)).code).toBe('not_found');
  const configuration = { survey_key: 'spring', languages: { en: texts[0] } };
  const { invited } = await inviteToSurvey(demoCompanies.nowak.id, configuration, server.services);
  expect((await read(id)).invited).toBe(invited);
  const list = await server.operate(operatorCalls.listSurveys, { query: {} }, token);
  expect(list.result.data[0]).toMatchObject({ id, key: 'spring', title: 'Spring', invited });
});

test('the results have the outcome of each invitation, without names of people', async () => {
  const { id } = (await create()).result;
  await invite(id, {}, (await count(id)).new_people);
  const { token: installer } = await owner();
  const invitation = await surveyInApp('spring');
  const params = { id: invitation?.uuid ?? '' };
  await server.call(calls.completeSurvey, { params, body: {} }, installer);
  const viewer = await server.startSession(await server.addOperator(grantsOf('viewer', [poland])));
  const list = (query: object, session = viewer) =>
    server.operate(operatorCalls.listSurveyInvitations, { params: { id }, query }, session);
  const all = (await list({})).result;
  const { invited } = await read(id);
  expect([all.data.length, all.meta.total]).toEqual([invited, invited]);
  const [done, ...others] = (await list({ outcome: 'completed' })).result.data;
  expect(others).toEqual([]);
  expect(done).toMatchObject({
    ...{ id: params.id, outcome: 'completed', opened_at: expect.stringMatching(/Z$/) },
    company: { id: demoCompanies.nowak.id, name: demoCompanies.nowak.name },
  });
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>>['result'] = (await list({ cursor, limit: 2 }))
      .result;
    pages.push(...page.data.map((row) => row.id));
    cursor = page.meta.next;
  }
  expect(pages).toEqual(all.data.map((row) => row.id));
  // The editor can't read companies.
  expect((await list({ outcome: 'completed' }, token)).result.data[0]?.company.name).toBeNull();
});

test('the results file is streamed, escaped, audited, and not found in another country', async () => {
  const { id } = (await create()).result;
  await invite(id, {}, (await count(id)).new_people);
  await server.db.updateTable('companies').set({ name: '=1+1, Nowak' }).execute();
  const download = async (session: string) =>
    server.consoleApp.inject({
      method: 'GET',
      url: `/api/operator/v1/surveys/${id}/results.csv`,
      headers: { cookie: `__Host-console=${session}` },
    });
  const viewer = await server.startSession(await server.addOperator(grantsOf('viewer', [poland])));
  const file = await download(viewer);
  expect(file.headers['content-disposition']).toBe('attachment; filename="spring.csv"');
  const [head, first, ...lines] = file.body.trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFcompany,crm_id,outcome,invited_at,opened_at,company_name,city');
  expect(first).toContain(`,not_opened,`);
  expect(first).toContain(`"'=1+1, Nowak"`);
  expect(lines.length + 1).toBe((await read(id)).invited);
  expect((await download(token)).body).not.toContain('Nowak');
  const czech = await server.startSession(await server.addOperator(grantsOf('viewer', [czechia])));
  expect((await download(czech)).statusCode).toBe(404);
  expect((await download('no-session')).statusCode).toBe(401);
  const auditRows = await server.db
    .selectFrom('operator_audit')
    .select(['kind', 'region_id', 'record_id'])
    .where('act', '=', 'downloadSurveyResults')
    .execute();
  const entry = { kind: 'read', region_id: poland, record_id: id };
  expect(auditRows).toEqual([entry, entry]);
});

test('the results file waits while installers’ requests wait longer than 250 ms', async () => {
  const { id } = (await create()).result;
  const survey = { uuid: id, region_id: poland, companyRegions: [] };
  const waits = [251, 251, 250];
  const lines = generateResultLines(server.db, survey, () => Promise.resolve(waits.shift() ?? 0));
  expect((await lines.next()).value).toContain('outcome');
  expect(waits).toHaveLength(3);
  expect((await lines.next()).done).toBe(true);
  expect(waits).toEqual([]);
});

test('the results don’t name a company that has moved to another country', async () => {
  const { id } = (await create()).result;
  await invite(id, {}, (await count(id)).new_people);
  const { nowak } = demoCompanies;
  await server.db
    .updateTable('companies')
    .set({ regions_id: czechia, crm_customer_id: 'CRM-1', city: 'Brno' })
    .where('id', '=', nowak.id)
    .execute();
  const readAs = async (role: 'editor' | 'viewer', ids = [poland]) => {
    const session = await server.startSession(await server.addOperator(grantsOf(role, ids)));
    const { result } = await server.operate(
      operatorCalls.listSurveyInvitations,
      { params: { id }, query: {} },
      session,
    );
    const { body: file } = await server.consoleApp.inject({
      method: 'GET',
      url: `/api/operator/v1/surveys/${id}/results.csv`,
      headers: { cookie: `__Host-console=${session}` },
    });
    const named = result.data.filter(({ company }) => company.id === nowak.id);
    return {
      names: new Set(named.map(({ company }) => company.name)),
      found: ['CRM-1', nowak.name, 'Brno'].filter((text) => file.includes(text)),
    };
  };
  const unnamed = { names: new Set([null]), found: [] };
  expect(await readAs('viewer')).toEqual(unnamed);
  expect(await readAs('editor')).toEqual(unnamed);
  expect(await readAs('viewer', [poland, czechia])).toEqual({
    names: new Set([nowak.name]),
    found: ['CRM-1', nowak.name, 'Brno'],
  });
});
