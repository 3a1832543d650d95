import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Asked for by sales');
  await why.getByRole('button', { name: label, exact: true }).click();
}

/** Compares the number of invited people with the list of invitations and the file. */
async function compareResults(page: Page, key: string): Promise<void> {
  await page.getByRole('tab', { name: 'Results' }).click();
  const outcomes = page.getByRole('table', { name: 'Outcomes' });
  const invited = Number(
    await outcomes
      .getByRole('row', { name: /^Invited/ })
      .getByRole('cell')
      .nth(1)
      .innerText(),
  );
  expect(invited).toBeGreaterThan(1);
  const invitations = page.getByRole('table', { name: 'Invitations' });
  await expect(invitations.getByRole('row')).toHaveCount(invited + 1);
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the results' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${key}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(invited + 1);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Completed');
  await expect(page.getByText('Nothing here yet.')).toBeVisible();
}

test('a survey is created, people are invited once, and the survey also ends in the app', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const readInApp = async (title: string) => {
    const { data } = await installer.call(calls.listSurveys, { query: { limit: 50 } });
    return data.filter(
      ({ deleted, survey_configuration: { languages } }) =>
        !deleted && languages['en']?.title === title,
    ).length;
  };
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Surveys', exact: true }).click();
  const list = page.getByRole('region', { name: 'Surveys' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('a survey needs its texts', async () => {
    await page.getByRole('button', { name: 'New survey' }).click();
    const panel = page.getByRole('dialog', { name: 'New survey' });
    await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
    await panel.getByRole('textbox', { name: 'Key' }).fill('Winter Roofs');
    await panel.getByRole('button', { name: 'Create the survey' }).click();
    await expect(
      panel.getByText('Use only lowercase letters without accents, digits and hyphens.'),
    ).toBeVisible();
    await panel.getByRole('textbox', { name: 'Key' }).fill('winter-roofs');
    await panel.getByRole('button', { name: 'Create the survey' }).click();
    const english = panel.getByRole('group', { name: 'English' });
    await expect(english.getByText('Enter this text.').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await english.getByRole('textbox', { name: 'Title' }).fill('Roofs in winter');
    await english.getByRole('textbox', { name: 'Short text' }).fill('Two minutes');
    await panel.getByRole('button', { name: 'Create the survey' }).click();
    await confirm(page, /^Create this survey/, 'Create');
    await expect(page.getByRole('heading', { level: 1, name: 'Roofs in winter' })).toBeVisible();
  });

  await test.step('each person is invited once', async () => {
    await page.getByRole('tab', { name: 'Invite' }).click();
    await page.getByRole('combobox', { name: 'Role in the company' }).selectOption('Owners');
    const owners = page.getByRole('button', { name: /^Invite \d+ (person|people)$/ });
    await expect(owners).toBeEnabled();
    expect(await violations(page)).toEqual([]);
    expect(await readInApp('Roofs in winter')).toBe(0);
    await owners.click();
    await confirm(page, /^Invite /, 'Invite');
    await expect(page.getByText(/^Invited: \d+$/)).toBeVisible();
    expect(await readInApp('Roofs in winter')).toBe(1);
    await expect(page.getByText('There is no one to invite.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Role in the company' }).selectOption('All');
    await expect(page.getByRole('button', { name: /^Invite \d+ people$/ })).toBeVisible();
    await page.getByRole('button', { name: /^Invite \d+ people$/ }).click();
    await confirm(page, /^Invite /, 'Invite');
    await expect(page.getByText(/^0 people to invite/)).toBeVisible();
    expect(await readInApp('Roofs in winter')).toBe(1);
  });
  await compareResults(page, 'winter-roofs');
  await test.step('its end can be undone, and otherwise removes it from the app', async () => {
    const end = async () => {
      await page.getByRole('button', { name: 'End the survey' }).click();
      await confirm(page, /^End “Roofs in winter”/, 'End the survey');
      await expect(page.getByText('The survey will end in 10 seconds.')).toBeVisible();
    };
    const jobs = page.getByRole('region', { name: 'Bulk actions' });
    await end();
    await jobs.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. Nothing was changed.')).toBeVisible();
    expect(await readInApp('Roofs in winter')).toBe(1);
    await jobs.getByRole('button', { name: 'Close' }).click();
    await end();
    await expect(jobs.getByText('Done')).toBeVisible({ timeout: 20_000 });
    expect(await readInApp('Roofs in winter')).toBe(0);
  });
});
