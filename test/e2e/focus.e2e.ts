import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { upcomingDay, leadAtStep } from '#test/e2e-fixtures/leads.ts';
import { projectWith } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { productOf, putIntoCart, openShop } from '#test/e2e-fixtures/shop.ts';

/** Tabs to an element and presses it, which removes it. */
async function pressByKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Tag name of the focused element, or `message` if it is in a message. */
const focusedElement = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.closest('[aria-live]') ? 'message' : focused?.tagName;
  });

test('a dialog that follows another returns focus to the first one’s trigger', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const project = await projectWith(owner, 'open');
  const lead = await leadAtStep(owner, 'interested');
  await signIn(club, page, 'polishOwner');

  await goTo(page, `/projects/${project}`);
  const product = page.getByRole('list', { name: 'Products' }).getByRole('button').first();
  await pressByKeys(page, product);
  await pressByKeys(page, page.getByRole('button', { name: 'Delete product' }));
  await pressByKeys(page, page.getByRole('button', { name: 'Keep it' }).last());
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(product).toBeFocused();

  // The pressed button was replaced by another button with the same role.
  await goTo(page, `/leads/${lead.uuid}`);
  await pressByKeys(page, page.getByRole('button', { name: 'Set date' }));
  await page.getByRole('dialog').getByLabel('Day').fill(upcomingDay('PL'));
  await pressByKeys(page, page.getByRole('button', { name: 'Save date' }));
  await expect(page.getByRole('button', { name: 'Change date' })).toBeFocused();
});

test('removing an element keeps focus nearby, and undoing it in the message returns focus', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const gloves = await productOf(owner, 'COMPACON', { stock: 20 });
  await signIn(club, page, 'polishOwner');
  await openShop(page);
  await putIntoCart(page, gloves, 1);
  await goTo(page, '/cart');
  await pressByKeys(page, page.getByRole('button', { name: `Remove ${gloves.name}` }));
  // The focus moves to the heading of the screen, or of content that has just loaded.
  await expect.poll(() => focusedElement(page)).toMatch(/^H[1-3]$/);
  const messages = page.getByRole('region', { name: 'Messages' });
  await pressByKeys(page, messages.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('button', { name: `Remove ${gloves.name}` })).toBeVisible();
  // The focus returns to the message's trigger, or to a heading if the trigger no longer exists.
  await expect.poll(() => focusedElement(page)).toMatch(/^(H[1-3]|A|BUTTON|INPUT)$/);
});
