import { firstValueFrom } from 'rxjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type KindCounts, NO_COUNTS, unsentCounts } from '#sync/outbox/counts.ts';
import {
  databaseName,
  listDatabaseNames,
  replicationMetaDatabases,
} from '#sync/store/device-databases.ts';
import { serverChat, info, textsOf } from './chat-fixture.ts';
import { scanOf, waitUntil } from './device.ts';
import { serverLead } from './lead-fixture.ts';
import {
  account,
  chat,
  lead,
  openStoredDevice,
  project,
  rowsNow,
  rowBefore,
  scan,
  type ScanName,
  server,
  stored,
  storedIds,
  withStoredDevice,
} from './stored-account.ts';
import { dumpStore, type StoredIds } from './stored-device.ts';

/**
 * A device with unsent work from version 3.9.4, opened by this build: first offline, where everything is still there,
 * then online, where everything is sent. The tests run in this order.
 */

/** Rejected work, and work that is only on this device. */
const EXPECTED_COUNTS: Readonly<Record<'scan' | 'project' | 'lead' | 'chat', KindCounts>> = {
  scan: { ...NO_COUNTS, captured: 4, refused: 1 },
  project: { ...NO_COUNTS, refused: 1 },
  lead: { ...NO_COUNTS, refused: 1 },
  chat: { ...NO_COUNTS, refused: 1 },
};

withStoredDevice();

/** Expects the work that is only on this device and is never sent. */
async function expectDeviceOnlyWork() {
  const [line, ...otherLines] = await account.collections.cart.find().exec();
  expect([line?.uuid, line?.quantity, otherLines]).toEqual([storedIds.variant, 3, []]);
  expect(await firstValueFrom(account.leadDrafts.draft$(storedIds.leads.waiting))).toEqual({
    location: { street_name: 'Nowa 3', postal_code: '00-001', city: '' },
    installationDate: '2026-06-01',
    checklist: ['place_seen'],
  });
  expect(await account.chatCommands.loadDraft('new')).toEqual({ title: 'Another', text: 'It' });
}

test('the stored device data is unchanged', async () => {
  expect(await dumpStore(`club-${storedIds.userId}`)).toEqual(stored.databases);
});

describe('F26: a 3.9.4 device, opened offline, contains', () => {
  beforeAll(async () => {
    server.proxy.isDown = true;
    await openStoredDevice();
  });

  test('all of its work, with the same counts', async () => {
    const kinds = {
      scan: { ...EXPECTED_COUNTS.scan, waiting: 9, removals: 1 },
      project: { ...EXPECTED_COUNTS.project, waiting: 2 },
      lead: { ...EXPECTED_COUNTS.lead, waiting: 3 },
      chat: { ...EXPECTED_COUNTS.chat, waiting: 2 },
      reading: { waiting: 1 },
      survey: { waiting: 1 },
    };
    const counts = await account.outbox.counts();
    expect(counts).toEqual(unsentCounts(kinds, 2));
    expect(counts).toMatchObject({ total: 25, rejectedTotal: 4 });
  });

  test('its scans, each in its own state', async () => {
    const states = Object.entries(storedIds.scans).map(
      async ([name, { uuid, serial, project: projectName }]) => {
        const storedScan = await scanOf(account, uuid);
        if (storedScan === null) return [name, null];
        expect(storedScan.serial_number).toBe(serial);
        expect(storedScan.projects_id).toBe(
          projectName === null ? '' : storedIds.projects[projectName],
        );
        return [name, storedScan.state];
      },
    );
    expect(Object.fromEntries(await Promise.all(states))).toEqual({
      sent: 'sent',
      sentWithPhoto: 'sent',
      inClosedProject: 'sent',
      checked: 'captured',
      checkedUnknown: 'captured',
      unchecked: 'captured',
      capturedWithPhoto: 'captured',
      capturedRemoved: null,
      sentRemoved: null,
      waiting: 'waiting',
      waitingCorrected: 'waiting',
      waitingWithPhoto: 'waiting',
      photoSent: 'waiting',
      unacknowledged: 'waiting',
      unacknowledgedCorrected: 'waiting',
      sentCorrected: 'waiting',
      inClosing: 'waiting',
      inScheduled: 'waiting',
      refused: 'refused',
    });
  });

  test('the edits, marks and rejections of its scans', async () => {
    const opOf = (name: ScanName) => rowBefore(name)['op_id'];
    expect(await scan('waiting')).toMatchObject({ base_op_id: null, prior_op_ids: [] });
    expect((await scan('waitingCorrected'))?.prior_op_ids).toHaveLength(1);
    expect((await scan('unacknowledged'))?.op_id).toBe(opOf('unacknowledged'));
    const unacknowledgedCorrectedScan = await scan('unacknowledgedCorrected');
    expect(unacknowledgedCorrectedScan?.base_op_id).toBeNull();
    expect(unacknowledgedCorrectedScan?.prior_op_ids).toContain(opOf('unacknowledgedCorrected'));
    expect((await scan('sentCorrected'))?.base_op_id).toBe(opOf('sentCorrected'));
    expect(await scan('checked')).toMatchObject({ isValidated: true, isValid: true });
    expect(await scan('checkedUnknown')).toMatchObject({ refusal: { code: 'unknown_serial' } });
    expect(await scan('unchecked')).toMatchObject({ isValidated: false, isValid: null });
    expect((await scan('refused'))?.refusal?.code).toBe('unknown_serial');
  });

  test('its photos', async () => {
    for (const name of ['waitingWithPhoto', 'photoSent', 'capturedWithPhoto'] as const) {
      const { photo } = storedIds.scans[name];
      expect(await scan(name)).toMatchObject({
        imageIdxDB: photo,
        imageSent: name === 'photoSent',
      });
      expect((await account.photos.read(photo ?? ''))?.bytes.byteLength).toBeGreaterThan(0);
    }
  });
});

