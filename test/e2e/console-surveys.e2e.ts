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

test('a survey is created, people are invited once, and it ends in the app, too', async ({
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
      panel.getByText('Use small letters without accents, digits and hyphens.'),
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

  await test.step('typed texts aren’t lost when someone else saves', async () => {
    const form = page.getByRole('form', { name: 'Texts' });
    const title = (desk: Page) =>
      desk.getByRole('group', { name: 'English' }).getByRole('textbox', { name: 'Title' });
    await title(page).fill('Roofs and snow');
    await page.getByRole('tab', { name: 'Invite' }).click();
    const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await prompt.getByRole('button', { name: 'Keep editing' }).last().click();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await title(other).fill('Snow');
    await other.getByRole('button', { name: 'Save' }).click();
    await confirm(other, /^Change the texts/, 'Save');
    await expect(other.getByRole('heading', { level: 1, name: 'Snow' })).toBeVisible();
    await other.close();
    await form.getByRole('button', { name: 'Save' }).click();
    await confirm(page, /^Change the texts/, 'Save');
    await expect(form).toContainText('Someone else has changed this in the meantime.');
    await expect(page.getByRole('heading', { level: 1, name: 'Snow' })).toBeVisible();
    await expect(title(page)).toHaveValue('Roofs and snow');
    await form.getByRole('button', { name: 'Discard changes' }).click();
    await expect(title(page)).toHaveValue('Snow');
    await title(page).fill('Roofs in winter');
    await form.getByRole('button', { name: 'Save' }).click();
    await confirm(page, /^Change the texts/, 'Save');
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

  await test.step('if two people end it, the second sees that it has already ended', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'End the survey' }).click();
    await page.getByRole('button', { name: 'End the survey' }).click();
    await confirm(other, /^End “Roofs in winter”/, 'End the survey');
    await expect(other.getByText('The survey was ended.')).toBeVisible();
    await other.close();
    await confirm(page, /^End “Roofs in winter”/, 'End the survey');
    await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
    expect(await readInApp('Roofs in winter')).toBe(0);
  });
});
