import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { transact } from '#server/db/database.ts';
import { formatFailedMessage, listFailedMessages } from '#server/messages/queue/failed-messages.ts';
import { type Delivery } from '#server/messages/providers/delivery.ts';
import { enqueueMessage } from '#server/messages/queue/enqueue.ts';
import { createMessageSender } from '#server/messages/queue/message-sender.ts';
import { createSmtpDelivery } from '#server/messages/providers/create-delivery.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';
import { requestOf } from './test-app.ts';

const owner = accounts.polishOwner;
let mail: MailServer;
let smtp: Delivery;
let server: ScanServer;
/** A sender that uses the real mail server, like a separate process. */
const sender = () => createMessageSender({ ...server.services, delivery: smtp });

beforeAll(async () => {
  mail = await startMailServer();
  smtp = createSmtpDelivery(mail.url, 'Installer Club <club@skylight.example>');
  server = await startScanServer();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await mail.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('messages').execute();
});
afterEach(() => {
  mail.behaviour = 'accepts';
  mail.received.length = 0;
});

const pendingMessages = () =>
  server.db.selectFrom('messages').selectAll().orderBy('due_at').execute();
async function advanceUntilDue(): Promise<void> {
  const [next] = await pendingMessages();
  server.clock.set(next?.due_at.getTime() ?? server.clock.now());
}
/** Enqueues a message as an event does. */
const enqueue = (title = 'A leak') =>
  transact(server.db, (trx) =>
    enqueueMessage(
      trx,
      [{ installerId: owner.id }],
      { template: 'chat_answered', data: { title } },
      server.clock.now(),
    ),
  );
/** Requests a code as the app does, but without this process sending it. */
async function requestCode(): Promise<void> {
  const realQueue = server.services.messages;
  Object.assign(server.services, { messages: { ...realQueue, sendUrgent: () => undefined } });
  const body = { email: owner.email, region: owner.region };
  const challenge = await server.app.inject(requestOf(calls.requestSignInCode, { body }, null));
  Object.assign(server.services, { messages: realQueue });
  expect(challenge.statusCode).toBe(200);
}
const metrics = async () => (await server.app.inject('/metrics')).body;
const ready = async () => {
  const response = await server.app.inject('/ready');
  // These accounts have no shop.
  const { missing: _missing, ...state } = response.json<Record<string, unknown>>();
  return [response.statusCode, state];
};

describe('F52: a provider that fails temporarily', () => {
  test('loses nothing: the message is retried at growing intervals, and arrives once', async () => {
    mail.behaviour = 'busy';
    await enqueue();
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await sender().sendDue()).toBe(1);
      expect(await sender().sendDue()).toBe(0);
      const [firstPending] = await pendingMessages();
      expect(firstPending).toMatchObject({ tries, failure: 'EENVELOPE', given_up_at: null });
      const delay = (firstPending?.due_at.getTime() ?? 0) - server.clock.now();
      expect(delay).toBeGreaterThanOrEqual(0.75 * 30_000 * 2 ** (tries - 1));
      await advanceUntilDue();
    }
    expect(await ready()).toEqual([200, { status: 'ready', degraded: ['email'] }]);
    expect(await metrics()).toMatch(/club_messages_pending\{kind="email"\} 1/);
    expect(await metrics()).toMatch(/club_messages_oldest_seconds\{kind="email"\} [1-9]/);
    expect(await metrics()).toMatch(
      /club_message_failures_total\{kind="email",failure="EENVELOPE"\} [1-9]/,
    );
    mail.behaviour = 'accepts';
    await sender().sendDue();
    expect(mail.received.map(({ to }) => to)).toEqual([[owner.email]]);
    expect(await pendingMessages()).toEqual([]);
    expect(await ready()).toEqual([200, { status: 'ready' }]);
    expect(await metrics()).not.toContain('club_messages_pending{kind="email"} 1');
  });

  test('is given up after three days, visibly, and without storing the content', async () => {
    const deadProvider: Delivery = {
      close: () => Promise.resolve(),
      send: () => Promise.reject(Object.assign(new Error(owner.email), { code: 'ECONNREFUSED' })),
    };
    const failingSender = createMessageSender({ ...server.services, delivery: deadProvider });
    await enqueue('A secret leak');
    const startedAt = server.clock.now();
    while ((await failingSender.sendDue()) > 0) await advanceUntilDue();
    expect(server.clock.now() - startedAt).toBeGreaterThan(2.9 * DAY_MS);
    const [lostMessage] = await pendingMessages();
    expect(lostMessage).toMatchObject({
      given_up_for: 'too_old',
      failure: 'ECONNREFUSED',
      content: null,
      recipient: null,
      installer_id: null,
      sealed: null,
    });
    expect(await metrics()).toMatch(/club_messages_given_up\{kind="email"\} 1/);
    expect(await ready()).toEqual([200, { status: 'ready', degraded: ['email'] }]);
    const log = server.log.join('');
    expect(log).toContain('a message was given up');
    for (const secret of [owner.email, 'A secret leak']) expect(log).not.toContain(secret);
    server.clock.advance(3_600_001);
    expect(await ready()).toEqual([200, { status: 'ready' }]);
    server.clock.advance(7 * DAY_MS);
    await runJobs(server.services);
    expect(await pendingMessages()).toEqual([]);
  });
});

