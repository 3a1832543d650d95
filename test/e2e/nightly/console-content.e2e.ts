import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { chooseFiles, openApp } from '#test/e2e-fixtures/console-pictures.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Asked for by marketing');
  await why.getByRole('button', { name: label }).click();
}

/** Fills in the panel of a new article in Poland. */
async function startDraft(page: Page, title: string): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'New article' });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('textbox', { name: 'Title in English' }).fill(title);
  await panel.getByRole('button', { name: 'Create the draft' }).click();
  await confirm(page, new RegExp(`^Create “${title}”`), 'Create the draft');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Reads the newest published version, and makes it the draft. */
async function restoreVersion(page: Page, title: string): Promise<void> {
  await page.getByRole('tab', { name: 'Versions' }).click();
  const versions = page.getByRole('table', { name: 'Published versions' });
  await expect(versions.getByRole('row').nth(1)).toContainText(title);
  await versions.getByRole('row').nth(1).getByRole('button').click();
  const version = page.getByRole('dialog', { name: /^Published on / });
  await expect(version.getByText('Dziesięć punktów więcej')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await version.getByRole('button', { name: 'Make it the draft' }).click();
  await confirm(page, /^Make this version the draft/, 'Make it the draft');
  await expect(page.getByText('The version is the draft now.')).toBeVisible();
  await page.getByRole('tab', { name: 'Texts' }).click();
  const english = page.getByRole('region', { name: 'English' });
  await expect(english.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
}

test('news is written, published, withdrawn, and edited by two people', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const titleOnPhones = async (title: string) => {
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
    await panel.getByRole('button', { name: 'Create the draft' }).click();
    await expect(panel.getByText('Enter a title.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await startDraft(page, 'Spring offer');
  });
  const english = page.getByRole('region', { name: 'English' });
  const polish = page.getByRole('region', { name: 'Polish' });
  await test.step('the news is written in two languages, and previewed', async () => {
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
    expect(await titleOnPhones('Spring offer')).toBeNull();
  });

  await test.step('the news is published and appears on phones', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Polish' });
    await polish.getByRole('textbox', { name: 'Title' }).fill('Wiosenna oferta');
    // A reload before the next save loses no text.
    await page.reload();
    await expect(polish.getByRole('textbox', { name: 'Title' })).toHaveValue('Wiosenna oferta');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await confirm(page, /^Publish “Spring offer”/, 'Publish');
    await expect(page.getByText('“Spring offer” was published.')).toBeVisible();
    expect(await titleOnPhones('Spring offer')).toMatchObject({
      en: { text: '<p><strong>Ten points more</strong></p>' },
      pl: { title: 'Wiosenna oferta', text: '<p>Dziesięć punktów więcej</p>' },
    });
  });

  await test.step('two people change it: changes to other fields are merged, conflicts in the same field are resolved', async () => {
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
    expect(await titleOnPhones('Spring offer')).not.toBeNull();
  });

  await test.step('the published version is read, and becomes the draft again', async () => {
    await restoreVersion(page, 'Spring offer');
    expect(await titleOnPhones('Spring offer')).not.toBeNull();
  });

  await test.step('the news is withdrawn and disappears from phones', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await confirm(page, /^Withdraw/, 'Withdraw');
    await expect(page.getByText('was withdrawn.')).toBeVisible();
    expect(await titleOnPhones('Spring offer')).toBeNull();
  });
});

test('pictures are described, ordered and published, and appear in the app', async ({
  site,
  desk: page,
  browser,
}) => {
  const [roof, line] = [drawDemoPhoto(1, [150, 190, 80]), drawDemoPhoto(1, [200, 120, 40])];
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await signInOperator(site, page);
  await page.goto('/content?panel=new');
  await startDraft(page, 'A roof in the sun');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toHaveAccessibleDescription('Add a text or a video first: English');
  await page
    .getByRole('region', { name: 'English' })
    .getByRole('textbox', { name: 'Text' })
    .click();
  await page.keyboard.type('Seen from above');
  await expect(publish).toHaveAccessibleDescription('');
  await page.getByRole('tab', { name: 'Pictures' }).click();
  await expect(page.getByText('There are no pictures.')).toBeVisible();

  await test.step('files that aren’t new pictures are rejected, and the others are added', async () => {
    const files = { 'notes.png': Buffer.from('A text'), 'line.png': line, 'roof.png': roof };
    await chooseFiles(page, 'Add pictures', { ...files, 'same.png': roof });
    const problems = page.getByRole('alert');
    await expect(problems.filter({ hasText: '“notes.png” isn’t a picture' })).toBeVisible();
    await expect(problems.filter({ hasText: '“same.png” is already in the list' })).toBeVisible();
    await expect(pictures).toHaveCount(2);
  });

  await test.step('the pictures are sorted with the keyboard, and a removed one is restored', async () => {
    const address = await pictures.last().getByRole('img').getAttribute('src');
    await page.getByRole('button', { name: 'Move up: Picture 2' }).press('Enter');
    await expect(pictures.first().getByRole('img')).toHaveAttribute('src', address ?? '');
    await expect(page.getByRole('button', { name: 'Move up: Picture 1' })).toBeFocused();
    await page.getByRole('button', { name: 'Remove: Picture 1' }).click();
    await expect(pictures).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(pictures.first().getByRole('img')).toHaveAttribute('src', address ?? '');
  });

  await test.step('each picture needs a text, or is decorative', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await confirm(page, /^Publish/, 'Publish');
    const problem = page.getByRole('alert').filter({ hasText: 'no alternative text' });
    await expect(problem).toContainText('Nothing was changed.');
    await expect(page.getByText('Alternative text is missing: English')).toHaveCount(2);
    await pictures
      .first()
      .getByRole('textbox', { name: 'Alternative text (English)' })
      .fill('A roof window in the sun');
    await pictures.last().getByRole('checkbox', { name: 'Decorative' }).check();
    await expect(page.getByText('Alternative text is missing')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('img', { name: 'A roof window in the sun' })).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await confirm(page, /^Publish/, 'Publish');
    await expect(page.getByText('was published.')).toBeVisible();
  });

  await test.step('installers see the pictures', async () => {
    const app = await openApp(browser, site);
    await app.getByRole('link', { name: 'A roof in the sun' }).click();
    const picture = app.getByRole('img', { name: 'A roof window in the sun' });
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await expect(app.getByRole('button', { name: 'Enlarge: Picture 2 of 2' })).toBeVisible();
    await app.getByRole('button', { name: 'Enlarge: A roof window in the sun' }).click();
    await expect(app.getByRole('dialog', { name: 'Pictures' })).toBeVisible();
    await app.context().close();
  });
});
