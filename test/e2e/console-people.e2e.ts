import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test('a person is found, and a lost number is replaced after proof', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'People' }).click();
  const table = page.getByRole('table', { name: 'People' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('+48 5');
  await expect(page).toHaveURL('/people?search=%2B48+5');
  await page.keyboard.press('Escape');
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  await table.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('tab', { name: 'Contact' })).toBeVisible();

  await page.getByRole('button', { name: 'Replace a lost address or number' }).click();
  const sheet = page.getByRole('dialog', { name: 'Replace a lost address or number' });
  const replace = sheet.getByRole('button', { name: 'Replace' });
  await replace.click();
  await expect(sheet).toContainText('Enter the new one.');
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('textbox', { name: 'New phone number' }).fill('12');
  await sheet.getByRole('combobox', { name: 'How was the identity verified?' }).selectOption({
    label: 'In person',
  });
  await sheet.getByRole('textbox', { name: 'Where is the proof kept?' }).fill('T-17');
  await replace.click();
  const why = page.getByRole('dialog', { name: /^Replace it for/ });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Lost phone');
  await why.getByRole('button', { name: 'Replace' }).click();
  await expect(sheet.getByRole('alert')).toContainText('isn’t valid in the country');
  await sheet.getByRole('button', { name: 'Close' }).click();
  const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await prompt.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(sheet).toBeHidden();

  await page.getByRole('tab', { name: 'Timeline' }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Replaced a person’s phone number');
  await expect(timeline).toContainText('Added to the team');
  expect(await violations(page)).toEqual([]);
});

test('an operator views the app as a person, and can’t change anything', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/people?search=jan');
  const table = page.getByRole('table', { name: 'People' });
  await table.getByRole('row').nth(1).getByRole('link').first().click();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole('button', { name: 'View as this person' }).click();
  const why = page.getByRole('dialog', { name: `View the app as ${name}?` });
  await why.getByRole('textbox', { name: 'Why?' }).fill('They see a different balance.');
  await why.getByRole('button', { name: 'View as this person' }).click();
  const sheet = page.getByRole('dialog', { name: `The app as ${name}` });
  await expect(sheet).toContainText('works once, within ten minutes');
  expect(await violations(page)).toEqual([]);
  const opened = page.context().waitForEvent('page');
  await sheet.getByRole('link', { name: 'Open the app' }).click();
  const app = await opened;
  await expect(sheet).toBeHidden();
  await expect(app.getByText('You’re viewing the app as someone else')).toBeVisible();
  await expect(app.getByText('changes are rejected')).toBeVisible();
  expect(new URL(app.url()).hash).toBe('');

  // The app is in the person's language.
  await app.goto(new URL('/user/edit', app.url()).href);
  const lastName = app.getByRole('textbox', { name: 'Příjmení' });
  await expect(lastName).toHaveValue('Dvořák');
  await lastName.fill('Novák');
  await app.getByRole('button', { name: 'Uložit', exact: true }).click();
  await expect(app.getByRole('main')).toContainText('Nemáte k tomu oprávnění.');
  // The person's own list of devices shows the session of support, and its end.
  await app.goto(new URL('/settings/other', app.url()).href);
  await expect(
    app.getByRole('listitem').filter({ hasText: /Podpora, jen ke čtení, do \d/ }),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText(
    'Viewed the app as a person',
  );

  // When the session ends, its data is deleted.
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const databases = () =>
    app.evaluate(
      async (person) =>
        (await indexedDB.databases()).filter(({ name }) => name?.includes(person)).length,
      id,
    );
  expect(await databases()).toBeGreaterThan(0);
  // Reload the person's record, which was read before the session started.
  await page.reload();
  await page.getByRole('button', { name: 'End sessions' }).click();
  const end = page.getByRole('dialog', { name: `Sign ${name} out everywhere?` });
  await end.getByRole('textbox', { name: 'Why?' }).fill('The question is answered.');
  await end.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText(/^Sessions ended: \d+$/)).toBeVisible();
  // At its first start the app notices the end of the session, and at the next start it deletes the data.
  const countAfterStart = async () => {
    await app.goto(new URL('/', app.url()).href);
    return databases();
  };
  await expect.poll(countAfterStart, { intervals: [2000], timeout: 40_000 }).toBe(0);
});
