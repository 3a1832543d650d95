import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';
import { notify } from '#server/notifications/notify.ts';
import { createMessageSender } from '#server/messages/queue/message-sender.ts';
import { loadVapidKeys } from '#server/push/vapid.ts';
import { replyToChat } from '#server/support/operator-chats.ts';
import { newChat } from './chat-setup.ts';
import { newLead, enableLeads } from './lead-setup.ts';
import { pushDevice, type PushDevice } from './push-decryption.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let sink: Server;
let origin = '';
let receivedPushes: ReceivedPush[] = [];
/** Statuses that the push service returns by path; default: 201. */
let responseStatuses: Record<string, number> = {};
let server: ScanServer;

beforeAll(async () => {
  sink = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      receivedPushes.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response
        .writeHead(responseStatuses[path] ?? 201, { location: 'http://127.0.0.1/elsewhere' })
        .end();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  server = await startScanServer({ PUSH_TEST_SINK: origin });
  await enableLeads(server, 'polishOwner');
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => sink.close(resolve));
});
beforeEach(async () => {
  receivedPushes = [];
  responseStatuses = {};
  await server.db.deleteFrom('messages').execute();
  await server.db.updateTable('installers').set({ fcm: '[]' }).execute();
});

/** Subscribes devices as the app does, through the person's profile. */
async function subscribe(account: AccountKey, ...devices: readonly PushDevice[]): Promise<void> {
  const fcm = JSON.stringify(
    devices.map(({ subscription }) => ({ platform: 'web', token: JSON.stringify(subscription) })),
  );
  const input = { params: { id: accounts[account].id }, body: { fcm } };
  const response = await server.call(calls.updateUser, input, await server.tokenOf(account));
  expect(response.status).toBe(200);
}

async function fcmOf(account: AccountKey): Promise<{ token: string }[]> {
  const { result } = await server.call(calls.getSignedInUser, {}, await server.tokenOf(account));
  return JSON.parse(result.fcm) as { token: string }[];
}

const sendDue = () => server.services.messages.sendDue();

const pendingMessages = async () =>
  (
    await server.db
      .selectFrom('messages')
      .select('uuid')
      .where('kind', '=', 'push')
      .where('given_up_at', 'is', null)
      .execute()
  ).length;

/** Returns the time of the next attempt; the current time if no message is pending. */
async function dueAt(): Promise<number> {
  const message = await server.db
    .selectFrom('messages')
    .select('due_at')
    .where('kind', '=', 'push')
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  return message?.due_at.getTime() ?? server.clock.now();
}

test('a new lead reaches each device in its user’s language, and only that device can read the message', async () => {
  const phone = pushDevice(`${origin}/phone`);
  const desktopDevice = pushDevice(`${origin}/desk`);
  const colleague = pushDevice(`${origin}/colleague`);
  await subscribe('polishOwner', phone, desktopDevice);
  await subscribe('polishStaff', colleague);
  const lead = await newLead(server, 'polishOwner');
  expect(receivedPushes).toEqual([]);

  await sendDue();
  expect(receivedPushes.map(({ path }) => path).toSorted()).toEqual([
    '/colleague',
    '/desk',
    '/phone',
  ]);
  for (const [path, device] of [
    ['/phone', phone],
    ['/desk', desktopDevice],
    ['/colleague', colleague],
  ] as const) {
    const message = receivedPushes.find((push) => push.path === path);
    expect(JSON.parse(device.decrypt(message?.body ?? Buffer.alloc(0)))).toEqual({
      title: 'Nowe zlecenie',
      body: 'Klient szuka montażysty: Kraków.',
      link: `/leads/${lead}`,
    });
    expect(message?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
      authorization: expect.stringMatching(/^vapid t=.+, k=.+$/) as string,
    });
  }
  expect(await pendingMessages()).toBe(0);
});

test('an answer from support reaches only its author’s devices, and opens the chat', async () => {
  const [phone, colleague] = [pushDevice(`${origin}/phone`), pushDevice(`${origin}/colleague`)];
  await subscribe('polishOwner', phone);
  await subscribe('polishStaff', colleague);
  const body = newChat();
  await server.call(calls.createSupportChat, { body }, await server.tokenOf('polishOwner'));
  const reply = { text: 'Which window is it?', status: chatStatuses.answered };
  await replyToChat(body.uuid, reply, server.services);
  await sendDue();
  expect(receivedPushes.map(({ path }) => path)).toEqual(['/phone']);
  const [message] = receivedPushes;
  expect(JSON.parse(phone.decrypt(message?.body ?? Buffer.alloc(0)))).toEqual({
    title: 'Nowa wiadomość z działu pomocy',
    body: 'Masz nową wiadomość w rozmowie „A leak”.',
    link: `/support/chat/${body.uuid}`,
  });
  expect(message?.headers['urgency']).toBe('normal');
});

