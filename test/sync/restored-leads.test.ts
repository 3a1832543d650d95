import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { backUp } from './backup.ts';
import { projectOf, scanInto, scanOf, waitUntil, waitUntilAllSent } from './device.ts';
import { completeAgreement, serverLead, createLead, startPhone } from './lead-fixture.ts';
import { phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();

const projectOn = (id: string) => projectOf(phone.account, id);

test('F43: lead data lost by a restored server is resent, with its project and scans', async () => {
  const id = await createLead(server, phone);
  const { leadCommands } = phone.account;
  await leadCommands.moveLead(id, 'interested');
  await phone.waitUntilSettled(id);
  const restore = await backUp(server);
  await leadCommands.moveLead(id, 'contacted');
  await leadCommands.setLeadNotes(id, 'Gate code 12.');
  await phone.waitUntilSettled(id);
  const projectId = await leadCommands.agreeOnLead(id, completeAgreement());
  await phone.waitUntilSettled(id);
  await waitUntil(async () => (await projectOn(projectId))?.awaits_lead === null);
  const [scan = ''] = await scanInto(phone.account, projectId, await server.serials(1));
  await waitUntil(async () => (await scanOf(phone.account, scan))?.state === 'sent');

  await restore(calls.listLeads);
  expect(await serverLead(server, id)).toMatchObject({ status: 'interested', project_id: null });
  await phone.account.syncNow();
  await waitUntil(async () => (await server.savedScans(projectId)).length === 1);
  expect(await serverLead(server, id)).toMatchObject({
    status: 'agreed',
    project_id: projectId,
    NotesFromVELUXClub: 'Gate code 12.',
  });
  expect(await phone.waitUntilSettled(id)).toMatchObject({
    status: 'agreed',
    refusal: null,
    edits: [],
  });
  await waitUntil(async () => (await scanOf(phone.account, scan))?.state === 'sent');
  await waitUntilAllSent(phone.account);
});

test('F43: a lost edit is resent although another phone has already resent a later one', async () => {
  const other = await startPhone(server, 'polishStaff');
  const id = await createLead(server, phone, other);
  await phone.account.leadCommands.moveLead(id, 'interested');
  await phone.waitUntilSettled(id);
  const restore = await backUp(server);
  await phone.account.leadCommands.setLeadNotes(id, 'Ring twice.');
  await phone.waitUntilSettled(id);
  await waitUntil(async () => {
    await other.account.syncNow();
    return (await other.lead(id))?.NotesFromVELUXClub === 'Ring twice.';
  });
  await other.account.leadCommands.moveLead(id, 'contacted');
  await other.waitUntilSettled(id);
  await waitUntil(async () => {
    await phone.account.syncNow();
    return (await phone.lead(id))?.status === 'contacted';
  });

  await phone.account.close();
  server.app.clock.advance(1000);
  await restore(calls.listLeads);
  await other.account.syncNow();
  await waitUntil(async () => (await serverLead(server, id)).status === 'contacted');
  expect(await serverLead(server, id)).toMatchObject({ NotesFromVELUXClub: '' });
  const stale = { kind: 'refuse', code: 'checkpoint_stale' } as const;
  server.proxy.addFault(calls.listLeads, stale, { sender: phone.device.session });
  await phone.restart();
  await waitUntil(async () => (await serverLead(server, id)).NotesFromVELUXClub === 'Ring twice.');
  expect(await phone.waitUntilSettled(id)).toMatchObject({
    status: 'contacted',
    refusal: null,
    edits: [],
  });
  await other.close();
});

test('F43: data that the server still has isn’t resent', async () => {
  const id = await createLead(server, phone);
  await phone.account.leadCommands.moveLead(id, 'interested');
  await phone.waitUntilSettled(id);
  const before = server.proxy.requestsOf(calls.updateLead).length;
  server.proxy.addFault(calls.listLeads, { kind: 'refuse', code: 'checkpoint_stale' });
  await phone.account.syncNow();
  await waitUntil(() => phone.account.log().some(({ code }) => code === 'server_restored'));
  expect(await phone.waitUntilSettled(id)).toMatchObject({ status: 'interested', state: 'synced' });
  expect(server.proxy.requestsOf(calls.updateLead)).toHaveLength(before);
});

test('F43: a lead missing from the backup keeps its edits, which stay readable', async () => {
  const restore = await backUp(server);
  const id = await createLead(server, phone);
  await phone.account.leadCommands.setLeadNotes(id, 'Ring twice.');
  await phone.waitUntilSettled(id);
  await restore(calls.listLeads);
  await phone.account.syncNow();
  await waitUntil(async () => (await phone.lead(id))?.state === 'refused');
  expect(await phone.lead(id)).toMatchObject({
    refusal: { code: 'lead_not_found' },
    edits: [{ NotesFromVELUXClub: 'Ring twice.' }],
  });
});
