import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { loadHandoverForOperator } from '#server/handover/operator-handovers.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { moveLead } from '#test/server/lead-setup.ts';
import { signedHandover, shownSheetOf } from '#test/schemas/signed-handover.ts';
import { addPhoto, attachmentOn } from './attachment-fixture.ts';
import { type ClubServer } from './club-server.ts';
import { projectOf, scanInto, scanOf, waitUntil, waitUntilAllSent } from './device.ts';
import {
  completeAgreement,
  serverLead,
  createLead,
  type Phone,
  startLeadServer,
  startPhone,
} from './lead-fixture.ts';

/** Two users of a company; only the owner's phone can lose its network. */
let server: ClubServer;
let owner: Phone;
let colleague: Phone;
let isOffline = false;
beforeAll(async () => {
  server = await startLeadServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  isOffline = false;
  const fetch: typeof globalThis.fetch = (...request) =>
    isOffline ? Promise.reject(new TypeError('no network')) : globalThis.fetch(...request);
  owner = await startPhone(server, 'polishOwner', { fetch });
  colleague = await startPhone(server, 'polishStaff');
});
afterEach(async () => {
  server.proxy.clearFaults();
  await owner.close();
  await colleague.close();
});

test('when two people move a lead at the same time, the first request wins, and the other person sees who sent it', async () => {
  const id = await createLead(server, owner, colleague);
  await Promise.all([
    owner.account.leadCommands.moveLead(id, 'interested'),
    colleague.account.leadCommands.moveLead(id, 'not-interested'),
  ]);
  const [ownerLead, colleagueLead] = [
    await owner.waitUntilSettled(id),
    await colleague.waitUntilSettled(id),
  ];
  const [winner, loser] =
    ownerLead.state === 'synced' ? [ownerLead, colleagueLead] : [colleagueLead, ownerLead];
  const winnerKey = ownerLead.state === 'synced' ? 'polishOwner' : 'polishStaff';
  expect([winner.state, winner.refusal]).toEqual(['synced', null]);
  expect(loser).toMatchObject({
    state: 'refused',
    refusal: { code: 'lead_moved_on', field: 'body.status' },
    status: winner.status,
    moved_by: { actor: 'installer' },
  });
  expect(loser.moved_by.name).toContain(accounts[winnerKey].email);
  expect(loser.edits).toHaveLength(1);
});

test('when two people change different fields, both changes are kept', async () => {
  const id = await createLead(server, owner, colleague);
  isOffline = true;
  await owner.account.leadCommands.setLeadNotes(id, 'Bring the long ladder.');
  await colleague.account.leadCommands.moveLead(id, 'interested');
  await colleague.waitUntilSettled(id);
  isOffline = false;
  expect(await owner.waitUntilSettled(id)).toMatchObject({
    state: 'synced',
    status: 'interested',
    NotesFromVELUXClub: 'Bring the long ladder.',
  });
});

test('when two people write the notes, the second one’s text is kept until they decide', async () => {
  const id = await createLead(server, owner, colleague);
  isOffline = true;
  await owner.account.leadCommands.setLeadNotes(id, 'mine');
  await colleague.account.leadCommands.setLeadNotes(id, 'theirs');
  await colleague.waitUntilSettled(id);
  isOffline = false;
  expect(await owner.waitUntilSettled(id)).toMatchObject({
    refusal: { code: 'conflict' },
    NotesFromVELUXClub: 'theirs',
    edits: [{ NotesFromVELUXClub: 'mine' }],
  });
  await owner.account.leadCommands.retryLead(id);
  expect(await owner.waitUntilSettled(id)).toMatchObject({
    state: 'synced',
    NotesFromVELUXClub: 'mine',
  });
  expect((await serverLead(server, id)).NotesFromVELUXClub).toBe('mine');
});

