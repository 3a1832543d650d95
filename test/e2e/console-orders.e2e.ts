import { expect, type Page } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Rejects an order that another operator completes in the meantime. */
async function decideTogether(page: Page, other: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await other.getByRole('button', { name: 'Complete', exact: true }).click();
  const [first, second] = [other.getByRole('dialog'), page.getByRole('dialog')];
  await first.getByRole('textbox', { name: 'Why?' }).fill('Delivered');
  await first.getByRole('button', { name: 'Complete' }).click();
  await expect(other.getByText('Completed', { exact: true })).toBeVisible();
  await second.getByRole('button', { name: 'Reject' }).click();
  await expect(second.getByText('Say why.')).toBeVisible();
  await second.getByRole('textbox', { name: 'Why?' }).fill('Out of stock');
  await second.getByRole('button', { name: 'Reject' }).click();
  await expect(second.getByText('The order has been completed in the meantime.')).toBeVisible();
  await expect(second.getByRole('textbox', { name: 'Why?' })).toHaveValue('Out of stock');
  // The record behind the dialog shows the decision, too.
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Escape must not lose the typed text.
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .last()
    .click();
  await expect(second.getByRole('textbox', { name: 'Why?' })).toHaveValue('Out of stock');
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(second).toBeHidden();
}

/** Rejects all open top-ups, undoes the rejection, and rejects them again. */
async function rejectTopUps(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/orders?state=open&kind=top-up');
  const topUps = other.getByRole('region', { name: 'Orders' });
  const startRejecting = async () => {
    await topUps.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await other
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Reject' })
      .click();
  };
  await startRejecting();
  const dialog = other.getByRole('dialog', { name: /^Reject \d+ orders\?$/ });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with the card issuer');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Give the customer a reason.')).toBeVisible();
  expect(await violations(other)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason for the customer' }).fill('No top-ups today');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  const jobs = other.getByRole('region', { name: 'Bulk actions' });
  await expect(jobs.getByRole('progressbar', { name: 'Rejecting orders' })).toBeVisible();
  await jobs.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByText('Undone. Nothing was changed.')).toBeVisible();
  await expect(jobs.getByText('Undone', { exact: true })).toBeVisible();
  expect(await violations(other)).toEqual([]);
  await jobs.getByRole('button', { name: 'Close' }).click();
  await expect(topUps.getByRole('row').nth(1)).toBeVisible();
  await startRejecting();
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with the card issuer');
  await dialog.getByRole('textbox', { name: 'Reason for the customer' }).fill('No top-ups today');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(jobs.getByText('Done')).toBeVisible({ timeout: 20_000 });
  await expect(topUps.getByText('Nothing matches')).toBeVisible();
  await other.close();
}

test('orders are approved in bulk, and one by one with a conflict', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  const list = page.getByRole('region', { name: 'Orders' });
  await list.getByRole('link', { name: 'Open', exact: true }).click();
  const kinds = list.getByRole('navigation', { name: 'Kinds' });
  await kinds.getByRole('link', { name: 'Goods', exact: true }).click();
  await expect(page).toHaveURL('/orders?state=open&kind=physical');
  await expect(list.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(kinds.getByRole('link', { name: 'Goods', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('a job approves the selected orders', async () => {
    await list.getByRole('checkbox', { name: 'Select all shown rows' }).check();
    await page
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Approve' })
      .dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with the vendor');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    const jobs = page.getByRole('region', { name: 'Bulk actions' });
    await expect(jobs.getByText('Done')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await jobs.getByRole('button', { name: 'Close' }).click();
    await expect(jobs).toBeHidden();
  });

  await test.step('the second of two operators sees the first one’s decision', async () => {
    await list.getByRole('row').nth(1).getByRole('link').first().click();
    const title = page.getByRole('heading', { level: 1, name: /^Order \d+$/ });
    await expect(title).toBeVisible();
    await expect(page.getByText('In progress').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await decideTogether(page, other);
    await other.close();
  });

  await test.step('several orders are rejected together, with the same reason for all customers', () =>
    rejectTopUps(page));

  await test.step('the order’s points add up to the ledger’s total', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Points' }).click();
    await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Recipient' }).click();
    const recipient = page.getByRole('region', { name: 'Recipient' });
    await expect(recipient.getByText(/^\+48/)).toHaveCount(0);
    await recipient.getByRole('button', { name: 'Show everything' }).click();
    const dialog = page.getByRole('dialog', { name: /^Show the recipient/ });
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('The parcel came back');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect(recipient.getByText(/^\+48/)).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('Completed an order')).toBeVisible();
    await expect(page.getByText('The parcel came back')).toBeVisible();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText('Placed an order')).toBeVisible();
    await expect(timeline.getByText(/Notification in the app/).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test('a file of an order is downloaded', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.goto('/orders?kind=custom');
  const list = page.getByRole('region', { name: 'Orders' });
  await list.getByRole('row').nth(1).getByRole('link').first().click();
  const files = page.getByRole('region', { name: 'Files' });
  const download = page.waitForEvent('download');
  await files.getByRole('link', { name: 'logo.png' }).click();
  expect((await download).suggestedFilename()).toBe('logo.png');
});
