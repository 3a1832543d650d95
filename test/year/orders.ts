import { expect, type Page } from '@playwright/test';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { runOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { button, openHome, openLedger, SYNC, textbox, title } from './app-steps.ts';
import { giveReason, openCompany, openScreen, screenTitle, signInAgain } from './console-steps.ts';
import type { Year } from './open-year.ts';

const CARD = '3810024603';

/** Goods to order, and the operator's decision. */
interface Goods {
  readonly name: string;
  readonly quantity: number;
  readonly points: number;
}
const gloves: Goods = { name: 'Rękawice robocze', quantity: 2, points: 36 };
const drill: Goods = { name: 'Wkrętarka', quantity: 1, points: 420 };

/** An order with its number, as the app shows it. */
type OrderNumbers = Readonly<Record<'gloves' | 'drill' | 'voucher' | 'stickers', string>>;

/** Orders goods twice, a voucher and printed material as the company, and expects the app to reserve the points. */
export async function placeOrders(year: Year): Promise<OrderNumbers> {
  await year.moveTo('02-09');
  const { phone } = year;
  await openHome(year);
  const ledger = await openLedger(year);
  const before = await ledger.balance();
  const orders = {
    gloves: await orderGoods(phone, gloves),
    drill: await orderGoods(phone, drill),
    voucher: await orderVoucher(phone),
    stickers: await orderStickers(phone),
  };
  await openHome(year);
  await ledger.expectScreenAgrees(phone, 'home');
  expect(await ledger.balance()).toBe(before - gloves.points - drill.points - 50 - 60);
  return orders;
}

async function openProduct(page: Page, name: string): Promise<void> {
  await goTo(page, '/shop');
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await expect(title(page, name)).toBeVisible();
}

/**
 * Goes from the checkout's first step to the order.
 * @returns its number
 */
async function checkOut(page: Page, points: number): Promise<string> {
  await expect(title(page, 'Checkout')).toBeVisible();
  await button(page, 'Continue').click();
  await button(page, `Order for ${points} points`).click();
  await expect(title(page, 'Thank you')).toBeVisible(SYNC);
  const link = page.getByRole('main').getByRole('link', { name: /Order \d+/ });
  return /\d+/.exec(await link.innerText())?.[0] ?? '';
}

async function orderGoods(page: Page, { name, quantity, points }: Goods): Promise<string> {
  await openProduct(page, name);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity));
  await button(page, 'Add to cart').click();
  await expect(page.getByText('Added to your cart').first()).toBeVisible();
  await goTo(page, '/cart');
  await button(page, 'Checkout').click();
  return checkOut(page, points);
}

async function orderVoucher(page: Page): Promise<string> {
  await openProduct(page, 'Bon paliwowy');
  await button(page, 'Buy now').click();
  return checkOut(page, 50);
}

async function orderStickers(page: Page): Promise<string> {
  await goTo(page, '/shop');
  await page.getByRole('link', { name: 'Marketing material' }).click();
  await page.getByRole('link', { name: /^Sticker/ }).click();
  await button(page, 'Continue').click();
  return checkOut(page, 60);
}

/** Issues the club card with operator commands, and registers it in the app. */
export async function issueCard(year: Year): Promise<void> {
  const { anna, club, phone } = year;
  await signInAgain(anna);
  await openCompany(anna);
  const company = new URL(anna.url()).pathname.split('/').at(-1) ?? '';
  await anna.getByRole('tab', { name: 'Flags' }).click();
  const flags = anna.getByRole('form', { name: 'Flags' });
  await flags.getByRole('checkbox', { name: 'May have a club card' }).check();
  await flags.getByRole('button', { name: 'Save' }).click();
  await giveReason(anna, /^Change the flags of/, 'Save', 'They asked for a card');
  await runOperatorCommand(club, ['cards', 'issue', CARD, company]);
  await phone.goto('/club-card/verify');
  await textbox(phone, 'Card number').fill(CARD);
  await phone.getByRole('checkbox', { name: /I’ve checked the number/ }).check();
  await button(phone, 'Register card').click();
  const face = phone.getByRole('region', { name: 'Your club card' });
  await expect(face).toContainText('Not activated yet');
  await runOperatorCommand(club, ['cards', 'activate', CARD]);
  await phone.reload();
  await expect(face).toContainText('Active');
}