test('notes that arrive while the person is typing aren’t overwritten', async () => {
  const id = await createLead(server, owner, colleague);
  const seenLead = (await owner.lead(id)) ?? undefined;
  await colleague.account.leadCommands.setLeadNotes(id, 'theirs');
  await colleague.waitUntilSettled(id);
  await waitUntil(async () => {
    owner.device.pageSignals.emit('visible');
    return (await owner.lead(id))?.NotesFromVELUXClub === 'theirs';
  });
  await owner.account.leadCommands.setLeadNotes(id, '', seenLead);
  expect(await owner.lead(id)).toMatchObject({ edits: [], NotesFromVELUXClub: 'theirs' });
  await owner.account.leadCommands.setLeadNotes(id, 'mine', seenLead);
  expect(await owner.waitUntilSettled(id)).toMatchObject({
    refusal: { code: 'conflict' },
    NotesFromVELUXClub: 'theirs',
    edits: [{ NotesFromVELUXClub: 'mine' }],
  });
});

test('one person’s note and another person’s step don’t undo each other', async () => {
  const id = await createLead(server, owner, colleague);
  server.proxy.addFault(calls.updateLead, { kind: 'cut' }, { times: 50 });
  await owner.account.leadCommands.moveLead(id, 'interested');
  const { token } = await server.app.signInAs('polishStaff');
  await moveLead(server.app, token, id, { NotesFromVELUXClub: 'Dog!' });
  server.proxy.clearFaults();
  expect(await owner.waitUntilSettled(id)).toMatchObject({
    status: 'interested',
    NotesFromVELUXClub: 'Dog!',
  });
});

async function agreeOnBoth(scanned: number) {
  const id = await createLead(server, owner, colleague);
  await colleague.account.leadCommands.moveLead(id, 'interested');
  await colleague.account.leadCommands.moveLead(id, 'contacted');
  await colleague.waitUntilSettled(id);
  await waitUntil(async () => {
    owner.device.pageSignals.emit('visible');
    return (await owner.lead(id))?.status === 'contacted';
  });
  isOffline = true;
  const ownerProject = await owner.account.leadCommands.agreeOnLead(id, completeAgreement());
  const scans = await scanInto(owner.account, ownerProject, await server.serials(scanned));
  return { id, ownerProject, scans };
}

describe('two people who both reach an agreement with the customer', () => {
  test('F06: can move products and photos from the second project to the first', async () => {
    const { id, ownerProject, scans } = await agreeOnBoth(2);
    const photo = await addPhoto(owner.account, ownerProject);
    const colleagueProject = await colleague.account.leadCommands.agreeOnLead(
      id,
      completeAgreement(),
    );
    await colleague.waitUntilSettled(id);
    isOffline = false;
    expect(await owner.waitUntilSettled(id)).toMatchObject({
      state: 'refused',
      project_id: colleagueProject,
    });
    expect(await scanOf(owner.account, scans[0] ?? '')).toMatchObject({ state: 'waiting' });
    await owner.account.leadCommands.acceptRejection(id);
    await waitUntil(async () => (await server.savedScans(colleagueProject)).length === 2);
    await waitUntil(async () => (await attachmentOn(owner.account, photo))?.state === 'sent');
    expect(await attachmentOn(owner.account, photo)).toMatchObject({
      project_id: colleagueProject,
    });
    expect(await owner.account.collections.projects.findOne(ownerProject).exec()).toBeNull();
    await waitUntilAllSent(owner.account);
  });
});

/** The colleague agrees first, and the owner keeps the colleague's version. */
async function agreeFirst(id: string) {
  const projectId = await colleague.account.leadCommands.agreeOnLead(id, completeAgreement());
  await colleague.waitUntilSettled(id);
  await server.app.db
    .updateTable('projects')
    .set({ survey: '[]' })
    .where('uuid', '=', projectId)
    .execute();
  return projectId;
}

