import { describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { projectOf, scanInto, scanOf, waitUntil } from './device.ts';
import { completeAgreement, createLead } from './lead-fixture.ts';
import { phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();

const projectOn = (id: string) => projectOf(phone.account, id);

const cancel = (id: string) => phone.account.leadCommands.rejectLead(id, ['customer_changed_mind']);
async function agreeAndScan(serials: string[], { isServerDown } = { isServerDown: false }) {
  const id = await createLead(server, phone);
  server.proxy.isDown = isServerDown;
  const { leadCommands } = phone.account;
  await leadCommands.moveLead(id, 'interested');
  await leadCommands.moveLead(id, 'contacted');
  const projectId = await leadCommands.agreeOnLead(id, completeAgreement());
  const scans = await scanInto(phone.account, projectId, serials);
  return { id, projectId, scans };
}

describe('an agreed lead whose customer cancels', () => {
  test('is marked as lost offline, and its sent and unsent products move to another project', async () => {
    const { id, projectId, scans } = await agreeAndScan(await server.serials(1));
    await phone.waitUntilSettled(id);
    await waitUntil(async () => (await scanOf(phone.account, scans[0] ?? ''))?.state === 'sent');
    const other = await server.project('polishOwner');
    await waitUntil(async () => {
      phone.device.pageSignals.emit('visible');
      return (await projectOn(other.uuid)) !== null;
    });
    server.proxy.isDown = true;
    const [unsent = ''] = await scanInto(phone.account, projectId, await server.serials(1));
    await cancel(id);
    const all = [...scans, unsent];
    for (const scan of all) {
      expect(await scanOf(phone.account, scan)).toMatchObject({
        state: 'captured',
        projects_id: '',
      });
    }
    expect(await phone.lead(id)).toMatchObject({
      status: 'lost',
      state: 'waiting',
      group: 'other',
    });
    const { scanCommands } = phone.account;
    await expect(scanCommands.saveScanToProject(all, projectId)).rejects.toMatchObject({
      code: 'project_not_open',
    });
    await scanCommands.saveScanToProject(all, other.uuid);
    server.proxy.isDown = false;
    expect(await phone.waitUntilSettled(id)).toMatchObject({ status: 'lost', state: 'synced' });
    // Products and lead may be sent in either order.
    await waitUntil(async () => {
      const scans = await Promise.all(all.map((scan) => scanOf(phone.account, scan)));
      return scans.every((scan) => scan?.state === 'sent' && scan.projects_id === other.uuid);
    });
    await waitUntil(async () => (await projectOn(projectId))?.status.id === 3);
    expect(await server.savedScans(other.uuid)).toHaveLength(2);
    expect((await phone.account.outbox.counts()).total).toBe(0);
  });

  test('can be agreed and then cancelled while offline', async () => {
    const { id, projectId, scans } = await agreeAndScan(await server.serials(1), {
      isServerDown: true,
    });
    await cancel(id);
    server.proxy.isDown = false;
    expect(await phone.waitUntilSettled(id)).toMatchObject({ status: 'lost', state: 'synced' });
    await waitUntil(async () => (await projectOn(projectId))?.status.id === 3);
    expect(await scanOf(phone.account, scans[0] ?? '')).toMatchObject({ state: 'captured' });
  });

  test('F05: stays until the person decides, if its project was closed in the meantime', async () => {
    const { id, projectId } = await agreeAndScan([]);
    await phone.waitUntilSettled(id);
    server.proxy.isDown = true;
    await cancel(id);
    await server.app.db
      .updateTable('projects')
      .set({ survey: '[]' })
      .where('uuid', '=', projectId)
      .execute();
    const { token } = await server.app.signInAs('polishStaff');
    const body = { data: [] };
    const params = { id: projectId };
    await server.app.call(calls.submitProjectSurvey, { params, body }, token);
    server.proxy.isDown = false;
    expect(await phone.waitUntilSettled(id)).toMatchObject({
      status: 'closed',
      state: 'refused',
      refusal: { code: 'lead_moved_on' },
    });
    await phone.account.leadCommands.acceptRejection(id);
    expect(await phone.lead(id)).toMatchObject({ status: 'closed', state: 'synced', edits: [] });
  });
});