test('nothing is sent after a rollback', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/phone`));
  const { companyId } = accounts.polishOwner;
  const failedTransaction = server.db.transaction().execute(async (trx) => {
    await notify(trx, companyId, {
      event: 'lead_new',
      meta: {},
      values: { subject: 'Kraków' },
      now: server.clock.now(),
    });
    throw new Error('never mind');
  });
  await expect(failedTransaction).rejects.toThrow('never mind');
  await sendDue();
  expect(receivedPushes).toEqual([]);
});

test.each([404, 410])('an unsubscribed device (%i) is deleted, the others stay', async (status) => {
  const expiredDevice = pushDevice(`${origin}/gone`);
  const otherDevice = pushDevice(`${origin}/there`);
  await subscribe('polishOwner', expiredDevice, otherDevice);
  responseStatuses = { '/gone': status };
  await newLead(server, 'polishOwner');
  await sendDue();
  expect((await fcmOf('polishOwner')).map(({ token }) => token)).toEqual([
    JSON.stringify(otherDevice.subscription),
  ]);
  expect(await pendingMessages()).toBe(0);
});

test.each([429, 500, 503])(
  'a busy push service (%i) is retried later, without resending to others',
  async (status) => {
    await subscribe('polishOwner', pushDevice(`${origin}/busy`), pushDevice(`${origin}/there`));
    responseStatuses = { '/busy': status };
    await newLead(server, 'polishOwner');
    await sendDue();
    expect(receivedPushes).toHaveLength(2);

    await sendDue();
    expect(receivedPushes).toHaveLength(2);
    responseStatuses = {};
    server.clock.set(await dueAt());
    await sendDue();
    expect(receivedPushes.slice(2).map(({ path }) => path)).toEqual(['/busy']);
    expect(await pendingMessages()).toBe(0);
  },
);

test('a message that the push service rejects or redirects is not resent', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/refused`));
  responseStatuses = { '/refused': 400 };
  await newLead(server, 'polishOwner');
  await sendDue();
  expect(receivedPushes).toHaveLength(1);
  expect(await pendingMessages()).toBe(0);
  expect(await fcmOf('polishOwner')).toHaveLength(1);
});

test('concurrent processes send each message once', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/phone`));
  for (let count = 0; count < 30; count += 1) await newLead(server, 'polishOwner');
  await Promise.all([1, 2, 3, 4].map(() => createMessageSender(server.services).sendDue()));
  await sendDue();
  expect(receivedPushes).toHaveLength(30);
});

test('no request is sent to an address outside the known push services', async () => {
  const internalServer = createServer((_request, response) => {
    receivedPushes.push({ path: 'inside', headers: {}, body: Buffer.alloc(0) });
    response.end();
  });
  await new Promise<void>((resolve) => internalServer.listen(0, '127.0.0.1', resolve));
  const port = (internalServer.address() as AddressInfo).port;
  await subscribe('polishOwner', pushDevice(`http://127.0.0.1:${port}/secret`));
  await newLead(server, 'polishOwner');
  await sendDue();
  expect(receivedPushes).toEqual([]);
  expect(await fcmOf('polishOwner')).toEqual([]);
  await new Promise((resolve) => internalServer.close(resolve));
});

test('redirects of a push service aren’t followed', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/redirect`));
  responseStatuses = { '/redirect': 307 };
  await newLead(server, 'polishOwner');
  await sendDue();
  expect(receivedPushes.map(({ path }) => path)).toEqual(['/redirect']);
});

test('a deactivated person gets no messages', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/phone`));
  await newLead(server, 'polishOwner');
  const installerRow = { id: accounts.polishOwner.id };
  const setActive = (active: boolean) =>
    server.db.updateTable('installers').set({ active }).where('id', '=', installerRow.id).execute();
  await setActive(false);
  await sendDue();
  await setActive(true);
  expect(receivedPushes).toEqual([]);
});

test('the keys are created once, and the app gets the public key', async () => {
  const vapidResults = await Promise.all([1, 2, 3].map(() => loadVapidKeys(server.db)));
  expect(new Set(vapidResults.map(({ privateKey }) => privateKey)).size).toBe(1);
  const { result } = await server.call(calls.getPushKey, {}, await server.tokenOf('decorStaff'));
  expect(result).toEqual({ public_key: vapidResults[0]?.publicKey });
  expect((await server.call(calls.getPushKey, {})).code).toBe('unauthorised');
});

test('the log contains no endpoints, keys or people', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/refused`));
  responseStatuses = { '/refused': 400 };
  await newLead(server, 'polishOwner');
  await sendDue();
  const { privateKey } = await loadVapidKeys(server.db);
  const log = server.log.join('');
  expect(log).toContain('a push service rejected a message');
  for (const secret of [origin, '/refused', 'Kraków', privateKey])
    expect(log).not.toContain(secret);
});

// This test must be the last: the clock advances by a day, which ends the sessions of the tests above.
test('an undeliverable message is retried at growing intervals, and given up after a day', async () => {
  await subscribe('polishOwner', pushDevice(`${origin}/busy`));
  responseStatuses = { '/busy': 503 };
  await newLead(server, 'polishOwner');
  await server.db.deleteFrom('messages').where('kind', '=', 'email').execute();
  const startedAt = server.clock.now();
  const attemptTimes: number[] = [];
  while ((await pendingMessages()) > 0) {
    expect(await sendDue()).toBe(1);
    attemptTimes.push(server.clock.now() - startedAt);
    const next = await dueAt();
    server.clock.set(next - 1);
    expect(await sendDue()).toBe(0);
    server.clock.set(next);
  }
  const intervals = attemptTimes.slice(1).map((time, index) => time - (attemptTimes[index] ?? 0));
  expect(intervals[0]).toBeGreaterThanOrEqual(0.75 * 30_000);
  expect(intervals[3]).toBeGreaterThanOrEqual(0.75 * 240_000);
  expect(Math.max(...intervals)).toBeLessThanOrEqual(1.25 * HOUR_MS);
  expect(attemptTimes.at(-1)).toBeGreaterThan(DAY_MS - 1.25 * HOUR_MS);
  expect(attemptTimes.at(-1)).toBeLessThan(DAY_MS);
  expect(receivedPushes).toHaveLength(attemptTimes.length);
  expect(server.log.join('')).toContain('a message was given up');
});
