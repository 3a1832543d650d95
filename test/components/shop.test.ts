import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import type { orderErrors } from '#schemas/api/checkout-calls.ts';
import { toCartItems } from '#schemas/cart.ts';
import { orderOf, shopProductOf } from '#test/component-fixtures/entities.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { goTo, pointsSummary, renderScreen } from '#test/component-fixtures/render-screen.tsx';

const BALANCE = 1800;

const voucher = shopProductOf(1, { name: 'Voucher', type: 'EDENRED' });
const gloves = shopProductOf(2, { name: 'Work gloves', type: 'COMPACON' });
const mug = shopProductOf(3, { name: 'Mug', type: 'COMPACON_LIKE' });
const sticker = shopProductOf(4, {
  name: 'Sticker',
  type: 'VELUXMS',
  marketing: { type: 'sticker', subtype: null },
});
const products = [voucher, gloves, mug, sticker];

const placed = orderOf(5);

function respondWithShop(server: FakeServer): void {
  server.list(calls.listShopProducts, products);
  server.list(calls.listCartItems, products.flatMap(toCartItems));
}

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
type Rejection = keyof typeof rejectionTexts;

/** Link to the place where a rejection is resolved; none if a retry resolves it. */
const links: Partial<Record<Rejection, string>> = {
  address_incomplete: 'Edit address',
  phone_region_mismatch: 'Edit address',
  invalid_phone: 'Edit contact details',
};

const order = page.getByRole('button', { name: /^Order for/ });
const alert = page.getByRole('alert');

