import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { SignedIn } from './club.ts';

/** The shop's list of variants. */
export const shopList = (page: Page) => page.getByRole('table', { name: 'Shop' });
/** Row of the variant with this number. */
export const variantRow = (page: Page, number: string) =>
  shopList(page).getByRole('row').filter({ hasText: number });
/** Id of the open record. */
export const openedId = (page: Page) => page.url().split('/').at(-1)?.split('?')[0] ?? '';

/** Enters the reason of an action, and sends it. */
export async function giveReason(page: Page, question: RegExp, action: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with the vendor');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The first variant of a product, as seen by installers. */
export async function variantInApp(installer: SignedIn, product: string) {
  const { variants } = await installer.call(calls.getShopProduct, { params: { id: product } });
  const [variant] = variants;
  if (variant === undefined) throw new Error('The product has no variant.');
  return variant;
}
