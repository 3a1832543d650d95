import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { type DemoSerial, freeDemoSerials } from '#server/demo/serials.ts';
import { gate } from '#test/sync/fault-proxy.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { startCounting, readEffort } from '#test/e2e-fixtures/count-taps.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import {
  ADD_BUTTON,
  chooseProduct,
  recognisedProduct,
  saveToFirstProject,
  tileOf,
  tilesOf,
  openReview,
} from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { labelText, plainSerials, productScannedBy } from '#test/e2e-fixtures/labels.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const unusedSerials = plainSerials(20, 1200);

/** Returns the next product, or the next one of a type. */
function nextSerial(type?: string): DemoSerial {
  const index = unusedSerials.findIndex((serial) => type === undefined || serial.type === type);
  const [serial] = index < 0 ? [] : unusedSerials.splice(index, 1);
  if (!serial) throw new Error('There is no serial number left.');
  return serial;
}

const first = (page: Page) => page.getByRole('textbox', { name: 'First part' });
const second = (page: Page) => page.getByRole('textbox', { name: 'Second part' });
const add = (page: Page) => page.getByRole('button', { name: ADD_BUTTON });
const addedProducts = (page: Page) => page.getByRole('list', { name: 'Scanned products' });
const nameOf = ({ type: code, size, variant }: DemoSerial) => `${code} ${size} ${variant}`;
const confirmRequests = (club: Club) => club.proxy.requestsOf(calls.confirmScan).length;

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
});

test('entering three products manually takes one tap each plus their serial numbers', async ({
  club,
  phone: { page },
}) => {
  const serials = [nextSerial(), nextSerial(), nextSerial()];
  const chosenSerial = nextSerial();
  await signIn(club, page, 'czechOwner');
  await goTo(page, '/scan/manual');
  await startCounting(page);
  await first(page).tap();
  for (const [index, serial] of serials.entries()) {
    await page.keyboard.type(serial.code.replace('-', ''));
    await expect(recognisedProduct(page)).toContainText(nameOf(serial));
    await add(page).tap();
    await expect(page.getByRole('status').filter({ hasText: `${index + 1} added` })).toBeVisible();
    await expect(addedProducts(page).getByRole('listitem').first()).toContainText(serial.code);
    await expect(first(page)).toBeFocused();
    for (const field of [first(page), second(page)]) await expect(field).toHaveValue('');
  }
  expect(await readEffort(page)).toEqual({ taps: 4, keys: 36 });
  expect(await violations(page)).toEqual([]);

  await test.step('a product chosen in three fields is the same scan on the server', async () => {
    club.proxy.addFault(calls.confirmScan, { kind: 'refuse', code: 'internal' });
    await first(page).fill(chosenSerial.code);
    await expect(page.getByText('We can’t check the number right now.')).toBeVisible();
    await chooseProduct(page, chosenSerial);
    await add(page).tap();
    await expect(addedProducts(page).getByRole('listitem')).toHaveCount(4);
    await openReview(page);
    await saveToFirstProject(page);
    await expect.poll(() => sentScans(club).length).toBe(4);
    const sentBefore = sentScans(club);
    for (const { code, ...product } of [...serials, chosenSerial]) {
      expect(sentBefore.find((scan) => scan['serial_number'] === code)).toEqual({
        ...product,
        serial_number: code,
        is_unique: true,
        manual: true,
        deleted: false,
        survey: null,
        image_data: null,
        photo_of: null,
        base_op_id: null,
        uuid: expect.any(String),
        op_id: expect.any(String),
        time: expect.any(Number),
        projects_id: sentBefore[0]?.['projects_id'],
      });
    }
  });
});

function sentScans(club: Club): Record<string, unknown>[] {
  const bodies = club.proxy.requestsOf(calls.sendScans).map(({ body }) => body);
  return bodies.flatMap((body) => (JSON.parse(body) as { scans: Record<string, unknown>[] }).scans);
}

