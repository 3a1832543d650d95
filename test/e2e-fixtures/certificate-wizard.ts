import { expect, type Page } from '@playwright/test';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const field = (page: Page, name: string) => page.getByRole('textbox', { name });
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
export const sheet = (page: Page) => page.getByRole('dialog');
export const product = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
export const expiration = (page: Page) => page.getByLabel('Valid until');

/** Tries every invalid product value, then a valid one. */
export async function tryInvalidProducts(page: Page): Promise<void> {
  await button(page, 'Add product').click();
  await button(page, 'Add').click();
  await expect(sheet(page).getByText('Choose a category.')).toBeVisible();
  await expect(sheet(page).getByText('Enter the type and size, such as GGL MK06.')).toBeVisible();
  await expect(sheet(page).getByRole('combobox', { name: 'Category' })).toBeFocused();
  await sheet(page).getByRole('combobox').selectOption('flashings');
  await field(page, 'Product').fill('EDW MK06');
  await sheet(page).getByRole('spinbutton').fill('10000');
  await button(page, 'Add').click();
  // A quantity above the maximum is reduced to the maximum (spec 2 §9).
  await expect(product(page, 'EDW MK06')).toContainText('9,999 items');
  await button(page, 'Add product').click();
  await sheet(page).getByRole('combobox').selectOption('flashings');
  await field(page, 'Product').fill('edw mk06');
  await button(page, 'Add').click();
  await expect(field(page, 'Product')).toHaveAccessibleDescription(
    /^This product is already in this category/,
  );
  await expect(field(page, 'Product')).toBeFocused();
  await button(page, 'Close').click();
}

export async function changeProducts(page: Page): Promise<void> {
  await product(page, 'EDW MK06')
    .getByRole('button', { name: /^EDW MK06/ })
    .click();
  await sheet(page).getByRole('spinbutton').fill('2');
  await field(page, 'Details').fill('dark grey');
  await button(page, 'Save').click();
  await expect(product(page, 'EDW MK06')).toContainText('2 items');
  await button(page, 'Remove EDW MK06').click();
  await expect(product(page, 'EDW MK06')).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(product(page, 'EDW MK06')).toContainText('dark grey');
}

/** Fills in the customer, after checking the fields' errors and the focus. */
export async function fillInCustomer(page: Page): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'Street' })).toHaveValue('ul. Lipowa');
  await expect(field(page, 'House number')).toHaveValue('12');
  await expect(field(page, 'City')).toHaveValue('Wieliczka');
  // The longest warranty, for flashings, lasts 15 years.
  const year = new Date().getFullYear() + 15;
  await expect(expiration(page)).toHaveValue(new RegExp(`^${year}-`));
  await expiration(page).fill('2026-01-01');
  await field(page, 'House number').fill(' ');
  await button(page, 'Next').click();
  await expect(field(page, 'Email address')).toBeFocused();
  await expect(field(page, 'House number')).toHaveAccessibleDescription(/^Enter the house number/);
  await expect(expiration(page)).toHaveAccessibleDescription(/^Choose a day from .* to .*\./);
  await field(page, 'Email address').fill('jan@poczta.example');
  await field(page, 'Name').fill('Jan 🦊 Kowal');
  await field(page, 'House number').fill('12b');
  await expiration(page).fill('2040-05-04');
}
