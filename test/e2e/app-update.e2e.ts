import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { type Club, openClub } from '#test/e2e-fixtures/club.ts';
import { deploy } from '#test/e2e-fixtures/deploy.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { root } from '#test/setup/source-tree.ts';

const app = mkdtempSync(join(tmpdir(), 'club-app-'));
let club: Club;

test.beforeAll(async () => {
  cpSync(join(root, 'dist'), app, { recursive: true });
  club = await openClub({ APP_DIR: app });
});

test.afterAll(async () => {
  await club.close();
  rmSync(app, { recursive: true, force: true });
});

async function openControlled(page: Page): Promise<void> {
  await page.goto(`${club.url}/login`);
  await waitUntilInstalled(page);
}

/** Title in the page cached by the worker; the open page's title depends on its screen. */
function deployedTitle(page: Page): Promise<string | undefined> {
  return page.evaluate(
    async () => /<title>(.*)<\/title>/.exec(await (await fetch('/')).text())?.[1],
  );
}

test('F32: an update waits for consent; then every open page reloads, once', async ({
  context,
}) => {
  const pages = [await context.newPage(), await context.newPage()] as const;
  for (const page of pages) await openControlled(page);
  const [page, other] = pages;

  const loads = { page: 0, other: 0 };
  page.on('load', () => (loads.page += 1));
  other.on('load', () => (loads.other += 1));
  deploy(app, 'newer-build');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  const consent = page.getByRole('button', { name: 'Update now' });
  await expect(consent).toBeVisible();
  expect(await deployedTitle(page)).not.toBe('newer-build');
  expect(loads).toEqual({ page: 0, other: 0 });

  await consent.click();
  // The browser lets the previous worker finish its pending work.
  await expect.poll(() => loads, { timeout: 30_000 }).toEqual({ page: 1, other: 1 });
  expect(await deployedTitle(page)).toBe('newer-build');
  await expect(consent).toBeHidden();
  expect(loads).toEqual({ page: 1, other: 1 });
});

test('F32: an edited form delays an update, and unsent scans survive it', async ({ context }) => {
  const [capturedSerial, waitingSerial] = plainSerials(2, 660);
  if (!capturedSerial || !waitingSerial) throw new Error('There are no serial numbers left.');
  const page = await context.newPage();
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  club.proxy.addFault(calls.sendScans, { kind: 'cut' }, { times: 9_999 });
  await captureManually(page, waitingSerial);
  await saveToFirstProject(page);
  await captureManually(page, capturedSerial);

  await page.goto(`${club.url}/company`);
  await page.getByRole('link', { name: 'Edit company' }).click();
  const city = page.getByRole('textbox', { name: 'City' });
  await city.fill('Sopot');
  const other = await context.newPage();
  await other.goto(`${club.url}/menu`);
  const loads = { page: 0, other: 0 };
  page.on('load', () => (loads.page += 1));
  other.on('load', () => (loads.other += 1));
  deploy(app, 'third-build');
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const consent = (updatePage: Page) => updatePage.getByRole('button', { name: 'Update now' });
  await expect(consent(page)).toHaveAccessibleDescription('Save or discard your changes first.');
  // Consent in another tab reloads only that tab; this tab keeps the typed text.
  await consent(other).click();
  await expect.poll(() => loads, { timeout: 30_000 }).toEqual({ page: 0, other: 1 });
  expect(await deployedTitle(other)).toBe('third-build');
  await expect(city).toHaveValue('Sopot');
  await page.getByRole('link', { name: 'Back' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect(city).toHaveValue('Sopot');
  expect(loads.page).toBe(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => loads).toEqual({ page: 1, other: 1 });

  await page.goto(`${club.url}/scan/review`);
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(
    capturedSerial.code,
  );
  club.proxy.clearFaults();
  const owner = await club.as('polishOwner');
  const readOnServer = async () => {
    const { data } = await owner.call(calls.listScans, { query: { page: 1, limit: 100 } });
    const codes = data.map((scan) => scan.serial_number);
    return codes.filter((code) => code === waitingSerial.code || code === capturedSerial.code);
  };
  await expect.poll(readOnServer, { timeout: 30_000 }).toEqual([waitingSerial.code]);
});

test('F32: unsaved manual entry also delays an update', async ({ context }) => {
  const page = await context.newPage();
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await page.goto(`${club.url}/scan/manual`);
  const serial = page.getByRole('textbox', { name: 'First part' });
  await serial.fill('24AB');
  const other = await context.newPage();
  await other.goto(`${club.url}/menu`);
  const loads = { page: 0, other: 0 };
  page.on('load', () => (loads.page += 1));
  other.on('load', () => (loads.other += 1));
  deploy(app, 'fourth-build');
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await other.getByRole('button', { name: 'Update now' }).click();
  // Polling the page would keep the old worker busy.
  await expect.poll(() => loads, { timeout: 30_000 }).toEqual({ page: 0, other: 1 });
  expect(await deployedTitle(page)).toBe('fourth-build');
  await expect(serial).toHaveValue('24AB');
  expect(loads.page).toBe(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(() => loads).toEqual({ page: 1, other: 1 });
});

test('a deep link opens the app offline, and no API response was cached', async ({
  context,
  page,
}) => {
  await openControlled(page);
  await page.close();
  await club.server.stop();

  const coldPage = await context.newPage();
  await coldPage.goto(`${club.url}/projects/6f0b5b0c-3f56-4b36-9c3e-5d0f5f6f7a10`);
  await expect(coldPage.getByRole('heading', { level: 1 })).toBeVisible();

  const cached = await coldPage.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain('/index.html');
  expect(cached.filter((path) => /^\/(api|files|dev)\b/.test(path))).toEqual([]);

  const response = await coldPage.evaluate(() =>
    fetch('/api/v1/ping').then(String, () => 'no answer'),
  );
  expect(response).toBe('no answer');
  await club.server.start();
});
