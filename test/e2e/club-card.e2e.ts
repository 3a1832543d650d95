import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoCards } from '#server/demo/cards.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { problemsInEveryAppearance } from '#test/e2e-fixtures/screen-problems.ts';
import { sendOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { showAllTodos } from '#test/e2e-fixtures/todo-list.ts';

const cardNumber = (page: Page) => page.getByRole('textbox', { name: 'Card number' });
const topUps = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Top-ups' }).getByRole('listitem');
const cardFace = (page: Page) => page.getByRole('region', { name: 'Your club card' });
const topUpButton = (page: Page) => page.getByRole('button', { name: 'Top up card' });

test('a card is registered, activated, and topped up once despite a lost response', async ({
  club,
  phone: { page },
}) => {
  const { serialNumber } = demoCards.bondar;
  const owner = await club.as('ukrainianOwner');
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'ukrainianOwner');

  await test.step('home shows the card and links to the number entry', async () => {
    await showAllTodos(page);
    await page.getByRole('link', { name: 'Your club card is on its way' }).click();
    await expect(page).toHaveURL(`${club.url}/club-card/verify`);
  });

  await test.step('the number is shown in groups while it is typed, and errors appear at its field', () =>
    typeNumber(page, serialNumber));

  await test.step('the card must be activated first', () => activate(club, page, serialNumber));

  await test.step('an affordable amount is chosen with the keyboard', async () => {
    await tabTo(page, topUpButton(page));
    await page.keyboard.press('Enter');
    await ledger.expectScreenAgrees(page, 'availableBalance');
    const points = await ledger.balance();
    const amounts = page.getByRole('radio');
    await expect(amounts).toHaveCount(5);
    for (const [index, price] of [50, 100, 200, 400, 1000].entries()) {
      await expect(amounts.nth(index)).toBeEnabled({ enabled: price <= points });
    }
    const submit = page.getByRole('button', { name: 'Top up card' });
    await tabTo(page, submit);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Choose an amount.')).toBeVisible();
    await expect(page.getByText('Accept the terms first.')).toBeVisible();
    await expect(amounts.first()).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('This top-up')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('UAH 100');
    await tabTo(page, page.getByRole('checkbox', { name: 'I accept the terms of the club card.' }));
    await page.keyboard.press('Space');

    // Cut the response off midway; without any response the browser would retry.
    club.proxy.addFault(calls.createOrder, { kind: 'cut_response' });
    await tabTo(page, submit);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(submit).not.toHaveAttribute('aria-busy', 'true');
    await expect(submit).not.toHaveAttribute('aria-disabled', 'true');
    await submit.press('Enter');
    await expect(topUps(page)).toHaveCount(1);
    await expect(topUps(page)).toContainText('On its way');
    await expect(topUps(page)).toContainText('50 points');
    expect(club.proxy.requestsOf(calls.createOrder)).toHaveLength(2);
    await ledger.expectScreenAgrees(page, 'card', 'header');
    expect(await ledger.added()).toMatchObject([
      { event: 'order_reservation', variation: 'reserved', points: 50 },
    ]);
  });
});

async function typeNumber(page: Page, serialNumber: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Register card' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the 10 digits on your card.')).toBeVisible();
  const confirmMessage = 'Confirm that the card number is correct.';
  await expect(page.getByText(confirmMessage)).toBeVisible();
  await expect(cardNumber(page)).toBeFocused();
  expect(await problemsInEveryAppearance(page, 'register a card')).toEqual([]);
  await page.keyboard.type('48-1002.4699');
  await expect(cardNumber(page)).toHaveValue('4810 024 699');
  // Editing in the middle keeps the cursor in place.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('5');
  await page.keyboard.type('6');
  await expect(cardNumber(page)).toHaveValue('4810 025 669');
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This number can’t be registered to your company.')).toBeVisible();
  await expect(cardNumber(page)).toHaveAttribute('aria-invalid', 'true');
  await cardNumber(page).fill(serialNumber);
  await expect(cardNumber(page)).not.toHaveAttribute('aria-invalid', 'true');
  await cardNumber(page).press('Enter');
}

async function activate(club: Club, page: Page, serialNumber: string): Promise<void> {
  await expect(cardFace(page)).toContainText('3810 024 603');
  await expect(cardFace(page)).toContainText('Not activated yet');
  await expect(
    page.getByRole('status').getByText('Activate your card', { exact: true }),
  ).toBeVisible();
  await expect(topUpButton(page)).toHaveAttribute('aria-disabled', 'true');
  await goTo(page, '/club-card/transfer');
  await expect(cardFace(page)).toBeVisible();
  await sendOperatorCommand(club, ['cards', 'activate', serialNumber]);
  await page.reload();
  await expect(cardFace(page)).toContainText('Active');
}

test('top-ups are listed offline, page by page, and requested online', async ({
  club,
  phone: { page, context },
}) => {
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.listClubCardTopUps, { query: { page: 1, limit: 100 } });
  expect(data.length).toBeGreaterThan(5);
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await goTo(page, '/menu');
  await page.getByRole('link', { name: 'Club card' }).click();
  await expect(topUps(page)).toHaveCount(5);
  await (await ledgerOf(owner)).expectScreenAgrees(page, 'card', 'header');

  await context.setOffline(true);
  await expect(page.getByText('You’re offline. Connect to top up the card.')).toBeVisible();
  await expect(topUpButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(topUps(page)).toHaveCount(5);
  const statusLabels = {
    PENDING: 'On its way',
    SUCCEEDED: 'Credited',
    REFUSED: 'Delayed',
    REJECTED: 'Rejected',
  };
  for (const [index, { status }] of data.slice(0, 5).entries()) {
    await expect(topUps(page).nth(index)).toContainText(statusLabels[status]);
  }
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(topUps(page)).toHaveCount(Math.min(5, data.length - 5));

  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  const failedIndex = data.findIndex(({ status }) => status === 'REFUSED' || status === 'REJECTED');
  await topUps(page).nth(failedIndex).getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: 'The top-up was rejected' });
  await expect(sheet).toContainText(
    'The points are back in your balance. We’ve emailed you the reason.',
  );
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await goTo(page, '/club-card/transfer');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Top up card' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(topUpButton(page)).not.toHaveAttribute('aria-disabled', 'true');
});
