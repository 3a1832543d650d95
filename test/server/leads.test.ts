import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { LeadChanges } from '#schemas/lead-edit.ts';
import { renewLeadByCommand } from '#server/leads/offer-request.ts';
import { withdrawLead } from '#server/leads/operator-leads.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';
import { agreement, daysLater, editOn, moveLead, newLead, enableLeads } from './lead-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
let token: string;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner', 'czechOwner', 'decorOwner');
  token = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

const leadNow = async (id: string, account: AccountKey = 'polishOwner') =>
  (await server.call(calls.getLead, { params: { id } }, await server.tokenOf(account))).result;
const edit = async (
  id: string,
  body: ReturnType<typeof editOn>,
  account: AccountKey = 'polishOwner',
) => server.call(calls.updateLead, { params: { id }, body }, await server.tokenOf(account));
const interestedChange: LeadChanges = { status: 'interested' };
const contactedChange: LeadChanges = { status: 'contacted' };

describe('a lead', () => {
  test('goes from new to a scheduled project, with the id chosen by the device', async () => {
    const id = await newLead(server, 'polishOwner');
    const project_id = randomUUID();
    const lead = await moveLead(
      server,
      token,
      id,
      interestedChange,
      contactedChange,
      agreement({ project_id }),
    );
    expect(lead).toMatchObject({ status: 'agreed', project_id, expires_on: null });
    expect(lead.moved_by).toEqual({
      actor: 'installer',
      name: `Ada Example ${accounts.polishOwner.email}`,
    });
    const { result: project } = await server.call(
      calls.getProject,
      { params: { id: project_id } },
      token,
    );
    expect(project).toMatchObject({
      status: { id: 4 },
      name: 'Ewa Sikora',
      street_name: 'ul. Wiślna 3',
      postal_code: '31-007',
      lead: { uuid: id, Mobile: offeredLead.Mobile, expected_installation_date: '2026-06-01' },
    });
    expect(project.survey.at(-1)).toMatchObject({ question_id: 900, optional: true, limit: 6 });
  });

  test('gives its project the full lifetime after the installation date', async () => {
    const id = await newLead(server, 'polishOwner');
    const laterDate = agreement({ expected_installation_date: '2026-12-01' });
    const lead = await moveLead(server, token, id, interestedChange, contactedChange, laterDate);
    const params = { id: lead.project_id ?? '' };
    const { result: project } = await server.call(calls.getProject, { params }, token);
    expect(project.expires_at).toBe('2027-03-01T00:00:00.000Z');
    await moveLead(server, token, id, { expected_installation_date: '2026-12-11' });
    const { result: projectAfter } = await server.call(calls.getProject, { params }, token);
    expect(projectAfter.expires_at).toBe('2027-03-11T00:00:00.000Z');
    expect(projectAfter.lead?.expected_installation_date).toBe('2026-12-11');
  });

  test('accepts the agreement’s address if the house number is missing', async () => {
    const incompleteInfo = { ...offeredLead.customer_info, StreetHouseNumber: 'ul. Wiślna' };
    const id = await newLead(server, 'polishOwner', { customer_info: incompleteInfo });
    const lead = await moveLead(server, token, id, interestedChange, contactedChange);
    const rejectedResponse = await edit(id, editOn(server, lead, agreement()));
    expect([rejectedResponse.code, rejectedResponse.errors[0]?.field]).toEqual([
      'agreement_incomplete',
      'body.address',
    ]);
    const address = { street_name: 'ul. Wiślna 9', postal_code: '31-008', city: '' };
    const agreedLead = await moveLead(server, token, id, agreement({ address }));
    expect(agreedLead.customer_info).toMatchObject({
      StreetHouseNumber: 'ul. Wiślna 9',
      PostalCode: '31-008',
      City: 'Kraków',
    });
  });

  test('accepts an address with half a surrogate pair, as in a cut-off emoji', async () => {
    const id = await newLead(server, 'polishOwner');
    const lead = await moveLead(server, token, id, interestedChange, contactedChange);
    const address = { street_name: 'ul. Wiślna 9 \ud83c', postal_code: '31-008', city: '' };
    const agreedLead = await moveLead(server, token, lead.uuid, agreement({ address }));
    expect(agreedLead.customer_info.StreetHouseNumber).toBe('ul. Wiślna 9 \ufffd');
  });

  test('can be rejected without a reason only while it is new', async () => {
    const freshLead = await newLead(server, 'polishOwner');
    expect(
      (await moveLead(server, token, freshLead, { status: 'not-interested' })).expires_on,
    ).toBeNull();
    const id = await newLead(server, 'polishOwner');
    const lead = await moveLead(server, token, id, interestedChange);
    expect((await edit(id, editOn(server, lead, { status: 'lost' }))).code).toBe('reasons_needed');
    const lostLead = await moveLead(server, token, id, {
      status: 'lost',
      reasons: ['price_too_high'],
    });
    expect(lostLead).toMatchObject({ status: 'lost', reasons: ['price_too_high'] });
  });
});

