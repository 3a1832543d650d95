import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because the test moves its clock.
test.use({ ownSite: 'console-announcements' });

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Asked for by sales');
  await why.getByRole('button', { name: label, exact: true }).click();
}

/** Tries to close a sheet in every way. The typed title is lost only if the operator agrees. */
async function keepTypedTitle(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'New announcement' });
  const title = panel.getByRole('textbox', { name: 'Title in English' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const open = () => page.getByRole('button', { name: 'New announcement' }).first().click();
  await open();
  await title.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await open();
  await title.fill('Garden day');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 400),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).last().click();
    await expect(question).toHaveCount(0);
    await expect(title).toHaveValue('Garden day');
  }
  await page.goBack();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
}

/** Starts a draft for Poland. */
async function startDraft(page: Page, name = 'Open day'): Promise<void> {
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New announcement' });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('button', { name: 'Create the draft' }).click();
  await expect(panel.getByText('Enter a title.')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Title in English' }).fill(name);
  await panel.getByRole('button', { name: 'Create the draft' }).click();
  await confirm(page, new RegExp(`^Create “${name}”`), 'Create the draft');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('an announcement is written, tested, undone, and sent to installers’ phones', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const readInApp = async (title: string) => {
    const { data } = await installer.call(calls.listNotifications, { query: { limit: 100 } });
    return data.filter((notification) => notification.title === title);
  };
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Announcements', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('typed text isn’t lost by accident', () => keepTypedTitle(page));

  await test.step('a draft starts with a title', () => startDraft(page));

  await test.step('an announcement needs complete texts', async () => {
    await page.getByRole('tab', { name: 'Test and send' }).click();
    await expect(page.getByText('English needs a title and a text.').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Texts' }).click();
    const english = page.getByRole('region', { name: 'English' });
    await english.getByRole('textbox', { name: 'Text' }).fill('Come on 5 May.');
    const polish = page.getByRole('region', { name: 'Polish' });
    await polish.getByRole('textbox', { name: 'Title' }).fill('Dzień otwarty');
    await expect(polish.getByText('Enter this text, or empty both.')).toBeVisible();
    await polish.getByRole('textbox', { name: 'Text' }).fill('Zapraszamy 5 maja.');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Zapraszamy 5 maja.').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('a test is sent to one person in the country', async () => {
    await page.getByRole('tab', { name: 'Test and send' }).click();
    const form = page.getByRole('form', { name: 'Test it' });
    await form.getByRole('button', { name: 'Send a test' }).click();
    await confirm(page, /^Send a test/, 'Send a test');
    // The operator has no account in the app.
    await expect(form.getByText('This person doesn’t exist or isn’t active.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Email' }).fill(demoAccounts.polishOwner.email);
    await form.getByRole('button', { name: 'Send a test' }).click();
    await confirm(page, /^Send a test/, 'Send a test');
    await expect(page.getByText('The test was sent. Language: Polish')).toBeVisible();
    expect(await readInApp('Dzień otwarty')).toHaveLength(1);
  });

  const audience = page.getByRole('form', { name: 'Choose who gets it' });
  const send = async () => {
    await audience.getByRole('combobox', { name: 'Role in the company' }).selectOption('Owners');
    await audience.getByRole('button', { name: /^Send to \d+ (person|people)$/ }).click();
    await confirm(page, /^Send “Open day” to/, 'Send');
    await expect(page.getByText(/^It will be sent in \d+ seconds?\. \d/)).toBeVisible();
  };
  await test.step('sending can be undone, even after a reload', async () => {
    await send();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. It’s a draft again, and no one got it.')).toBeVisible();
    expect(await readInApp('Dzień otwarty')).toHaveLength(1);
  });

  await test.step('another operator’s page shows that it has been sent', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    const form = other.getByRole('form', { name: 'Choose who gets it' });
    await expect(form.getByRole('button', { name: /^Send to \d+ people$/ })).toBeVisible();
    await send();
    // Live lists refresh the other page without a reload.
    await expect(other.getByText(/^It will be sent in \d+ seconds?\. \d/)).toBeVisible();
    await expect(form).toBeHidden();
    await other.close();
  });

  await test.step('after the hold, it is on the owner’s phone', async () => {
    await page.request.put(`${site.club.server.url}/dev/qa/switches`, {
      data: { network: {}, clockOffsetMs: 2 * MINUTE_MS },
    });
    const facts = page.getByRole('region', { name: 'Facts' });
    await expect(facts.getByText('Owners')).toBeVisible();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible();
    const received = await readInApp('Dzień otwarty');
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({ event: 'announcement', text: 'Zapraszamy 5 maja.' });
    const params = { id: received[0]?.uuid ?? '' };
    await installer.call(calls.markNotificationRead, { params, body: { mark: 'read' } });
    await page.getByRole('link', { name: 'Announcements', exact: true }).last().click();
    const list = page.getByRole('region', { name: 'Announcements' });
    await expect(list.getByRole('row', { name: /Open day/ })).toContainText('Sent');
  });
});

test('two people change the same title, and one of them chooses between both', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Announcements', exact: true }).click();
  await startDraft(page, 'Winter day');
  const titleOn = (shown: Page) =>
    shown.getByRole('region', { name: 'English' }).getByRole('textbox', { name: 'Title' });
  const texts = '**/operator/v1/announcements/*/texts';
  // Holds this page's save until the other page has saved.
  const held = Promise.withResolvers<void>();
  await page.route(texts, async (route) => {
    await held.promise;
    await route.continue();
  });
  const sentRequest = page.waitForRequest(texts);
  await titleOn(page).fill('Winter morning');
  await sentRequest;
  const other = await page.context().newPage();
  await other.goto(page.url());
  const saveResponse = other.waitForResponse(texts);
  await titleOn(other).fill('Winter evening');
  expect((await saveResponse).status()).toBe(200);
  await other.close();
  held.resolve();
  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'Someone else has changed the same fields' });
  await expect(conflict).toContainText('Winter evening');
  expect(await violations(page)).toEqual([]);
  await expect(titleOn(page)).toHaveValue('Winter morning');
  await conflict.getByRole('radio', { name: /Their value/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(titleOn(page)).toHaveValue('Winter evening');
  await expect(conflict).toBeHidden();
});
