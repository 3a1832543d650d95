import { firstValueFrom } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { unsentCounts } from '#sync/outbox/counts.ts';
import { expireLeads } from '#server/leads/lead-deadlines.ts';
import { projectOf, scanInto, scanOf, waitUntil, waitUntilAllSent } from './device.ts';
import { completeAgreement, serverLead, createLead } from './lead-fixture.ts';
import { phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();

const projectOn = (id: string) => projectOf(phone.account, id);
const edits = () => server.proxy.requestsOf(calls.updateLead);

describe('a lead on its way to a project', () => {
  test('goes from new to a project online, and the project arrives on the phone', async () => {
    const id = await createLead(server, phone);
    const { leadCommands } = phone.account;
    await leadCommands.moveLead(id, 'interested');
    expect(await phone.lead(id)).toMatchObject({ status: 'interested', state: 'waiting' });
    expect(await phone.waitUntilSettled(id)).toMatchObject({ status: 'interested', edits: [] });
    await leadCommands.moveLead(id, 'contacted');
    await phone.waitUntilSettled(id);
    const projectId = await leadCommands.agreeOnLead(id, completeAgreement());
    expect(await phone.waitUntilSettled(id)).toMatchObject({
      group: 'scheduled',
      project_id: projectId,
    });
    await waitUntil(async () => (await projectOn(projectId))?.awaits_lead === null);
    expect(await projectOn(projectId)).toMatchObject({ status: { id: 4 }, lead: { uuid: id } });
    expect((await phone.account.outbox.counts()).total).toBe(0);
  });

  test('F06: goes through all steps offline, gets scans and is closed, and everything arrives in order', async () => {
    const id = await createLead(server, phone);
    const { leadCommands, projectCommands, outbox } = phone.account;
    const serials = await server.serials(2);
    server.proxy.isDown = true;
    await leadCommands.moveLead(id, 'interested');
    await leadCommands.setLeadNotes(id, 'Gate code 12.\nRing twice.');
    await leadCommands.moveLead(id, 'contacted');
    const projectId = await leadCommands.agreeOnLead(id, completeAgreement());
    const scans = await scanInto(phone.account, projectId, serials);
    await projectCommands.closeProject(projectId, []);
    const kinds = { lead: { waiting: 1 }, scan: { waiting: 2 }, project: { waiting: 1 } };
    expect(await outbox.counts()).toEqual(unsentCounts(kinds));
    expect(await projectOn(projectId)).toMatchObject({
      awaits_lead: id,
      name: 'Ewa Sikora',
      closing: { released: false },
    });
    server.proxy.isDown = false;
    await phone.account.syncNow();
    await waitUntil(async () => (await projectOn(projectId))?.status.id === 2);
    expect((await scanOf(phone.account, scans[0] ?? ''))?.state).toBe('sent');
    await waitUntil(async () => (await phone.lead(id))?.status === 'closed');
    expect(await serverLead(server, id)).toMatchObject({
      status: 'closed',
      project_id: projectId,
      NotesFromVELUXClub: 'Gate code 12.\nRing twice.',
    });
    await waitUntilAllSent(phone.account);
  });

  test('F13: a scan that waits for its project is sent after the app was killed', async () => {
    const id = await createLead(server, phone);
    const { leadCommands } = phone.account;
    server.proxy.isDown = true;
    await leadCommands.moveLead(id, 'interested');
    await leadCommands.moveLead(id, 'contacted');
    const projectId = await leadCommands.agreeOnLead(id, completeAgreement());
    const [scan = ''] = await scanInto(phone.account, projectId, await server.serials(1));
    await phone.restart(() => (server.proxy.isDown = false));
    await waitUntil(async () => (await scanOf(phone.account, scan))?.state === 'sent');
    expect(await server.savedScans(projectId)).toHaveLength(1);
  });
});

describe('a lead', () => {
  test('F01: is moved once, even if every response is lost', async () => {
    const id = await createLead(server, phone);
    server.proxy.addFault(calls.updateLead, { kind: 'lose_response' });
    await phone.account.leadCommands.moveLead(id, 'interested');
    expect(await phone.waitUntilSettled(id)).toMatchObject({ status: 'interested', refusal: null });
    const rows = await server.app.db
      .selectFrom('lead_edits')
      .selectAll()
      .where('lead_uuid', '=', id)
      .execute();
    expect(rows).toHaveLength(2);
  });
  test('is rejected immediately while it is new, and later only with a reason', async () => {
    const { leadCommands } = phone.account;
    const newLead = await createLead(server, phone);
    await leadCommands.rejectLead(newLead);
    expect(await phone.waitUntilSettled(newLead)).toMatchObject({
      status: 'not-interested',
      group: 'other',
    });
    const laterLead = await createLead(server, phone);
    await leadCommands.moveLead(laterLead, 'interested');
    await expect(leadCommands.rejectLead(laterLead)).rejects.toMatchObject({
      code: 'reasons_needed',
    });
    await leadCommands.rejectLead(laterLead, ['too_far_away']);
    expect(await phone.waitUntilSettled(laterLead)).toMatchObject({
      status: 'lost',
      reasons: ['too_far_away'],
    });
    await expect(leadCommands.rejectLead(laterLead, ['other'])).rejects.toMatchObject({
      code: 'move_not_allowed',
    });
  });

  test('rejects a step that the state machine doesn’t allow, without a request', async () => {
    const id = await createLead(server, phone);
    const { leadCommands } = phone.account;
    const before = edits().length;
    await expect(leadCommands.moveLead(id, 'contacted')).rejects.toMatchObject({
      code: 'move_not_allowed',
    });
    await expect(leadCommands.setInstallationDate(id, '2020-01-01')).rejects.toMatchObject({
      code: 'date_too_early',
    });
    await expect(
      leadCommands.setLeadNotes('30000000-0000-4000-8000-000000000009', ''),
    ).rejects.toMatchObject({ code: 'lead_not_found' });
    expect(edits().length).toBe(before);
    expect((await phone.lead(id))?.edits).toEqual([]);
  });
});

describe('F05: edits undone before any verdict', () => {
  test('leave the lead, its project and its scans as before', async () => {
    const id = await createLead(server, phone);
    const before = await phone.lead(id);
    const { leadCommands, outbox } = phone.account;
    server.proxy.isDown = true;
    await leadCommands.moveLead(id, 'interested');
    await leadCommands.moveLead(id, 'contacted');
    const projectId = await leadCommands.agreeOnLead(id, completeAgreement());
    const [scan = ''] = await scanInto(phone.account, projectId, await server.serials(1));

    await leadCommands.withdrawEdits(id);
    expect(await phone.lead(id)).toEqual(before);
    expect(await projectOn(projectId)).toBeNull();
    expect(await scanOf(phone.account, scan)).toMatchObject({ state: 'captured', projects_id: '' });
    expect(await outbox.counts()).toEqual(unsentCounts({ scan: { captured: 1 } }));
    await expect(leadCommands.withdrawEdits(id)).rejects.toMatchObject({ code: 'edit_on_its_way' });

    const sentBefore = edits().length;
    server.proxy.isDown = false;
    await leadCommands.setLeadNotes(id, 'Call after four.');
    expect(await phone.waitUntilSettled(id)).toMatchObject({ status: 'new', state: 'synced' });
    expect(await serverLead(server, id)).toMatchObject({
      status: 'new',
      NotesFromVELUXClub: 'Call after four.',
    });
    expect(edits()).toHaveLength(sentBefore + 1);
  });

  test('F01: return if the server had received them', async () => {
    const id = await createLead(server, phone);
    const { leadCommands } = phone.account;
    server.proxy.addFault(calls.updateLead, { kind: 'lose_response' }, { times: 1000 });
    // Pulls fail too, so the phone doesn't learn that the server has the edit.
    server.proxy.addFault(calls.listLeads, { kind: 'cut' }, { times: 1000 });
    await leadCommands.moveLead(id, 'interested');
    await waitUntil(async () => (await serverLead(server, id)).status === 'interested');
    server.proxy.isDown = true;
    await leadCommands.withdrawEdits(id);
    expect(await phone.lead(id)).toMatchObject({ status: 'new', edits: [], state: 'synced' });

    server.proxy.clearFaults();
    server.proxy.isDown = false;
    await phone.account.syncNow();
    await waitUntil(async () => (await phone.lead(id))?.status === 'interested');
    expect(await phone.lead(id)).toMatchObject({ state: 'synced', edits: [], refusal: null });
  });
});

describe('a draft', () => {
  test('survives closing the app, and is deleted when the contacted step is done', async () => {
    const id = await createLead(server, phone);
    const draft = {
      location: { street_name: 'Nowa 3', postal_code: '00-001', city: '' },
      installationDate: '2027-01-01',
      checklist: ['place_seen'] as const,
    };
    await phone.account.leadDrafts.saveDraft(id, draft);
    await phone.restart();
    const { leadCommands, leadDrafts } = phone.account;
    expect(await firstValueFrom(leadDrafts.draft$(id))).toEqual(draft);
    await leadCommands.moveLead(id, 'interested');
    await leadCommands.moveLead(id, 'contacted');
    await leadDrafts.saveDraft(id, draft);
    await leadCommands.agreeOnLead(id, completeAgreement());
    expect(await firstValueFrom(leadDrafts.draft$(id))).toBeNull();
  });
});

describe('F05: a lead that expired while the phone was offline', () => {
  test('shows its current state, and the rejected step stays readable', async () => {
    const id = await createLead(server, phone);
    server.proxy.isDown = true;
    await phone.account.leadCommands.moveLead(id, 'interested');
    await phone.account.leadCommands.setLeadNotes(id, 'She calls back.');
    await server.app.db
      .updateTable('leads')
      .set({ expires_on: new Date(Date.now() - DAY_MS) })
      .where('uuid', '=', id)
      .execute();
    await expireLeads(server.app.services);
    server.proxy.isDown = false;
    const lead = await phone.waitUntilSettled(id);
    expect(lead).toMatchObject({
      state: 'refused',
      status: 'time-out',
      group: 'other',
      moved_by: { actor: 'system' },
      refusal: { code: 'lead_moved_on' },
      edits: [{ status: 'interested' }, { NotesFromVELUXClub: 'She calls back.' }],
    });
    const { leadCommands, outbox } = phone.account;
    expect(await outbox.counts()).toEqual(unsentCounts({ lead: { refused: 1 } }));
    await expect(leadCommands.setLeadNotes(id, 'More.')).rejects.toMatchObject({
      code: 'lead_refused',
    });
    await expect(leadCommands.retryLead(id)).rejects.toMatchObject({ code: 'move_not_allowed' });
    await leadCommands.acceptRejection(id);
    expect(await phone.lead(id)).toMatchObject({ state: 'synced', edits: [], status: 'time-out' });
    expect((await outbox.counts()).total).toBe(0);
  });
});

describe('a lead removed from the company while the phone was offline', () => {
  test('stays until the person acknowledges this, then disappears with the project created from it', async () => {
    const id = await createLead(server, phone);
    const { leadCommands, collections } = phone.account;
    server.proxy.isDown = true;
    await leadCommands.moveLead(id, 'interested');
    await leadCommands.moveLead(id, 'contacted');
    const project = await leadCommands.agreeOnLead(id, completeAgreement());
    const [scanned = ''] = await scanInto(phone.account, project, await server.serials(1));
    await server.app.db
      .updateTable('leads')
      .set({ deleted: true })
      .where('uuid', '=', id)
      .execute();
    server.proxy.isDown = false;
    const lead = await phone.waitUntilSettled(id);
    expect(lead).toMatchObject({ state: 'refused', refusal: { code: 'lead_not_found' } });
    expect(lead.edits).toHaveLength(3);
    // Products that depend on it can't be sent; "send now" doesn't wait for them.
    expect((await phone.account.outbox.counts()).kinds.scan.waiting).toBe(1);
    await phone.account.syncNow();

    await leadCommands.acceptRejection(id);
    expect(await phone.lead(id)).toBeNull();
    expect(await collections.projects.findOne(project).exec()).toBeNull();
    const keptScan = await collections.scans.findOne(scanned).exec();
    expect(keptScan).toMatchObject({ state: 'captured', projects_id: '' });
    expect((await phone.account.outbox.counts()).kinds.lead).toMatchObject({
      waiting: 0,
      refused: 0,
    });
  });
});
