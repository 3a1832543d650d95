import { expect, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because the tests write drafts and answers.
test.use({ ownSite: 'console-unsaved' });

const promptOf = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const titleOf = (page: Page) =>
  page.getByRole('region', { name: 'English' }).getByRole('textbox', { name: 'Title' });
const todayLink = (page: Page) => page.getByRole('link', { name: 'Today', exact: true });

/** Tries to leave, and chooses to stay when asked. */
async function stay(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await leave();
  // The close button of the question has the same name.
  await promptOf(page).getByRole('button', { name: 'Keep editing' }).last().click();
  await expect(promptOf(page)).toHaveCount(0);
}

/** Tries to leave by a link, by "back" and by closing the page. Each way asks first, and typed text isn't lost. */
async function stayInEachWay(page: Page, text: string): Promise<void> {
  await stay(page, () => todayLink(page).click());
  await stay(page, () => page.goBack());
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(titleOf(page)).toHaveValue(text);
}

/** Starts a draft in Poland. */
async function startDraft(page: Page, list: string, button: string, title: string): Promise<void> {
  await page.getByRole('link', { name: list, exact: true }).click();
  await page.getByRole('button', { name: button }).first().click();
  const panel = page.getByRole('dialog', { name: button });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('textbox', { name: 'Title in English' }).fill(title);
  await panel.getByRole('button', { name: 'Create the draft' }).click();
  const why = page.getByRole('dialog', { name: new RegExp(`^Create “${title}”`) });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Asked for by marketing');
  await why.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('an article’s text isn’t lost by leaving', async ({ site, desk: page }) => {
  test.slow();
  await signInOperator(site, page);
  await startDraft(page, 'News and tutorials', 'New article', 'Roofs');
  const article = page.url();
  const draft = '**/contents/*/draft';

  await test.step('a save that ends soon is awaited', async () => {
    await titleOf(page).fill('Roofs in winter');
    await todayLink(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await page.goBack();
    await expect(titleOf(page)).toHaveValue('Roofs in winter');
  });

  await test.step('offline', async () => {
    await page.context().setOffline(true);
    await titleOf(page).fill('Roofs in spring');
    await stayInEachWay(page, 'Roofs in spring');
    await page.context().setOffline(false);
    await expect(page.getByText('Not saved yet')).toBeHidden();
  });

  await test.step('while a slow save is running', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route(draft, async (route) => {
      await promise;
      await route.continue();
    });
    await titleOf(page).fill('Roofs in summer');
    await stayInEachWay(page, 'Roofs in summer');
    resolve(undefined);
    await expect(page.getByText('Not saved yet')).toBeHidden();
    await page.unroute(draft);
  });

  await test.step('after a failed save', async () => {
    await page.route(draft, (route) => route.abort());
    await titleOf(page).fill('Roofs in autumn');
    await expect(page.getByRole('alert').filter({ hasText: 'no connection' })).toBeVisible();
    await stayInEachWay(page, 'Roofs in autumn');
    await page.unroute(draft);
    await titleOf(page).fill('Roofs in autumn rain');
    await expect(page.getByText('Not saved yet')).toBeHidden();
  });

  await test.step('with two operators’ texts to choose from', async () => {
    const other = await page.context().newPage();
    await other.goto(article);
    await titleOf(other).fill('Their roofs');
    await expect(other.getByText('Not saved yet')).toBeHidden();
    await other.close();
    await titleOf(page).fill('My roofs');
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'Someone else has changed the same fields' });
    await expect(conflict).toBeVisible();
    await stayInEachWay(page, 'My roofs');
    await todayLink(page).click();
    await promptOf(page).getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await page.goBack();
    await expect(titleOf(page)).toHaveValue('Their roofs');
  });
});

test('an announcement’s text isn’t lost by leaving or signing out', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await startDraft(page, 'Announcements', 'New announcement', 'Snow');
  await page.route('**/announcements/*/texts', (route) => route.abort());
  await titleOf(page).fill('Snow and ice');
  await stayInEachWay(page, 'Snow and ice');
  await stay(page, async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
  });
  await expect(titleOf(page)).toHaveValue('Snow and ice');
});

test('an answer to a chat isn’t lost by leaving the chat', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  const chats = page.getByRole('region', { name: 'Chats' }).getByRole('listitem');
  await chats.getByRole('link').first().click();
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await page.route('**/operator/v1/draft', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await answer.fill('Which window is it?');
  await stay(page, () => page.getByRole('button', { name: 'Internal note' }).click());
  await stay(page, () => todayLink(page).click());
  await expect(answer).toHaveValue('Which window is it?');

  await test.step('a template isn’t lost by going back to the list', async () => {
    await page.getByRole('button', { name: 'Templates' }).first().click();
    await page.getByRole('button', { name: 'New template' }).click();
    const panel = page.getByRole('dialog', { name: 'New template' });
    await panel.getByRole('textbox', { name: 'Template name' }).fill('A question');
    await stay(page, () => panel.getByRole('button', { name: 'Back to the templates' }).click());
    await expect(panel.getByRole('textbox', { name: 'Template name' })).toHaveValue('A question');
  });
});

test('a reason isn’t lost by "back", and its dialog doesn’t stay on another screen', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await startDraft(page, 'News and tutorials', 'New article', 'Gutters');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  const dialog = page.getByRole('dialog', { name: /^Discard the draft/ });
  const why = dialog.getByRole('textbox', { name: 'Why?' });
  await why.fill('Written twice');
  await stay(page, () => page.goBack());
  await expect(why).toHaveValue('Written twice');
  await page.goBack();
  await promptOf(page).getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News and tutorials' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
