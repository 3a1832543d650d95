import { expect, type Page } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because other files answer the demo's only unanswered chat.
test.use({ ownSite: 'console-support' });

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Asked often');
  await why.getByRole('button', { name: label }).click();
}

test('an operator answers a chat, adds a note, and finds the draft after a reload', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  const chats = page.getByRole('region', { name: 'Chats' });
  await chats.getByRole('listitem').getByRole('link').first().click();
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  await expect(chat.getByRole('list', { name: 'Messages' })).toBeVisible();
  const file = page.getByRole('complementary', { name: 'Case file' });
  await expect(file).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await test.step('the draft is restored after a reload, and listed on the Today screen', async () => {
    const saveResponse = page.waitForResponse(
      (response) => response.url().endsWith('/draft') && response.request().method() === 'POST',
    );
    await chat.getByRole('textbox', { name: 'Answer' }).fill('Which window is it?');
    await saveResponse;
    await page.reload();
    await expect(chat.getByRole('textbox', { name: 'Answer' })).toHaveValue('Which window is it?');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('link', { name: /^Answer to a chat/ }).click();
    await expect(chat.getByRole('textbox', { name: 'Answer' })).toHaveValue('Which window is it?');
  });

  await test.step('a new template is inserted into the draft', async () => {
    await page.getByRole('button', { name: 'Templates' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Templates' });
    await expect(panel.getByRole('listitem').filter({ hasText: 'Thanks' })).toContainText('Polish');
    await panel.getByRole('button', { name: 'New template' }).click();
    const form = page.getByRole('dialog', { name: 'New template' });
    await form.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
    await form.getByRole('textbox', { name: 'Template name' }).fill('A question');
    await form.getByRole('textbox', { name: 'Polish' }).fill('{nmae}?');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('There is no placeholder {nmae}.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Polish' }).fill('Regards, {operator}');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await confirm(page, /^Save this template/, 'Save');
    await panel.getByRole('button', { name: 'Close' }).click();
    await chat.getByRole('button', { name: 'Templates' }).click();
    await chat.getByRole('button', { name: /^A question/ }).click();
    await expect(chat.getByRole('textbox', { name: 'Answer' })).toHaveValue(
      /^Which window is it\?\n\nRegards, \S+/,
    );
    await chat.getByRole('textbox', { name: 'Answer' }).fill('Which window is it?');
  });

  await test.step('a note is marked as internal', async () => {
    await chat.getByRole('button', { name: 'Internal note' }).click();
    await chat.getByRole('textbox', { name: 'Internal note' }).fill('Ask the factory.');
    await chat.getByRole('button', { name: 'Add the note' }).click();
    const note = chat.getByRole('listitem').filter({ hasText: 'Ask the factory.' });
    await expect(note).toContainText('Internal note');
    await chat.getByRole('button', { name: 'Answer', exact: true }).click();
  });

  await test.step('the answer is sent, and its draft is deleted', async () => {
    await chat.getByRole('button', { name: 'Send' }).click();
    await expect(
      chat.getByRole('listitem').filter({ hasText: 'Which window is it?' }),
    ).toBeVisible();
    await expect(chat.getByRole('textbox', { name: 'Answer' })).toHaveValue('');
    await chat.getByRole('button', { name: 'Mark as solved' }).click();
    await expect(chat.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });

  await test.step('a chat is started from a search for a person, and the person’s phone number is shown', async () => {
    await page.getByRole('button', { name: 'Start a chat' }).click();
    const panel = page.getByRole('dialog', { name: 'Start a chat' });
    await panel.getByRole('textbox', { name: 'Person, company or town' }).fill('Anna Nowak');
    await panel.getByRole('button', { name: /^Anna Nowak/ }).click();
    await panel.getByRole('textbox', { name: 'Title' }).fill('Your order');
    await panel.getByRole('textbox', { name: 'Message' }).fill('It’s delayed.');
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await confirm(page, /^Start a chat with Anna Nowak/, 'Start');
    await expect(chat.getByRole('listitem').filter({ hasText: 'It’s delayed.' })).toBeVisible();
    await expect(file.getByText('Polish')).toBeVisible();
    await file.getByRole('button', { name: 'Show contact data' }).click();
    await confirm(page, /contact data of Anna Nowak/, 'Show');
    await expect(file.getByText('+48501234567')).toBeVisible();
  });

  await test.step('the case file shows the company in any window', () => checkCompanyOfCase(page));

  await test.step('an order is linked to the chat, and another operator assigned', async () => {
    await file.getByRole('button', { name: 'Link a record' }).click();
    const panel = page.getByRole('dialog', { name: 'Link a record' });
    await panel.getByRole('list', { name: 'Records' }).getByRole('button').first().click();
    await expect(panel).toBeHidden();
    await expect(file.getByRole('button', { name: /^Remove the link to/ })).toBeVisible();
    await chat.getByRole('button', { name: 'Assign' }).click();
    await chat.getByRole('button', { name: 'Piotr Mazur' }).click();
    await expect(file.getByText('Piotr Mazur')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

/** Compares the points with the company's screen, and opens the case file in a narrow window. */
async function checkCompanyOfCase(page: Page): Promise<void> {
  const file = page.getByRole('complementary', { name: 'Case file' });
  const points = file.getByRole('region', { name: 'Points' });
  await expect(points).toContainText(/\d/);
  const balance = (await points.getByRole('paragraph').textContent()) ?? '';
  await expect(file.getByRole('region', { name: 'Projects' }).getByRole('listitem')).toHaveCount(3);
  await expect(file.getByRole('region', { name: 'Orders' }).getByRole('link').nth(1)).toBeVisible();
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(points).toBeHidden();
  await file.getByRole('button', { name: 'Case file' }).click();
  await expect(points).toContainText(balance);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await points.getByRole('link', { name: 'Points' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Points' })).toContainText(balance);
  await page.goBack();
  await expect(points).toContainText(balance);
}
