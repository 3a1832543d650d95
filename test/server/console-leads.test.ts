import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type LeadCandidate } from '#schemas/operator/lead-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { eraseEndedRequests } from '#server/leads/erase-requests.ts';
import { expireLeads } from '#server/leads/lead-deadlines.ts';
import { leadList } from '#server/leads/list-leads.ts';
import { locatePlaces } from '#server/leads/locate-places.ts';
import { renewLeadByCommand } from '#server/leads/offer-request.ts';
import { offerLead } from '#server/leads/operator-leads.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { leadRequest } from './console-examples.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { editOn } from './lead-setup.ts';

const poland = regionIdOf('PL');
const why = 'agreed on the phone';
const {
  nowak: { id: nowak },
  studio: { id: studio },
  dvorak,
} = demoCompanies;
const polishRequest = { ...leadRequest, postal_code: '31-007', phone: '600 100 203' };

let server: TestConsole;
let token: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ demo: true });
  await server.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: true })
    .where('id', '=', studio)
    .execute();
  token = await startSales();
});
afterAll(() => server.close());

const startSales = async () =>
  server.startSession(await server.addOperator(grantsOf('sales', [poland])));

const signInOwner = () => server.signInByEmail(demoAccounts.polishOwner.email, 'PL');

let lastRequest = 0;
async function createRequest(changes: Partial<typeof polishRequest> = {}): Promise<string> {
  // Requests with the same text are the same request.
  const message = `The loft is dark. ${(lastRequest += 1)}`;
  const body = { region: poland, request: { ...polishRequest, message, ...changes }, why };
  return (await server.operate(operatorCalls.createLeadRequest, { body }, token)).result.id;
}
const readRequest = async (id: string) =>
  (await server.operate(operatorCalls.getLeadRequest, { params: { id } }, token)).result;
const readLead = async (id: string) =>
  (await server.operate(operatorCalls.getLead, { params: { id } }, token)).result;
const offer = (id: string, company: string, rev: number, session = token) =>
  server.operate(
    operatorCalls.offerLeadRequest,
    { params: { id }, body: { company, rev, why } },
    session,
  );
const withdraw = (id: string, rev: number) =>
  server.operate(operatorCalls.withdrawLead, { params: { id }, body: { rev, why } }, token);
const renew = (id: string, rev: number, company: string | null = null) =>
  server.operate(operatorCalls.renewLead, { params: { id }, body: { company, rev, why } }, token);
const setEnded = (id: string, ended: boolean, rev: number) =>
  server.operate(
    operatorCalls.setLeadRequestEnded,
    { params: { id }, body: { ended, rev, why } },
    token,
  );
async function createOffer(company = nowak) {
  const request = await createRequest();
  const { result } = await offer(request, company, 1);
  return { request, lead: result.lead };
}
/** The lead in the app of the company's owner. */
async function leadInApp(id: string) {
  const { token: owner } = await signInOwner();
  return (await server.call(calls.getLead, { params: { id } }, owner)).result;
}
const companiesFor = async (id: string): Promise<LeadCandidate[]> => {
  const input = { params: { id }, query: {} };
  return (await server.operate(operatorCalls.listRequestCompanies, input, token)).result.data;
};
const listRequests = async (
  query: { search?: string; state?: 'waiting' | 'offered' | 'placed' | 'ended' },
  session = token,
): Promise<ResultOf<typeof operatorCalls.listLeadRequests>['data']> =>
  (await server.operate(operatorCalls.listLeadRequests, { query }, session)).result.data;

