import { expect, type Page } from '@playwright/test';
import { calls, pictures } from '#schemas/api/calls.ts';
import { demoMembers } from '#server/demo/members.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club, SignedIn } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { ordersOf, openShop } from '#test/e2e-fixtures/shop.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { gate } from '#test/sync/fault-proxy.ts';

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const problemAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
const front = (page: Page, name: RegExp) =>
  page.getByRole('img', { name: /^Preview of the front/ }).and(page.getByRole('img', { name }));

const megabytes = 1_000_000;
/** A file whose type only its first bytes show. */
function pdf(name: string, bytes: number) {
  const buffer = Buffer.alloc(bytes, 32);
  buffer.write('%PDF-1.7');
  return { name, mimeType: 'application/pdf', buffer };
}
const drawing = {
  name: 'dachy nowak.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>',
  ),
};

/** Chooses a file through the dialog. */
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const fileChooser = page.waitForEvent('filechooser');
  await button(page, /^Choose (a|another) logo$/).click();
  await (await fileChooser).setFiles(file);
}

/** Orders from the editor through the checkout. */
async function placeOrder(page: Page, points: string): Promise<void> {
  await button(page, 'Continue').click();
  await expect(title(page, 'Checkout')).toBeVisible();
  await button(page, 'Continue').click();
  await button(page, `Order for ${points}`).click();
  await expect(title(page, 'Thank you')).toBeVisible();
}

/**
 * Compares the remaining balance on the screen with the server's, and expects the ledger to reserve exactly the price.
 */
async function expectPointsReserved(owner: SignedIn, ledger: Ledger, page: Page, cost: number) {
  await ledger.expectScreenAgrees(page, 'thankYou');
  const [order] = await ordersOf(owner);
  expect(order?.points).toBe(cost);
  expect(await ledger.added()).toMatchObject([
    {
      event: 'order_reservation',
      variation: 'reserved',
      points: cost,
      order_uuid: order?.uuid ?? '',
    },
  ]);
  return order;
}

test('an owner orders a flyer with a logo over an unstable network, and the order contains all of it', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'polishOwner');
  await openShop(page);
  await waitUntilInstalled(page);
  await page.getByRole('link', { name: 'Marketing material' }).click();
  await expect(page.getByRole('list', { name: 'Marketing material' })).toContainText('Billboard');
  await page.getByRole('link', { name: /^Flyer/ }).click();

  await test.step('missing fields show their errors', () => checkRequiredFields(page));

  await test.step('the preview updates, and one QR code is requested once the link stops changing', async () => {
    await button(page, 'Long description').click();
    await page.keyboard.type('Okna dachowe od 1998 roku');
    await button(page, 'Website').click();
    await page.keyboard.type('dachy-nowak.example/okna');
    await page.getByRole('radio', { name: 'A roof under snow' }).check();
    await expect(field(page, 'Website optional')).toHaveValue('https://dachy-nowak.example/okna');
    await expect(front(page, /A roof under snow.*Dachy Nowak/)).toBeVisible();
    const qrCodeQueries = () => club.proxy.requestsOf(pictures.getQrCode).map(({ query }) => query);
    await expect
      .poll(qrCodeQueries)
      .toEqual([`?data=${encodeURIComponent('https://dachy-nowak.example/okna')}`]);
  });

  await test.step('each service has a picture', () => enterServices(page));

  await test.step('the draft is available offline after a reload', async () => {
    club.proxy.isDown = true;
    await page.reload();
    await expect(field(page, 'Service 6')).toHaveValue('Service number 6');
    await expect(page.getByRole('radio', { name: 'A roof under snow' })).toBeChecked();
    await expect(button(page, 'Choose a logo')).toHaveAccessibleDescription(
      /Connect to upload a logo/,
    );
    await restoreNetwork(club, page);
  });

  await test.step('an unprintable logo is never sent; a failed upload can be retried', () =>
    sendLogo(club, page));

  await test.step('the flyer costs the price shown', async () => {
    await button(page, 'Increase quantity').click();
    await expect(page.getByText('70 points each, 140 points in total')).toBeVisible();
    await placeOrder(page, '140 points');
    const order = await expectPointsReserved(owner, ledger, page, 140);
    await page.getByRole('link', { name: `Order ${order?.number}` }).click();
  });

  await test.step('the order contains everything', () => expectCompleteOrder(page));
  await goTo(page, '/marketing/flyer');
  await expect(field(page, 'Service 1')).toHaveValue('');
});

async function checkRequiredFields(page: Page): Promise<void> {
  await button(page, 'Continue').click();
  await expect(page.getByText('Fill in all 6 services.')).toBeVisible();
  const shortField = field(page, 'Short description optional');
  await expect(shortField).toBeFocused();
  await expect(shortField).toHaveAccessibleDescription(
    /Fill in this field, or tap × to remove it\..*80 characters/,
  );
  await button(page, 'Remove Short description').click();
  await expect(button(page, 'Short description')).toBeFocused();
  await button(page, 'Continue').click();
  await expect(problemAlert(page)).toContainText('Add a short or a long description.');
}

