import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { runOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { setUpPushClub } from '#test/e2e-fixtures/push-club.ts';
import {
  deliverPush,
  visibleNotifications,
  mockPushService,
  tapNotification,
} from '#test/e2e-fixtures/push-phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { pushDevice } from '#test/server/push-decryption.ts';

const withClub = setUpPushClub();

test('an accepted project is pushed encrypted, and tapping its message opens it', async ({
  phone: { page, context },
}) => {
  const device = pushDevice(`${withClub.sink.origin}/phone`);
  await mockPushService(page, device.subscription);
  await context.grantPermissions(['notifications'], { origin: withClub.club.url });
  await signIn(withClub.club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await page.goto(`${withClub.club.url}/notifications`);
  await expect(page.getByText('even when the app is closed')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeHidden();

  const owner = await withClub.club.as('polishOwner');
  const { fcm } = await owner.call(calls.getSignedInUser, {});
  expect(JSON.parse(fcm)).toEqual([
    { platform: 'web', token: JSON.stringify(device.subscription) },
  ]);

  const query = { status: 'in_review' as const, page: 1, limit: 1 };
  const [project] = (await owner.call(calls.listProjects, { query })).data;
  if (!project) throw new Error('The demo has no project in review.');
  const ledger = await ledgerOf(owner);
  const accept = ['projects', 'accept', project.uuid, '--without-new-photo'];
  await runOperatorCommand(withClub.club, accept);
  await expect.poll(() => withClub.sink.bodies.length, { timeout: 30_000 }).toBe(1);
  const message = device.decrypt(withClub.sink.bodies[0] ?? Buffer.alloc(0));
  expect(JSON.parse(message)).toMatchObject({
    title: 'Projekt przyjęty',
    link: `/projects/${project.uuid}`,
  });

  await deliverPush(context, page, message);
  expect((await visibleNotifications(page)).map(({ title }) => title)).toEqual([
    'Projekt przyjęty',
  ]);
  await page.evaluate(() => Object.assign(window, { isOriginalPage: true }));
  await tapNotification(context);
  await expect(page).toHaveURL(`${withClub.club.url}/projects/${project.uuid}`);
  // The page wasn't reloaded, so entered data would survive.
  expect(await page.evaluate(() => 'isOriginalPage' in window)).toBe(true);
  expect(await visibleNotifications(page)).toEqual([]);
  await ledger.expectScreenAgrees(page, 'project');
  expect((await ledger.added()).map(({ project_uuid: id }) => id)).toContain(project.uuid);
});

test('a push message with an external link only opens the app', async ({
  phone: { page, context },
}) => {
  await context.grantPermissions(['notifications'], { origin: withClub.club.url });
  await signIn(withClub.club, page, 'czechOwner');
  await waitUntilInstalled(page);
  const forgedPush = { title: 'Win', body: 'a prize', link: 'https://evil.example/' };
  await deliverPush(context, page, JSON.stringify(forgedPush));
  expect(await visibleNotifications(page)).toEqual([
    { title: new URL(withClub.club.url).host, body: '' },
  ]);
  await tapNotification(context);
  await expect(page).toHaveURL(`${withClub.club.url}/notifications`);
});

test('two messages that link to the same screen are both shown, and answers in one chat are counted', async ({
  phone: { page, context },
}) => {
  await context.grantPermissions(['notifications'], { origin: withClub.club.url });
  await signIn(withClub.club, page, 'czechOwner');
  await waitUntilInstalled(page);
  const chat = { title: 'Answer', body: 'in a chat', link: '/support/chat/7' };
  for (const message of [
    { title: 'New lead', body: 'Kraków', link: '/leads/1' },
    { title: 'A lead is about to expire', body: 'Kraków', link: '/leads/1' },
    { title: 'Closed on Friday', body: 'Back on Monday.' },
    { title: 'New catalogue', body: 'In the shop.' },
    chat,
    chat,
  ]) {
    await deliverPush(context, page, JSON.stringify(message));
  }
  const titles = async () =>
    (await visibleNotifications(page)).map(({ title }) => title).toSorted();
  await expect
    .poll(titles)
    .toEqual([
      'A lead is about to expire',
      'Answer (2)',
      'Closed on Friday',
      'New catalogue',
      'New lead',
    ]);
});