describe('the rules of a lead', () => {
  test('allow only steps of the state machine', async () => {
    const id = await newLead(server, 'polishOwner');
    const lead = await leadNow(id);
    for (const changes of [contactedChange, agreement(), { status: 'lost', reasons: ['other'] }]) {
      const response = await edit(id, editOn(server, lead, changes as LeadChanges));
      expect(response.code).toBe('move_not_allowed');
    }
  });

  test('ignore changes of protected fields', async () => {
    const id = await newLead(server, 'polishOwner');
    const lead = await leadNow(id);
    const body = {
      ...editOn(server, lead, { NotesFromVELUXClub: 'Line one\nline two' }),
      expires_on: '2030-01-01T00:00:00.000Z',
      Mobile: '+1',
      company_id: accounts.czechOwner.companyId,
    };
    const { result } = await edit(id, body);
    expect(result).toEqual({
      ...lead,
      NotesFromVELUXClub: 'Line one\nline two',
      op_id: body.op_id,
      updated_at: result.updated_at,
    });
  });

  test('let an operator offer it again, or reject it', async () => {
    const id = await newLead(server, 'polishOwner');
    await moveLead(server, token, id, { status: 'not-interested' });
    await renewLeadByCommand(id, null, server.services);
    const leadAgain = await leadNow(id);
    expect(leadAgain).toMatchObject({ status: 'new', moved_by: { actor: 'operator', name: null } });
    expect(leadAgain.expires_on).not.toBeNull();
    await withdrawLead(id, server.services);
    await expect(renewLeadByCommand(id, null, server.services)).rejects.toMatchObject({
      code: 'move_not_allowed',
    });
  });
});

describe('the installation date', () => {
  test('can be changed by its own call, but not on the day itself, and not to a past day', async () => {
    const id = await newLead(server, 'polishOwner');
    const setDate = async (expected_installation_date: string | null, accountToken = token) => {
      const lead = await server.call(calls.getLead, { params: { id } }, accountToken);
      const { op_id, base_op_id, time } = editOn(server, lead.result, {});
      const body = { op_id, base_op_id, time, expected_installation_date };
      return server.call(calls.updateLeadInstallationDate, { params: { id }, body }, accountToken);
    };
    expect((await setDate('2026-05-03')).code).toBe('date_too_early');
    expect((await setDate('2026-05-04')).status).toBe(200);
    expect((await setDate('2026-05-09')).code).toBe('date_immutable');
    await daysLater(server, 1, async (laterToken) => {
      expect((await setDate('2026-05-09', laterToken)).status).toBe(200);
      expect((await setDate(null, laterToken)).result.expected_installation_date).toBeNull();
    });
  });

  test('is validated by the day of the edit, even if it was sent later', async () => {
    const id = await newLead(server, 'polishOwner');
    const lead = await leadNow(id);
    const body = editOn(server, lead, { expected_installation_date: '2026-05-05' });
    const tooLateEdit = {
      ...editOn(server, lead, { expected_installation_date: '2026-05-03' }),
      time: 0,
    };
    await daysLater(server, 4, async (laterToken) => {
      // A wrong clock on the device doesn't allow a date before the lead existed.
      const wrongResponse = await server.call(
        calls.updateLead,
        { params: { id }, body: tooLateEdit },
        laterToken,
      );
      expect(wrongResponse.code).toBe('date_too_early');
      const response = await server.call(calls.updateLead, { params: { id }, body }, laterToken);
      expect(response.status).toBe(200);
    });
  });
});

