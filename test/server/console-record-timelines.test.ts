import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { presenceCalls } from '#schemas/operator/presence-calls.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'to test the timeline';
const campaign = 'PL-flat-roof-double';

let server: TestConsole;
let [admin, polishLead, czechLead] = ['', '', ''];
beforeAll(async () => {
  server = await startConsole({ demo: true });
  const signIn = async (role: 'administrator' | 'country_lead', ids?: readonly RegionId[]) =>
    server.startSession(await server.addOperator(grantsOf(role, ids)));
  admin = await signIn('administrator');
  polishLead = await signIn('country_lead', [poland]);
  czechLead = await signIn('country_lead', [czechia]);
});
afterAll(() => server.close());

type TimelineId = 'listCampaignTimeline' | 'listChatTimeline' | 'listImportTimeline';
const read = (call: TimelineId, id: string, token: string) =>
  server.operate(operatorCalls[call], { params: { id }, query: {} }, token);
const report = (kind: 'campaign' | 'chat' | 'import' | 'operator', record: string, token: string) =>
  server.operate(presenceCalls.reportPresence, { body: { kind, record } }, token);
const headers = () => ({ 'idempotency-key': randomUUID() });

/** Creates an import of voucher codes in a country. */
async function createImport(region: RegionId): Promise<string> {
  const body = { kind: 'vouchers', region, file_name: 'codes.csv', bytes: 10, why } as const;
  const input = { body, headers: headers() };
  const { result } = await server.operate(operatorCalls.createImport, input, admin);
  return result.id;
}

/** Finds a Polish chat, and adds a note. */
async function addNote(): Promise<string> {
  const { uuid: id } = await server.db
    .selectFrom('support_chats')
    .select('uuid')
    .where('region_id', '=', poland)
    .where('deleted', '=', false)
    .limit(1)
    .executeTakeFirstOrThrow();
  const input = { params: { id }, body: { text: 'A note', why }, headers: headers() };
  await server.operate(operatorCalls.addChatNote, input, admin);
  return id;
}

/** Ends a Polish campaign today. */
async function stopCampaign(): Promise<string> {
  const query = { region: poland, id: campaign.slice('PL-'.length) };
  const { result } = await server.operate(operatorCalls.readCampaign, { query }, admin);
  const body = { ...query, version: result.version, why };
  await server.operate(operatorCalls.stopCampaign, { body, headers: headers() }, admin);
  return campaign;
}

test.each([
  { call: 'listImportTimeline', kind: 'import', change: () => createImport(poland) },
  { call: 'listChatTimeline', kind: 'chat', change: addNote },
  { call: 'listCampaignTimeline', kind: 'campaign', change: stopCampaign },
] as const)(
  '$call lists actions, and the record shows who has it open, in its own country only',
  async ({ call, kind, change }) => {
    const id = await change();
    const { result } = await read(call, id, polishLead);
    expect(result.data[0]).toMatchObject({ kind: 'act', why });
    expect((await read(call, id, czechLead)).code).toBe('not_found');
    expect((await report(kind, id, admin)).result.others).toEqual([]);
    expect((await report(kind, id, polishLead)).result.others).toEqual([
      expect.stringMatching(/^Operator/),
    ]);
    expect((await report(kind, id, czechLead)).code).toBe('not_found');
  },
);

test('a campaign that doesn’t exist has no timeline', async () => {
  expect((await read('listCampaignTimeline', 'PL-unknown', polishLead)).code).toBe('not_found');
  expect((await report('campaign', 'PL-unknown', polishLead)).code).toBe('not_found');
});

test('an operator’s timeline hides roles and reasons from administrators of some countries', async () => {
  const id = await server.addOperator(grantsOf('viewer', [poland]));
  const session = await server.startSession(
    await server.addOperator(grantsOf('administrator', [poland])),
  );
  await server.db
    .updateTable('operator_sessions')
    .set({ passkey_used_at: new Date(server.clock.now()) })
    .execute();
  const grants = [{ role: 'support' as const, regions: [poland] }];
  const input = { params: { id }, body: { grants, rev: 1, why }, headers: headers() };
  await server.operate(operatorCalls.changeOperatorGrants, input, admin);
  const timelineOf = async (token: string) =>
    (await server.operate(operatorCalls.listOperatorTimeline, { params: { id }, query: {} }, token))
      .result.data;
  expect(await timelineOf(admin)).toMatchObject([{ what: 'changeOperatorGrants', why }]);
  expect(await timelineOf(session)).toMatchObject([
    { what: 'changeOperatorGrants', why: null, before: null, after: null },
  ]);
  expect((await report('operator', id, session)).result.others).toEqual([]);
});
