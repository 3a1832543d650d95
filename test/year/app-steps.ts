import { expect, type Page } from '@playwright/test';
import { waitForNewest } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { ADD_BUTTON, enterManually, openReview } from '#test/e2e-fixtures/manual-entry.ts';
import { chooseEmail } from '#test/e2e-fixtures/sign-in.ts';
import type { Year } from './open-year.ts';

/** Email address of the company's owner. */
export const OWNER = 'ola@dachy-ola.example';
export const COMPANY = 'Dachy Ola';

/** Time for a change to reach the phone. */
export const SYNC = { timeout: 30_000 };

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const textbox = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Signs in by email, from the sign-in screen. */
export async function signInByEmail({ club, phone }: Year): Promise<void> {
  await chooseEmail(phone);
  const before = (await club.codesFor(OWNER)).length;
  await textbox(phone, 'Email address').fill(OWNER);
  await button(phone, 'Send me a code').click();
  await textbox(phone, 'Code').fill(await waitForNewest(() => club.codesFor(OWNER), before));
  await expect(phone.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible(SYNC);
}

/** Opens home and waits until it shows the latest changes. */
export async function openHome({ phone }: Year): Promise<void> {
  await phone.goto('/');
  await expect(phone.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible(SYNC);
}

/** The company's ledger on the server, to compare with the screens of the app. */
export async function openLedger({ club }: Year): Promise<Ledger> {
  return ledgerOf(await club.as({ email: OWNER, region: 'PL' }));
}

/** Creates a project at an address. */
export async function createProject(page: Page, street: string): Promise<void> {
  await goTo(page, '/projects/add');
  await page.getByRole('combobox', { name: 'Street and number' }).fill(street);
  await page.getByRole('option', { name: `Use “${street}”` }).click();
  await textbox(page, 'Postal code').fill('30-001');
  await button(page, 'Create project').click();
  await expect(title(page, street)).toBeVisible();
}

/** A product with its serial number, as in the registry. */
export interface Product {
  readonly code: string;
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

/** Types the products' numbers, and saves them to the project used last. */
export async function addProducts(
  page: Page,
  street: string,
  products: readonly Product[],
): Promise<void> {
  await goTo(page, '/scan/manual');
  const scannedList = page.getByRole('list', { name: 'Scanned products' });
  for (const product of products) {
    await enterManually(page, product);
    await button(page, ADD_BUTTON).click();
    await expect(scannedList).toContainText(product.code);
  }
  await openReview(page);
  await saveScanned(page, street);
}

/** Saves captured products to the project used last. */
export async function saveScanned(page: Page, street: string): Promise<void> {
  await button(page, `Save to ${street}`).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect(title(page, street)).toBeVisible();
}

/** Closes the open project with only the required answers; a lead's project asks one more question. */
export async function closeProject(page: Page, { isLead = false } = {}): Promise<void> {
  const next = button(page, 'Next');
  await button(page, 'Close project').click();
  await page.getByRole('radio', { name: 'A new house' }).check();
  await next.click();
  await page.getByRole('checkbox', { name: 'Daylight' }).check();
  await next.click();
  await expect(page.getByText('How long did the work take, in hours?')).toBeVisible();
  if (isLead) {
    await next.click();
    await page.getByRole('checkbox', { name: 'The customer recommended us' }).check();
  }
  await button(page, 'Finish').click();
}
