import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { cartTotal } from '#schemas/cart-rules.ts';
import { orderStatuses } from '#schemas/order.ts';
import type { MultiOrderSubmission } from '#schemas/order-submission.ts';
import type { ShopProduct } from '#schemas/shop-product.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club, SignedIn } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { raisePrice, ordersOf, productOf, putIntoCart, openShop } from '#test/e2e-fixtures/shop.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
  club.proxy.keepsAlive = true;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const cart = (page: Page, text: string) =>
  page.getByRole('banner').getByRole('link', { name: `Cart: ${text}` });

test('a cart is filled offline, reports a changed price, and is ordered once per vendor', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const gloves = await productOf(owner, 'COMPACON', { stock: 20 });
  const flashing = await productOf(owner, 'WINDOW_DEALERS');
  const [before, ledger] = [await ordersOf(owner), await ledgerOf(owner)];
  const pending = before.filter(({ status }) => status === orderStatuses.pending).length;
  await signIn(club, page, 'polishOwner');
  await openShop(page);
  await waitUntilInstalled(page);

  await test.step('offline the cart is filled, counted in the header, and survives a reload', () =>
    fillOffline(club, page, gloves, flashing));

  await test.step('a removed line can be restored', async () => {
    await button(page, `Remove ${gloves.name}`).click();
    await expect(cart(page, '3 items')).toBeVisible();
    await button(page, 'Undo').click();
    await expect(cart(page, '5 items')).toBeVisible();
  });

  await test.step('back online the cart shows which price has changed', () =>
    changePrice(club, page, gloves));

  await test.step('the cart is delivered to the company, with one order per vendor', async () => {
    await ledger.expectScreenAgrees(page, 'remainingBalance', 'header');
    await button(page, 'Checkout').click();
    await expect(title(page, 'Checkout')).toBeVisible();
    await expect(page.getByRole('radio', { name: /To your company/ })).toBeChecked();
    await goTo(page, '/checkout/person');
    await expect(page.getByRole('radio', { name: /To another address/ })).toBeChecked();
    await page.getByRole('radio', { name: /To your company/ }).click({ force: true });
    await expect(page).toHaveURL(/\/checkout\/company$/);
    await expect(page.getByRole('radio', { name: /To your company/ })).toBeChecked();
    await button(page, 'Continue').click();
    await expect(page.getByText('One order for each seller')).toBeVisible();
    await expect(page.getByText('Free', { exact: true })).toBeVisible();
    await ledger.expectScreenAgrees(page, 'remainingBalance', 'header');
  });

  await test.step('an order at an outdated price is rejected, with a link back to the cart', async () => {
    await button(page, /^Order for/).click();
    await expect(page.getByRole('alert')).toContainText('The price has changed');
    expect(await ordersOf(owner)).toHaveLength(before.length);
    await page.getByRole('link', { name: 'Back to cart' }).click();
    await expect(page.getByText(`${gloves.name} now costs`)).toBeVisible();
    await button(page, 'Checkout').click();
    await button(page, 'Continue').click();
  });

  await test.step('after a lost response the order is sent again and placed once', async () => {
    club.proxy.addFault(calls.createOrders, { kind: 'lose_response' });
    await button(page, /^Order for/).click();
    await expect(page.getByRole('alert')).toContainText('offline');
    // The server recognises the request by its key, even after the summary was reopened.
    await page.reload();
    await button(page, /^Order for/).click({ timeout: 30_000 });
    await expect(title(page, 'Thank you')).toBeVisible();
    await expect(page.getByText('2 orders placed.')).toBeVisible();
    const newOrders = (await ordersOf(owner)).slice(0, -before.length);
    expect(newOrders.map(({ meta }) => meta.type).toSorted()).toEqual([
      'COMPACON',
      'WINDOW_DEALERS',
    ]);
    const total = newOrders.reduce((sum, { points }) => sum + points, 0);
    const [gloveVariant, flashingVariant] = [gloves.variants[0], flashing.variants[0]];
    if (!gloveVariant || !flashingVariant) throw new Error('A product has no variant.');
    expect(total).toBe(
      cartTotal([
        { price: gloveVariant.price, quantity: 2 },
        { price: flashingVariant.price, quantity: 3 },
      ]),
    );
    const addedPoints = (await ledger.added()).map(({ points }) => points);
    expect(addedPoints.reduce((sum, points) => sum + points, 0)).toBe(total);
    await ledger.expectScreenAgrees(page, 'thankYou');
  });

  await test.step('the cart is empty, a link leads on, and the orders are listed', () =>
    followOrders(club, owner, page, ledger, pending + 4));
});

