import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import {
  ADD_BUTTON,
  captureManually,
  enterManually,
  saveToFirstProject,
  openReview,
} from '#test/e2e-fixtures/manual-entry.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const [first, second, third, fourth, fifth, sixth] = plainSerials(6, 300);

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

/** Counts the company's scans of a product. */
async function countOf(club: Club, serial: DemoSerial | undefined): Promise<number> {
  const owner = await club.as('czechOwner');
  const { data } = await owner.call(calls.listScans, { query: { page: 1, limit: 100 } });
  return data.filter(({ serial_number }) => serial_number === serial?.code).length;
}

async function save(page: Page, serial: DemoSerial | undefined): Promise<void> {
  if (!serial) throw new Error('There is no serial number left.');
  await captureManually(page, serial);
  await saveToFirstProject(page);
}

/** Closes all IndexedDB connections, like a browser that is low on memory. */
async function closeDatabases(context: BrowserContext): Promise<void> {
  const internals = await context.newPage();
  await internals.goto('chrome://indexeddb-internals');
  const closers = internals.getByText('Force close', { exact: true });
  await closers.first().waitFor();
  for (const closer of await closers.all()) await closer.click();
  await internals.close();
}

declare global {
  interface Window {
    /** Number of open IndexedDB transactions. */
    openTransactions?: number;
  }
}

/** Counts the page's open transactions. Runs in the page, before the app. */
function countTransactions(): void {
  window.openTransactions = 0;
  const { transaction: open } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = open.apply(this, args);
    window.openTransactions = (window.openTransactions ?? 0) + 1;
    const onEnd = () => (window.openTransactions = (window.openTransactions ?? 0) - 1);
    for (const type of ['complete', 'abort']) transaction.addEventListener(type, onEnd);
    return transaction;
  };
}

/**
 * Pauses a page's script while it has no open transaction. Returns the debugger session that can resume it. Unlike a
 * browser that suspends a page, a debugger would let an open transaction block the storage of all pages.
 */
async function pause(page: Page): Promise<CDPSession> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Debugger.enable');
  const paused = new Promise((resolve) => debug.once('Debugger.paused', resolve));
  await page.evaluate(() => {
    const check = () => {
      // oxlint-disable-next-line eslint/no-debugger
      if (window.openTransactions === 0) debugger;
      else setTimeout(check);
    };
    setTimeout(check);
  });
  await paused;
  return debug;
}

test('F22: connections closed by the browser are reopened, and work continues', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'czechOwner');
  await waitUntilInstalled(page);
  await save(page, first);
  await expect.poll(() => countOf(club, first)).toBe(1);
  await closeDatabases(context);

  // Continue in the page that lost its connections.
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  await page.getByRole('link', { name: 'Enter manually' }).first().click();
  if (!second) throw new Error('There is no serial number left.');
  await enterManually(page, second);
  await page.getByRole('button', { name: ADD_BUTTON }).click();
  await openReview(page);
  await saveToFirstProject(page);
  await expect.poll(() => countOf(club, second)).toBe(1);
});

test('F33: work saved after the clock was set back is sent, even after the app was closed', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'czechOwner');
  await waitUntilInstalled(page);
  await save(page, third);
  await expect.poll(() => countOf(club, third)).toBe(1);

  await page.clock.setFixedTime(Date.now() - 2 * DAY_MS);
  club.proxy.isDown = true;
  // Reload, because the fake clock can't advance timers that were started with the real clock.
  await page.goto(`${club.url}/scan/manual`);
  await save(page, fourth);
  await page.goto('about:blank');
  club.proxy.isDown = false;
  await page.goto(`${club.url}/scan/offline`);
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 });
  expect(await countOf(club, fourth)).toBe(1);
});

test('F35: a device 400 days ahead shows server dates, even when started offline', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  const main = page.getByRole('main');
  const openProjects = main.getByRole('listitem').filter({ hasText: /\d+ days? left/ });
  await page.goto(`${club.url}/projects`);
  await expect(openProjects.first()).toBeVisible();
  const days = await openProjects.allInnerTexts();

  await page.clock.setFixedTime(Date.now() + 400 * DAY_MS);
  await page.goto(`${club.url}/projects`);
  const notice = page.getByText('The date on this device is wrong');
  await expect(notice).toBeVisible();
  await expect.poll(() => openProjects.allInnerTexts()).toEqual(days);

  club.proxy.isDown = true;
  await page.goto(`${club.url}/projects`);
  await expect(notice).toBeVisible();
  // Before the next minute, and without a server response.
  await expect.poll(() => openProjects.allInnerTexts()).toEqual(days);
  const message = page.getByRole('status').filter({ has: notice });
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  club.proxy.isDown = false;
});

test('F34: when the leader tab is paused, another takes over and sends once, even after it resumes', async ({
  club,
  phone: { page, context },
}) => {
  const sends = () => club.proxy.requestsOf(calls.sendScans).map(({ body }) => body);
  const sendsOf = (serial: DemoSerial | undefined) =>
    sends().filter((body) => body.includes(`"${serial?.code}"`)).length;
  await context.addInitScript(countTransactions);
  await signIn(club, page, 'czechOwner');
  await waitUntilInstalled(page);
  await save(page, fifth);
  await expect.poll(() => countOf(club, fifth)).toBe(1);

  const secondPage = await context.newPage();
  await secondPage.goto(`${club.url}/`);
  await expect(
    secondPage.getByRole('navigation').getByRole('link', { name: 'Scan' }),
  ).toBeVisible();
  const debug = await pause(page);

  await save(secondPage, sixth);
  await secondPage.goto(`${club.url}/scan/offline`);
  await expect.poll(() => countOf(club, sixth), { timeout: 30_000 }).toBe(1);
  await expect(secondPage.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();

  await debug.send('Debugger.resume');
  await debug.detach();
  // The resumed tab receives changes, and leads again once the other is closed.
  await page.goto(`${club.url}/scan/offline`);
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
  expect(await countOf(club, sixth)).toBe(1);
  expect(sendsOf(sixth)).toBe(1);
});