test('the form shows the state of a typed number: captured here, in a project, from another company, unknown', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const { street_name, uuid: project } = await newProject(owner, 'Ręczna 5');
  const [ownSerial, colleagueSerial, next] = [nextSerial(), nextSerial(), nextSerial()];
  await addProduct(owner, project, ownSerial);
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${project}`);
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(ownSerial.code);
  await goTo(page, '/scan/manual');
  const alert = page.getByRole('alert');

  await test.step('a number in a project on this phone is shown with a link, without a request', async () => {
    const before = confirmRequests(club);
    await first(page).fill(ownSerial.code);
    await expect(alert).toContainText('This product is already in another project.');
    await expect(alert).toContainText(street_name);
    await expect(alert.getByRole('link', { name: 'Open that project' })).toBeVisible();
    expect(confirmRequests(club)).toBe(before);
  });

  await test.step('a number that is too long shows an error at its field', async () => {
    await second(page).fill('00427');
    await expect(second(page)).toHaveAccessibleDescription('Use 4 characters or fewer.');
  });

  await test.step('a pasted QR link is read like a scanned one, and any other link is rejected', async () => {
    await first(page).fill(labelText(next));
    await expect(first(page)).toHaveValue(next.code.slice(0, 8));
    await expect(recognisedProduct(page)).toContainText(nameOf(next));
    await add(page).tap();
    await expect(addedProducts(page)).toContainText(next.code);
    await first(page).fill('https://elsewhere.example/GGL_MK06_2070_24A17K3M_0042');
    await expect(alert).toHaveText('This label isn’t from Skylight.');
  });

  await test.step('a number that is already in the list is reported', async () => {
    const before = confirmRequests(club);
    await first(page).fill(` ${next.code.toLowerCase().replace('-', ' ')} `);
    await expect(alert).toHaveText('This product is already in your list.');
    await add(page).tap();
    await expect(alert).toHaveText('This product is already in your list.');
    expect(confirmRequests(club)).toBe(before);
  });

  await test.step('a number that a colleague has scanned is shown with name and date', async () => {
    const earlier = { uuid: crypto.randomUUID(), projects_id: project, by: 'Ewa Lis' };
    const at = { created_at: '2026-05-04T10:00:00.000Z' };
    const scanned = (response: unknown) => ({
      ...(response as object),
      already_scanned: true,
      earlier: { ...earlier, ...at },
    });
    club.proxy.addFault(calls.confirmScan, { kind: 'rewrite', rewrite: scanned });
    await first(page).fill(colleagueSerial.code);
    await expect(alert).toContainText('This product has been scanned already.');
    await expect(alert).toContainText(`Ewa Lis in your company scanned it on 4 May 2026`);
  });

  await test.step('a number of another company, an unknown number, and a number of a type that doesn’t count are reported', async () => {
    const usedSerial = await productScannedBy(await club.as('romanianOwner'));
    const retiredSerial = freeDemoSerials().find((serial) => serial.type === 'GZX');
    await first(page).fill(usedSerial.code);
    await expect(alert).toHaveText('This product has been scanned already.');
    await first(page).fill(retiredSerial?.code ?? '');
    await expect(alert).toContainText('You don’t earn points for this type.');
    await first(page).fill('99Z99999-9999');
    await expect(alert).toContainText('We don’t know this serial number. Check it.');
    expect(await violations(page)).toEqual([]);
    await alert.getByRole('link', { name: 'Add it with a photo' }).tap();
    await expect(page.getByRole('heading', { name: 'No readable label' })).toBeVisible();
  });
});

test('an incomplete number is completed from suggested products', async ({
  club,
  phone: { page, context },
}) => {
  const [partial, slow, limitedSerial, offline] = [
    nextSerial(),
    nextSerial(),
    nextSerial(),
    nextSerial(),
  ];
  // A product of the type that this company scans most often.
  const other = nextSerial('GGL');
  await signIn(club, page, 'romanianOwner');
  await waitUntilInstalled(page);
  await goTo(page, '/scan/manual');

  await test.step('if the number is partly known, the known fields are filled in', async () => {
    const toPartial = (response: unknown) => ({
      type: (response as DemoSerial).type,
      status: 'partial',
    });
    club.proxy.addFault(calls.confirmScan, { kind: 'rewrite', rewrite: toPartial });
    await first(page).fill(partial.code);
    await expect(page.getByText('We know this number.')).toBeVisible();
    await expect(tileOf(page, 'Type', partial.type)).toBeChecked();
    await chooseProduct(page, partial);
    await add(page).tap();
    await expect(addedProducts(page)).toContainText(partial.code);
  });

  await test.step('without a response in time, the form continues without the registry', async () => {
    await page.clock.install();
    // Reload, because the test's clock can't clear a timer that was started before.
    await page.goto(`${club.url}/scan/manual`);
    const answer = gate();
    club.proxy.addFault(calls.confirmScan, { kind: 'hold', until: answer.until });
    const countRequests = () => club.proxy.requestsOf(calls.confirmScan).length;
    const requestsBefore = countRequests();
    await first(page).fill(slow.code);
    await expect(page.getByText('Checking the number')).toBeVisible();
    // Wait for the request: otherwise its timeout may end it before the proxy holds it.
    await expect.poll(countRequests).toBe(requestsBefore + 1);
    await page.clock.fastForward(8_000);
    await expect(page.getByText('We can’t check the number right now.')).toBeVisible();
    answer.open();
  });

  await test.step('the limit of lookups per day is reported', async () => {
    await page.goto(`${club.url}/scan/manual`);
    club.proxy.addFault(calls.confirmScan, { kind: 'refuse', code: 'too_many_requests' });
    await first(page).fill(limitedSerial.code);
    await expect(
      page.getByText('You’ve reached today’s limit for checking numbers.'),
    ).toBeVisible();
  });

  await test.step('a different product is chosen, and the registry’s is suggested again', async () => {
    await page.goto(`${club.url}/scan/manual`);
    await first(page).fill(other.code);
    await expect(recognisedProduct(page)).toContainText(nameOf(other));
    await page.getByRole('button', { name: 'No, choose another' }).tap();
    const wrongVariant = other.variant === '2070' ? '3070' : '2070';
    await chooseProduct(page, { ...other, variant: wrongVariant });
    await add(page).tap();
    await expect(recognisedProduct(page)).toContainText('The number belongs to this product.');
    await add(page).tap();
    await expect(addedProducts(page)).toContainText(nameOf(other));
  });

  await test.step('offline, the likeliest products come first, with their pictures', async () => {
    await context.setOffline(true);
    await expect(page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
    await first(page).fill(offline.code);
    await expect(page.getByText('We can’t check the number offline.')).toBeVisible();
    const likeliest = tilesOf(page, 'Type').getByRole('radio').first();
    await expect(likeliest).toHaveAccessibleName(new RegExp(`^${other.type} `));
    expect(await violations(page)).toEqual([]);
    const picture = () => fetch('/pictures/products/ggl.webp').then(({ ok: isLoaded }) => isLoaded);
    expect(await page.evaluate(picture)).toBe(true);
    await context.setOffline(false);
  });
});