const topUps = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Top-ups' }).getByRole('listitem');

/** Tops up the card with points. */
export async function topUpCard(year: Year): Promise<void> {
  const { phone } = year;
  const ledger = await openLedger(year);
  await button(phone, 'Top up card').click();
  await phone.getByRole('radio').first().check({ force: true });
  await phone.getByRole('checkbox', { name: 'I accept the terms of the club card.' }).check();
  await button(phone, 'Top up card').click();
  await expect(topUps(phone)).toContainText('On its way', SYNC);
  await ledger.expectScreenAgrees(phone, 'card');
}

/** Imports codes, which complete the voucher's order, and decides the other orders one by one. */
export async function decideOrders(year: Year, orders: OrderNumbers): Promise<void> {
  const { anna, phone } = year;
  await importCodes(anna);
  await decide(anna, orders.gloves, 'Approve', 'In progress');
  await decide(anna, orders.gloves, 'Complete', 'Completed');
  await decide(anna, orders.drill, 'Reject', 'Rejected');
  await decide(anna, orders.stickers, 'Complete', 'Completed');
  await openScreen(anna, 'Orders');
  await anna.getByRole('link', { name: 'Open', exact: true }).click();
  const topUp = anna.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1);
  await topUp.getByRole('link').first().click();
  await completeOpened(anna);
  await expectInApp(year, orders);
  await phone.goto('/club-card');
  await expect(topUps(phone)).not.toContainText('On its way', SYNC);
}

async function importCodes(page: Page): Promise<void> {
  await openScreen(page, 'Voucher codes');
  await page
    .getByRole('table', { name: 'Voucher codes' })
    .getByRole('row')
    .filter({ hasText: 'FUEL-100' })
    .getByRole('link')
    .first()
    .click();
  const codes = page.getByRole('dialog').getByRole('region', { name: 'Import codes' });
  const buffer = Buffer.from('number,expires,password\n7710-0001-2207,2099-12-31,\n7710-0002-5519');
  await codes
    .getByLabel('File with codes')
    .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer });
  await codes.getByRole('button', { name: 'Check' }).click();
  await expect(codes.getByText('2 new codes')).toBeVisible();
  await codes.getByRole('button', { name: 'Import' }).click();
  await giveReason(page, /^Import 2 codes of/, 'Import', 'Delivered by the vendor');
  const jobs = page.getByRole('region', { name: 'Bulk actions' });
  await expect(jobs.getByText('Done')).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Opens an order by its number, and decides on it. */
async function decide(
  page: Page,
  number: string,
  action: 'Approve' | 'Complete' | 'Reject',
  state: string,
): Promise<void> {
  await openScreen(page, 'Orders');
  const search = page.getByRole('search').getByRole('textbox');
  await search.fill(number);
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: number })
    .getByRole('link')
    .first()
    .click();
  await expect(screenTitle(page, `Order ${number}`)).toBeVisible();
  await page.getByRole('button', { name: action, exact: true }).click();
  await giveReason(page, `${action} order ${number}?`, action, 'Agreed with the vendor');
  await expect(page.getByText(state, { exact: true }).first()).toBeVisible();
}

async function completeOpened(page: Page): Promise<void> {
  await expect(screenTitle(page, /^Order \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await giveReason(page, /^Complete order/, 'Complete', 'Paid to the card');
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
}

/** Expects each decision in the app, with the voucher's number and the returned points. */
async function expectInApp(year: Year, numbers: OrderNumbers): Promise<void> {
  const { phone } = year;
  const ledger = await openLedger(year);
  await openHome(year);
  await ledger.expectScreenAgrees(phone, 'home');
  await goTo(phone, '/orders');
  const orders = phone.getByRole('list', { name: 'Orders' });
  const row = (number: string) => orders.getByRole('listitem').filter({ hasText: number });
  await expect(row(numbers.gloves)).toContainText('Fulfilled', SYNC);
  await expect(row(numbers.drill)).toContainText('Rejected');
  await row(numbers.voucher).getByRole('link').first().click();
  await expect(button(phone, 'Copy number')).toBeVisible();
  await ledger.expectScreenAgrees(phone, 'order');
}
