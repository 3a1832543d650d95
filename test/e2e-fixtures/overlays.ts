import { expect, type Page } from '@playwright/test';
import type { Club } from './club.ts';
import { openScreen, signedInScreens } from './screens.ts';

/**
 * Opens the details of a campaign, each sheet and dialog of a project and of the menu, and the closing survey.
 * @param check lists the problems of the open overlay
 */
export async function overlayProblems(
  club: Club,
  page: Page,
  check: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const screens = await signedInScreens(await club.as('polishOwner'));
  const openProject = screens.find(({ name }) => name === 'open project');
  if (!openProject) throw new Error('There is no open project.');
  const problems: string[] = [];
  await page.goto(club.url);
  await page.getByRole('list', { name: 'Campaigns' }).getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  problems.push(...(await check('a campaign')));
  await page.goto(`${club.url}/menu`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  problems.push(...(await check('sign out')));

  await openScreen(club, page, openProject);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  problems.push(...(await check('more about a project')));
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Products' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  problems.push(...(await check('a product')));
  await page.getByRole('button', { name: 'Delete product' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  problems.push(...(await check('delete a product')));

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Close (project|and get)/ }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  return [...problems, ...(await check('survey'))];
}