describe('an offered request', () => {
  test('appears in the company’s app with a notification, and disappears from the queue', async () => {
    const { request, lead } = await createOffer();
    expect(await leadInApp(lead)).toMatchObject({
      status: 'new',
      customer_info: { LastName: 'Sikora', City: 'Kraków' },
      Mobile: '+48600100203',
    });
    const { token: owner } = await signInOwner();
    const list = await server.call(calls.listNotifications, { query: {} }, owner);
    expect(list.result.data.map(({ meta }) => meta.lead_uuid)).toContain(lead);
    expect((await listRequests({ state: 'waiting' })).map(({ id }) => id)).not.toContain(request);
    expect(await readRequest(request)).toMatchObject({ state: 'offered', offers: 1 });
  });

  test('is offered to only one company if two operators offer it concurrently', async () => {
    const id = await createRequest();
    const other = await startSales();
    const outcomes = await Promise.all([offer(id, nowak, 1), offer(id, studio, 1, other)]);
    expect(outcomes.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect((await readRequest(id)).companies).toHaveLength(1);
  });

  test('is stored once if the offer is repeated after a lost response', async () => {
    const id = await createRequest();
    const input = {
      params: { id },
      body: { company: nowak, rev: 1, why },
      headers: { 'idempotency-key': 'offer-1' },
    };
    const first = await server.operate(operatorCalls.offerLeadRequest, input, token);
    const second = await server.operate(operatorCalls.offerLeadRequest, input, token);
    expect(second.result).toEqual(first.result);
    expect((await readRequest(id)).companies).toHaveLength(1);
  });

  test('is withdrawn once, and the company’s app shows it', async () => {
    const { request, lead } = await createOffer();
    const { rev } = await readLead(lead);
    const outcomes = await Promise.all([withdraw(lead, rev), withdraw(lead, rev)]);
    expect(outcomes.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(await leadInApp(lead)).toMatchObject({ status: 'rejected' });
    expect((await readRequest(request)).state).toBe('waiting');
  });

  test('can’t be withdrawn after an appointment, or from an outdated screen', async () => {
    const { request, lead } = await createOffer();
    const { rev } = await readLead(lead);
    const { token: owner } = await signInOwner();
    const body = editOn(server, await leadInApp(lead), { status: 'interested' });
    expect(
      (await server.call(calls.updateLead, { params: { id: lead }, body }, owner)).status,
    ).toBe(200);
    expect((await withdraw(lead, rev)).code).toBe('conflict');
    await server.db
      .updateTable('leads')
      .set({ status: 'agreed' })
      .where('uuid', '=', lead)
      .execute();
    expect((await withdraw(lead, (await readLead(lead)).rev)).code).toBe('move_not_allowed');
    const { state, rev: requestRev } = await readRequest(request);
    expect(state).toBe('placed');
    expect((await offer(request, studio, requestRev)).code).toBe('move_not_allowed');
  });
});

describe('a request offered again', () => {
  test('is offered to another company, and both histories are kept', async () => {
    const { request, lead } = await createOffer();
    const { rev } = await readRequest(request);
    const { result } = await offer(request, studio, rev);
    expect(await leadInApp(lead)).toMatchObject({ status: 'rejected' });
    const { companies } = await readRequest(request);
    expect(companies.map(({ company, status }) => [company.id, status])).toEqual(
      expect.arrayContaining([
        [nowak, 'rejected'],
        [studio, 'new'],
      ]),
    );
    // The request can't return to the first company while the second has it.
    expect((await renew(lead, (await readLead(lead)).rev)).code).toBe('move_not_allowed');
    const audit = await server.db
      .selectFrom('operator_audit')
      .select(['record_id', 'before', 'after'])
      .where('kind', '=', 'change')
      .where('record_id', 'in', [lead, result.lead])
      .orderBy('id')
      .execute();
    expect(audit.slice(-2)).toEqual([
      { record_id: lead, before: { status: 'new' }, after: { status: 'rejected' } },
      { record_id: result.lead, before: null, after: { status: 'new', company: studio } },
    ]);
  });

  test('returns to the queue when its deadline passes, and a new offer can go to the same company', async () => {
    const { request, lead } = await createOffer();
    server.clock.advance(8 * DAY_MS);
    token = await startSales();
    await expireLeads(server.services);
    expect(await listRequests({ state: 'waiting' })).toContainEqual(
      expect.objectContaining({ id: request }),
    );
    const expiredLead = await readLead(lead);
    expect(expiredLead).toMatchObject({ status: 'time-out', can_renew: false, can_offer: true });
    const { result } = await renew(lead, expiredLead.rev, nowak);
    expect(await leadInApp(result.lead)).toMatchObject({ status: 'new' });
    expect((await readRequest(request)).companies).toHaveLength(2);
  });

  test('can’t go to a company of another country, or to one that doesn’t accept leads', async () => {
    const id = await createRequest();
    expect((await offer(id, dvorak.id, 1)).code).toBe('not_found');
    await server.db
      .updateTable('companies')
      .set({ availability: false })
      .where('id', '=', nowak)
      .execute();
    expect((await offer(id, nowak, 1)).code).toBe('forbidden');
    expect(await companiesFor(id)).not.toContainEqual(expect.objectContaining({ id: nowak }));
  });
});

describe('a lead that was offered by a command', () => {
  test('is offered again to the same company, once', async () => {
    const lead = await offerLead(nowak, offeredLead, server.services);
    const { token: owner } = await signInOwner();
    const body = editOn(server, await leadInApp(lead), { status: 'not-interested' });
    await server.call(calls.updateLead, { params: { id: lead }, body }, owner);
    const { rev } = await readLead(lead);
    const outcomes = await Promise.all([renew(lead, rev), renew(lead, rev)]);
    expect(outcomes.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(await leadInApp(lead)).toMatchObject({ status: 'new' });
  });

  test('is offered to another company by `leads renew --company`, and becomes a request', async () => {
    const lead = await offerLead(nowak, offeredLead, server.services);
    const renewal = await renewLeadByCommand(lead, studio, server.services);
    expect(renewal.lead).not.toBe(lead);
    expect(await leadInApp(lead)).toMatchObject({ status: 'rejected' });
    const request = await readRequest(renewal.request ?? '');
    expect(request).toMatchObject({ state: 'offered', source: 'lead', offers: 2 });
    await expect(renewLeadByCommand(lead, studio, server.services)).rejects.toMatchObject({
      code: 'move_not_allowed',
    });
  });
});

describe('companies for a request', () => {
  test('are sorted by distance, with their open leads and response time', async () => {
    await locatePlaces(server.services);
    const request = await createRequest({ latitude: 50.06, longitude: 19.94 });
    const [first, second] = await companiesFor(request);
    expect(first).toMatchObject({ id: nowak, distance_km: 0, was_offered: false });
    expect(first?.open_leads).toBeGreaterThan(0);
    expect(first?.answer_hours).toBeGreaterThan(0);
    // Kraków to Poznań.
    expect(second).toMatchObject({ id: studio });
    expect(second?.distance_km).toBeGreaterThan(320);
    expect(second?.distance_km).toBeLessThan(350);
    const page = { params: { id: request }, query: { limit: 1 } };
    const { meta } = (await server.operate(operatorCalls.listRequestCompanies, page, token)).result;
    const next = { ...page, query: { limit: 1, cursor: meta.next ?? '' } };
    const { data } = (await server.operate(operatorCalls.listRequestCompanies, next, token)).result;
    expect(data).toEqual([second]);
  });

  test('of a lead leave out the company that has it', async () => {
    const id = await offerLead(nowak, offeredLead, server.services);
    const request = { params: { id }, query: {} };
    const { result } = await server.operate(operatorCalls.listLeadCompanies, request, token);
    expect(result.data.map((company) => company.id)).toEqual([studio]);
    expect(result.meta.total).toBe(1);
  });

  test('are located again after their address has changed', async () => {
    await locatePlaces(server.services);
    const company = server.db.updateTable('companies').where('id', '=', studio);
    await company.set({ city: 'Gdańsk', postal_code: '80-001' }).execute();
    expect(await locatePlaces(server.services)).toBe(1);
    const request = await createRequest({ latitude: 50.06, longitude: 19.94 });
    const found = (await companiesFor(request)).find(({ id }) => id === studio);
    expect(found?.distance_km).toBeGreaterThan(450);
    expect(found?.distance_km).toBeLessThan(520);
  });
});

describe('a homeowner’s data', () => {
  test('is masked in lists and records, and revealed with a reason', async () => {
    const id = await createRequest();
    const viewer = await server.startSession(
      await server.addOperator(grantsOf('viewer', [poland])),
    );
    const [maskedRequest] = await listRequests({ search: 'krak', state: 'waiting' }, viewer);
    expect(maskedRequest?.name).toMatch(/^\p{Lu}\. \p{Lu}\.$/u);
    const input = { params: { id } };
    const seenResponse = await server.operate(operatorCalls.getLeadRequest, input, viewer);
    expect(JSON.stringify(seenResponse.result)).not.toMatch(/Sikora|Wiślna|100203|ewa@/);
    const reveal = { params: { id }, body: { why }, headers: { 'idempotency-key': 'reveal-1' } };
    expect((await server.operate(operatorCalls.revealLeadRequest, reveal, viewer)).code).toBe(
      'forbidden',
    );
    const revealResponse = await server.operate(operatorCalls.revealLeadRequest, reveal, token);
    expect(revealResponse.result.contact).toMatchObject({
      name: 'Ewa Sikora',
      phone: '+48600100203',
      street: 'ul. Wiślna 3',
    });
    // The stored response contains no personal data.
    const secondResponse = await server.operate(operatorCalls.revealLeadRequest, reveal, token);
    expect(secondResponse.result).toEqual({ contact: null });
    const query = { record: id };
    const lead = await server.startSession(
      await server.addOperator(grantsOf('country_lead', [poland])),
    );
    const audit = await server.operate(operatorCalls.listAudit, { query }, lead);
    expect(audit.result.data[0]).toMatchObject({ act: 'revealLeadRequest', why, outcome: 'done' });
  });

  test('is found by the beginning of a name, without accents, by roles that read names', async () => {
    const id = await createRequest({ last_name: 'Żółtowska' });
    expect((await listRequests({ search: 'zolt ewa' })).map((row) => row.id)).toEqual([id]);
    // Normalising turns these letters into a bracket and a space.
    expect(await listRequests({ search: '⑴ ﷺ' })).toEqual([]);
    const viewer = await server.startSession(
      await server.addOperator(grantsOf('viewer', [poland])),
    );
    expect(await listRequests({ search: 'zolt' }, viewer)).toEqual([]);
  });

  test('is erased 90 days after the request ended', async () => {
    const id = await createRequest();
    expect((await setEnded(id, true, 1)).status).toBe(200);
    expect((await setEnded(id, false, 2)).status).toBe(200);
    expect((await setEnded(id, true, 3)).status).toBe(200);
    server.clock.advance(89 * DAY_MS);
    expect(await eraseEndedRequests(server.services)).toBe(0);
    server.clock.advance(DAY_MS);
    expect(await eraseEndedRequests(server.services)).toBe(1);
    token = await startSales();
    const erasedRequest = await readRequest(id);
    expect(erasedRequest).toMatchObject({ is_erased: true, name: '', can_reveal: false });
    expect((await setEnded(id, false, erasedRequest.rev)).code).toBe('move_not_allowed');
  });

  test('is validated by the country’s rules', async () => {
    const create = async (changes: Partial<typeof polishRequest>) => {
      const body = { region: poland, request: { ...polishRequest, ...changes }, why };
      const { errors } = await server.operate(operatorCalls.createLeadRequest, { body }, token);
      return errors.map(({ code, field }) => `${code} ${field}`);
    };
    expect(await create({ phone: '+420 602 100 201' })).toEqual([
      'invalid_phone body.request.phone',
    ]);
    expect(await create({ postal_code: '310' })).toEqual([
      'invalid_input body.request.postal_code',
    ]);
    expect(await create({ phone: '', email: '' })).toEqual(['invalid_input body.request.phone']);
    expect(await create({ email: 'ewa@' })).toEqual(['invalid_input body.request.email']);
    expect(await create({ consent_day: '2099-01-01' })).toEqual([
      'invalid_input body.request.consent_day',
    ]);
  });
});

describe('the list of leads', () => {
  test('has pages by status and company, newest first, and finds towns', async () => {
    const list = async (query: object) =>
      (await server.operate(operatorCalls.listLeads, { query }, token)).result;
    const { data: all, meta } = await list({ limit: 200 });
    expect(meta.total).toBe(all.length);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const first = await list({ limit: 7 });
    const second = await list({ limit: 200, cursor: first.meta.next });
    expect([...first.data, ...second.data]).toEqual(all);
    const openPage = await list({ group: 'open', company: nowak });
    expect(new Set(openPage.data.map(({ status }) => status))).toEqual(
      new Set(['new', 'interested', 'contacted']),
    );
    const found = await list({ search: 'wojcik' });
    expect(new Set(found.data.map(({ name }) => name))).toEqual(new Set(['Katarzyna Wójcik']));
  });

  test.runIf(isOnPostgres)('is read from an index in every country and status', async () => {
    const plan = await server.db.transaction().execute(async (trx) => {
      // With so few rows, PostgreSQL would otherwise read and sort all of them.
      await sql`set local enable_seqscan = off`.execute(trx);
      const list = leadList({}, [poland]);
      const page = { cursor: null, limit: 51 };
      const { rows } =
        await sql`explain ${selectPageKeys(scopedQueries(trx, [poland]), [poland], list, page)}`.execute(
          trx,
        );
      return rows;
    });
    // One index serves lists by status, the other lists of all leads.
    expect(JSON.stringify(plan)).toMatch(/leads_(console|region)/);
  });
});
