import { expect, type Locator, type Page } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { newest } from '#test/e2e-fixtures/club.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';

/** More stops than any screen has. */
const STOPS = 80;

/** Goes on with the Tab key until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not get to ${target.toString()}.`);
}

async function choose(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name });
  await tabTo(page, field);
  await page.keyboard.type(value);
  await expect(page.getByRole('option', { name: value, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(value);
}

test('from the sign-in to a saved product with the keyboard alone', async ({
  club,
  phone: { page },
}) => {
  const [serial] = plainSerials(1, 300);
  if (!serial) throw new Error('There is no piece.');
  const { email } = demoAccounts.romanianOwner;
  const button = (name: string) => page.getByRole('button', { name });
  const link = (name: string) => page.getByRole('link', { name });
  const before = (await club.codesFor(email)).length;

  await page.goto(club.url);
  await tabTo(page, page.getByRole('radio', { name: 'By text message' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, button('Continue'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail address' }));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
  await page.keyboard.type(await newest(() => club.codesFor(email), before));

  await expect(page.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
  await tabTo(page, link('Add a product'));
  await page.keyboard.press('Enter');
  await tabTo(page, link('Enter by hand').last());
  await page.keyboard.press('Enter');

  await tabTo(page, page.getByRole('textbox', { name: 'First part' }));
  await page.keyboard.type(serial.code.replace('-', ''));
  await expect(page.getByRole('textbox', { name: 'Second part' })).toBeFocused();
  await page.keyboard.press('Enter');
  await choose(page, 'Type', serial.type);
  await choose(page, 'Size', serial.size);
  await choose(page, 'Variant', serial.variant);
  await tabTo(page, button('Add product'));
  await page.keyboard.press('Enter');

  await tabTo(page, link('Choose a project'));
  await page.keyboard.press('Enter');
  const projects = page.getByRole('list', { name: 'Open projects' });
  await tabTo(page, projects.getByRole('button').first());
  await page.keyboard.press('Space');
  await tabTo(page, button('Add 1 product'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(serial.code);
});