describe('two people who both reach an agreement, of whom one has closed the project', () => {
  test('F06: hand over a signed sheet, which gets its document, and a closing', async () => {
    const { id, ownerProject, scans } = await agreeOnBoth(1);
    const shown = shownSheetOf({ products: [] });
    const uuid = randomUUID();
    const sheet = await signedHandover({ uuid, project_id: ownerProject, shown });
    await owner.account.attachments.add({
      ...{ uuid, projectId: ownerProject, kind: 'signature', group: null, caption: '' },
      bytes: new TextEncoder().encode(JSON.stringify(sheet)).buffer,
      mime: HANDOVER_MEDIA_TYPE,
    });
    await owner.account.projectCommands.closeProject(ownerProject, []);
    const projectId = await agreeFirst(id);
    isOffline = false;
    expect(await owner.waitUntilSettled(id)).toMatchObject({ state: 'refused' });
    await owner.account.leadCommands.acceptRejection(id);
    await waitUntilAllSent(owner.account);
    expect(await scanOf(owner.account, scans[0] ?? '')).toMatchObject({ projects_id: projectId });
    expect(await projectOf(owner.account, projectId)).toMatchObject({
      ...{ state: 'synced', closing: null, status: { id: projectStatus.closed } },
    });
    await waitUntil(async () => {
      owner.device.pageSignals.emit('visible');
      return (await attachmentOn(owner.account, uuid))?.document === 'ready';
    });
    expect(await attachmentOn(owner.account, uuid)).toMatchObject({ state: 'sent' });
    expect((await loadHandoverForOperator(server.app.db, uuid)).differences).toBe('project');
  });

  test('F05: see why a closing isn’t accepted if the first project is closed already', async () => {
    // The product is rejected too, so a closing that waited for it would wait forever.
    const { id, ownerProject } = await agreeOnBoth(1);
    await owner.account.projectCommands.closeProject(ownerProject, []);
    const projectId = await agreeFirst(id);
    await colleague.account.projectCommands.closeProject(projectId, []);
    await waitUntil(
      async () =>
        (await projectOf(colleague.account, projectId))?.status.id === projectStatus.closed,
    );
    isOffline = false;
    expect(await owner.waitUntilSettled(id)).toMatchObject({ state: 'refused' });
    await owner.account.leadCommands.acceptRejection(id);
    const closingProject = () => projectOf(owner.account, projectId);
    await waitUntil(async () => (await closingProject())?.state === 'refused');
    expect(await closingProject()).toMatchObject({
      closing: { response: [] },
      refusal: { code: 'project_not_open' },
    });
    expect((await owner.account.outbox.counts()).kinds).toMatchObject({ project: { refused: 1 } });
    await owner.account.projectCommands.cancelClosing(projectId);
    expect(await closingProject()).toMatchObject({ state: 'synced', closing: null });
  });

  test('F05: keep the products of the rejected project, without a project', async () => {
    const { id, scans } = await agreeOnBoth(1);
    await colleague.account.leadCommands.rejectLead(id, ['price_too_high']);
    await colleague.waitUntilSettled(id);
    isOffline = false;
    expect(await owner.waitUntilSettled(id)).toMatchObject({ state: 'refused', status: 'lost' });
    await owner.account.leadCommands.acceptRejection(id);
    expect(await scanOf(owner.account, scans[0] ?? '')).toMatchObject({
      state: 'captured',
      projects_id: '',
    });
  });
});

test('a notification read offline is marked as read on all devices of that person, and on no one else’s', async () => {
  const id = await createLead(server, owner);
  const notificationOf = async (phone: Phone) => {
    const documents = await phone.account.collections.notifications.find().exec();
    return documents.find(({ meta }) => meta.lead_uuid === id)?.toMutableJSON();
  };
  await waitUntil(async () => (await notificationOf(owner)) !== undefined);
  isOffline = true;
  await owner.account.notificationCommands.markNotificationRead(
    (await notificationOf(owner))?.uuid ?? '',
  );
  expect(await notificationOf(owner)).toMatchObject({ mark: 'read', state: 'waiting' });
  isOffline = false;
  await owner.account.syncNow();
  await waitUntil(async () => (await notificationOf(owner))?.state === 'synced');
  const rows = await server.app.db
    .selectFrom('notifications')
    .select(['user_id', 'mark'])
    .where((eb) => eb(eb.ref('meta', '->>').key('lead_uuid' as never), '=', id as never))
    .execute();
  const marks = new Map(rows.map(({ user_id, mark }) => [user_id, mark]));
  expect(marks.get(accounts.polishOwner.id)).toBe('read');
  expect(marks.get(accounts.polishStaff.id)).toBe('unread');
});
