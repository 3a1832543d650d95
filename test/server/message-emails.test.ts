import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { transact } from '#server/db/database.ts';
import { type Attachment } from '#server/messages/providers/delivery.ts';
import { enqueueMessage } from '#server/messages/queue/enqueue.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { replyToChat } from '#server/support/operator-chats.ts';
import { newChat } from './chat-setup.ts';
import { newLead, enableLeads } from './lead-setup.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { registrationOf } from './registration-form.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const owner = accounts.polishOwner;
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner');
});
afterAll(() => server.close());

/** Returns the last message handed to the delivery. */
const lastMessage = () => server.delivery.messages()[0];
const sendAll = () => server.services.messages.sendDue();
/** Enqueues a message as an event does. */
const sendMessage = (title: string, attachments: readonly Attachment[] = []) =>
  transact(server.db, (trx) =>
    enqueueMessage(
      trx,
      [{ installerId: owner.id }],
      { template: 'chat_answered', data: { title }, attachments },
      server.clock.now(),
    ),
  );

describe('email notifications', () => {
  test('about an order confirm it and report the decision to the person who placed it', async () => {
    await addPoints(server, 'polishOwner', 1000);
    const { variant } = await newProduct(server, { price: 30 });
    const createdOrder = await placeOrder(server, 'polishStaff', [lineOf(variant, 30, 2)]);
    await sendAll();
    const to = { to: accounts.polishStaff.email, channel: 'email' };
    const lines = [{ name: 'A thing', quantity: 2 }];
    expect(lastMessage()).toMatchObject({
      ...to,
      template: 'order_confirmed',
      data: { orders: [{ number: createdOrder.number, points: 60, lines }] },
    });
    const before = server.delivery.messages().length;
    await decideOrder(createdOrder.uuid, { decision: 'approve' }, server.services);
    await sendAll();
    expect(server.delivery.messages()).toHaveLength(before);
    await decideOrder(
      createdOrder.uuid,
      { decision: 'reject', reason: 'Sold out.' },
      server.services,
    );
    await sendAll();
    const data = {
      decision: 'reject',
      number: createdOrder.number,
      points: 60,
      reason: 'Sold out.',
    };
    expect(lastMessage()).toMatchObject({ ...to, template: 'order_decided', data });
  });

  test('welcome the owner of a new company', async () => {
    const body = registrationOf();
    await server.call(calls.registerCompany, { body });
    await sendAll();
    expect(lastMessage()).toMatchObject({
      to: body.installer.email.toLowerCase(),
      template: 'welcome',
    });
  });

  test('about a new lead are sent to the company’s owners, with only the customer’s town', async () => {
    await newLead(server, 'polishOwner');
    await sendAll();
    expect(lastMessage()).toMatchObject({
      to: owner.email,
      template: 'lead_offered',
      data: { place: 'Kraków' },
    });
  });

  test('notify the author of a chat about an answer, without its text', async () => {
    const body = newChat();
    await server.call(calls.createSupportChat, { body }, await server.tokenOf('polishOwner'));
    const reply = { text: 'Which window is it?', status: chatStatuses.answered };
    await replyToChat(body.uuid, reply, server.services);
    await sendAll();
    expect(lastMessage()).toMatchObject({
      to: owner.email,
      language: 'pl',
      template: 'chat_answered',
      data: { title: body.title },
    });
    expect(JSON.stringify(lastMessage())).not.toContain('Which window');
  });
});

describe('an email about an event', () => {
  test('includes its attachment, which is deleted afterwards', async () => {
    const content = Buffer.from('%PDF-1.7 bytes');
    const file = { name: 'paper.pdf', mediaType: 'application/pdf', content };
    await sendMessage('A leak', [file]);
    await sendAll();
    const attachments = lastMessage()?.attachments.map((attachment) => ({
      ...attachment,
      content: Buffer.from(attachment.content),
    }));
    expect(attachments).toEqual([file]);
    const remaining = await server.db.selectFrom('message_attachments').selectAll().execute();
    expect(remaining).toEqual([]);
  });

  test('isn’t sent to deactivated people, or after a rollback', async () => {
    const before = server.delivery.messages().length;
    await sendMessage('A leak');
    const setOwnerActive = (active: boolean) =>
      server.db.updateTable('installers').set({ active }).where('id', '=', owner.id).execute();
    await setOwnerActive(false);
    await sendAll();
    await setOwnerActive(true);
    const failedTransaction = server.db.transaction().execute(async (trx) => {
      const notice = { template: 'chat_answered', data: { title: 'x' } } as const;
      await enqueueMessage(trx, [{ installerId: owner.id }], notice, server.clock.now());
      throw new Error('never mind');
    });
    await expect(failedTransaction).rejects.toThrow('never mind');
    await sendAll();
    expect(server.delivery.messages()).toHaveLength(before);
    expect(await server.db.selectFrom('messages').selectAll().execute()).toEqual([]);
  });
});

describe('the developers’ preview', () => {
  const get = (url: string) => server.app.inject({ url, headers: { host: 'localhost' } });

  test('shows sent messages and one of each template, as text and sandboxed HTML', async () => {
    await sendMessage('A <script>leak</script>');
    await sendAll();
    const list = await get('/dev/mail');
    expect(list.statusCode).toBe(200);
    expect(list.body).toContain('<h2>Captured messages</h2>');
    const paths = [...list.body.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(paths.length).toBeGreaterThan(20);
    const id = server.delivery.messages()[0]?.id;
    expect(paths).toContain(`/dev/mail/${id}`);
    const wrapper = await get(`/dev/mail/${id}`);
    expect(wrapper.body).toContain(`<iframe sandbox title="The message as a page"`);
    expect(wrapper.body).toContain('A &lt;script&gt;leak&lt;/script&gt;');
    expect(wrapper.headers['content-security-policy']).toContain("frame-src 'self'");
    for (const path of paths) {
      const preview = await get(`${path}/page`);
      expect(preview.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
      expect(preview.body).not.toMatch(/<script|src=|href=|url\(/);
    }
    expect((await get('/dev/mail/nothing')).statusCode).toBe(404);
    const foreignHost = { url: '/dev/mail', headers: { host: 'evil.example' } };
    expect((await server.app.inject(foreignHost)).statusCode).toBe(404);
  });
});
