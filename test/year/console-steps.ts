import { expect, type Page } from '@playwright/test';
import { COMPANY } from './app-steps.ts';

/** Level-1 heading of a screen. */
export const screenTitle = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** Opens a screen from the navigation. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(screenTitle(page, name)).toBeVisible();
}

/** Signs in with the passkey of the desk's device, after a session has ended. */
export async function signInAgain(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(screenTitle(page, 'Today')).toBeVisible();
}

/** Opens the company from the list of all companies. */
export async function openCompany(page: Page): Promise<void> {
  await openScreen(page, 'Companies');
  await page
    .getByRole('table', { name: 'Companies' })
    .getByRole('row')
    .filter({ hasText: COMPANY })
    .getByRole('link')
    .first()
    .click();
  await expect(screenTitle(page, COMPANY)).toBeVisible();
}

/** Enters the reason for an action. */
export async function giveReason(
  page: Page,
  question: string | RegExp,
  action: string,
  why: string,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill(why);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Approves the pending action with this reason, as the second person. */
export async function approve(page: Page, action: string, why: string): Promise<void> {
  await openScreen(page, 'Approvals');
  const row = page
    .getByRole('table', { name: 'Approvals' })
    .getByRole('row')
    .filter({ hasText: why });
  await row.getByRole('link').first().click();
  const approval = page.getByRole('dialog', { name: action });
  await approval.getByRole('button', { name: 'Approve' }).click();
  await giveReason(page, 'Approve this action?', 'Approve', 'As agreed');
  await expect(page.getByText('Approved and carried out.').first()).toBeVisible();
  await page.keyboard.press('Escape');
}
