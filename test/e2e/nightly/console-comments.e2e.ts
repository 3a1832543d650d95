import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  countryLead,
  signInOperator,
  signInWithNewPasskey,
  test,
  viewer,
} from '#test/e2e-fixtures/console.ts';

test.use({ ownSite: 'console-comments' });

test('operators comment on a company, and the author deletes the comment', async ({
  site,
  desk: page,
  colleague,
}) => {
  await signInOperator(site, page);
  // Choose a company in the colleague's country.
  await page.goto('/companies?search=dachy+nowak');
  const table = page.getByRole('table', { name: 'Companies' });
  await table.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const field = page.getByRole('textbox', { name: 'Comment' });
  const send = page.getByRole('button', { name: 'Add the comment' });
  await expect(send).toHaveAccessibleDescription('Write a comment first.');
  expect(await violations(page)).toEqual([]);

  await test.step('an unsent comment is a draft', async () => {
    await field.fill('Called twice. Ask for the owner.');
    await expect(page.getByText('The draft isn’t saved yet.')).toBeVisible();
    await expect(page.getByText('The draft isn’t saved yet.')).toBeHidden();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('link', { name: 'Comment' }).click();
    await expect(field).toHaveValue('Called twice. Ask for the owner.');
  });
  await field.press('Control+Enter');
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Called twice. Ask for the owner.')).toBeVisible();
  await expect(field).toHaveValue('');
  expect(await violations(page)).toEqual([]);

  await test.step('a colleague reads it, but can’t delete it', async () => {
    await signInWithNewPasskey(site, colleague, countryLead);
    await colleague.goto(page.url());
    const theirs = colleague.getByRole('list', { name: 'Timeline' });
    await expect(theirs.getByText('Called twice. Ask for the owner.')).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Delete the comment' })).toHaveCount(0);
  });

  await timeline.getByRole('button', { name: 'Delete the comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your comment?' });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Wrong company');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(timeline.getByText(/^Deleted by its author/)).toBeVisible();
  await expect(timeline.getByText('Called twice. Ask for the owner.')).toHaveCount(0);
});

test('viewers can read comments but can’t write them', async ({ site, colleague: page }) => {
  await signInWithNewPasskey(site, page, viewer);
  await page.goto('/companies');
  const table = page.getByRole('table', { name: 'Companies' });
  await table.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveCount(0);
});

test('operators comment on a campaign and on a project', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  const field = page.getByRole('textbox', { name: 'Comment' });
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await page.goto('/campaigns');
  const campaigns = page.getByRole('table', { name: 'Campaigns' });
  await campaigns.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await field.fill('Sales asked for a longer period.');
  await field.press('Control+Enter');
  await expect(timeline.getByText('Sales asked for a longer period.')).toBeVisible();

  await page.goto('/scanned-products');
  const products = page.getByRole('table', { name: 'Scanned products' });
  await products.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('link', { name: 'All products in the project' }).click();
  await page.getByRole('button', { name: 'Project’s timeline' }).click();
  const sheet = page.getByRole('dialog', { name: 'Project’s timeline' });
  await expect(sheet.getByText('Created a project')).toBeVisible();
  await field.fill('Two roofs on one label.');
  await expect(page.getByText('The draft isn’t saved yet.')).toBeVisible();
  await expect(page.getByText('The draft isn’t saved yet.')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.goto('/');
  await page.getByRole('link', { name: 'Comment' }).click();
  await expect(sheet).toBeVisible();
  await expect(field).toHaveValue('Two roofs on one label.');
  await field.press('Control+Enter');
  await expect(timeline.getByText('Two roofs on one label.')).toBeVisible();
});