describe('F26: a 3.9.4 device, opened offline, also contains', () => {
  test('its projects with their closings', async () => {
    expect(await project('open')).toMatchObject({ state: 'synced', closing: null });
    expect(await project('closed')).toMatchObject({ state: 'synced', status: { id: 2 } });
    const waiting = (released: boolean) => ({ state: 'waiting', closing: { released } });
    expect(await project('closing')).toMatchObject(waiting(false));
    expect(await project('released')).toMatchObject(waiting(true));
    const refusal = { code: 'project_not_open' };
    expect(await project('refused')).toMatchObject({ state: 'refused', refusal });
    expect(await project('scheduled')).toMatchObject({ awaits_lead: storedIds.leads.agreed });
  });

  test('its leads with their edits', async () => {
    const moved = { status: 'interested' };
    const edits = [moved, { NotesFromVELUXClub: 'Gate code 12.' }];
    expect(await lead('waiting')).toMatchObject({ state: 'waiting', ...moved, edits });
    expect(await lead('refused')).toMatchObject({
      state: 'refused',
      refusal: { code: 'conflict' },
      NotesFromVELUXClub: 'Theirs: the dog bites.',
      edits: [{ NotesFromVELUXClub: 'Mine: ring twice.' }],
    });
    expect(await lead('sent')).toMatchObject({ state: 'synced', edits: [], sent_edits: [moved] });
    const agreement = { status: 'agreed', project_id: storedIds.projects.scheduled };
    const steps = [moved, { status: 'contacted' }, agreement];
    expect(await lead('agreed')).toMatchObject({ state: 'waiting', edits: steps });
    expect(await lead('unacknowledged')).toMatchObject({ state: 'waiting', edits: [moved] });
  });

  test('its chats with their messages', async () => {
    const opened = await chat('opened');
    expect(opened).toMatchObject({ state: 'waiting', opening: info, messages: [] });
    expect(opened?.unsent.map(({ message }) => message)).toEqual([
      'The roller shutter is loud.',
      'Only at night.',
    ]);
    expect(await chat('replied')).toMatchObject({
      state: 'waiting',
      messages: [{ message: 'It rains in.' }, { message: 'Which window is it?' }],
      unsent: [{ message: 'The left one.' }, { message: 'And the right one, too.' }],
    });
    expect(await chat('refused')).toMatchObject({
      state: 'refused',
      unsent: [{ message: 'The refused one.', refusal: { code: 'invalid_input' } }],
    });
  });

  test('read and postponed items, the cart, the drafts, and its last contact', async () => {
    const { notifications, surveys } = account.collections;
    const notification = await notifications.findOne(storedIds.notification).exec();
    expect(notification).toMatchObject({ mark: 'read', state: 'waiting' });
    const { uuid, delayed_to } = storedIds.survey;
    expect(await surveys.findOne(uuid).exec()).toMatchObject({ delayed_to, state: 'waiting' });
    await expectDeviceOnlyWork();
    expect(account.status().isFirstPullDone).toBe(true);
    const { lastSuccessAt } = await firstValueFrom(account.retryHistory$);
    expect(lastSuccessAt).toBeGreaterThan(0);
    expect(lastSuccessAt).toBeLessThanOrEqual(storedIds.createdAt);
  });
});

