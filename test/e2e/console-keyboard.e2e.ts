import { expect, type Locator, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';

/** Tabs to an element and presses it. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Opens a screen or a record with the palette. */
async function open(page: Page, input: string, found: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(input);
  const option = page.getByRole('option', { name: found }).first();
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Types the reason for an action, and submits it from the text field. */
async function giveReason(page: Page, question: RegExp): Promise<void> {
  const why = page.getByRole('dialog', { name: question });
  await tabTo(page, why.getByRole('textbox', { name: 'Why?' }));
  await page.keyboard.type('Agreed');
  await page.keyboard.press('Control+Enter');
  await expect(why).toBeHidden();
}

/** Expects the focus to be in the screen, not lost or in the navigation. */
async function expectFocusInScreen(page: Page): Promise<void> {
  const isInScreen = () =>
    page.evaluate(() => document.activeElement?.closest('main') instanceof HTMLElement);
  await expect.poll(isInScreen).toBe(true);
}

/** Creates an article for Poland, and publishes it. */
async function publishArticle(page: Page): Promise<void> {
  await open(page, 'news', 'News and tutorials', 'News and tutorials');
  const start = page.getByRole('button', { name: 'New article' });
  await press(page, start);
  const panel = page.getByRole('dialog', { name: 'New article' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(start).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, panel.getByRole('combobox', { name: 'Country' }));
  await page.keyboard.type('Pol');
  await tabTo(page, panel.getByRole('textbox', { name: 'Title in English' }));
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await giveReason(page, /^Create “By keyboard”/);
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible();
  await expectFocusInScreen(page);
  const english = page.getByRole('region', { name: 'English' });
  await tabTo(page, english.getByRole('textbox', { name: 'Text' }));
  await page.keyboard.type('Ten points more');
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }));
  await giveReason(page, /^Publish “By keyboard”/);
  await expect(page.getByText('“By keyboard” was published.')).toBeVisible();
  await expectFocusInScreen(page);
}

test('the main actions are done with the keyboard alone', async ({ site, desk: page }) => {
  await signInOperator(site, page);

  await test.step('a product is reviewed', async () => {
    await open(page, 'review', 'Review', 'Review');
    await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('session: accepted 1,')).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByText('session: accepted 0,')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Reject' }));
    await expect(page.getByRole('form', { name: 'Reason for rejecting' })).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByText('session: accepted 0, rejected 1,')).toBeVisible();
    await expectFocusInScreen(page);
  });

  await test.step('an order is approved with a reason', async () => {
    await open(page, 'orders', 'Orders', 'Orders');
    await page.goto('/orders?state=pending');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await press(page, approve);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(approve).toBeFocused();
    await page.keyboard.press('Enter');
    await giveReason(page, /^Approve order/);
    await expect(page.getByText(/^Order \d+ was approved\.$/)).toBeVisible();
    await expect(approve).toHaveCount(0);
    await expectFocusInScreen(page);
  });

  await test.step('an article is started and published', () => publishArticle(page));

  await test.step('a price is changed in the list', async () => {
    await open(page, 'shop', 'Shop', 'Shop');
    await page.keyboard.press('/');
    await page.keyboard.type('hammer-1');
    await expect(page.getByRole('table', { name: 'Shop' }).getByRole('row')).toHaveCount(3);
    await press(page, page.getByRole('button', { name: 'Edit prices' }));
    await expectFocusInScreen(page);
    const price = page.getByRole('textbox', { name: /^Price of / }).first();
    const changed = String(Number(await price.inputValue()) + 1);
    await tabTo(page, price);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(changed);
    await press(page, page.getByRole('button', { name: 'Save prices' }));
    await giveReason(page, /^Change 1 price/);
    await expect(page.getByText('1 price was changed.')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(changed);
    await expectFocusInScreen(page);
  });

  await test.step('a chat is answered', async () => {
    await open(page, 'support', 'Support', 'Support');
    const chats = page.getByRole('region', { name: 'Chats' });
    await press(page, chats.getByRole('listitem').getByRole('link').first());
    const chat = page.getByRole('region', { name: 'Chat', exact: true });
    const answer = chat.getByRole('textbox', { name: 'Answer' });
    await tabTo(page, answer);
    await page.keyboard.type('It is on its way.');
    await page.keyboard.press('Control+Enter');
    await expect(chat.getByRole('listitem').filter({ hasText: 'It is on its way.' })).toBeVisible();
    await expect(answer).toHaveValue('');
    await expect(answer).toBeFocused();
  });

  await test.step('the palette finds a company, and help returns the focus', async () => {
    await open(page, 'dachy nowak', 'Dachy Nowak', 'Dachy Nowak');
    await expectFocusInScreen(page);
    const tab = page.getByRole('tab', { selected: true });
    await tabTo(page, tab);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await expect(help).toContainText('Search in the list');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(tab).toBeFocused();
  });
});
