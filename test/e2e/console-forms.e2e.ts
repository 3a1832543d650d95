import { expect } from '@playwright/test';
import { demoCompanies } from '#server/demo/companies.ts';
import { administrator, signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because the tests change a company.
test.use({ ownSite: 'console-forms' });

const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('sku,price\nA,1\n') };

test('a form that can’t be sent focuses its first invalid field, or its errors', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/imports?panel=new');
  const panel = page.getByRole('dialog', { name: 'New import' });
  const upload = panel.getByRole('button', { name: 'Upload' });
  await panel.getByRole('combobox', { name: 'Content' }).selectOption('Prices and stock');

  await test.step('the first of two invalid fields', async () => {
    await upload.click();
    const country = panel.getByRole('combobox', { name: 'Country' });
    await expect(country).toBeFocused();
    await expect(country).toHaveAccessibleDescription(/Choose a country\./);
    await country.selectOption('Poland');
    await upload.press('Enter');
    await expect(panel.getByLabel('CSV file')).toBeFocused();
    await panel.getByLabel('CSV file').setInputFiles(file);
  });

  await test.step('a missing reason', async () => {
    await upload.click();
    const why = page.getByRole('dialog', { name: /^Upload prices.csv/ });
    await why.getByRole('button', { name: 'Upload' }).click();
    await expect(why.getByRole('textbox', { name: 'Why?' })).toBeFocused();
  });

  await test.step('an error of the server', async () => {
    await page.route('**/operator/v1/imports', (route) => route.abort());
    const why = page.getByRole('dialog', { name: /^Upload prices.csv/ });
    await why.getByRole('textbox', { name: 'Why?' }).fill('Prices of the spring');
    await why.getByRole('button', { name: 'Upload' }).click();
    await expect(panel.getByRole('alert')).toBeFocused();
    await expect(panel.getByRole('alert')).toHaveText(/connection/);
  });

  await test.step('a field of a record', async () => {
    await page.goto(`/companies/${demoCompanies.nowak.id}?tab=details`);
    const form = page.getByRole('form', { name: 'Details' });
    await form.getByRole('textbox', { name: 'Name' }).fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  });
});

test('forms inside a screen focus their invalid field, too', async ({ site, desk: page }) => {
  await signInOperator(site, page);

  await test.step('the note of a rejection', async () => {
    await page.goto('/review');
    await expect(page.getByRole('region', { name: 'Product' })).toBeVisible();
    await page.keyboard.press('x');
    const form = page.getByRole('form', { name: 'Reason for rejecting' });
    await form.getByRole('button', { name: /Other/ }).click();
    await expect(form.getByRole('textbox', { name: 'Note to the installer' })).toBeFocused();
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('textbox', { name: 'Note to the installer' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('the address of a link', async () => {
    await page.goto('/content?panel=new');
    const panel = page.getByRole('dialog', { name: 'New article' });
    await panel.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
    await panel.getByRole('textbox', { name: 'Title in English' }).fill('Autumn');
    await panel.getByRole('button', { name: 'Start the draft' }).click();
    const why = page.getByRole('dialog', { name: /^Start “Autumn”/ });
    await why.getByRole('textbox', { name: 'Why?' }).fill('Asked for by sales');
    await why.getByRole('button', { name: 'Start the draft' }).click();
    const english = page.getByRole('region', { name: 'English' });
    await english.getByRole('textbox', { name: 'Text' }).click();
    await english.getByRole('button', { name: 'Link' }).click();
    await english.getByRole('button', { name: 'Add the link' }).click();
    const address = english.getByRole('textbox', { name: 'Link address' });
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription('Enter the full address of the page.');
  });
});

test('a code that is too short or wrong gets the focus back', async ({ desk: page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email address' }).fill(administrator);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('123');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription('Enter all 10 digits.');
  await code.fill('0123456789');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
});

test('a message never covers the buttons of a dialog, even with the largest text', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('radio', { name: 'Very large' }).check();
  await page.goto(`/companies/${demoCompanies.nowak.id}?tab=details`);
  const form = page.getByRole('form', { name: 'Details' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Dachy Nowak i Syn');
  await form.getByRole('button', { name: 'Save' }).click();
  const why = page.getByRole('dialog');
  await why.getByRole('textbox', { name: 'Why?' }).fill('Renamed');
  await why.getByRole('button', { name: 'Save' }).click();
  const message = page
    .getByRole('region', { name: 'Messages' })
    .getByText('The changes were saved.');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Block' }).click();
  for (const viewport of [
    { width: 320, height: 480 },
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(message).toBeVisible();
    for (const button of await page.getByRole('dialog').getByRole('button').all())
      // Fails if another element would receive the press.
      await button.click({ trial: true });
  }
});
