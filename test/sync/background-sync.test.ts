import { Subject } from 'rxjs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import type { Project } from '#schemas/project.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { LocalAccount } from '#sync/account.ts';
import { requestSyncOnLeave } from '#sync/background/request-sync-on-leave.ts';
import { sendInBackground } from '#sync/background/background-sync.ts';
import { browserLocks } from '#sync/browser-ports.ts';
import { createDurableKeyValue, type TextStorage } from '#sync/store/durable-key-value.ts';
import { createSession } from '#sync/http/session.ts';
import { addDocument, attachmentOn } from './attachment-fixture.ts';
import { serverChat, openChat, settleChat } from './chat-fixture.ts';
import { waitForProject, scanInto, scanOf, waitUntil, waitUntilAllSent } from './device.ts';
import { completeAgreement, serverLead, createLead } from './lead-fixture.ts';
import { greyPng } from './grey-png.ts';
import { manualPageSignals } from './manual-page-signals.ts';
import { phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();
let account: LocalAccount;
let project: Project;
beforeEach(async () => {
  project = await server.project('polishOwner');
  account = phone.account;
  await waitForProject(account, project.uuid);
  await saveSession();
  server.proxy.isDown = true;
});

/** localStorage as stored on disk. */
function texts(): TextStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
/**
 * Saves the phone's session like the app.
 * @returns the session that the next start reads
 */
async function saveSession() {
  const store = await createDurableKeyValue(texts(), () => () => undefined);
  const state = phone.device.session.state();
  if (state.name !== 'signed_in') throw new Error('No one is signed in.');
  createSession({ store }).start(state.account, state.token);
  await savedState();
}
async function savedState() {
  const store = await createDurableKeyValue(texts(), () => () => undefined);
  return createSession({ store }).state();
}
let isVisible = false;
const sync = (ports: Partial<Parameters<typeof sendInBackground>[0]> = {}) =>
  sendInBackground({
    fetch,
    baseUrl: server.baseUrl,
    locks: browserLocks(),
    hasPages: () => Promise.resolve(false),
    hasVisiblePages: () => Promise.resolve(isVisible),
    ...ports,
  });
/** Closes the page with unsent work, then restores the network without a page. */
async function closeUnsent() {
  await account.close();
  server.proxy.isDown = false;
}
async function reopen() {
  await phone.restart();
  account = phone.account;
}
const sentSince = (start: number) => server.proxy.requestsOf(calls.sendScans).slice(start);

test('everything unsent is sent with no page open, and settled at the page’s next start', async () => {
  const ids = await scanInto(account, project.uuid, await server.serials(3));
  const photo = await account.photos.save(greyPng(1), 'image/png');
  const generic = await account.scanCommands.captureScan({
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    serial_number: null,
    is_unique: false,
    manual: false,
    imageIdxDB: photo,
  });
  await account.scanCommands.saveScanToProject([generic], project.uuid);
  await closeUnsent();
  const deviceTimes: (string | null)[] = [];
  await sync({
    fetch: (url, init) => {
      deviceTimes.push(new Headers(init?.headers).get(DEVICE_TIME_HEADER));
      return fetch(url, init);
    },
  });
  expect(await server.savedScans(project.uuid)).toHaveLength(4);
  // No request has the device's time, so the server assigns scans to a campaign by the time of receipt.
  expect(deviceTimes.length).toBeGreaterThan(0);
  expect(deviceTimes.filter((time) => time === null)).toEqual([]);

  const uploads = server.proxy.requestsOf(calls.uploadPhoto).length;
  await reopen();
  for (const id of [...ids, generic]) {
    await waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
  }
  expect(await server.savedScans(project.uuid)).toHaveLength(4);
  expect(server.proxy.requestsOf(calls.uploadPhoto)).toHaveLength(uploads);
  expect((await account.outbox.counts()).total).toBe(0);
});

test('attachments are sent in parts with no page open, after everything else', async () => {
  const id = await addDocument(account, project.uuid);
  await scanInto(account, project.uuid, await server.serials(1));
  await closeUnsent();
  await sync();
  const saved = await server.app.db
    .selectFrom('attachments')
    .select('has_content')
    .where('uuid', '=', id)
    .executeTakeFirst();
  expect(saved).toEqual({ has_content: true });
  const paths = server.proxy.requests.map(({ path }) => path);
  const firstPart = paths.indexOf(`/api${calls.sendAttachmentPart.path}`);
  expect(firstPart).toBeGreaterThan(paths.lastIndexOf(`/api${calls.sendScans.path}`));
  const parts = server.proxy.requestsOf(calls.sendAttachmentPart).length;
  await reopen();
  await waitUntil(async () => (await attachmentOn(account, id))?.state === 'sent');
  expect(server.proxy.requestsOf(calls.sendAttachmentPart).length).toBeLessThanOrEqual(parts + 1);
  await waitUntilAllSent(account);
});

test('messages to support are sent with no page open, and settled at the next start', async () => {
  const id = await openChat(account);
  await account.chatCommands.writeMessage(id, 'Since yesterday.');
  await closeUnsent();
  await sync();
  const messages = (await serverChat(server, id)).messages;
  expect(messages.map(({ message }) => message)).toEqual(['It rains in.', 'Since yesterday.']);
  await reopen();
  await settleChat(account, id);
  expect((await serverChat(server, id)).messages).toEqual(messages);
  expect((await account.outbox.counts()).total).toBe(0);
});

test('a removal is sent, a captured scan stays on the device, and the page shows a rejected edit as rejected', async () => {
  const [unsaved = '', removed = ''] = await server.serials(2);
  server.proxy.isDown = false;
  const [id = ''] = await scanInto(account, project.uuid, [removed]);
  await waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
  server.proxy.isDown = true;
  await account.scanCommands.removeScan(id);
  const [bad = ''] = await scanInto(account, project.uuid, ['24ZZZZZZ']);
  const capturedScan = await account.scanCommands.captureScan({
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    serial_number: unsaved,
    is_unique: true,
    manual: false,
  });
  await closeUnsent();
  await sync();
  expect(await server.savedScans(project.uuid)).toEqual([]);
  await reopen();
  await waitUntil(async () => (await scanOf(account, bad))?.state === 'refused');
  expect((await scanOf(account, capturedScan))?.state).toBe('captured');
});

test('a closing is sent even if the project’s installation date was rejected', async () => {
  const { projectCommands, collections } = account;
  await projectCommands.setProjectDate(project.uuid, '2027-03-01');
  await projectCommands.closeProject(project.uuid, []);
  const readProject = async () => collections.projects.findOne(project.uuid).exec();
  await waitUntil(async () => (await readProject())?.closing?.released === true);
  expect((await readProject())?.date_edit).not.toBeNull();
  await closeUnsent();
  // A colleague's date, which hasn't reached this phone.
  await server.app.db
    .updateTable('projects')
    .set({ installation_date: '2027-04-01' })
    .where('uuid', '=', project.uuid)
    .execute();
  await sync();
  const saved = await server.app.db
    .selectFrom('projects')
    .select(['status', 'installation_date'])
    .where('uuid', '=', project.uuid)
    .executeTakeFirstOrThrow();
  expect(saved.installation_date).toBe('2027-04-01');
  expect(isProjectOpen(saved.status)).toBe(false);
  await reopen();
  // The person still sees that the date wasn't accepted.
  await waitUntil(async () => (await account.outbox.counts()).rejectedTotal === 1);
  const row = await account.collections.projects.findOne(project.uuid).exec();
  expect(row).toMatchObject({ closing: null, date_edit: { date: '2027-03-01' } });
  await account.projectCommands.withdrawDate(project.uuid);
  await waitUntilAllSent(account);
});

test('F06: a project started offline is sent before its scans', async () => {
  const address = { streetName: 'ul. Nocna 1', postalCode: '00-001' };
  const id = await account.projectCommands.createProject(address);
  await scanInto(account, id, await server.serials(1));
  await closeUnsent();
  await sync();
  expect(await server.savedScans(id)).toHaveLength(1);
  await reopen();
  await waitUntilAllSent(account);
  expect(await server.savedScans(id)).toHaveLength(1);
});

test('F06: a lead is sent before the scans in its project', async () => {
  server.proxy.isDown = false;
  const id = await createLead(server, phone);
  server.proxy.isDown = true;
  await account.leadCommands.moveLead(id, 'interested');
  await account.leadCommands.moveLead(id, 'contacted');
  const projectId = await account.leadCommands.agreeOnLead(id, completeAgreement());
  const [scan = ''] = await scanInto(account, projectId, await server.serials(1));
  await closeUnsent();
  await sync();
  expect(await serverLead(server, id)).toMatchObject({ status: 'agreed', project_id: projectId });
  expect(await server.savedScans(projectId)).toHaveLength(1);
  await reopen();
  await waitUntil(async () => (await scanOf(account, scan))?.state === 'sent');
  await waitUntilAllSent(account);
  expect(await server.savedScans(projectId)).toHaveLength(1);
});

describe('the session', () => {
  beforeEach(async () => {
    await scanInto(account, project.uuid, await server.serials(1));
    await closeUnsent();
  });

  test('is refreshed once with no page open, and the next start uses the new tokens', async () => {
    const before = await savedState();
    server.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'session_expired' });
    await sync();
    expect(await server.savedScans(project.uuid)).toHaveLength(1);
    const after = await savedState();
    if (before.name !== 'signed_in' || after.name !== 'signed_in')
      throw new Error('The session has ended.');
    expect(after.token.token).not.toBe(before.token.token);
    phone.device.session.start(after.account, after.token);
    await reopen();
    await account.syncNow();
    await waitUntilAllSent(account);
    expect(phone.device.session.state().name).toBe('signed_in');
  });

  test('isn’t refreshed in the background while a page is open, because the page refreshes it', async () => {
    const before = await savedState();
    const refreshes = server.proxy.requestsOf(calls.refreshSession).length;
    server.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'session_expired' });
    await sync({ hasPages: () => Promise.resolve(true) });
    expect(server.proxy.requestsOf(calls.refreshSession)).toHaveLength(refreshes);
    expect(await savedState()).toEqual(before);
    expect(await server.savedScans(project.uuid)).toEqual([]);
  });

  test('causes no requests once it has ended', async () => {
    const store = await createDurableKeyValue(texts(), () => () => undefined);
    createSession({ store }).signOut();
    await savedState();
    const before = server.proxy.requests.length;
    await sync();
    expect(server.proxy.requests).toHaveLength(before);
  });
});

