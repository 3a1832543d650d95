import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { changeDatabase } from '#test/e2e-fixtures/change-database.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because the test needs a country without settings.
test.use({ ownSite: 'console-new-country' });

/** Checks that the screen fits into a narrow window with the largest text. */
async function checkNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.evaluate(() => {
    document.documentElement.dataset['fontSize'] = '20px';
  });
  expect(await violations(page)).toEqual([]);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 160)),
    ),
  ).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a country is opened with settings that were copied from another one', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const lithuania = async () => {
    const { regional_settings: countries } = await installer.call(calls.getPublicConfiguration, {});
    return countries.find(({ region }) => region === 'LT');
  };
  await changeDatabase(site.club, `delete from region_settings where region = 'LT'`);
  expect(await lithuania()).toBeUndefined();
  await signInOperator(site, page);

  await test.step('the checklist links to the first settings', async () => {
    await page.goto('/country?region=8');
    await expect(page.getByText('Not open yet')).toBeVisible();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Write the first settings' })
      .getByRole('link', { name: 'Open the settings' })
      .click();
    await expect(page.getByRole('region', { name: 'First settings' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  const form = page.getByRole('form', { name: 'First settings of Lithuania' });
  await test.step('the default values lack the text on genuine labels', async () => {
    await page.getByRole('combobox', { name: 'Start with' }).selectOption('Neutral values');
    await page.getByRole('link', { name: 'Write the settings' }).click();
    const company = form.getByRole('combobox', { name: 'Company type' });
    await company.selectOption('Required');
    await form.getByText('Tax number labels', { exact: true }).click();
    await form.getByRole('textbox', { name: 'Label of the VAT number (English)' }).fill('');
    await form.getByText('Tax number labels', { exact: true }).click();
    await form.getByRole('textbox', { name: 'Why?' }).fill('We open there');
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await expect(form.getByText('This value isn’t accepted.')).toBeVisible();
    // A collapsed list with an error expands.
    await expect(form.getByText('Enter this text. It’s shown where')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await lithuania()).toBeUndefined();
    const problems = form.getByRole('region', { name: 'Fix these fields, then save' });
    await expect(problems).toBeFocused();
    await problems.getByRole('link', { name: 'Text that a genuine label contains' }).click();
    const label = form.getByRole('textbox', { name: 'Text that a genuine label contains' });
    await expect(label).toBeFocused();
    await checkNarrow(page);
    // The link doesn't change the URL.
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('main').getByRole('link', { name: 'Country' }).click();
  });

  await test.step('copied values can be changed before they are saved', async () => {
    await page.getByRole('combobox', { name: 'Start with' }).selectOption('Poland');
    await page.getByRole('link', { name: 'Write the settings' }).click();
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/operator/v1/draft') && response.request().method() === 'POST',
    );
    await form.getByRole('textbox', { name: 'Welcome points' }).fill('321');
    await saved;
    await page.reload();
    await expect(form.getByText(/^Draft from .* restored/)).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Welcome points' })).toHaveValue('321');
    const label = form.getByRole('textbox', { name: 'Text that a genuine label contains' });
    await expect(label).not.toHaveValue('');
    await form.getByRole('textbox', { name: 'Labels that need a photo' }).fill('19 C\n20 D 3070');
    await form.getByText('Tax number labels', { exact: true }).click();
    await form
      .getByRole('textbox', { name: 'Label of the VAT number (Lithuanian)' })
      .fill('PVM kodas');
    await form.getByText('Registration questions', { exact: true }).click();
    await form
      .getByRole('textbox', { name: 'Question (English)' })
      .first()
      .fill('What does your company do?');
    await form.getByRole('textbox', { name: 'Why?' }).fill('We open there');
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await expect(form.getByText('Write three parts on each line')).toBeVisible();
    await form.getByRole('textbox', { name: 'Labels that need a photo' }).fill('19 C 3070');
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await expect(page.getByText('Lithuania has settings now.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Points', exact: true })).toContainText('321');
    const labels = page.getByRole('region', { name: 'Product labels' });
    await expect(labels).toContainText('19 C 3070');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('companies can register there, and are asked its own questions', async () => {
    const settings = await lithuania();
    expect(settings?.vat_field['lt']).toBe('PVM kodas');
    expect(settings?.registration_questions?.[0]?.text['en']).toBe('What does your company do?');
    await page.getByRole('tab', { name: 'Versions' }).click();
    const versions = page.getByRole('table', { name: 'Versions of settings' });
    await expect(versions).toContainText('Welcome points: None → 321');
    await page.getByRole('tab', { name: 'Checklist' }).click();
    await expect(page.getByText('Open, but incomplete')).toBeVisible();
  });
});
