import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { type LedgerEntry, signedPoints } from '#schemas/ledger.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { expectEffort, startCounting } from '#test/e2e-fixtures/count-taps.ts';
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
  const sumOf = (entries: readonly LedgerEntry[]) =>
    entries.reduce((sum, entry) => sum + signedPoints(entry), 0);
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

/** Points and balance of each entry. On a phone, the balance is in the cell of the points. */
async function entriesOn(page: Page): Promise<unknown[]> {
  const rows = await page.getByRole('table').getByRole('row').all();
  const cells = await Promise.all(
    rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()),
  );
  return cells.map(([, points, balance = points]) => [
    pointsIn(points),
    numbersIn(balance ?? '', 'en').at(-1),
  ]);
}

test('the statement equals the ledger, even offline, on paper and as CSV', async ({
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

  await startCounting(page);
  await page.getByRole('link', { name: /Company points$/ }).click();
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  const savingMonth = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await savingMonth).suggestedFilename()).toContain(`points-${today.slice(0, 7)}-01-`);
  await expectEffort(page, 'Save the month’s statement');
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
  expect(await amountOf(page, 'Closing balance so far')).toBe(expected.closing);
  await expect(page.getByText(/^So far, with entries until /)).toBeVisible();
  await expect(page.getByText(/^As of .+ Newer entries may be missing/)).toBeVisible();
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'PLN' });
  await expect(page.getByText(money.format(expected.closing * 2))).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`points-${year}-01-01-${today}.csv`);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(expected.entries.length + 3);
  const { closing } = expected;
  expect(lines.at(-1)).toBe(`${today},Closing balance so far,,,${closing},${closing * 2}`);
  const projects = lines.slice(2, -1).map((line) => line.split(',')[2]);
  const projectCount = expected.entries.filter(({ project_uuid }) => project_uuid !== null).length;
  expect(projects.filter((street) => street !== '')).toHaveLength(projectCount);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Previous period' }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: String(Number(year) - 1) }),
  ).toBeVisible();
  expect(await amountOf(page, 'Closing balance')).toBe(expected.opening);
  await expect(page.getByText(/^So far, /)).toHaveCount(0);
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 2, name: String(Number(year) - 1) }),
  ).toBeVisible();
  // The time of the data is also known after a restart without a network.
  await expect(page.getByText(/^As of .+ Newer entries may be missing/)).toBeVisible();
});

/** A person's points this year: their shares of the entries. */
function sharesOf(entries: readonly LedgerEntry[], person: string): number[] {
  return entries.flatMap(({ people = [] }) =>
    people.filter(({ uuid }) => uuid === person).map(({ points }) => points),
  );
}

test('an owner chooses a person, and sees the points of that person only', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  const owner = await club.as('polishOwner');
  const { data: members } = await owner.call(calls.listTeamMembers, { query: {} });
  const year = dayIn('PL', Date.now()).slice(0, 4);
  const { entries } = await yearOf(owner, year);
  const member = members.find(({ uuid }) => sharesOf(entries, uuid).length > 0);
  if (!member) throw new Error('No one in the team earned points this year.');
  await page.goto(`${club.url}/balance/statement?group=year`);
  const name = `${member.name} ${member.surname}`;
  await page.getByRole('combobox', { name: 'Points of' }).selectOption(name);
  const expected = sharesOf(entries, member.uuid);
  await expect
    .poll(async () => (await entriesOn(page)).map((row) => (row as unknown[])[0]))
    .toEqual(expected);
  await expect(page.getByText('Only this person’s own products')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await downloading).suggestedFilename()).toContain(member.surname);
  expect(await violations(page)).toEqual([]);
});

test('staff see their own points only', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishStaff');
  const staff = await club.as('polishStaff');
  const year = dayIn('PL', Date.now()).slice(0, 4);
  const { entries } = await yearOf(staff, year);
  const everyone = new Set(entries.flatMap(({ people = [] }) => people.map(({ uuid }) => uuid)));
  expect(everyone.size).toBe(1);
  await page.goto(`${club.url}/balance`);
  await page.getByRole('link', { name: 'Statement' }).click();
  await page.getByText('Year', { exact: true }).click();
  const [ownId = ''] = everyone;
  await expect
    .poll(async () => (await entriesOn(page)).map((row) => (row as unknown[])[0]))
    .toEqual(sharesOf(entries, ownId));
  await expect(page.getByRole('combobox', { name: 'Points of' })).toHaveCount(0);
});
