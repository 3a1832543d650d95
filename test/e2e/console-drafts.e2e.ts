import { expect, type Page } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { variantRow } from '#test/e2e-fixtures/console-shop.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because the tests end sessions.
test.use({ ownSite: 'console-drafts' });

/** Waits until a draft is saved. */
const waitForDraftSave = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/operator/v1/draft') && response.request().method() === 'POST',
  );
const restoredNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^Draft from .* restored/ });

/** Ends the session on the server, as its time limit does. The page isn't notified. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const response = await fetch('/api/operator/v1/session', {
      method: 'DELETE',
      headers: { accept: 'application/json' },
    });
    return response.status;
  });
  expect(status).toBe(200);
}

test('a request that wasn’t recorded is among the drafts until it’s discarded', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByRole('button', { name: 'New request' }).click();
  const panel = page.getByRole('dialog', { name: 'New request' });
  const saved = waitForDraftSave(page);
  await panel.getByRole('textbox', { name: 'Last name' }).fill('Nowak');
  await panel.getByRole('textbox', { name: 'Message' }).fill('Two windows in the attic');
  await saved;

  await test.step('closing the panel keeps the draft', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    const drafts = page.getByRole('region', { name: 'My drafts' });
    await drafts.getByRole('link', { name: /^Request Two windows in the attic/ }).click();
    await expect(restoredNotice(page)).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Last name' })).toHaveValue('Nowak');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('discarding the draft empties the form and deletes the draft', async () => {
    const deleted = waitForDraftSave(page);
    await panel.getByRole('button', { name: 'Discard draft' }).click();
    await expect(panel.getByRole('textbox', { name: 'Last name' })).toHaveValue('');
    await deleted;
    await page.reload();
    await expect(panel.getByRole('textbox', { name: 'Last name' })).toHaveValue('');
    await expect(restoredNotice(page)).toHaveCount(0);
  });
});

test('a dialog reopens with its text after the session expired', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Companies', exact: true }).click();
  await page.getByRole('table', { name: 'Companies' }).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Points' }).click();
  const address = page.url();
  await page.getByRole('button', { name: 'Correct points' }).click();
  const dialog = page.getByRole('dialog', { name: /^Correct the points of/ });
  await dialog.getByRole('textbox', { name: 'Points' }).fill('25');
  await endSession(page);
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Counted twice at the trade fair');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Points' })).toHaveValue('25');
  await expect(dialog.getByRole('textbox', { name: 'Why?' })).toHaveValue(
    'Counted twice at the trade fair',
  );
  await expect(page.getByText('The text that you typed is back.')).toBeVisible();
  expect(page.url()).toBe(address);

  await test.step('"Cancel" discards the text', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Correct points' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Points' })).toHaveValue('');
  });
});

test('prices typed in a table are restored after the session expired', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/shop?search=copper-hammer');
  await page.getByRole('button', { name: 'Edit prices' }).click();
  const price = variantRow(page, 'COPPER-HAMMER-1').getByRole('textbox', { name: /^Price of / });
  await price.fill('4711');
  await endSession(page);
  // Search the list again: the server rejects the request, because the session has ended.
  await page.getByRole('heading', { level: 1, name: 'Shop' }).click();
  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your typed text was kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(price).toHaveValue('4711');
  const bar = page.getByRole('group', { name: 'Price changes' });
  await expect(bar.getByRole('status')).toHaveText('1 price changed');
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Discard changes' }).click();
  await expect(price).toBeHidden();
});