describe('access to a lead', () => {
  test('is denied to other companies, decor roles, and companies without leads', async () => {
    const id = await newLead(server, 'polishOwner');
    const lead = await leadNow(id);
    for (const key of ['czechOwner', 'decorOwner', 'decorStaff'] as const) {
      const accountToken = await server.tokenOf(key);
      expect((await server.call(calls.getLead, { params: { id } }, accountToken)).code).toBe(
        'lead_not_found',
      );
      expect((await edit(id, editOn(server, lead, interestedChange), key)).code).toBe(
        'lead_not_found',
      );
      const list = await server.call(calls.listLeads, { query: {} }, accountToken);
      expect(list.result.data.map(({ uuid }) => uuid)).not.toContain(id);
    }
  });

  test('applies to pulls: they return no leads without access, and all leads once it is granted', async () => {
    const company = accounts.czechOwner.companyId;
    const id = await newLead(server, 'czechOwner');
    const accountToken = await server.tokenOf('czechOwner');
    const allow = (accepts_leads: boolean) =>
      server.db.updateTable('companies').set({ accepts_leads }).where('id', '=', company).execute();
    await allow(false);
    const closeResponse = await server.call(
      calls.listLeads,
      { query: { since: '' } },
      accountToken,
    );
    expect(closeResponse.result.data).toEqual([]);
    expect((await server.call(calls.getLead, { params: { id } }, accountToken)).code).toBe(
      'lead_not_found',
    );
    await allow(true);
    const since = closeResponse.result.meta.checkpoint ?? '';
    const openLeads = await server.call(calls.listLeads, { query: { since } }, accountToken);
    expect(openLeads.result.data.map(({ uuid }) => uuid)).toContain(id);
  });

  test('is the same for staff as for the owner', async () => {
    const id = await newLead(server, 'polishOwner');
    const staffToken = await server.tokenOf('polishStaff');
    expect((await moveLead(server, staffToken, id, interestedChange)).status).toBe('interested');
  });
});

describe('the list', () => {
  test('has pages of thirty, newest first, filtered by group', async () => {
    const accountToken = await server.tokenOf('czechOwner');
    for (let index = 0; index < 32; index += 1) {
      server.clock.advance(10);
      const id = await newLead(server, 'czechOwner');
      if (index % 4 === 0) await moveLead(server, accountToken, id, { status: 'not-interested' });
    }
    const list = async (query: object) =>
      (await server.call(calls.listLeads, { query }, accountToken)).result;
    const first = await list({});
    expect(first.data).toHaveLength(30);
    const times = first.data.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(first.meta).toEqual({ last_page: 2, total: 33 });
    const archivedLeads = await list({ enabled: 0 });
    expect(archivedLeads.data.every(({ status }) => status === 'not-interested')).toBe(true);
    expect(archivedLeads.meta.total + (await list({ enabled: 1 })).meta.total).toBe(33);
  });

  test("contains only the company's own leads", async () => {
    const ownFilter = { installer_company_id: accounts.polishOwner.companyId };
    expect((await server.call(calls.listLeads, { query: ownFilter }, token)).status).toBe(200);
    const otherFilter = { installer_company_id: accounts.czechOwner.companyId };
    expect((await server.call(calls.listLeads, { query: otherFilter }, token)).code).toBe(
      'not_found',
    );
  });
});