describe('nothing is sent', () => {
  beforeEach(async () => {
    await scanInto(account, project.uuid, await server.serials(1));
    await closeUnsent();
  });

  test('while a page is visible, because the page sends', async () => {
    const before = server.proxy.requests.length;
    isVisible = true;
    await sync();
    isVisible = false;
    expect(server.proxy.requests).toHaveLength(before);
  });

  test.each(['html', 'cut', 'maintenance'] as const)(
    'if the request fails with %s, and the browser retries later',
    async (fault) => {
      const before = server.proxy.requestsOf(calls.sendScans).length;
      if (fault === 'maintenance') {
        server.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'maintenance' });
      } else server.proxy.addFault(calls.sendScans, { kind: fault });
      await expect(sync()).rejects.toBeInstanceOf(Error);
      await sync();
      expect(sentSince(before)).toHaveLength(2);
      expect(await server.savedScans(project.uuid)).toHaveLength(1);
    },
  );
});

const foreignResponses = [
  { kind: 'foreign', status: 200, body: 'json' },
  { kind: 'foreign', status: 401, body: 'html' },
  { kind: 'foreign', status: 413, body: 'html' },
] as const;

test.each(foreignResponses)(
  'F18: a foreign $status in $body is retried later, and marks no photo as sent',
  async (fault) => {
    const imageIdxDB = await account.photos.save(greyPng(21), 'image/png');
    const genericProduct = { serial_number: null, is_unique: false, manual: false, imageIdxDB };
    const generic = { type: 'GGL', size: 'MK06', variant: '2070', ...genericProduct };
    const id = await account.scanCommands.captureScan(generic);
    await account.scanCommands.saveScanToProject([id], project.uuid);
    await closeUnsent();
    const session = await savedState();
    server.proxy.addFault(calls.uploadPhoto, fault);
    await expect(sync()).rejects.toBeInstanceOf(Error);
    expect(await savedState()).toEqual(session);
    expect(await server.savedScans(project.uuid)).toEqual([]);
    await sync();
    expect(await server.savedScans(project.uuid)).toHaveLength(1);
  },
);

