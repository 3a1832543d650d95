import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { failDraftSaves, signInOperator, test } from '#test/e2e-fixtures/console.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Details' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name });

/** Saves the form with a reason. */
async function save(page: Page): Promise<void> {
  await form(page).getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the details of/ });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Called back');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

/** Chooses to keep editing when the console asks before typed text is lost. */
async function keepEditing(page: Page): Promise<void> {
  const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await prompt.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect(prompt).toBeHidden();
}

/** Tries to leave the edited form by a tab, a link, the history and a reload; then leaves it. */
async function leaveEdited(page: Page, name: string): Promise<void> {
  const address = page.url();
  const input = `${name} Plus`;
  const saveDrafts = await failDraftSaves(page);
  await field(page, 'Name').fill(input);
  await page.getByRole('tab', { name: 'Timeline' }).click();
  expect(await violations(page)).toEqual([]);
  await keepEditing(page);
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await keepEditing(page);
  await page.goBack();
  await keepEditing(page);
  expect(page.url()).toBe(address);
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => location.reload())),
  ]);
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(field(page, 'Name')).toHaveValue(input);
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await prompt.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\?tab=timeline$/);
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(field(page, 'Name')).toHaveValue(name);
  await saveDrafts();

  await field(page, 'Name').fill(input);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.goBack();
  await expect(
    page.getByRole('status').filter({ hasText: /^Draft from .* restored/ }),
  ).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(input);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(field(page, 'Name')).toHaveValue(name);
}

