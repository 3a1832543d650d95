import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { offerLead } from '#server/leads/offer-lead.ts';
import { offered } from '#test/setup/offered-lead.ts';
import { newLead, takeLeads } from './lead-setup.ts';
import { type Rooms, startRooms } from './room-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms();
  await takeLeads(rooms, 'polishOwner', 'decorOwner');
});
afterAll(() => rooms.close());

const list = async (as: AccountKey, query: object = {}) =>
  (await rooms.call(calls.notifications, { query }, await rooms.tokenOf(as))).result;
const read = async (as: AccountKey, id: string, op_id: string = randomUUID()) => {
  const input = { params: { id }, body: { op_id, mark: 'read' as const } };
  return rooms.call(calls.markNotification, input, await rooms.tokenOf(as));
};

test('a new lead is told to everybody of the company, in their language', async () => {
  const lead = await newLead(rooms, 'polishOwner');
  for (const key of ['polishOwner', 'polishStaff'] as const) {
    const [told] = (await list(key)).data;
    expect(told).toMatchObject({
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

test('a lead is told to nobody whom leads are none of the business of', async () => {
  await offerLead(accounts.decorOwner.companyId, offered, rooms.services);
  expect((await list('decorOwner')).data).toEqual([]);
  expect((await list('decorStaff')).data).toEqual([]);
});

test('nothing is offered to a company that takes no leads, or none at present', async () => {
  const company = accounts.czechOwner.companyId;
  await expect(offerLead(company, offered, rooms.services)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await rooms.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: false })
    .where('id', '=', company)
    .execute();
  await expect(offerLead(company, offered, rooms.services)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('each person reads for themselves, once, and the unread are counted', async () => {
  await newLead(rooms, 'polishOwner');
  const before = (await list('polishOwner', { mark: 'unread' })).meta.total;
  const [told] = (await list('polishOwner')).data;
  const id = told?.uuid ?? '';
  const first = await read('polishOwner', id);
  expect(first.result.mark).toBe('read');
  expect((await list('polishOwner', { mark: 'unread' })).meta.total).toBe(before - 1);
  expect((await list('polishStaff', { mark: 'unread' })).meta.total).toBe(before);
  const again = await read('polishOwner', id);
  expect(again.result).toEqual(first.result);
});

test("a colleague's notification is not there", async () => {
  const [told] = (await list('polishOwner')).data;
  const id = told?.uuid ?? '';
  for (const key of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
    expect((await read(key, id)).code).toBe('not_found');
  }
});

test("a pull gives the person's own changes in their order", async () => {
  const start = await list('polishStaff', { since: '' });
  const since = start.meta.checkpoint ?? '';
  await newLead(rooms, 'polishOwner');
  const [told] = (await list('polishStaff', { since })).data;
  await read('polishStaff', told?.uuid ?? '');
  const changed = await list('polishStaff', { since });
  expect(changed.data.map(({ uuid, mark }) => [uuid, mark])).toEqual([[told?.uuid, 'read']]);
  for (const limit of [1, 2, 3]) {
    const first = await list('polishOwner', { since: '', limit });
    expect(first.data).toHaveLength(limit);
  }
});
