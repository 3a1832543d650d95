import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Confirms an act with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Asked for by marketing');
  await why.getByRole('button', { name: label }).click();
}

test('news is written, published, withdrawn, and edited by two people', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const onPhones = async (title: string) => {
    const { data } = await installer.call(calls.listContent, { query: { limit: 50 } });
    return data.find(({ content }) => content['en']?.title === title)?.content ?? null;
  };
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'News and tutorials' }).click();
  const list = page.getByRole('region', { name: 'News and tutorials' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('a draft is started', async () => {
    await page.getByRole('button', { name: 'New article' }).click();
    const panel = page.getByRole('dialog', { name: 'New article' });
    await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
    await panel.getByRole('button', { name: 'Start the draft' }).click();
    await expect(panel.getByText('Enter a title.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Title in English' }).fill('Spring offer');
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Start the draft' }).click();
    await confirm(page, /^Start “Spring offer”/, 'Start the draft');
    await expect(page.getByRole('heading', { level: 1, name: 'Spring offer' })).toBeVisible();
  });

  const english = page.getByRole('region', { name: 'English' });
  const polish = page.getByRole('region', { name: 'Polish' });
  await test.step('it is written in two languages, and previewed', async () => {
    await english.getByRole('textbox', { name: 'Text' }).click();
    await english.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('Ten points more');
    await polish.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Dziesięć punktów więcej');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Dziesięć punktów więcej')).toBeVisible();
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'English' });
    await expect(preview.getByText('Ten points more')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Texts' }).click();
  });

  await test.step('a language without a title can’t be published', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await confirm(page, /^Publish “Spring offer”/, 'Publish');
    const problem = page
      .getByRole('alert')
      .filter({ hasText: 'A language has a text but no title.' });
    await expect(problem).toContainText('Nothing was changed.');
    expect(await onPhones('Spring offer')).toBeNull();
  });

  await test.step('it is published and appears on phones', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Polish' });
    await polish.getByRole('textbox', { name: 'Title' }).fill('Wiosenna oferta');
    // A reload before the next save loses nothing.
    await page.reload();
    await expect(polish.getByRole('textbox', { name: 'Title' })).toHaveValue('Wiosenna oferta');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await confirm(page, /^Publish “Spring offer”/, 'Publish');
    await expect(page.getByText('“Spring offer” was published.')).toBeVisible();
    expect(await onPhones('Spring offer')).toMatchObject({
      en: { text: '<p><strong>Ten points more</strong></p>' },
      pl: { title: 'Wiosenna oferta', text: '<p>Dziesięć punktów więcej</p>' },
    });
  });

  await test.step('two people change it: other fields are merged, the same field is chosen', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    const title = other
      .getByRole('region', { name: 'English' })
      .getByRole('textbox', { name: 'Title' });
    await title.fill('Summer offer');
    await expect(other.getByText('Not saved yet')).toBeHidden();
    await english.getByRole('textbox', { name: 'Title' }).fill('Autumn offer');
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'Someone else has changed the same fields' });
    await expect(conflict).toContainText('Summer offer');
    expect(await violations(page)).toEqual([]);
    await conflict.getByRole('radio', { name: /Their value/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(english.getByRole('textbox', { name: 'Title' })).toHaveValue('Summer offer');
    await expect(conflict).toBeHidden();
    await other.close();
    expect(await onPhones('Spring offer')).not.toBeNull();
  });

  await test.step('it is withdrawn and disappears from phones', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await confirm(page, /^Withdraw/, 'Withdraw');
    await expect(page.getByText('was withdrawn.')).toBeVisible();
    expect(await onPhones('Spring offer')).toBeNull();
  });
});