describe('F26: once online', () => {
  beforeAll(async () => {
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntil(async () => (await account.outbox.counts()).total === 8);
    const { notifications, surveys } = account.collections;
    for (const collection of [notifications, surveys])
      await waitUntil(
        async () => (await collection.count({ selector: { state: 'waiting' } }).exec()) === 0,
      );
    await waitUntil(async () => (await scan('unchecked'))?.isValidated === true);
  });

  test('captured and rejected work is kept, with its reasons and its photo', async () => {
    const counts = await account.outbox.counts();
    expect(counts).toEqual(unsentCounts(EXPECTED_COUNTS, 1));
    expect(counts).toMatchObject({ total: 8, rejectedTotal: 4 });
    const captured = ['checked', 'checkedUnknown', 'unchecked', 'capturedWithPhoto'] as const;
    for (const name of captured) expect((await scan(name))?.state).toBe('captured');
    expect(await scan('unchecked')).toMatchObject({ isValid: true });
    expect((await scan('refused'))?.refusal?.code).toBe('unknown_serial');
    expect((await project('refused'))?.refusal?.code).toBe('project_not_open');
    expect((await lead('refused'))?.edits).toHaveLength(1);
    expect((await chat('refused'))?.unsent).toHaveLength(1);
    expect(await account.photos.read(storedIds.scans.capturedWithPhoto.photo ?? '')).not.toBeNull();
    await expectDeviceOnlyWork();
  });

  test('every other scan is on the server once, except the removed ones', async () => {
    const saved = Object.entries(storedIds.projects).map(async ([name, id]) =>
      (await server.savedScans(id)).map((row) => [row.uuid, name, row.serial_number].join()),
    );
    const expected = Object.entries(storedIds.scans).flatMap(
      ([name, { uuid, serial, project: projectName }]) =>
        projectName === null || ['refused', 'sentRemoved'].includes(name)
          ? []
          : [[uuid, projectName, serial].join()],
    );
    expect((await Promise.all(saved)).flat().toSorted()).toEqual(expected.toSorted());
    const sent = server.proxy.requestsOf(calls.sendScans).map(({ body }) => body);
    expect(sent.join()).not.toContain(storedIds.scans.capturedRemoved.uuid);
    // The server received it the first time, so resending changes nothing.
    const [unacknowledged] = await rowsNow('scans', 'uuid', storedIds.scans.unacknowledged.uuid);
    expect(unacknowledged?.['rev']).toBe(rowBefore('unacknowledged')['rev']);
    await account.syncNow();
    expect(server.proxy.requestsOf(calls.sendScans)).toHaveLength(sent.length);
    const uploads = server.proxy.requestsOf(calls.uploadPhoto);
    expect(uploads.filter(({ status }) => status !== null)).toHaveLength(1);
  });
});

describe('F26: once online, on the server', () => {
  test('projects are closed, and their points are in the ledger once', async () => {
    for (const name of ['closing', 'released', 'closed'] as const) {
      await waitUntil(async () => (await project(name))?.status.id === 2);
      expect(await project(name)).toMatchObject({ state: 'synced', closing: null });
    }
    for (const name of ['closing', 'closed'] as const)
      expect(await rowsNow('ledger', 'project_uuid', storedIds.projects[name])).toHaveLength(1);
  });

  test('leads match their edits, each applied once', async () => {
    const { waiting, agreed, unacknowledged, refused } = storedIds.leads;
    const [status, project_id] = ['interested', storedIds.projects.scheduled];
    const edited = { status, NotesFromVELUXClub: 'Gate code 12.' };
    expect(await serverLead(server, waiting)).toMatchObject(edited);
    expect(await serverLead(server, agreed)).toMatchObject({ status: 'agreed', project_id });
    expect((await serverLead(server, unacknowledged)).status).toBe(status);
    expect((await serverLead(server, refused)).NotesFromVELUXClub).toBe('Theirs: the dog bites.');
    // The offer that starts each lead counts, too.
    expect(await rowsNow('lead_edits', 'lead_uuid', waiting)).toHaveLength(3);
    expect(await rowsNow('lead_edits', 'lead_uuid', agreed)).toHaveLength(4);
    expect(await rowsNow('lead_edits', 'lead_uuid', unacknowledged)).toHaveLength(2);
    await waitUntil(async () => (await project('scheduled'))?.awaits_lead === null);
  });

  test('each message exists once, in order', async () => {
    const texts = async (name: keyof StoredIds['chats']) =>
      textsOf(await serverChat(server, storedIds.chats[name]));
    expect(await texts('opened')).toEqual(['The roller shutter is loud.', 'Only at night.']);
    const messageTexts = ['It rains in.', 'Which window is it?', 'The left one.'];
    expect(await texts('replied')).toEqual([...messageTexts, 'And the right one, too.']);
    expect(await texts('refused')).toEqual(['The blind is stuck.']);
  });

  test('read items are read, and postponed items are postponed', async () => {
    const { uuid, delayed_to } = storedIds.survey;
    const [notification] = await rowsNow('notifications', 'uuid', storedIds.notification);
    expect(notification?.['mark']).toBe('read');
    const [survey] = await rowsNow('survey_invitations', 'uuid', uuid);
    expect(survey?.['delayed_to']).toBe(delayed_to);
  });

  test('everything was pulled again from the start, and nothing was considered lost', () => {
    // Pull checkpoints were in RxDB's replication metadata, which had fewer fields.
    const first = server.proxy.requestsOf(calls.listScans).find(({ status }) => status === 200);
    expect(new URLSearchParams(first?.query).get('since')).toBe('');
    expect(account.log().map(({ code }) => code)).not.toContain('server_restored');
  });

  test('the metadata databases of RxDB’s replication are deleted', async () => {
    const metaOf = async () =>
      replicationMetaDatabases(databaseName(storedIds.userId), await listDatabaseNames());
    await waitUntil(async () => (await metaOf()).length === 0);
  });
});