describe('F52: a provider that fails', () => {
  test('isn’t considered down because of an unknown mailbox: only that message is given up, immediately', async () => {
    mail.behaviour = 'unknown recipient';
    await enqueue();
    await sender().sendDue();
    expect(await pendingMessages()).toMatchObject([{ given_up_for: 'refused', tries: 1 }]);
    const [message] = await listFailedMessages(server.db);
    expect(message && formatFailedMessage(message)).toMatch(
      /Z {2}email {2}chat_answered {2}refused {2}recipient_refused$/,
    );
    expect(await ready()).toEqual([200, { status: 'ready' }]);
  });

  test('doesn’t delay other channels, and codes go first', async () => {
    for (let count = 0; count < 12; count += 1) await enqueue();
    const deliveredCodes: string[] = [];
    const hangingSender = createMessageSender({
      ...server.services,
      delivery: {
        close: () => Promise.resolve(),
        send: (message) => {
          if ('template' in message) return new Promise(() => undefined);
          deliveredCodes.push(message.code ?? '');
          return Promise.resolve();
        },
      },
    });
    void hangingSender.sendDue();
    await requestCode();
    hangingSender.sendUrgent();
    await expect.poll(() => deliveredCodes).toHaveLength(1);
  });
});

describe('F52: a process that dies while sending a message', () => {
  test('loses no message: another process sends it with the same id once the lease expires', async () => {
    await enqueue();
    mail.behaviour = 'silent';
    const before = mail.silentCount();
    void sender().sendDue();
    await expect.poll(() => mail.silentCount()).toBe(before + 1);
    mail.behaviour = 'accepts';
    const otherSender = sender();
    expect(await otherSender.sendDue()).toBe(0);
    const [firstPending] = await pendingMessages();
    await advanceUntilDue();
    expect(await otherSender.sendDue()).toBe(1);
    expect(mail.received[0]?.text).toContain(
      `Message-ID: <${firstPending?.uuid}@skylight.example>`,
    );
    expect(await pendingMessages()).toEqual([]);
  });

  test('is replaced by other processes, which send each message once even when concurrent', async () => {
    for (let count = 0; count < 25; count += 1) await enqueue();
    await Promise.all([1, 2, 3].map(() => sender().sendDue()));
    expect(mail.received).toHaveLength(25);
    const ids = mail.received.map(({ text }) => /Message-ID: (\S+)/.exec(text)?.[1]);
    expect(new Set(ids).size).toBe(25);
    expect(await pendingMessages()).toEqual([]);
  });

  test('a stop waits for sends in progress and starts no others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sentCount = 0;
    const delivery: Delivery = {
      close: () => Promise.resolve(),
      send: () => {
        sentCount += 1;
        return promise;
      },
    };
    const slowSender = createMessageSender({ ...server.services, delivery });
    for (let count = 0; count < 15; count += 1) await enqueue();
    void slowSender.sendDue();
    await expect.poll(() => sentCount).toBe(10);
    const stopping = slowSender.stop();
    resolve();
    await stopping;
    expect(sentCount).toBe(10);
    expect(await pendingMessages()).toHaveLength(5);
  });
});

test('a push message written by the previous build gets into the queue', async () => {
  const now = new Date(server.clock.now());
  await sql`insert into push_messages (uuid, installer_id, message, urgency, created_at, due_at)
    values (${randomUUID()}, ${owner.id}, '{"title":"a","body":"b"}', 'high', ${now}, ${now})`.execute(
    server.db,
  );
  const message = { title: 'a', body: 'b' };
  expect(await pendingMessages()).toMatchObject([
    { kind: 'push', installer_id: owner.id, content: { message, urgency: 'high' } },
  ]);
  expect((await sql`select uuid from push_messages`.execute(server.db)).rows).toEqual([]);
});

describe('a code in the queue (security 1)', () => {
  test('can’t be read there, is sent immediately, and is deleted afterwards', async () => {
    await requestCode();
    const [row] = await pendingMessages();
    expect(row).toMatchObject({ kind: 'email', is_urgent: true, about: 'sign_in', content: {} });
    const otherSender = createMessageSender({
      ...server.services,
      pepper: 'another pepper',
      delivery: smtp,
    });
    await server.db.updateTable('messages').set({ tries: 3 }).execute();
    await sender().sendDue();
    const code = /Subject: .*?(\d{5})/.exec(mail.received[0]?.text ?? '')?.[1] ?? 'none';
    expect(mail.received).toHaveLength(1);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(await pendingMessages()).toEqual([]);

    // Without the pepper, a process with the database can't send the code.
    await requestCode();
    await otherSender.sendDue();
    expect(await pendingMessages()).toMatchObject([{ given_up_for: 'unreadable', sealed: null }]);
  });

  test('is retried within seconds, and not sent once expired', async () => {
    mail.behaviour = 'busy';
    await requestCode();
    await sender().sendDue();
    const [retriedMessage] = await pendingMessages();
    expect((retriedMessage?.due_at.getTime() ?? 0) - server.clock.now()).toBeLessThanOrEqual(1250);
    mail.behaviour = 'accepts';
    server.clock.advance(10 * MINUTE_MS);
    await sender().sendDue();
    expect(mail.received).toEqual([]);
    expect(await pendingMessages()).toMatchObject([{ given_up_for: 'too_old', recipient: null }]);
  });
});
