import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { sendOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { setUpPushClub } from '#test/e2e-fixtures/push-club.ts';
import {
  deliverPush,
  visibleNotifications,
  mockPushService,
  tapNotification,
} from '#test/e2e-fixtures/push-phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { pushDevice } from '#test/server/push-decryption.ts';

const pushClub = setUpPushClub();
test.afterEach(() => {
  pushClub.club.proxy.clearFaults();
  pushClub.club.proxy.isDown = false;
});

/** Time for a message to reach the other side. */
const SYNC_TIMEOUT = { timeout: 30_000 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const unsentMarks = (page: Page) => page.getByRole('main').getByText('Not sent', { exact: true });
const messageItems = (page: Page) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
async function reply(page: Page, text: string): Promise<void> {
  await textbox(page, 'Your message').fill(text);
  await button(page, 'Send').click();
  await expect(textbox(page, 'Your message')).toHaveValue('');
}
async function newestChat(owner: Awaited<ReturnType<Club['as']>>) {
  const { data } = await owner.call(calls.listSupportChats, { query: { limit: 1 } });
  return data[0];
}

test('a message written offline is sent once; the answer arrives by push and opens the chat', async ({
  phone: { page, context },
}) => {
  const device = pushDevice(`${pushClub.sink.origin}/phone`);
  await mockPushService(page, device.subscription);
  await context.grantPermissions(['notifications'], { origin: pushClub.club.url });
  await signIn(pushClub.club, page, 'czechOwner');
  await waitUntilInstalled(page);
  await goTo(page, '/notifications');
  await button(page, 'Turn on').click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  const owner = await pushClub.club.as('czechOwner');

  await test.step('without chats the menu opens a new chat, which needs a subject and a message', () =>
    openFromMenu(page));

  await test.step('the message is written offline, and its draft survives a reload', () =>
    writeOffline(page));

  await test.step('back online, support receives the message once', async () => {
    pushClub.club.proxy.isDown = false;
    await expect(unsentMarks(page)).toHaveCount(0, { timeout: 60_000 });
    const chat = await newestChat(owner);
    expect(chat?.messages.map(({ message }) => message)).toEqual([
      'The label of one window is torn.',
      'It is the one in the north.',
    ]);
  });

  const chat = (await newestChat(owner))?.uuid ?? '';
  await goTo(page, '/notifications');
  await sendOperatorCommand(
    pushClub.club,
    ['chats', 'answer', chat],
    'Send us a photo of it, please.\nThat is enough.',
  );

  await test.step('the answer is pushed, and tapping it opens the chat', async () => {
    await expect.poll(() => pushClub.sink.bodies.length, { timeout: 30_000 }).toBe(1);
    const message = device.decrypt(pushClub.sink.bodies[0] ?? Buffer.alloc(0));
    expect(JSON.parse(message)).toMatchObject({ link: `/support/chat/${chat}` });
    await deliverPush(context, page, message);
    expect(await visibleNotifications(page)).toHaveLength(1);
    await tapNotification(context);
    await expect(page).toHaveURL(`${pushClub.club.url}/support/chat/${chat}`);
    await expect(messageItems(page).last()).toContainText('That is enough.', SYNC_TIMEOUT);
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  });

  await test.step('viewing the chat marks its notification as read, and the notification links to the chat', async () => {
    const unread = async () =>
      (
        await owner.call(calls.listNotifications, { query: { mark: 'unread', limit: 50 } })
      ).data.filter(({ meta }) => meta.ticket_uuid === chat).length;
    await expect.poll(unread, SYNC_TIMEOUT).toBe(0);
    await goTo(page, '/notifications');
    await page.getByRole('button', { name: 'A broken label' }).click();
    await expect(page).toHaveURL(`${pushClub.club.url}/support/chat/${chat}`);
  });

  await test.step('the reply makes the chat pending again', async () => {
    await reply(page, 'Here it comes.');
    await expect(page.getByText('Waiting for support', { exact: true })).toBeVisible(SYNC_TIMEOUT);
    await expect.poll(async () => (await newestChat(owner))?.messages.length, SYNC_TIMEOUT).toBe(4);
    await expect(unsentMarks(page)).toHaveCount(0, SYNC_TIMEOUT);
  });
});

async function openFromMenu(page: Page): Promise<void> {
  // Wait until the chats are loaded, because the app only then knows that there are none.
  await goTo(page, '/support/chat');
  await expect(page).toHaveURL(/\/support\/chat\/new$/, SYNC_TIMEOUT);
  pushClub.club.proxy.isDown = true;
  await goTo(page, '/menu');
  await page.getByText('Support', { exact: true }).click();
  await page.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/support\/chat\/new$/);
  await button(page, 'Send').click();
  await expect(textbox(page, 'Subject')).toBeFocused();
  await expect(page.getByText('Write a message.')).toBeVisible();
}

async function writeOffline(page: Page): Promise<void> {
  await textbox(page, 'Subject').fill('A broken label');
  await textbox(page, 'Message').fill('The label of one window is torn.');
  // Leaving the form and coming back keeps the draft.
  await page.getByRole('navigation').getByRole('link', { name: 'Menu' }).click();
  await page.goBack();
  await expect(textbox(page, 'Message')).toHaveValue('The label of one window is torn.');
  await page.reload();
  await expect(textbox(page, 'Message')).toHaveValue('The label of one window is torn.');
  await button(page, 'Send').click();
  await expect(page.getByRole('heading', { level: 1, name: 'A broken label' })).toBeVisible();
  await reply(page, 'It is the one in the north.');
  await expect(unsentMarks(page)).toHaveCount(2);
  await goTo(page, '/scan/offline');
  const unsent = page.getByRole('region', { name: 'Messages to support (1)' });
  await expect(unsent).toContainText('A broken label');
  await expect(unsent).toContainText('Waiting for a connection');
  await unsent.getByRole('button').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open conversation' }).click();
  await expect(unsentMarks(page)).toHaveCount(2);
}

test('a new chat started from a project is about it; on desktop the list is beside the chat', async ({
  phone: { page },
}) => {
  const owner = await pushClub.club.as('polishOwner');
  const { uuid: project } = await newProject(owner, 'Pytana 1');
  await signIn(pushClub.club, page, 'polishOwner');
  await goTo(page, `/projects/${project}`);
  await page.getByRole('link', { name: 'Ask support about this project' }).first().click();
  await expect(textbox(page, 'Subject')).toHaveValue(/^Project Pytana 1/);

  await page.setViewportSize({ width: 1280, height: 800 });
  await goTo(page, '/support/chat');
  await expect(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible();
  const chats = page.getByRole('list', { name: 'Conversations' });
  await chats.getByRole('link').filter({ hasText: 'Solved' }).click();
  await expect(messageItems(page).first()).toBeVisible();
  await expect(chats).toBeVisible();
});
