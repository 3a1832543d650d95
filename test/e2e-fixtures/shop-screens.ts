import { deliveryTypes } from '#schemas/delivery.ts';
import type { SignedIn } from './club.ts';
import { ledgerOf } from './ledger.ts';
import type { Screen } from './screen.ts';
import type { ElementQuery, ScreenActions } from './screen-actions.ts';
import { ordersOf, productOf } from './shop.ts';

/** Shop screens, from an empty cart to checkout, and all kinds of orders. */
export async function shopScreensOf(owner: SignedIn): Promise<Screen[]> {
  const gloves = await productOf(owner, 'COMPACON', { stock: 20, pictures: 2 });
  const orders = await ordersOf(owner);
  const order = (matches: (orderRow: (typeof orders)[number]) => boolean) =>
    `/orders/${orders.find(matches)?.uuid ?? ''}`;
  return [
    { name: 'shop', path: '/shop' },
    { name: 'product', path: `/shop/${gloves.uuid}`, action: addToCart },
    { name: 'no such product', path: '/shop/00000000-0000-4000-8000-000000000000' },
    { name: 'cart', path: '/cart' },
    { name: 'checkout', path: '/cart', action: goToCheckout },
    { name: 'contact of the checkout', path: '/checkout/contact', action: emptyAndSave },
    { name: 'address of the checkout', path: '/checkout/address', action: emptyAndSave },
    { name: 'summary of the checkout', path: '/checkout/summary' },
    { name: 'thank you', path: '/checkout/summary', action: (screen) => placeOrder(owner, screen) },
    { name: 'orders', path: '/orders' },
    {
      name: 'order with an address',
      path: order((orderRow) => orderRow.delivery !== deliveryTypes.digital),
    },
    { name: 'order with a voucher', path: order((orderRow) => orderRow.meta.has_response) },
    {
      name: 'custom order',
      path: order((orderRow) => orderRow.contents.some((line) => line.inputData)),
    },
    { name: 'marketing material', path: '/marketing' },
    { name: 'flyer', path: '/marketing/flyer', action: continueWithoutInput },
    { name: 'business card', path: '/marketing/horizontal_card', action: choosePicture },
    { name: 'sticker', path: '/marketing/sticker' },
    { name: 'no such material', path: '/marketing/balloon' },
    { name: 'no such order', path: '/orders/00000000-0000-4000-8000-000000000000' },
  ];
}

/** Adds a product to the cart for the following screens. */
async function addToCart(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Add to cart|Dodaj do koszyka)$/ });
  await screen.expectVisible({ text: /^(Added to your cart|Dodano do koszyka)$/ });
}

/** Uses the cart's button, which also clears the previous order. */
async function goToCheckout(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Checkout|Przejdź do zamówienia)$/ });
  await screen.expectVisible({ role: 'radiogroup' });
}

async function placeOrder(owner: SignedIn, screen: ScreenActions): Promise<void> {
  const ledger = await ledgerOf(owner);
  await screen.press({ role: 'button', name: /^(Order for|Zamów za)/ });
  await screen.expectVisible({ role: 'heading', level: 1, name: /^(Thank you|Dziękujemy)$/ });
  if (screen.page) await ledger.expectScreenAgrees(screen.page, 'thankYou');
}

/** Continues with only the profile's data to show missing fields. */
async function continueWithoutInput(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Continue|Dalej)$/ });
  await screen.expectVisible({ text: /^(Fill in all 6 services|Wpisz wszystkie 6 usług)\.$/ });
}

/** Opens the choice of service pictures. */
async function choosePicture(screen: ScreenActions): Promise<void> {
  await screen.press({ role: 'button', name: /^(Icon for service 1|Obrazek usługi 1):/ });
  await screen.expectVisible({ role: 'radiogroup', within: { role: 'dialog' } });
}

/** Submits a form with an empty second field to show its error. */
async function emptyAndSave(screen: ScreenActions): Promise<void> {
  const field: ElementQuery = { role: 'textbox', within: { role: 'main' }, index: 1 };
  await screen.fill(field, '');
  await screen.press({ role: 'button', name: /^(Save|Zapisz)$/ });
  await screen.expectVisible({ ...field, isInvalid: true });
}