async function fillOffline(
  club: Club,
  page: Page,
  gloves: ShopProduct,
  flashing: ShopProduct,
): Promise<void> {
  club.proxy.isDown = true;
  await putIntoCart(page, gloves, 1);
  await putIntoCart(page, flashing, 3);
  await expect(cart(page, '4 items')).toBeVisible();
  // Both products share one message, and the cart itself shows none.
  const addedText = page.getByText('Added to your cart');
  await expect(addedText).toHaveCount(1);
  await cart(page, '4 items').click();
  await expect(button(page, `Increase quantity of ${gloves.name}`)).toBeVisible();
  await expect(addedText).toHaveCount(0);
  await button(page, `Increase quantity of ${gloves.name}`).click();
  await expect(cart(page, '5 items')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Compacon' })).toContainText(gloves.name);
  const dealers = page.getByRole('region', { name: 'Skylight for dealers' });
  await expect(dealers).toContainText(flashing.name);
  await expect(button(page, 'Checkout')).toHaveAccessibleDescription(/offline/);
}

async function changePrice(club: Club, page: Page, gloves: ShopProduct): Promise<void> {
  raisePrice(club, gloves);
  // Prevents the browser from retrying after a lost response.
  club.proxy.keepsAlive = false;
  await restoreNetwork(club, page);
  const changeNotice = page.getByRole('status').filter({ hasText: 'Your cart has changed' });
  await expect(changeNotice).toContainText(`${gloves.name} now costs`, { timeout: 60_000 });
}

async function followOrders(
  club: Club,
  owner: SignedIn,
  page: Page,
  ledger: Ledger,
  pending: number,
): Promise<void> {
  await expect(cart(page, 'empty')).toBeVisible();
  await page.reload();
  await expect(title(page, 'Thank you')).toBeVisible();
  // A colleague orders the same product, which changes the remaining balance.
  const [sentOrder] = club.proxy.requestsOf(calls.createOrders).slice(-1);
  const body = JSON.parse(sentOrder?.body ?? '') as MultiOrderSubmission;
  await owner.call(calls.createOrders, { body }, { idempotencyKey: randomUUID() });
  await ledger.expectScreenAgrees(page, 'thankYou');
  await page.goto(`${club.url}/checkout/summary`);
  await expect(title(page, 'Thank you')).toBeVisible();
  await page.getByRole('link', { name: 'View orders' }).click();
  const orders = page.getByRole('list', { name: 'Orders' });
  // Wait for the new entries, because the list appears before them.
  await expect(orders.getByText('Pending')).toHaveCount(pending, { timeout: 30_000 });
  await orders.getByRole('link', { name: 'Skylight for dealers' }).first().click();
  await expect(page.getByText('The points are reserved')).toBeVisible();
  await ledger.expectScreenAgrees(page, 'order', 'header');
  await page.getByText('Delivery address').click();
  await expect(page.getByText('Dachy Nowak').last()).toBeVisible();
}

test('a voucher is ordered directly without a delivery, and its number is shown and can be copied', async ({
  club,
  phone: { page, context },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: club.url });
  const owner = await club.as('polishOwner');
  const voucher = await productOf(owner, 'EDENRED');
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'polishOwner');
  await openShop(page);
  await goTo(page, `/shop/${voucher.uuid}`);
  await ledger.expectScreenAgrees(page, 'remainingBalance', 'header');
  await button(page, 'Buy now').click();
  await expect(title(page, 'Checkout')).toBeVisible();
  await expect(page.getByRole('radiogroup')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Address' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit contact details' }).click();
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  const first = page.getByRole('textbox', { name: 'First name' });
  const name = await first.inputValue();
  await first.fill('');
  await phone.fill('12');
  await button(page, 'Save').click();
  // Both are reported immediately, and the first has focus.
  await expect(page.getByText('Enter a phone number from that country.')).toBeVisible();
  await expect(first).toBeFocused();
  await first.fill(name);
  await button(page, 'Save').click();
  await expect(phone).toBeFocused();
  await phone.fill('600 100 200');
  await button(page, 'Save').click();
  await expect(page.getByText('+48 600 100 200')).toBeVisible();
  await button(page, 'Continue').click();
  await button(page, /^Order for/).click();
  await expect(page.getByText('Order placed.')).toBeVisible();
  await ledger.expectScreenAgrees(page, 'thankYou');
  const { price: points } = voucher.variants[0] ?? {};
  const reservedEntry = { event: 'order_reservation', variation: 'reserved', points };
  expect(await ledger.added()).toMatchObject([reservedEntry]);
  await expectOrderInLedger(page, ledger);

  const orders = await ordersOf(owner);
  const withVoucherNumber = orders.find(({ meta }) => meta.has_response);
  await goTo(page, `/orders/${withVoucherNumber?.uuid ?? ''}`);
  const order = await owner.call(calls.getOrder, {
    params: { id: withVoucherNumber?.uuid ?? '' },
  });
  await button(page, 'Copy number').click();
  await expect(page.getByText('Copied')).toBeVisible();
  const copiedText = await page.evaluate(() => navigator.clipboard.readText());
  expect(copiedText).toBe(order.meta.response?.number);
});

/** Expects the order on the points screen, with each ledger entry. */
async function expectOrderInLedger(page: Page, ledger: Ledger): Promise<void> {
  await goTo(page, '/balance');
  await page.getByRole('tab', { name: 'Points history' }).click();
  await ledger.expectScreenAgrees(page, 'points', 'months', 'ledgerEntries');
  await button(page, /Reserved for an order/)
    .first()
    .click();
  await ledger.expectScreenAgrees(page, 'orderSheet');
}
