import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { type LedgerEntry, signedPoints } from '#schemas/ledger.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { detailsIn } from '#test/e2e-fixtures/ledger-check.ts';
import { numbersIn } from '#test/e2e-fixtures/numbers-in-text.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const LIMIT = 100;

/** All entries of a year in Poland, oldest first, and the balance at its start. */
async function yearOf(owner: SignedIn, year: string) {
  const entries: LedgerEntry[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await owner.call(calls.listPointsHistory, {
      query: { page, limit: LIMIT },
    });
    entries.push(...data);
    last = meta.last_page;
  }
  const inOrder = entries.toSorted(
    (a, b) => a.created_at.localeCompare(b.created_at) || signedPoints(b) - signedPoints(a),
  );
  const yearOfEntry = (entry: LedgerEntry) => dayIn('PL', Date.parse(entry.created_at)).slice(0, 4);
  const sumOf = (some: readonly LedgerEntry[]) =>
    some.reduce((sum, entry) => sum + signedPoints(entry), 0);
  return {
    entries: inOrder.filter((entry) => yearOfEntry(entry) === year),
    opening: sumOf(inOrder.filter((entry) => yearOfEntry(entry) < year)),
    closing: sumOf(inOrder.filter((entry) => yearOfEntry(entry) <= year)),
  };
}

const pointsIn = (text: string | undefined) => numbersIn(text ?? '', 'en')[0];

async function amountOf(page: Page, term: string): Promise<number | undefined> {
  const details = await detailsIn(page.getByRole('main'));
  return pointsIn(details.find(([name]) => name === term)?.[1]);
}

/** Points and balance of each entry. */
async function entriesOn(page: Page): Promise<unknown[]> {
  const rows = await page.getByRole('table').getByRole('row').all();
  const cells = await Promise.all(
    rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()),
  );
  return cells.map(([, points, balance]) => [pointsIn(points), pointsIn(balance)]);
}

test('the statement equals the ledger, also offline, on paper and as CSV', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  const owner = await club.as('polishOwner');
  const today = dayIn('PL', Date.now());
  const year = today.slice(0, 4);
  const expected = await yearOf(owner, year);
  expect(expected.entries.length).toBeGreaterThan(5);

  await page.getByRole('link', { name: /Company points$/ }).click();
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  await context.setOffline(true);
  await page.getByText('Year', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: year })).toBeVisible();
  let balance = expected.opening;
  const entries = expected.entries.map((entry) => {
    balance += signedPoints(entry);
    return [signedPoints(entry), balance];
  });
  await expect.poll(() => entriesOn(page)).toEqual(entries);
  expect(await amountOf(page, 'Opening balance')).toBe(expected.opening);
  expect(await amountOf(page, 'Closing balance')).toBe(expected.closing);
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'PLN' });
  await expect(page.getByText(money.format(expected.closing * 2))).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`points-${year}-01-01-${year}-12-31.csv`);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(expected.entries.length + 3);
  const { closing } = expected;
  expect(lines.at(-1)).toBe(`${year}-12-31,Closing balance,,,${closing},${closing * 2}`);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Previous period' }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: String(Number(year) - 1) }),
  ).toBeVisible();
  expect(await amountOf(page, 'Closing balance')).toBe(expected.opening);
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 2, name: String(Number(year) - 1) }),
  ).toBeVisible();
});

test('without a value per point there is no money, and a month may have no entries', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'czechOwner');
  await page.goto(`${club.url}/balance/statement?month=2020-02`);
  await expect(page.getByRole('heading', { level: 2, name: 'February 2020' })).toBeVisible();
  await expect(page.getByText('There are no entries in this period.')).toBeVisible();
  await expect(page.getByText('Closing balance in money')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Previous period' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