test('two operators edit a company at the same time, and neither loses a change', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await test.step('the palette finds records by name', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dachy now');
    const results = page.getByRole('listbox', { name: 'Results' });
    await expect(results.getByRole('group', { name: 'Companies' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await results
      .getByRole('option', { name: /^Dachy Nowak/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dachy Nowak' })).toBeVisible();
  });
  await page.getByRole('link', { name: 'Companies' }).first().click();
  const table = page.getByRole('table', { name: 'Companies' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('dach');
  await expect(page).toHaveURL('/companies?search=dach');
  await expect(table.getByRole('row').nth(1)).toContainText(/dach/i);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Companies' }).click();
  const opener = table.getByRole('row').nth(1).getByRole('link');
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    opener.click({ button: 'middle' }),
  ]);
  await expect(form(tab)).toBeVisible();
  await tab.close();
  await opener.click();
  await expect(form(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const address = page.url();
  const name = await field(page, 'Name').inputValue();

  const other = await page.context().newPage();
  await other.goto(address);
  await field(other, 'Town').fill('Nowa Wieś');
  await save(other);
  await expect(other.getByText('The changes were saved.')).toBeVisible();

  await test.step('typed text is lost only if the operator confirms', () =>
    leaveEdited(page, name));

  await test.step('a change of another field is merged', async () => {
    // Without typed text, the form shows the other operator's change immediately.
    await expect(field(page, 'Town')).toHaveValue('Nowa Wieś');
    await field(page, 'Name').fill(`${name} Plus`);
    await field(other, 'Town').fill('Nowa Huta');
    await save(other);
    await save(page);
    await expect(page.getByRole('heading', { level: 1, name: `${name} Plus` })).toBeVisible();
    await expect(field(page, 'Town')).toHaveValue('Nowa Huta');
    await expect(page.getByText('their changes are kept: Town')).toBeVisible();
  });

  await test.step('a change of the same field is shown side by side', async () => {
    await field(page, 'Town').fill('Sopot');
    await field(other, 'Town').fill('Gdynia');
    await save(other);
    await save(page);
    const choice = page.getByRole('group', { name: 'Town' });
    await expect(choice.getByRole('radio', { name: 'Their value Gdynia' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await choice.getByRole('radio', { name: 'Their value Gdynia' }).check();
    await expect(field(page, 'Town')).toHaveValue('Gdynia');
    await form(page).getByRole('button', { name: 'Discard changes' }).click();
  });

  await test.step('an empty or unprintable name is rejected at its field', async () => {
    await field(page, 'Name').fill('');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(form(page)).toContainText('This field can’t be empty.');
    await form(page).getByRole('button', { name: 'Discard changes' }).click();
    await field(page, 'Name').fill('Firma ☃');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(form(page)).toContainText('can’t be printed on certificates');
    await form(page).getByRole('button', { name: 'Discard changes' }).click();
  });

  await test.step('the timeline shows both operators’ changes', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem').first()).toContainText(
      'Changed a company’s details',
    );
    await expect(page).toHaveURL(/\?tab=timeline$/);
    expect(await violations(page)).toEqual([]);
  });
});

/** Opens the lines of an opening balance, and the project of one of them. */
async function followLines(page: Page): Promise<void> {
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.selectOption({ index: 1 });
  const numbers = page.getByRole('link').filter({ hasText: /^-?[\d,]+$/ });
  // The numbers are the balance above the tabs and six parts, including the opening balance.
  await expect(numbers).toHaveCount(7);
  const opening = numbers.nth(1);
  await opening.click();
  await expect(page).toHaveURL(/part=opening/);
  const lines = page.getByRole('table', { name: 'Opening' });
  const foot = lines.getByRole('row').last().getByRole('cell').last();
  await expect(foot).toHaveText(await opening.innerText());
  await lines.getByRole('link', { name: 'Project' }).first().click();
  await expect(page).toHaveURL(/\/scanned-products\?project=/);
  await expect(
    page.getByRole('table', { name: 'Scanned products' }).getByRole('row').nth(1),
  ).toBeVisible();
  await page.goBack();
  await period.selectOption({ index: 0 });
}

/** Opens a record of each kind from the company's tabs. */
async function followRecords(page: Page): Promise<void> {
  for (const [tab, address] of [
    ['Projects', /\/scanned-products\?project=/],
    ['Products', /\/scanned-products\?open=/],
    ['Orders', /\/orders\/[\da-f-]+$/],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('table', { name: tab }).getByRole('link').first().click();
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  await page.getByRole('tab', { name: 'Points' }).click();
}

test('a company is blocked, and each figure of its points links to its ledger lines', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/companies?search=ionescu');
  const table = page.getByRole('table', { name: 'Companies' });
  await table.getByRole('row').nth(1).getByRole('link').click();
  await expect(form(page)).toBeVisible();

  await test.step('the parts add up to the balance, and each part equals the sum of its lines', async () => {
    await page.getByRole('tab', { name: 'Points' }).click();
    const earnedLink = page.getByRole('link').filter({ hasText: /^[\d,]+$/ });
    await expect(page.getByRole('term').filter({ hasText: 'Earned' })).toBeVisible();
    await earnedLink.nth(1).click();
    await expect(page).toHaveURL(/part=earned/);
    const lines = page.getByRole('table', { name: 'Earned' });
    const sum = (await lines.getByRole('row').last().innerText()).replace(/\s/g, '');
    expect(sum).toBe(`Total${(await earnedLink.nth(1).innerText()).trim()}`);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the opening balance of a year links to its lines, and lines link to their records', () =>
    followLines(page));
  await test.step('each record of the company links to its screen', () => followRecords(page));

  await test.step('points are corrected, the app shows the correction, and it is reversed', async () => {
    const installer = await site.club.as('romanianOwner');
    const readInApp = async () =>
      (
        await installer.call(calls.getPointsSummary, {
          params: { id: new URL(page.url()).pathname.split('/').at(-1) ?? '' },
        })
      ).company_points;
    const before = await readInApp();
    await page.getByRole('button', { name: 'Correct points' }).click();
    const dialog = page.getByRole('dialog', { name: /^Correct the points of/ });
    await dialog.getByRole('button', { name: 'Add points' }).click();
    await expect(dialog).toContainText('Enter a whole number from 1');
    await dialog.getByRole('textbox', { name: 'Points' }).fill('250');
    await dialog.getByRole('combobox', { name: 'Reason that' }).selectOption('Training');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Course in May');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add points' }).click();
    await expect(page.getByText('The points were corrected.')).toBeVisible();
    expect(await readInApp()).toBe(before + 250);
    await page.getByRole('button', { name: 'Reverse +250' }).click();
    const undo = page.getByRole('dialog', { name: /^Reverse the correction of/ });
    await undo.getByRole('textbox', { name: 'Why?' }).fill('Wrong company');
    await undo.getByRole('button', { name: 'Reverse', exact: true }).click();
    await expect(page.getByText('The correction was reversed.')).toBeVisible();
    expect(await readInApp()).toBe(before);
    await expect(page.getByRole('cell', { name: 'Reversed', exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('flags are saved', async () => {
    await page.getByRole('tab', { name: 'Flags' }).click();
    const flags = page.getByRole('form', { name: 'Flags' });
    await flags.getByRole('textbox', { name: 'Number in the sales system' }).fill('C-77');
    await flags.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change the flags of/ });
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('New contract');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The changes were saved.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('blocking asks for a reason, and can be undone', async () => {
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Block / });
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(dialog).toContainText('Say why.');
    await dialog.getByRole('combobox', { name: 'Why?' }).selectOption('Suspected fraud');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(page.getByText(/ was blocked\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Unblock' }).click();
    const undo = page.getByRole('dialog', { name: /^Unblock / });
    await undo.getByRole('textbox', { name: 'Why?' }).fill('Clarified');
    await undo.getByRole('button', { name: 'Unblock' }).click();
    await expect(page.getByText(/ was unblocked\.$/)).toBeVisible();
  });

  await test.step('the company’s people link to their records', async () => {
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('table', { name: 'People' }).getByRole('link').first().click();
    await expect(page.getByRole('tab', { name: 'Contact' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '+40' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});