async function enterServices(page: Page): Promise<void> {
  for (let number = 1; number <= 6; number += 1) {
    await field(page, `Service ${number}`).fill(`Service number ${number}`);
  }
  await button(page, 'Icon for service 1: Roof window').click();
  await page.getByRole('radio', { name: 'Sun tunnel' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(button(page, 'Icon for service 1: Sun tunnel')).toBeFocused();
  const reversePreview = page.getByRole('img', { name: /^Preview of the reverse/ });
  await expect(
    reversePreview.and(page.getByRole('img', { name: /Service number 6/ })),
  ).toBeVisible();
}

async function sendLogo(club: Club, page: Page): Promise<void> {
  const { proxy } = club;
  const uploads = () => proxy.requestsOf(calls.uploadOrderFile);
  await choose(page, { name: 'logo.exe', mimeType: '', buffer: Buffer.from('MZ') });
  await expect(problemAlert(page)).toContainText('This kind of file can’t be printed.');
  await choose(page, pdf('huge.pdf', 10 * megabytes + 1));
  await expect(problemAlert(page)).toContainText(
    'This file is too large. Logos can be up to 10 MB.',
  );
  expect(uploads()).toHaveLength(0);

  const requestGate = gate();
  proxy.addFault(calls.uploadOrderFile, { kind: 'hold', until: requestGate.until });
  await choose(page, drawing);
  await expect(page.getByRole('progressbar', { name: `Uploading ${drawing.name}` })).toBeVisible();
  await expect(button(page, /^Continue/)).toHaveAccessibleDescription(/still uploading/);
  await button(page, 'Cancel').click();
  await expect(button(page, 'Choose a logo')).toBeVisible();
  requestGate.open();

  const before = uploads().length;
  proxy.addFault(calls.uploadOrderFile, { kind: 'cut_request' });
  // Lose several responses, because a browser retries if it loses a reused connection.
  proxy.addFault(calls.uploadOrderFile, { kind: 'lose_response' }, { times: 3 });
  await choose(page, pdf('large.pdf', 10 * megabytes));
  await expect(problemAlert(page)).toContainText('large.pdf wasn’t uploaded');
  const uploadedName = page.getByText('large.pdf', { exact: true });
  const retryButton = button(page, 'Try again');
  await expect(async () => {
    if (await retryButton.isVisible()) await retryButton.click();
    await expect(uploadedName.or(retryButton)).toBeVisible();
    await expect(uploadedName).toBeVisible({ timeout: 1 });
  }).toPass({ timeout: 90_000 });
  const ids = uploads()
    .slice(before)
    .map(({ body }) => /name="uuid"\r\n\r\n(\S+)/.exec(body)?.[1]);
  expect(ids.filter((id) => id !== undefined).length).toBeGreaterThanOrEqual(2);
  expect(new Set(ids.filter((id) => id !== undefined)).size).toBe(1);

  await button(page, 'Remove logo').click();
  await expect(page.getByText('up to 10 MB', { exact: false })).toBeVisible();
  await choose(page, drawing);
  await expect(page.getByText(drawing.name, { exact: true })).toBeVisible();
  await expect(page.getByText(/appears in its plain version/)).toBeVisible();
}

async function expectCompleteOrder(page: Page): Promise<void> {
  await page.getByText('Print details').click();
  const main = page.getByRole('main');
  for (const text of [
    'Flyer, Your services',
    'A roof under snow',
    'Polski',
    'Dachy Nowak',
    '+48501234567',
    'anna@dachy-nowak.example',
    'Okna dachowe od 1998 roku',
    'Plain logo next to yours',
  ]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  }
  const services = page.getByRole('list', { name: 'Services' }).getByRole('listitem');
  await expect(services).toHaveText(
    Array.from({ length: 6 }, (_, index) => `Service number ${index + 1}`),
  );
  await expect(services.first().getByRole('img', { name: 'Sun tunnel' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://dachy-nowak.example/okna' })).toBeVisible();
  const download = page.waitForEvent('download');
  await button(page, drawing.name).click();
  expect((await download).suggestedFilename()).toBe(drawing.name);
}

test('staff of another region order business cards in another language', async ({
  club,
  phone: { page },
}) => {
  const staffMember = demoMembers.find(({ company }) => company === 'ionescu');
  const owner = await club.as('romanianOwner');
  const ledger = await ledgerOf(owner);
  await signIn(club, page, { phone: staffMember?.phone ?? '', region: 'RO' });
  await openShop(page);
  await goTo(page, '/menu');
  await page.getByText('Marketing', { exact: true }).click();
  await page.getByRole('link', { name: 'Order marketing material' }).click();
  await page.getByRole('link', { name: /^Business card, wide/ }).click();
  await expect(field(page, 'First name')).toHaveValue(staffMember?.name ?? '');
  for (let number = 1; number <= 4; number += 1) {
    await field(page, `Service ${number}`).fill(`Serviciu ${number}`);
  }
  await page.getByRole('combobox', { name: 'Print language' }).selectOption('hu');
  await button(page, 'Continue').click();
  await page.getByRole('link', { name: /^(Edit|Add) contact details$/ }).click();
  await field(page, 'Email').fill('andrei@example.com');
  await button(page, 'Save').click();
  await button(page, 'Continue').click();
  await button(page, 'Order for 45 points').click();
  await expect(title(page, 'Thank you')).toBeVisible();
  const order = await expectPointsReserved(owner, ledger, page, 45);
  expect(order?.contents[0]?.inputData).toMatchObject({
    type: 'horizontal_card',
    name: staffMember?.name,
    language: 'hu',
    brandLogo: 'recommended',
  });
  await page.getByRole('link', { name: `Order ${order?.number}` }).click();
  await page.getByText('Print details').click();
  await expect(page.getByText('Magyar', { exact: true })).toBeVisible();
});
