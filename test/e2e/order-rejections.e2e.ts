import { expect, type Page } from '@playwright/test';
import type { Call } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import type { orderErrors } from '#schemas/api/checkout-calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { productOf, putIntoCart, openShop } from '#test/e2e-fixtures/shop.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { gate } from '#test/sync/fault-proxy.ts';

test.afterEach(({ club }) => club.proxy.clearFaults());

test('the summary explains every rejection of an order: of a product, of the cart, and of printed material', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const ledger = await ledgerOf(owner);
  const toSummary = async (startText: string) => {
    await page.getByRole('button', { name: startText }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await signIn(club, page, 'polishOwner');
  await openShop(page);
  const voucher = await productOf(owner, 'EDENRED');
  await goTo(page, `/shop/${voucher.uuid}`);
  await toSummary('Buy now');
  await expectRejectionsShown(club, page, ledger, calls.createOrder);

  for (const vendor of ['COMPACON', 'COMPACON_LIKE'] as const) {
    await putIntoCart(page, await productOf(owner, vendor), 1);
  }
  await goTo(page, '/cart');
  await toSummary('Checkout');
  await expect(page.getByText('One order for each seller')).toBeVisible();
  await expectRejectionsShown(club, page, ledger, calls.createOrders);

  await goTo(page, '/marketing/sticker');
  await toSummary('Continue');
  await expectRejectionsShown(club, page, ledger, calls.createOrder);
});

/**
 * Texts of all order rejections on the summary, and of errors of any call: 400, 404, 409, 422, 429,
 * 500.
 */
const rejectionTexts = {
  invalid_input: 'Some details aren’t valid',
  internal: 'Something went wrong',
  too_many_requests: 'Too many attempts',
  in_progress: 'still being processed',
  key_reused: 'Something went wrong',
  product_unavailable: 'no longer available',
  price_changed: 'The price has changed',
  out_of_stock: 'Choose a smaller quantity',
  insufficient_points: 'enough points',
  minimum_not_reached: 'below the minimum',
  card_registered: 'already has another card registered',
  card_pending: 'already on its way',
  too_few_windows: 'enough windows this year',
  card_inactive: 'The card isn’t active',
  address_incomplete: 'The address isn’t complete',
  phone_region_mismatch: 'in different countries',
  invalid_phone: 'Invalid phone number',
  file_not_found: 'The file didn’t upload',
  material_incomplete: 'Some details aren’t valid',
  material_invalid: 'Some details aren’t valid',
} as const satisfies Record<
  (typeof orderErrors)[number] | 'invalid_input' | 'internal' | 'too_many_requests',
  string
>;

/** Where a rejection is resolved, if not by retrying. */
const linkFor: Partial<Record<keyof typeof rejectionTexts, string>> = {
  address_incomplete: 'Edit address',
  phone_region_mismatch: 'Edit address',
  invalid_phone: 'Edit contact details',
};

/** Expects each rejection on the summary with its action, and a retry to show that it is busy until the response. */
async function expectRejectionsShown(
  club: Club,
  page: Page,
  ledger: Ledger,
  call: Call,
): Promise<void> {
  await ledger.mark();
  const order = page.getByRole('button', { name: /^Order for/ });
  for (const [code, text] of Object.entries(rejectionTexts) as [
    keyof typeof rejectionTexts,
    string,
  ][]) {
    club.proxy.addFault(call, { kind: 'refuse', code });
    await order.click();
    await expect(page.getByRole('alert'), code).toContainText(text);
    const link = linkFor[code];
    if (link) await expect(page.getByRole('alert').getByRole('link', { name: link })).toBeVisible();
  }
  expect(await ledger.added()).toEqual([]);
  const requestGate = gate();
  club.proxy.addFault(call, { kind: 'hold', until: requestGate.until });
  await order.click();
  await expect(order).toHaveAttribute('aria-busy', 'true');
  await expect(order).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('alert')).toBeHidden();
  requestGate.open();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await ledger.expectScreenAgrees(page, 'thankYou');
}
