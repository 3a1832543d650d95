import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  countryLead,
  signInOperator,
  signInWithNewPasskey,
  test,
} from '#test/e2e-fixtures/console.ts';

// A separate server: a second person with a passkey would make other tests need approval.
test.use({ ownSite: 'console-lists' });

const openSettings = (page: Page) => page.goto('/country?region=10&tab=settings');

async function sendChange(page: Page, title: string, why: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Change: ${title}` });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill(why);
  await dialog.getByRole('button', { name: 'Change settings' }).click();
}

test('labels and company types change after approval; the dialog works by keyboard at 360 px', async ({
  site,
  desk: anna,
  colleague: piotr,
}) => {
  await signInWithNewPasskey(site, piotr, countryLead);
  await signInOperator(site, anna);
  const readInApp = async () => {
    const { regional_settings } = await (
      await site.club.as('polishOwner')
    ).call(calls.getPublicConfiguration, {});
    return regional_settings.find(({ region }) => region === 'PL');
  };
  const approve = async (...lines: string[]) => {
    await piotr.goto('/approvals');
    const action = 'Change a country’s settings';
    await piotr.getByRole('row', { name: action }).getByRole('link').click();
    const approval = piotr.getByRole('dialog', { name: action });
    for (const line of lines) await expect(approval).toContainText(line);
    await approval.getByRole('button', { name: 'Approve' }).click();
    const why = piotr.getByRole('dialog', { name: 'Approve this action?' });
    await why.getByRole('textbox', { name: 'Why?' }).fill('As agreed');
    await why.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(piotr.getByText('Approved and carried out.')).toBeVisible();
  };

  await test.step('the label of a tax number', async () => {
    await openSettings(anna);
    await anna.getByRole('button', { name: 'Change: Tax number labels' }).click();
    const dialog = anna.getByRole('dialog', { name: 'Change: Tax number labels' });
    const english = dialog.getByRole('textbox', { name: 'Label of the VAT number (English)' });
    await english.fill('');
    await dialog.getByRole('button', { name: 'Change settings' }).click();
    await expect(dialog.getByText('Enter this text. It’s shown')).toBeVisible();
    expect(await violations(anna)).toEqual([]);
    await english.fill('EU VAT number');
    await dialog
      .getByRole('textbox', { name: 'Label of the VAT number (Polish)' })
      .fill('Numer VAT UE');
    await sendChange(anna, 'Tax number labels', 'New form');
    await expect(anna.getByText('A second person must approve this.')).toBeVisible();
    expect((await readInApp())?.vat_field).toEqual({ en: 'VAT UE' });
    await approve('English: VAT UE → EU VAT number', 'Polish: – → Numer VAT UE');
    expect((await readInApp())?.vat_field).toEqual({ en: 'EU VAT number', pl: 'Numer VAT UE' });
  });

  await test.step('a company type with its declaration, by keyboard on a narrow screen', async () => {
    await anna.setViewportSize({ width: 360, height: 740 });
    await openSettings(anna);
    const title = 'Company types';
    await anna.getByRole('button', { name: `Change: ${title}` }).focus();
    await anna.keyboard.press('Enter');
    const dialog = anna.getByRole('dialog', { name: `Change: ${title}` });
    await dialog.getByRole('button', { name: 'Add a company type' }).focus();
    await anna.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name (English)' })).toBeFocused();
    await anna.keyboard.type('Sole trader');
    await dialog.getByRole('combobox', { name: 'Declaration' }).selectOption('Required');
    await dialog.getByRole('button', { name: 'Change settings' }).click();
    await expect(dialog.getByText('Enter this text. It’s shown')).toBeVisible();
    expect(await violations(anna)).toEqual([]);
    await dialog
      .getByRole('textbox', { name: 'Declaration text (English)' })
      .fill('I take part as a business.');
    await dialog.getByRole('button', { name: 'Add a company type' }).click();
    await dialog.getByRole('textbox', { name: 'Name (English)' }).last().fill('Cooperative');
    await dialog.getByRole('button', { name: 'Move up: Cooperative' }).focus();
    await anna.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Move up: Cooperative' })).toBeFocused();
    await sendChange(anna, title, 'From next year');
    await approve('Cooperative, Name, English: – → Cooperative', 'I take part as a business.');
    const types = (await readInApp())?.company_types;
    expect(types?.map(({ name_translated: name }) => name['en'])).toEqual([
      ...['Cooperative', 'Sole trader'],
    ]);
    await anna.goto('/country?region=10&tab=versions');
    await expect(anna.getByText('Cooperative, Name, English: – → Cooperative')).toBeVisible();
  });
});
