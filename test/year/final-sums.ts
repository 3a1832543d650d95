import { expect, type Page } from '@playwright/test';
import { type LedgerPart, ledgerParts } from '#schemas/operator/company-calls.ts';
import { ledgerChange, ledgerPart } from '#server/points/ledger-parts.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { openHome, openLedger } from './app-steps.ts';
import { openCompany, openScreen, signInAgain } from './console-steps.ts';
import type { Year } from './open-year.ts';

/** Sums of the ledger's entries by part, and the balance before and after those entries. */
type Sums = Readonly<Record<LedgerPart | 'opening' | 'closing', number>>;

/** Sums the ledger in the database, of one year or of everything. */
async function sumLedger({ services }: Year, year?: number): Promise<Sums> {
  const rows = await services.db
    .selectFrom('ledger')
    .select(['created_at', ledgerPart.as('part'), ledgerChange.as('change')])
    .execute();
  const yearOf = ({ created_at: at }: (typeof rows)[number]) => at.getUTCFullYear();
  const sum = (lines: typeof rows) =>
    lines.reduce((total, { change }) => total + Number(change), 0);
  const inYear = rows.filter((row) => year === undefined || yearOf(row) === year);
  const opening = sum(rows.filter((row) => year !== undefined && yearOf(row) < year));
  const parts = Object.fromEntries(
    ledgerParts.map((part) => [part, sum(inYear.filter((row) => row.part === part))]),
  ) as Record<LedgerPart, number>;
  return { opening, ...parts, closing: opening + sum(inYear) };
}

const text = (points: number) => points.toLocaleString('en-GB');

/** Expects the balance in the app, and in the case file with its parts, to match the ledger. */
export async function expectLedgerAddsUp(year: Year): Promise<Sums> {
  const { anna, phone } = year;
  const sums = await sumLedger(year);
  await openHome(year);
  const ledger = await openLedger(year);
  await ledger.expectScreenAgrees(phone, 'home');
  expect(await ledger.balance()).toBe(sums.closing);
  await goTo(phone, '/balance');
  await phone.getByRole('tab', { name: 'Points history' }).click();
  await ledger.expectScreenAgrees(phone, 'points', 'ledgerEntries');

  await openCompany(anna);
  await anna.getByRole('tab', { name: 'Points' }).click();
  await expectPart(anna, 'Earned', sums.earned);
  // The case file shows these sums as negative numbers.
  await expectPart(anna, 'Spent', 0 - sums.spent);
  await expectPart(anna, 'Expired', 0 - sums.expired);
  await expectPart(anna, 'Corrected', sums.corrected);
  await expectPart(anna, 'Balance', sums.closing);
  const lines = anna.getByRole('table', { name: 'All lines' });
  await expect(lines.getByRole('row').last().getByRole('cell').last()).toHaveText(
    text(sums.closing),
  );
  return sums;
}

async function expectPart(page: Page, name: string, points: number): Promise<void> {
  const terms = page.getByRole('term').filter({ hasText: name });
  await expect(terms.locator('xpath=following-sibling::dd')).toHaveText(text(points));
}

const figures = [
  ['Opening', 'opening'],
  ['Earned', 'earned'],
  ['Spent or reserved', 'spent'],
  ['Expired', 'expired'],
  ['Corrected', 'corrected'],
  ['Closing', 'closing'],
] as const;

/** Expects a year's report to have the ledger's sums. */
async function expectReport(year: Year, reportYear: number): Promise<Sums> {
  const { anna } = year;
  const sums = await sumLedger(year, reportYear);
  await openScreen(anna, 'Reports');
  await anna.getByRole('combobox', { name: 'Year' }).selectOption(String(reportYear));
  await anna.getByRole('combobox', { name: 'Month' }).selectOption('Whole year');
  const points = anna.getByRole('table', { name: 'Points' });
  for (const [name, figure] of figures) {
    const row = points.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row.getByRole('cell').nth(1), name).toHaveText(text(sums[figure]));
  }
  return sums;
}

/**
 * Expects both years' reports, the case file and the app to have the ledger's sums. The first year's closing balance
 * must be the second year's opening balance.
 */
export async function expectYearAddsUp(year: Year): Promise<void> {
  await signInAgain(year.anna);
  const { closing } = await expectReport(year, year.year);
  const next = await expectReport(year, year.year + 1);
  expect(next.opening).toBe(closing);
  expect(next.expired).toBeLessThan(0);
  const sums = await expectLedgerAddsUp(year);
  expect(sums.closing).toBe(next.closing);
}

/** Expects every action of the year in the audit, unchanged. */
export async function verifyAudit({ anna }: Year): Promise<void> {
  await openScreen(anna, 'Audit');
  await anna.getByRole('button', { name: 'Verify' }).click();
  await expect(anna.getByText(/^\d{2,} entries up to last night are unchanged$/)).toBeVisible();
}
