import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  type ConsoleSite,
  countryLead,
  signInOperator,
  signInWithNewPasskey,
  test,
} from '#test/e2e-fixtures/console.ts';

// A separate server: a second person with a passkey would make other tests need approval.
test.use({ ownSite: 'console-approvals' });

/** Enters the reason. */
async function giveReason(page: Page, question: string | RegExp, action: string, why: string) {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill(why);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Requests the erasure of a person in the company "Dachy Nowak". */
async function requestErasure(page: Page, person: string, why: string) {
  await page.goto(`/people?search=${encodeURIComponent(person)}`);
  await page.getByRole('table', { name: 'People' }).getByRole('link', { name: person }).click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await giveReason(page, /^Erase the data of/, 'Erase', why);
  await expect(page.getByText('A second person must approve this.')).toBeVisible();
}

/** Opens the approval with this reason in the list of pending approvals. */
async function openApproval(page: Page, why: string) {
  await page.goto('/approvals');
  const row = page.getByRole('table', { name: 'Approvals' }).getByRole('row', { name: why });
  await row.getByRole('link').click();
  return page.getByRole('dialog', { name: 'Erase a person’s data' });
}

/** Lowers a price by more than half, which installers see once it is approved. */
async function lowerPrice(site: ConsoleSite, anna: Page, piotr: Page): Promise<void> {
  const installer = await site.club.as('polishOwner');
  await anna.goto('/shop?search=safety-vest-1');
  const row = anna.getByRole('row').filter({ hasText: 'SAFETY-VEST-1' });
  await row.getByRole('link').first().click();
  await expect(anna.getByRole('tab', { name: 'Variants' })).toBeVisible();
  const params = { id: new URL(anna.url()).pathname.split('/').at(-1) ?? '' };
  const price = async () =>
    (await installer.call(calls.getShopProduct, { params })).variants[0]?.price;
  const before = await price();
  await anna.getByRole('button', { name: 'Edit prices' }).click();
  await anna.getByRole('textbox', { name: /^Price of / }).fill('2');
  await expect(anna.getByText('need a second person.')).toBeVisible();
  await anna.getByRole('button', { name: 'Save prices' }).click();
  await giveReason(anna, 'Change 1 price?', 'Save', 'Sale');
  await expect(anna.getByText('A second person must approve these prices')).toBeVisible();
  expect(await violations(anna)).toEqual([]);
  expect(await price()).toBe(before);
  await anna.getByRole('link', { name: 'Show approvals' }).click();
  await expect(anna).toHaveURL('/approvals');
  await piotr.goto('/approvals');
  await piotr.getByRole('row', { name: 'Sale' }).getByRole('link').click();
  const approval = piotr.getByRole('dialog', { name: 'Change prices' });
  await expect(approval).toContainText(`SAFETY-VEST-1: ${before} → 2`);
  await approval.getByRole('button', { name: 'Approve' }).click();
  await giveReason(piotr, 'Approve this action?', 'Approve', 'As agreed');
  await expect(piotr.getByText('Approved and carried out.')).toBeVisible();
  expect(await price()).toBe(2);
}

test('one operator requests an action, another decides on it, and the app shows the effect once', async ({
  site,
  desk: anna,
  colleague: piotr,
}) => {
  await signInWithNewPasskey(site, piotr, countryLead);
  await signInOperator(site, anna);
  const owner = await site.club.as('polishOwner');
  const team = async () => {
    const { data } = await owner.call(calls.listTeamMembers, { query: {} });
    return data.map(({ name, surname }) => `${name} ${surname}`);
  };
  const before = await team();
  expect(before).toEqual(expect.arrayContaining(['Kasia Wójcik', 'Tomasz Mazur']));

  await test.step('the requester can’t decide', async () => {
    await requestErasure(anna, 'Tomasz Mazur', 'Left the company');
    const ownApproval = await openApproval(anna, 'Left the company');
    await expect(ownApproval).toContainText('You requested this. Another person must decide.');
    await expect(ownApproval.getByRole('button', { name: /^(Approve|Reject)$/ })).toHaveCount(0);
    await ownApproval.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a second person sees who is affected, and rejects the request', async () => {
    const approval = await openApproval(piotr, 'Left the company');
    await expect(approval).toContainText('Closes the company');
    expect(await violations(piotr)).toEqual([]);
    await approval.getByRole('link', { name: 'Open the record' }).click();
    await expect(piotr.getByRole('heading', { level: 1, name: 'Tomasz Mazur' })).toBeVisible();
    await anna.goto(piotr.url());
    await expect(anna.getByRole('status').filter({ hasText: 'also has this open.' })).toBeVisible();
    expect(await violations(anna)).toEqual([]);
    await piotr.goBack();
    await approval.getByRole('button', { name: 'Reject' }).click();
    await giveReason(piotr, 'Reject this action?', 'Reject', 'He came back');
    await expect(piotr.getByText('Rejected. Nothing was changed.')).toBeVisible();
    await expect(approval).toBeHidden();
    expect(await team()).toEqual(before);
  });

  await test.step('a changed record makes the request void', async () => {
    await requestErasure(anna, 'Tomasz Mazur', 'Left after all');
    const approval = await openApproval(piotr, 'Left after all');
    await anna.getByRole('button', { name: 'Replace a lost address or number' }).click();
    const sheet = anna.getByRole('dialog', { name: 'Replace a lost address or number' });
    await sheet.getByRole('textbox', { name: 'New phone number' }).fill('512 345 999');
    await sheet
      .getByRole('combobox', { name: 'How was the identity verified?' })
      .selectOption({ label: 'In person' });
    await sheet.getByRole('textbox', { name: 'Where is the proof kept?' }).fill('T-18');
    await sheet.getByRole('button', { name: 'Replace' }).click();
    await giveReason(anna, /^Replace it for/, 'Replace', 'Lost phone');
    await expect(sheet).toBeHidden();
    await approval.getByRole('button', { name: 'Approve' }).click();
    await giveReason(piotr, 'Approve this action?', 'Approve', 'As agreed');
    await expect(piotr.getByText('The record has changed since.')).toBeVisible();
    expect(await team()).toEqual(before);
  });

  await test.step('an approved action runs once, even if its button is pressed twice', async () => {
    await requestErasure(anna, 'Kasia Wójcik', 'Asked for it');
    const approval = await openApproval(piotr, 'Asked for it');
    await approval.getByRole('button', { name: 'Approve' }).click();
    const dialog = piotr.getByRole('dialog', { name: 'Approve this action?' });
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Checked the request');
    await dialog.getByRole('button', { name: 'Approve' }).dblclick();
    await expect(piotr.getByText('Approved and carried out.')).toBeVisible();
    expect(await team()).toEqual(before.filter((name) => name !== 'Kasia Wójcik'));
    await piotr.goto('/approvals?state=approved');
    await expect(piotr.getByRole('table', { name: 'Approvals' }).getByRole('row')).toHaveCount(2);
  });

  await test.step('a large price change has no effect until it is approved', () =>
    lowerPrice(site, anna, piotr));
});
