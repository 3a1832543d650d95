import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { offerLead } from '#server/leads/operator-leads.ts';
import { remindOfLeads } from '#server/leads/lead-deadlines.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';
import { moveLead, newLead, enableLeads } from './lead-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner', 'decorOwner');
});
afterAll(() => server.close());

const list = async (account: AccountKey, query: object = {}) =>
  (await server.call(calls.listNotifications, { query }, await server.tokenOf(account))).result;
const read = async (account: AccountKey, id: string, op_id: string = randomUUID()) => {
  const input = { params: { id }, body: { op_id, mark: 'read' as const } };
  return server.call(calls.markNotificationRead, input, await server.tokenOf(account));
};

test('everyone in a company is notified of a new lead, in their language', async () => {
  const lead = await newLead(server, 'polishOwner');
  for (const key of ['polishOwner', 'polishStaff'] as const) {
    const [notification] = (await list(key)).data;
    expect(notification).toMatchObject({
      title: 'Nowe zlecenie',
      text: 'Klient szuka montażysty: Kraków.',
      type: 'important',
      mark: 'unread',
      event: 'lead_new',
      meta: { lead_uuid: lead, ticket_uuid: null, project_uuid: null, order_uuid: null },
    });
  }
  expect((await list('czechOwner')).data).toEqual([]);
});

test('people without access to leads are not notified of them', async () => {
  await offerLead(accounts.decorOwner.companyId, offeredLead, server.services);
  expect((await list('decorOwner')).data).toEqual([]);
  expect((await list('decorStaff')).data).toEqual([]);
});

test('no lead is offered to a company without leads, or to an unavailable one', async () => {
  const company = accounts.czechOwner.companyId;
  await expect(offerLead(company, offeredLead, server.services)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await server.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: false })
    .where('id', '=', company)
    .execute();
  await expect(offerLead(company, offeredLead, server.services)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('each person has their own read marks, and the server counts their unread notifications', async () => {
  await newLead(server, 'polishOwner');
  const before = (await list('polishOwner', { mark: 'unread' })).meta.total;
  const [notification] = (await list('polishOwner')).data;
  const id = notification?.uuid ?? '';
  const first = await read('polishOwner', id);
  expect(first.result.mark).toBe('read');
  expect((await list('polishOwner', { mark: 'unread' })).meta.total).toBe(before - 1);
  expect((await list('polishStaff', { mark: 'unread' })).meta.total).toBe(before);
  const repeatedResponse = await read('polishOwner', id);
  expect(repeatedResponse.result).toEqual(first.result);
});

/** Runs `action` this many days later, then turns the clock back. */
async function inDays<Result>(days: number, action: () => Promise<Result>): Promise<Result> {
  server.clock.advance(days * DAY_MS);
  try {
    return await action();
  } finally {
    server.clock.advance(-days * DAY_MS);
  }
}
/** Returns the number of leads with a reminder. */
async function remindedLeads(): Promise<number> {
  const { count } = await server.db
    .selectFrom('leads')
    .where('reminded_for', 'is not', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
/** Returns a person's reminders of a lead. */
const reminders = async (account: AccountKey, lead: string) =>
  (await list(account)).data.filter(
    ({ event, meta }) => event === 'lead_expiring' && meta.lead_uuid === lead,
  );

test('people are reminded of a lead once, a day before its step expires, even with several servers', async () => {
  const lead = await newLead(server, 'polishOwner');
  await inDays(5.9, () => runJobs(server.services));
  expect(await reminders('polishOwner', lead)).toEqual([]);
  const before = await remindedLeads();
  const counts = await inDays(6.1, () =>
    Promise.all([1, 2, 3, 4].map(() => remindOfLeads(server.services))),
  );
  // Each company is handled by whichever process reaches it first.
  expect(counts.reduce((sum, count) => sum + count)).toBe((await remindedLeads()) - before);
  await inDays(6.9, () => runJobs(server.services));
  for (const key of ['polishOwner', 'polishStaff'] as const) {
    const [notification, ...otherReminders] = await reminders(key, lead);
    expect(otherReminders).toEqual([]);
    expect(notification).toMatchObject({
      title: 'Zlecenie wygasa',
      text: 'Na kolejny krok został niecały dzień: Kraków.',
      type: 'important',
      mark: 'unread',
    });
  }

  // The lead's next step has its own deadline.
  await moveLead(server, await server.tokenOf('polishOwner'), lead, { status: 'interested' });
  await inDays(6.9, () => remindOfLeads(server.services));
  expect(await reminders('polishOwner', lead)).toHaveLength(1);
  await inDays(13.5, () => remindOfLeads(server.services));
  expect(await reminders('polishOwner', lead)).toHaveLength(2);
});

test('there is no reminder for a lead that has been moved, has expired, or belongs to another company', async () => {
  const answeredLead = await newLead(server, 'polishOwner');
  await moveLead(server, await server.tokenOf('polishOwner'), answeredLead, {
    status: 'not-interested',
  });
  const lateLead = await newLead(server, 'polishOwner');
  await inDays(7.1, () => remindOfLeads(server.services));
  const openLead = await newLead(server, 'polishOwner');
  const setAcceptsLeads = (accepts_leads: boolean) =>
    server.db
      .updateTable('companies')
      .set({ accepts_leads })
      .where('id', '=', accounts.polishOwner.companyId)
      .execute();
  await setAcceptsLeads(false);
  await inDays(6.5, () => remindOfLeads(server.services));
  await setAcceptsLeads(true);
  for (const lead of [answeredLead, lateLead, openLead]) {
    expect(await reminders('polishOwner', lead)).toEqual([]);
  }
});

test("a colleague's notification isn't found", async () => {
  const [notification] = (await list('polishOwner')).data;
  const id = notification?.uuid ?? '';
  for (const key of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
    expect((await read(key, id)).code).toBe('not_found');
  }
});

test("a pull returns the person's own changes in order", async () => {
  const start = await list('polishStaff', { since: '' });
  const since = start.meta.checkpoint ?? '';
  await newLead(server, 'polishOwner');
  const [notification] = (await list('polishStaff', { since })).data;
  await read('polishStaff', notification?.uuid ?? '');
  const changedPage = await list('polishStaff', { since });
  expect(changedPage.data.map(({ uuid, mark }) => [uuid, mark])).toEqual([
    [notification?.uuid, 'read'],
  ]);
  for (const limit of [1, 2, 3]) {
    const first = await list('polishOwner', { since: '', limit });
    expect(first.data).toHaveLength(limit);
  }
});
