import { expect, type Page } from '@playwright/test';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import {
  addProducts,
  button,
  closeProject,
  createProject,
  openHome,
  openLedger,
  type Product,
  signInByEmail,
  SYNC,
} from './app-steps.ts';
import { approve, giveReason, openCompany, openScreen, signInAgain } from './console-steps.ts';
import type { Year } from './open-year.ts';

/** Closes the open project, and compares the points with the ledger. */
async function closeAndCompare(
  { phone, ...year }: Year,
  count: number,
  options: { readonly isLead?: boolean } = {},
): Promise<number> {
  await expect(phone.getByText('Valid', { exact: true })).toHaveCount(count, SYNC);
  const ledger = await openLedger({ phone, ...year });
  await closeProject(phone, options);
  await expect(phone.getByRole('dialog', { name: /^Project closed: / })).toBeVisible(SYNC);
  await ledger.expectScreenAgrees(phone, 'closedSheet');
  const addedEntries = await ledger.added();
  return addedEntries.reduce((sum, { points }) => sum + points, 0);
}

/** Closes the lead's project with its product. */
export async function closeLeadsProject(
  year: Year,
  street: string,
  products: readonly Product[],
): Promise<void> {
  await addProducts(year.phone, street, products);
  await closeAndCompare(year, products.length, { isLead: true });
}

/** Starts a campaign with two people, which doubles the points of April. */
export async function runCampaign(year: Year, products: readonly Product[]): Promise<void> {
  await year.moveTo('04-14');
  const { anna, piotr, phone } = year;
  await signInAgain(anna);
  await signInAgain(piotr);
  await startCampaign(anna, year.year);
  await approve(piotr, 'Start a campaign', 'Agreed for April');
  await openHome(year);
  await expect(phone.getByText('Double points').first()).toBeVisible(SYNC);
  await createProject(phone, 'Wiosenna 2');
  await addProducts(phone, 'Wiosenna 2', products);
  // Twice a window's 120 points and ten for the level, and the answered survey.
  expect(await closeAndCompare(year, products.length)).toBe(products.length * 2 * (120 + 10) + 25);
  // The screen is still open, with the list from before the approval.
  await anna.reload();
  await anna
    .getByRole('table', { name: 'Campaigns' })
    .getByRole('row', { name: /Double points/ })
    .getByRole('link')
    .first()
    .click();
  const facts = anna.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText(/Added points\s*260/);
}

async function startCampaign(page: Page, year: number): Promise<void> {
  await openScreen(page, 'Campaigns');
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New campaign' });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('textbox', { name: 'ID', exact: true }).fill('april');
  const english = panel.getByRole('group', { name: 'English' });
  await english.getByRole('textbox', { name: 'Name' }).fill('Double points');
  await english
    .getByRole('textbox', { name: 'Text' })
    .fill('Roof windows are worth twice as much.');
  await panel.getByLabel('First day').fill(`${year}-04-14`);
  await panel.getByLabel('Last day').fill(`${year}-04-30`);
  await panel.getByRole('textbox', { name: 'Percent' }).fill('200');
  await panel.getByRole('textbox', { name: 'Product types' }).fill('GGL');
  await panel.getByRole('button', { name: 'Dry run' }).click();
  await expect(panel.getByRole('table', { name: 'Estimate' })).toBeVisible();
  await panel.getByRole('button', { name: 'Start the campaign' }).click();
  await giveReason(page, 'Start this campaign?', 'Start the campaign', 'Agreed for April');
  await expect(page.getByText('A second person must approve this.')).toBeVisible();
}

/** Adds more points than one operator may add, so that a second person approves them. */
export async function correctPoints(year: Year): Promise<void> {
  await year.moveTo('05-05');
  const { anna, piotr, phone } = year;
  await signInAgain(anna);
  await signInAgain(piotr);
  await openCompany(anna);
  await anna.getByRole('tab', { name: 'Points' }).click();
  await anna.getByRole('button', { name: 'Correct points' }).click();
  const dialog = anna.getByRole('dialog', { name: /^Correct the points of/ });
  await dialog.getByRole('textbox', { name: 'Points' }).fill('1500');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Trained two apprentices');
  await dialog.getByRole('button', { name: 'Add points' }).click();
  await expect(anna.getByText('A second person must approve this.')).toBeVisible();
  const ledger = await openLedger(year);
  const before = await ledger.balance();
  await approve(piotr, 'Correct points', 'Trained two apprentices');
  expect(await ledger.balance()).toBe(before + 1500);
  await openHome(year);
  await ledger.expectScreenAgrees(phone, 'home');
}

/** Signs the installer in again after months without the app, and installs once more. */
export async function installInAutumn(year: Year, products: readonly Product[]): Promise<void> {
  await year.moveTo('10-12');
  const { phone } = year;
  await phone.goto('/');
  await signInByEmail(year);
  await createProject(phone, 'Jesienna 7');
  await addProducts(phone, 'Jesienna 7', products);
  await closeAndCompare(year, products.length);
}

/** Changes next year's levels, which a second person approves. */
export async function changeLevels(year: Year): Promise<void> {
  await year.moveTo('11-09');
  const { anna, piotr } = year;
  await signInAgain(anna);
  await signInAgain(piotr);
  await openHome(year);
  await openScreen(anna, 'Country');
  await anna.getByRole('tab', { name: 'Levels' }).click();
  await anna.getByRole('button', { name: 'Change the levels of category 1' }).click();
  const dialog = anna.getByRole('dialog', { name: /^Levels of category 1 from / });
  await dialog.getByRole('textbox', { name: 'Levels' }).fill('0 0\n3 15');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('An easier start');
  await dialog.getByRole('button', { name: 'Change the levels' }).click();
  await approve(piotr, 'Change a tier category’s levels', 'An easier start');
}

/** Expects the app to show in December which points expire. */
export async function expectExpiringPoints(year: Year): Promise<void> {
  await year.moveTo('12-07');
  const { phone } = year;
  await openHome(year);
  const ledger = await openLedger(year);
  await goTo(phone, '/balance');
  await expect(phone.getByText(/^Expiring: /).first()).toBeVisible();
  await ledger.expectScreenAgrees(phone, 'points');
}

/** Expects that in the new year the oldest points have expired, and levels start over with their new steps. */
export async function beginNextYear(year: Year, remaining: number): Promise<void> {
  await year.moveTo('+01-05');
  const { phone } = year;
  await openHome(year);
  const ledger = await openLedger(year);
  await ledger.expectScreenAgrees(phone, 'home');
  expect(await ledger.balance()).toBe(remaining);
  await goTo(phone, '/balance');
  await phone.getByRole('tab', { name: 'Levels' }).click();
  await phone.getByRole('list', { name: 'Levels' }).getByRole('button').first().click();
  const sheet = phone.getByRole('dialog');
  await expect(sheet).toContainText('Level 2: 3 products or more');
  await expect(sheet).toContainText('+15 per product');
  await button(phone, 'Close').click();
}
