import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import type { Lead } from '#schemas/lead.ts';
import type { LeadStatus } from '#schemas/lead-status.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { Transport } from '#sync/http/transport.ts';
import { changeDatabase } from './change-database.ts';
import type { Club, SignedIn } from './club.ts';
import { goTo } from './go-to.ts';
import { ledgerOf } from './ledger.ts';

/** Finds a demo lead with the given status, with or without a house number. */
export async function leadAtStep(
  owner: Transport,
  status: LeadStatus,
  { hasNumber = true }: { hasNumber?: boolean } = {},
): Promise<Lead> {
  const { data } = await owner.call(calls.listLeads, { query: { page: 1, limit: 100 } });
  const found = data.find(
    (lead) =>
      lead.status === status && /\d/.test(lead.customer_info.StreetHouseNumber) === hasNumber,
  );
  if (!found) throw new Error(`The demo has no lead left that is ${status}.`);
  return found;
}

export function leadOnServer(owner: Transport, id: string): Promise<Lead> {
  return owner.call(calls.getLead, { params: { id } });
}

export function customerName({ customer_info: { FirstName, LastName } }: Lead): string {
  return `${FirstName} ${LastName}`;
}

/** Opens a lead by its URL. */
export async function openLead(page: Page, lead: Lead): Promise<void> {
  await goTo(page, `/leads/${lead.uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: customerName(lead) })).toBeVisible();
}

/** A valid installation date in input format. */
export function upcomingDay(region: RegionCode = 'PL'): string {
  return addDays(dayIn(region, Date.now()), 9);
}

/** Ticks two of three checkboxes and sets the date; leaves the button to the test. */
export async function enterAgreement(page: Page, day: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'I’ve visited the site' }).check();
  await page.getByRole('checkbox', { name: 'We’ve agreed a date' }).check();
  await page.getByLabel('Installation date').fill(day);
}

/**
 * Closes a project with only the required survey answers, and checks the result against the ledger.
 */
export async function closeWithSurvey(owner: SignedIn, page: Page): Promise<void> {
  const ledger = await ledgerOf(owner);
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByRole('button', { name: 'Close project' }).click();
  await page.getByRole('radio', { name: 'A new house' }).check();
  await next.click();
  await page.getByRole('checkbox', { name: 'Daylight' }).check();
  await next.click();
  await expect(page.getByText('How long did the work take, in hours?')).toBeVisible();
  await next.click();
  await page.getByRole('checkbox', { name: 'The customer recommended us' }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
  // Sending and pulling take longer on a busy machine.
  const sheet = page.getByRole('dialog', { name: /^Project closed: / });
  await expect(sheet).toBeVisible({ timeout: 60_000 });
  await ledger.expectScreenAgrees(page, 'closedSheet');
}

/** Expires a lead while the server is stopped; the server notices at its next start. */
export async function expireLead(club: Club, lead: Lead): Promise<void> {
  await changeDatabase(
    club,
    `update leads set expires_on = now() - interval '1 hour' where uuid = '${lead.uuid}'`,
  );
}

/** Expects a phone or message link that is large enough for gloves. */
export async function expectContactLink(action: Locator, link: RegExp): Promise<void> {
  await expect(action).toHaveAttribute('href', link);
  const { width = 0, height = 0 } = (await action.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
}
