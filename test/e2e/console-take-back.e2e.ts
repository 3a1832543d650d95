import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test.use({ ownSite: 'console-take-back' });

/** Chooses an action, and gives the reason for the audit. */
async function act(page: Page, action: string, reason: string | null, why = 'Why?') {
  await page.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const customerReason = dialog.getByRole('textbox', { name: 'Reason for the customer' });
  if (reason !== null) await customerReason.fill(reason);
  await dialog.getByRole('textbox', { name: why }).fill('Completed by mistake');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a completed order is reopened and rejected, but a voucher isn’t', async ({
  site,
  desk: page,
}) => {
  const owner = await site.club.as('polishOwner');
  const readPoints = async () =>
    (
      await owner.call(calls.getPointsSummary, {
        params: { id: demoAccounts.polishOwner.companyId },
      })
    ).company_points;
  await signInOperator(site, page);
  const { companyId } = demoAccounts.polishOwner;
  await page.goto(`/orders?company=${companyId}&state=positive&kind=physical`);
  const list = page.getByRole('region', { name: 'Orders' });
  await list.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const readOrder = () => owner.call(calls.getOrder, { params: { id } });
  const [before, { points }] = [await readPoints(), await readOrder()];

  await act(page, 'Reopen order', 'The parcel came back');
  await expect(page.getByText('Problem reported', { exact: true })).toBeVisible();
  expect(await readOrder()).toMatchObject({
    ...{ status: orderStatuses.failed, reason: 'The parcel came back' },
  });
  expect(await readPoints()).toBe(before);
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByText('Reopened an order')).toBeVisible();

  await act(page, 'Reject', 'No replacement is available');
  // The rejection is held for ten seconds.
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await readPoints()).toBe(before + points);

  await page.goto('/orders?state=positive&kind=digital');
  await list.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText('Not possible: the customer has the voucher’s code.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen order' })).toHaveCount(0);
});

test('the verification of a company is withdrawn, and it is verified again', async ({
  site,
  desk: page,
}) => {
  const owner = await site.club.as('polishOwner');
  const { companyId: id } = demoAccounts.polishOwner;
  const readPoints = () => owner.call(calls.getPointsSummary, { params: { id } });
  const before = await readPoints();
  await signInOperator(site, page);
  await page.goto(`/companies/${id}`);
  // The dialog offers reasons, and a note.
  await act(page, 'Withdraw verification', null, 'Note');
  await expect(page.getByText(/^The verification of .* was withdrawn\.$/)).toBeVisible();
  const after = await readPoints();
  const taken = after.points.reserved ?? 0;
  expect(taken).toBeGreaterThan(0);
  expect(after.company_points).toBe(before.company_points - taken);
  await act(page, 'Verify', null, 'Note');
  await expect(page.getByText(/ was verified\.$/)).toBeVisible();
  expect(await readPoints()).toMatchObject({
    company_points: before.company_points,
    points: { reserved: 0 },
  });
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByText('Withdrew a company’s verification')).toBeVisible();
});
