import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { leadAtStep, customerName } from '#test/e2e-fixtures/leads.ts';
import { ordersOf } from '#test/e2e-fixtures/shop.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { showAllTodos, todoList } from '#test/e2e-fixtures/todo-list.ts';

const [serial] = plainSerials(1, 520) as [DemoSerial];

test('to-dos are on home by due time, one tap away, and disappear when done', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  const open = await owner.call(calls.listProjects, { query: { status: 'open', limit: 100 } });
  const expiringProject = open.data.find(
    ({ expires_at: end }) => end !== null && Date.parse(end) < Date.now() + 7 * DAY_MS,
  );
  const voucher = (await ordersOf(owner)).find(
    ({ meta }) => Date.parse(meta.usable_until ?? '') > Date.now(),
  );
  if (!expiringProject || !voucher)
    throw new Error('The demo has no project or voucher that expires soon.');
  const street = expiringProject.street_name;
  const voucherName = voucher.contents[0]?.name ?? '';
  const lead = customerName(await leadAtStep(owner, 'new'));
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await captureManually(page, serial);
  await page.goto(club.url);
  const row = (name: string) => todoList(page).getByRole('link', { name });

  await test.step('there are three to-dos, most urgent first, and the rest are collapsed', async () => {
    await expect(todoList(page).getByRole('listitem')).toHaveCount(3);
    await showAllTodos(page);
    const items = await todoList(page).getByRole('listitem').allInnerTexts();
    const positions = ['in a project yet', street, voucherName, 'autumn'].map((words) =>
      items.findIndex((text) => text.includes(words)),
    );
    expect(positions.every((position) => position >= 0)).toBe(true);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    await expect(row(street)).toContainText(/\d points.*\d days? left, until /s);
    await expect(row(voucherName)).toContainText(/1[12] days left, until /);
    // The project is shown only once: the list of open projects omits it.
    await expect(page.getByRole('list', { name: 'Open projects' })).not.toContainText(street);
  });

  await test.step('each to-do links to its screen', async () => {
    for (const [name, heading] of [
      [street, street],
      [lead, lead],
      [voucherName, `Order ${voucher.number}`],
    ] as const) {
      await row(name).first().click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.goto(club.url);
      await showAllTodos(page);
    }
  });

  await test.step('a dismissed to-do stays dismissed, even offline', async () => {
    await phone.context.setOffline(true);
    for (const name of ['Don’t remind me again', 'Later']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('button', { name })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Needs your attention' })).toBeFocused();
    }
    await page.reload();
    await showAllTodos(page);
    await expect(row(street)).toBeVisible();
    await expect(row(voucherName)).toHaveCount(0);
    await phone.context.setOffline(false);
  });

  await test.step('products saved to a project disappear from the list', () => saveCaptured(page));

  await test.step('the project list shows the expiring project at the top with its expiry', async () => {
    await goTo(page, '/projects');
    const expiringSoon = page.getByRole('region', { name: 'Expiring soon' });
    await expect(expiringSoon).toContainText(/\d+ points at stake/);
    await expect(expiringSoon.getByRole('link', { name: street })).toContainText('days left');
    await goTo(page, '/orders');
    await expect(page.getByRole('link', { name: voucherName })).toContainText('days left');
  });
});

async function saveCaptured(page: Page): Promise<void> {
  const capturedLink = todoList(page).getByRole('link', { name: 'in a project yet' });
  await capturedLink.click();
  await saveToFirstProject(page);
  await page.getByRole('link', { name: 'Home' }).click();
  await showAllTodos(page);
  await expect(capturedLink).toHaveCount(0);
}