test('F18: a foreign response to a refresh is retried later', async () => {
  await scanInto(account, project.uuid, await server.serials(1));
  await closeUnsent();
  const session = await savedState();
  server.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'session_expired' });
  server.proxy.addFault(calls.refreshSession, { kind: 'foreign', status: 401, body: 'html' });
  await expect(sync()).rejects.toBeInstanceOf(Error);
  expect(await savedState()).toEqual(session);
});

test('background sync is registered once, when the page might close with unsent work', () => {
  const pageSignals = manualPageSignals();
  const request = vi.fn(() => Promise.resolve());
  let toSend = 0;
  const connectivity = {
    ...phone.device.connectivity,
    state: () => 'online' as const,
    subscribe: () => () => undefined,
  };
  const changes = new Subject<void>();
  const check = () => changes.next();
  const options = {
    pageSignals,
    connectivity,
    unsentCount: () => toSend,
    unsentChanges$: changes,
    requestSync: request,
  };
  const stop = requestSyncOnLeave(options);
  pageSignals.emit('hidden');
  expect(request).not.toHaveBeenCalled();
  toSend = 2;
  check();
  check();
  expect(request).toHaveBeenCalledTimes(1);
  pageSignals.emit('visible');
  check();
  expect(request).toHaveBeenCalledTimes(1);
  pageSignals.emit('hidden');
  expect(request).toHaveBeenCalledTimes(2);
  stop();
});
