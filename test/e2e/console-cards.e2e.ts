import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoCards } from '#server/demo/cards.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test.use({ ownSite: 'console-cards' });

const { serialNumber } = demoCards.nowak;
const [oldDigits, newNumber] = [serialNumber.slice(-4), '4810027788'];

/** Runs a card's action, and gives the reason for the audit. */
async function act(
  page: Page,
  action: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fill?.(dialog);
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('The installer lost it');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a card is found by its last digits, blocked and replaced, and the app shows it', async ({
  site,
  desk: page,
}) => {
  const owner = await site.club.as('polishOwner');
  const params = { id: demoAccounts.polishOwner.companyId };
  const { company } = await owner.call(calls.getSignedInUser, {});
  const readCard = () => owner.call(calls.getClubCard, { params });
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Club cards', exact: true }).click();
  const list = page.getByRole('region', { name: 'Club cards' });
  await list.getByRole('link', { name: 'Requested', exact: true }).click();
  await expect(page).toHaveURL('/cards?state=requested');
  await list.getByRole('link', { name: 'Active', exact: true }).click();
  await expect(list.getByRole('row', { name: new RegExp(`•••• ${oldDigits}`) })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // A complete card number must not stay in the URL.
  await list.getByRole('textbox', { name: 'Last four digits or company' }).fill(serialNumber);
  await expect(page).toHaveURL(`/cards?state=active&search=${oldDigits}`);
  await list.getByRole('link', { name: `•••• ${oldDigits}` }).click();

  await test.step('a block shows the company the reason', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: `Card •••• ${oldDigits}` }),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await act(page, 'Block', (dialog) =>
      dialog.getByRole('textbox', { name: 'Reason for the company' }).fill('Reported as lost'),
    );
    await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
    await expect(page.getByText('Blocked the card', { exact: true })).toBeVisible();
    expect((await readCard()).currentCard).toEqual({ status: 'BLOCKED' });
    const { data } = await owner.call(calls.listNotifications, { query: {} });
    expect(data.some(({ text }) => text.includes('Reported as lost'))).toBe(true);
  });

  await test.step('a replacement closes the card', async () => {
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Number of the new card' }).fill('48100');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Lost by the installer');
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(dialog.getByText('Enter the ten digits of the card.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Number of the new card' }).fill('4810 027 788');
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: `Card •••• ${newNumber.slice(-4)}` }),
    ).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await expect(page.getByText('Shown as inactive')).toBeVisible();
    expect(await readCard()).toMatchObject({ pending_edenred_card: 1 });
  });

  await test.step('the company’s file has both cards, and the new one is activated', async () => {
    await page.getByRole('link', { name: company.name }).click();
    await expect(page.getByRole('tab', { name: 'Cards', selected: true })).toBeVisible();
    await expect(page.getByText('A company has one card at a time')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Issue a card' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: `•••• ${oldDigits}` })).toBeVisible();
    await page.getByRole('link', { name: `•••• ${newNumber.slice(-4)}` }).click();
    await act(page, 'Mark as active');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText('Replaced a card')).toBeVisible();
    await expect(page.getByText(newNumber)).toHaveCount(0);
    const body = { card_serial_number: newNumber };
    expect(await owner.call(calls.registerClubCard, { params, body })).toMatchObject({
      currentCard: { status: 'ACTIVE' },
    });
  });
});
