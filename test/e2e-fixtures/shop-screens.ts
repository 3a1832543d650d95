import { expect, type Page } from '@playwright/test';
import { deliveryTypes } from '#schemas/delivery.ts';
import type { SignedIn } from './club.ts';
import { ledgerOf } from './ledger.ts';
import type { Screen } from './screen.ts';
import { ordersOf, productOf } from './shop.ts';

/** Shop screens, from an empty cart to checkout, and all kinds of orders. */
export async function shopScreensOf(owner: SignedIn): Promise<Screen[]> {
  const gloves = await productOf(owner, 'COMPACON', { stock: 20, pictures: 2 });
  const orders = await ordersOf(owner);
  const order = (is: (one: (typeof orders)[number]) => boolean) =>
    `/orders/${orders.find(is)?.uuid ?? ''}`;
  return [
    { name: 'shop', path: '/shop' },
    { name: 'product', path: `/shop/${gloves.uuid}`, act: putIn },
    { name: 'no such product', path: '/shop/00000000-0000-4000-8000-000000000000' },
    { name: 'cart', path: '/cart' },
    { name: 'checkout', path: '/cart', act: goToCheckout },
    { name: 'contact of the checkout', path: '/checkout/contact', act: emptyAndSave },
    { name: 'address of the checkout', path: '/checkout/address', act: emptyAndSave },
    { name: 'summary of the checkout', path: '/checkout/summary' },
    { name: 'thank you', path: '/checkout/summary', act: (page) => placeOrder(owner, page) },
    { name: 'orders', path: '/orders' },
    { name: 'order with an address', path: order((one) => one.delivery !== deliveryTypes.digital) },
    { name: 'order with a voucher', path: order((one) => one.meta.has_response) },
    { name: 'custom order', path: order((one) => one.contents.some((line) => line.inputData)) },
    { name: 'marketing material', path: '/marketing' },
    { name: 'flyer', path: '/marketing/flyer', act: continueTooSoon },
    { name: 'business card', path: '/marketing/horizontal_card', act: choosePicture },
    { name: 'sticker', path: '/marketing/sticker' },
    { name: 'no such material', path: '/marketing/balloon' },
    { name: 'no such order', path: '/orders/00000000-0000-4000-8000-000000000000' },
  ];
}

/** Adds a product to the cart for the following screens. */
async function putIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Add to cart|Dodaj do koszyka)$/ }).click();
  await expect(page.getByText(/^(Added to your cart|Dodano do koszyka)$/).first()).toBeVisible();
}

/** Uses the cart's button, which also clears the previous order. */
async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Checkout|Przejdź do zamówienia)$/ }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
}

async function placeOrder(owner: SignedIn, page: Page): Promise<void> {
  const ledger = await ledgerOf(owner);
  await page.getByRole('button', { name: /^(Order for|Zamów za)/ }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /^(Thank you|Dziękujemy)$/ }),
  ).toBeVisible();
  await ledger.expectScreenAgrees(page, 'thankYou');
}

/** Continues with only the profile's data to show missing fields. */
async function continueTooSoon(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Continue|Dalej)$/ }).click();
  await expect(
    page.getByText(/^(Fill in all 6 services|Wpisz wszystkie 6 usług)\.$/),
  ).toBeVisible();
}

/** Opens the choice of service pictures. */
async function choosePicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Picture of service 1|Obrazek usługi 1):/ }).click();
  await expect(page.getByRole('dialog').getByRole('radiogroup')).toBeVisible();
}

/** Submits a form with an empty second field to show its error. */
async function emptyAndSave(page: Page): Promise<void> {
  const field = page.getByRole('main').getByRole('textbox').nth(1);
  await field.fill('');
  await page.getByRole('button', { name: /^(Save|Zapisz)$/ }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}
