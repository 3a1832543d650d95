import { expect, type Page } from '@playwright/test';
import { demoOperators } from '#server/demo/operators.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  countryLead,
  signInOperator,
  signInWithNewPasskey,
  test,
} from '#test/e2e-fixtures/console.ts';

test.use({ ownSite: 'console-queues' });

const leadName = demoOperators.find(({ email }) => email === countryLead)?.name ?? '';
const titleOf = (page: Page) => page.getByRole('heading', { level: 1, name: /^Order \d+$/ });
const startQueue = (page: Page) =>
  page.getByRole('button', { name: 'Work through the queue' }).click();

test('two operators work through a queue without getting the same orders', async ({
  site,
  desk: anna,
  colleague: piotr,
}) => {
  await signInWithNewPasskey(site, piotr, countryLead);
  await signInOperator(site, anna);
  await anna.goto('/orders?state=open');
  await anna.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
  await piotr.goto('/orders?state=open');
  const queue = piotr.getByRole('toolbar', { name: 'Queue' });
  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'is working on this' });

  await test.step('opening the queue claims its orders, and others see it', async () => {
    await startQueue(piotr);
    await expect(titleOf(piotr)).toBeVisible();
    await expect(queue.getByRole('status')).toHaveText(/^1 of \d+\. /);
    expect(await violations(piotr)).toEqual([]);
    const orders = anna.getByRole('table', { name: 'Orders' });
    await expect(orders.getByRole('cell', { name: leadName }).first()).toBeVisible();
    await startQueue(anna);
    await expect(anna.getByText('other operators have claimed its records')).toBeVisible();
  });

  await test.step('another operator can’t decide on a claimed order until they take it over', async () => {
    await anna.goto(new URL(piotr.url()).pathname);
    await expect(notice(anna)).toContainText(leadName);
    expect(await violations(anna)).toEqual([]);
    await anna.getByRole('button', { name: 'Reject', exact: true }).click();
    const dialog = anna.getByRole('dialog', { name: /^Reject order/ });
    const reason = dialog.getByRole('textbox', { name: 'Reason for the customer' });
    await reason.fill('Out of stock.');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Out of stock');
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(dialog.getByText('Another operator is working on this.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await anna.getByRole('button', { name: 'Take over' }).click();
    await expect(notice(anna)).toBeHidden();
    await expect(notice(piotr)).toBeVisible();
  });

  await test.step('closing the tab releases its orders', async () => {
    await piotr.close({ runBeforeUnload: true });
    const claimed = anna
      .getByRole('table', { name: 'Orders' })
      .getByRole('cell', { name: leadName });
    await expect(async () => {
      await anna.goto('/orders?state=open');
      await expect(anna.getByRole('row').nth(1)).toBeVisible();
      await expect(claimed).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await startQueue(anna);
    await expect(anna.getByRole('toolbar', { name: 'Queue' })).toBeVisible();
  });
});