async function goToSummary(startText: string): Promise<void> {
  await page.getByRole('button', { name: startText }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Expects each rejection on the summary with its action, and a retry to show that it is busy until the response. */
async function expectRejectionsShown(
  server: FakeServer,
  call: typeof calls.createOrder | typeof calls.createOrders,
): Promise<void> {
  for (const [code, text] of Object.entries(rejectionTexts) as [Rejection, string][]) {
    server.refuse(call, code);
    await order.click();
    await expect.element(alert).toMatchTextContent(text);
    const link = links[code];
    const shownLink = alert.getByRole('link', { name: link ?? '' });
    await expect.poll(() => link === undefined || shownLink.query() !== null).toBe(true);
  }
  const response = Promise.withResolvers<void>();
  server.respond(call, async () => {
    await response.promise;
    server.respond(calls.getPointsSummary, pointsSummary(BALANCE));
    return { data: [placed], company_points: BALANCE };
  });
  await order.click();
  await expect.element(order).toHaveAttribute('aria-busy', 'true');
  await expect.element(order).toHaveAttribute('aria-disabled', 'true');
  await expect.element(alert).not.toBeInTheDocument();
  response.resolve();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent('1,800');
}

test('the summary explains every rejection of a product', async () => {
  const server = await renderScreen(`/shop/${voucher.uuid}`, { server: respondWithShop });
  await goToSummary('Buy now');
  await expectRejectionsShown(server, calls.createOrder);
});

test('the summary explains every rejection of a cart', async () => {
  const server = await renderScreen('/shop', { server: respondWithShop });
  for (const { uuid } of [gloves, mug]) {
    goTo(`/shop/${uuid}`);
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect.element(page.getByText('Added to your cart').first()).toBeVisible();
  }
  goTo('/cart');
  await goToSummary('Checkout');
  await expect.element(page.getByText('One order for each seller')).toBeVisible();
  await expectRejectionsShown(server, calls.createOrders);
});

test('after an order without a response, a changed cart is ordered only after a second press', async () => {
  const server = await renderScreen(`/shop/${gloves.uuid}`, { server: respondWithShop });
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect.element(page.getByText('Added to your cart').first()).toBeVisible();
  goTo('/cart');
  await goToSummary('Checkout');
  // The server may have placed the order before it failed.
  server.refuse(calls.createOrders, 'internal');
  await order.click();
  await expect.element(alert).toMatchTextContent('Something went wrong');
  let ordered = 0;
  server.respond(calls.createOrders, () => {
    ordered += 1;
    return { data: [placed], company_points: BALANCE };
  });
  goTo('/cart');
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1');
  await goToSummary('Checkout');
  await order.click();
  await expect.element(alert).toMatchTextContent('It may have been placed, so check your orders');
  await expect.element(alert.getByRole('link', { name: 'Orders' })).toBeVisible();
  expect(ordered).toBe(0);
  await order.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  expect(ordered).toBe(1);
});

test('the summary explains every rejection of printed material', async () => {
  const server = await renderScreen('/marketing/sticker', { server: respondWithShop });
  await goToSummary('Continue');
  await expectRejectionsShown(server, calls.createOrder);
});

test('the cart shows missing points and the minimum order', async () => {
  const flashing = shopProductOf(6, { name: 'Flashing', type: 'WINDOW_DEALERS' }, { price: 64 });
  const mugs = shopProductOf(7, { name: 'Mugs', type: 'COMPACON_LIKE' }, { stock: 300 });
  await renderScreen(`/shop/${flashing.uuid}`, {
    person: 'polishStaff',
    server: (server) => {
      server.list(calls.listShopProducts, [flashing, mugs]);
      server.list(calls.listCartItems, [flashing, mugs].flatMap(toCartItems));
    },
  });
  const button = (name: string) => page.getByRole('button', { name });
  await button('Add to cart').click();
  await expect.element(page.getByText('Added to your cart').first()).toBeVisible();
  goTo('/cart');
  const missing = 'Add items worth 64 more points to reach the minimum order.';
  const dealers = page.getByRole('region', { name: 'Skylight for dealers' });
  await expect.element(dealers).toMatchTextContent(missing);
  await expect
    .element(button('Checkout'))
    .toHaveAccessibleDescription(`Skylight for dealers: ${missing}`);
  goTo('/checkout/summary');
  await expect.element(order).toHaveAccessibleDescription(/minimum/);

  goTo(`/shop/${mugs.uuid}`);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('250');
  await expect.element(page.getByText(/^Your company needs .* for this\.$/)).toBeVisible();
  await button('Add to cart').click();
  await expect.element(page.getByText('Added to your cart').last()).toBeVisible();
  goTo('/cart');
  const gifts = page.getByRole('region', { name: 'Compacon Select' });
  await expect.element(gifts).toMatchTextContent(/You need .+ more points\./);
  await expect.element(page.getByRole('main')).toMatchTextContent('2,250');
  await button(`Remove ${mugs.name}`).click();
  await button(`Remove ${flashing.name}`).click();
  await expect.element(page.getByText('Your cart is empty')).toBeVisible();
  goTo('/checkout');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible();
});

test('an order not yet synced to a new phone shows as loading until it arrives', async () => {
  const pull = Promise.withResolvers<void>();
  await renderScreen(`/orders/${placed.uuid}`, {
    server: (server) =>
      server.respond(calls.listOrders, async () => {
        await pull.promise;
        return { data: [placed], meta: { last_page: 1, total: 1, checkpoint: '1' } };
      }),
  });
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Loading the order' }))
    .toBeInTheDocument();
  pull.resolve();
  await expect
    .element(page.getByRole('heading', { level: 1, name: `Order ${placed.number}` }))
    .toBeVisible();
});

test('a company with a card can’t order another and gets a link to its card', async () => {
  const card = shopProductOf(8, { name: 'Club card', type: 'EDENRED_CARD', is_visible: false });
  await renderScreen('/shop/club-card', {
    user: (self) => ({ ...self, company: { ...self.company, edenred_card: '3810024603' } }),
    server: (server) => server.list(calls.listShopProducts, [card]),
  });
  await expect
    .element(page.getByText('Your company already has a club card.').first())
    .toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Buy now' }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(page.getByRole('listitem').filter({ hasText: /^At least/ }))
    .toMatchTextContent(/\b0\b/);
  await page.getByRole('link', { name: 'Go to club card' }).click();
  await expect.element(page.getByRole('region', { name: 'Your club card' })).toBeVisible();
  expect(location.pathname).toBe('/club-card');
});
