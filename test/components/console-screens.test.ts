import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { operatorRights } from '#schemas/operator/operator-rights.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
import { changePreferences } from '#console/parts/preferences.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

/** Signs in an operator with all rights in several countries. */
function signInFor(server: FakeServer, codes: readonly RegionCode[]): void {
  const regions = codes.map((code) => ({ id: regionIdOf(code), code }));
  server.respond(
    sessionCalls.readOperatorSession,
    exampleOf(sessionCalls.readOperatorSession.result, {
      ...{ strength: 'passkey', regions },
      rights: operatorRights.map((right) => ({ right, regions: regions.map(({ id }) => id) })),
      ...{ expires_at: '2999-01-01T00:00:00.000Z', recent_until: '2999-01-01T00:00:00.000Z' },
    }),
  );
}

test('an empty review shows when the last project of the chosen country arrived', async () => {
  onTestFinished(() => changePreferences({ country: null }));
  await renderConsole('/review', {
    server: (server) => {
      signInFor(server, ['PL', 'RO']);
      const queueOf = (region: RegionCode, last_submitted_at: string | null) => ({
        ...{ region, waiting: 0, overdue: 0, oldest_since: null, last_submitted_at },
      });
      server.respond(reviewCalls.getReviewQueue, {
        data: [queueOf('PL', null), queueOf('RO', '2026-05-04T10:00:00.000Z')],
      });
      server.respond(reviewCalls.claimProducts, { products: [], projects: [], failed: [] });
    },
  });
  await expect.element(page.getByText(/^The last project arrived/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Country', exact: true }).selectOptions('Poland');
  await expect.element(page.getByText('No project arrived in the last 30 days.')).toBeVisible();
});

test.each([
  ['a reviewer', operatorRights],
  ['a viewer', ['review.read']],
] as const)('the review of %s says that it is loading', async (_, rights) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const empty = { products: [], projects: [] };
  await renderConsole('/review', {
    rights,
    server: (server) => {
      server.respond(reviewCalls.claimProducts, () =>
        promise.then(() => ({ ...empty, failed: [] })),
      );
      server.respond(reviewCalls.listReviewProducts, () =>
        promise.then(() => ({ data: [], projects: [], meta: { next: null, total: 0 } })),
      );
    },
  });
  await expect.element(page.getByText('Loading the list')).toBeInTheDocument();
  resolve(undefined);
  await expect.element(page.getByText('Nothing to review')).toBeVisible();
});

test('settings that start soon lead to the versions of the country that changes first', async () => {
  const romania = regionIdOf('RO');
  await renderConsole('/', {
    server: (server) => {
      signInFor(server, ['PL', 'RO']);
      const starts_at = new Date(Date.now() + 60_000).toISOString();
      const version = { id: idOf(1), region: romania, state: 'planned' as const, starts_at };
      server.respond(
        settingsCalls.listSettingsVersions,
        pageOf(settingsCalls.listSettingsVersions, [version]),
      );
    },
  });
  const card = page.getByRole('link', { name: /^Settings that start this week 1/ });
  await expect.element(card).toHaveAttribute('href', `/country?tab=versions&region=${romania}`);
});

/** Opens an order with a file. */
async function openOrderWithFile(canReveal: boolean) {
  const id = idOf(1);
  await renderConsole(`/orders/${id}`, {
    server: (server) =>
      server.respond(
        orderCalls.readOrder,
        exampleOf(orderCalls.readOrder.result, {
          ...{ id, region: POLAND, can_reveal: canReveal },
          files: [{ uuid: idOf(2), name: 'logo.svg' }],
        }),
      ),
  });
  const files = page.getByRole('region', { name: 'Files' });
  await expect.element(files.getByText('logo.svg')).toBeVisible();
  return { files, link: files.getByRole('link', { name: 'logo.svg' }) };
}

test('an order’s file can be downloaded while there is a network', async () => {
  const { files, link } = await openOrderWithFile(true);
  const url = `/api/operator/v1/orders/${idOf(1)}/files/${idOf(2)}`;
  await expect.element(link).toHaveAttribute('href', url);
  setOnline(false);
  const button = files.getByRole('button', { name: 'logo.svg' });
  await expect.element(button).toHaveAccessibleDescription('There is no network.');
  setOnline(true);
  await expect.element(link).toBeVisible();
});

test('an order’s file can’t be downloaded without the right to personal data', async () => {
  const { link } = await openOrderWithFile(false);
  expect(link.elements()).toEqual([]);
});

/** Takes the network away or restores it, with the browser's event. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

test('an announcement can be previewed in the themes of the app', async () => {
  const id = idOf(1);
  await renderConsole(`/announcements/${id}?tab=preview`, {
    server: (server) =>
      server.respond(
        announcementCalls.getAnnouncement,
        exampleOf(announcementCalls.getAnnouncement.result, {
          ...{ id, region: POLAND, state: 'draft' },
          texts: { en: { title: 'Spring', text: 'New windows.' } },
        }),
      ),
  });
  await page.getByRole('combobox', { name: 'App theme' }).selectOptions('Dark');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect.element(preview).toHaveAttribute('data-theme', 'dark');
  await expect.element(preview.getByText('New windows.').first()).toBeVisible();
});

test('an action can include all chats that match, not only those that are loaded', async () => {
  const chats = [1, 2, 3].map(idOf);
  const pageOfChats = (ids: readonly string[], next: string | null) => ({
    ...pageOf(
      chatCalls.listChats,
      ids.map((uuid) => ({ uuid, title: `Chat ${uuid.at(-1)}`, region: POLAND })),
    ),
    meta: { next, total: chats.length },
  });
  const server = await renderConsole('/support?view=open', {
    server: (fake) => {
      fake.respond(chatCalls.listChats, ({ query }) =>
        query['cursor'] === 'more'
          ? pageOfChats(chats.slice(2), null)
          : pageOfChats(chats.slice(0, 2), 'more'),
      );
      fake.respond(bulkStartCalls.startBulkChats, { job: idOf(500), total: chats.length });
    },
  });
  await page.getByRole('checkbox', { name: 'Select the chat Chat 1' }).click();
  await page.getByRole('button', { name: 'Select all 3 matches' }).click();
  await page.getByRole('button', { name: 'Solve' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveAccessibleName('Solve: 3 rows');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Answered by phone');
  await dialog.getByRole('button', { name: 'Solve' }).click();
  await expect
    .poll(() => server.bodies(bulkStartCalls.startBulkChats).map(({ records }) => records))
    .toEqual([chats]);
});
