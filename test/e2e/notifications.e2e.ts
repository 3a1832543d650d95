import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const bell = (page: Page, unread: number) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^Notifications.*\\b${unread} unread`) });
/** First unread notification. */
const firstUnread = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Unread' }).first();

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

test('opening a notification marks it as read and leads to its lead, and the navigation counts it, even offline', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const unread = async () =>
    (await owner.call(calls.listNotifications, { query: { mark: 'unread' } })).meta.total;
  const before = await unread();
  expect(before).toBeGreaterThan(1);
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);

  await bell(page, before).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await firstUnread(page).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}/);
  await expect.poll(unread).toBe(before - 1);

  await goTo(page, '/notifications');
  await expect(bell(page, before - 1)).toBeVisible();
  club.proxy.isDown = true;
  await firstUnread(page).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}/);
  expect(await unread()).toBe(before - 1);
  club.proxy.isDown = false;
  await expect.poll(unread, { timeout: 60_000 }).toBe(before - 2);
});

test('notifications read on one device are also read on the other', async ({
  club,
  phone: { page },
}) => {
  const staffClient = await club.as('polishStaff');
  await signIn(club, page, 'polishStaff');
  const { data } = await staffClient.call(calls.listNotifications, { query: { mark: 'unread' } });
  await expect(bell(page, data.length)).toBeVisible();
  const [notification] = data;
  if (!notification) throw new Error('The demo staff have no notifications.');
  const body = { op_id: crypto.randomUUID(), mark: 'read' as const };
  await staffClient.call(calls.markNotificationRead, { params: { id: notification.uuid }, body });
  await expect(bell(page, data.length - 1)).toBeVisible({ timeout: 30_000 });
});
