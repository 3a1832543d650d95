import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  countryLead,
  signInOperator,
  signInWithNewPasskey,
  test,
} from '#test/e2e-fixtures/console.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';

// A separate server: a second person with a passkey would make other tests need approval.
test.use({ ownSite: 'console-campaigns' });

const [serial] = plainSerials(1, 700) as [DemoSerial];
const today = dayIn('PL', Date.now());

/** Enters the reason. */
async function giveReason(page: Page, question: string | RegExp, action: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed for the spring');
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

async function approve(page: Page, action: string, content: string): Promise<void> {
  await page.goto('/approvals');
  await page.getByRole('row', { name: action }).getByRole('link').click();
  const approval = page.getByRole('dialog', { name: action });
  await expect(approval).toContainText(content);
  await approval.getByRole('button', { name: 'Approve' }).click();
  await giveReason(page, 'Approve this action?', 'Approve');
  await expect(page.getByText('Approved and carried out.')).toBeVisible();
}

test('two people start a campaign, and its points arrive in the app', async ({
  site,
  desk: anna,
  colleague: piotr,
}) => {
  await signInWithNewPasskey(site, piotr, countryLead);
  await signInOperator(site, anna);
  const installer = await site.club.as('polishOwner');
  const readInApp = async () =>
    (await installer.call(calls.getConfiguration, {})).campaigns?.find(
      ({ id }) => id === 'spring-windows',
    );
  await anna.getByRole('link', { name: 'Campaigns', exact: true }).click();
  const list = anna.getByRole('table', { name: 'Campaigns' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(anna)).toEqual([]);

  await test.step('a dry run finds problems and shows an estimate', async () => {
    await anna.getByRole('button', { name: 'New campaign' }).click();
    const panel = anna.getByRole('dialog', { name: 'New campaign' });
    await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
    await panel.getByRole('textbox', { name: 'ID', exact: true }).fill('flat-roof-double');
    await panel.getByRole('button', { name: 'Dry run' }).click();
    await expect(panel.getByText('Choose a day.')).toBeVisible();
    expect(await violations(anna)).toEqual([]);
    const english = panel.getByRole('group', { name: 'English' });
    await english.getByRole('textbox', { name: 'Name' }).fill('Spring windows');
    await english.getByRole('textbox', { name: 'Text' }).fill('Extra points for each window.');
    await panel.getByLabel('First day').fill(today);
    await panel.getByLabel('Last day').fill(addDays(today, 20));
    await panel.getByRole('combobox', { name: 'Extra points' }).selectOption('points');
    await panel.getByRole('textbox', { name: 'Points for each product' }).fill('55');
    await panel.getByRole('textbox', { name: 'Product types' }).fill(`zzz ${serial.type}`);
    await panel.getByRole('textbox', { name: 'Budget in points' }).fill('60');
    await panel.getByRole('button', { name: 'Dry run' }).click();
    await expect(panel.getByText('A product type doesn’t exist.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Product types' }).fill(serial.type);
    await panel.getByRole('button', { name: 'Dry run' }).click();
    await expect(panel.getByRole('table', { name: 'Estimate' }).getByRole('row')).toHaveCount(3);
    expect(await violations(anna)).toEqual([]);
  });

  await test.step('an existing id is a conflict, and a new one requires approval', async () => {
    const panel = anna.getByRole('dialog', { name: 'New campaign' });
    await panel.getByRole('button', { name: 'Start the campaign' }).click();
    await giveReason(anna, 'Start this campaign?', 'Start the campaign');
    await expect(panel.getByText('This country has had a campaign with this id.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'ID', exact: true }).fill('spring-windows');
    await panel.getByRole('button', { name: 'Dry run' }).click();
    await panel.getByRole('button', { name: 'Start the campaign' }).click();
    await giveReason(anna, 'Start this campaign?', 'Start the campaign');
    await expect(anna.getByText('A second person must approve this.')).toBeVisible();
    expect(await readInApp()).toBeUndefined();
    await approve(piotr, 'Start a campaign', '+55 for each product');
    expect(await readInApp()).toMatchObject({ reward: { kind: 'points', points: 55 } });
  });

  await test.step('a scanned product is promised the points, and the budget is nearly used', async () => {
    const project = await newProject(installer, 'ul. Wiosenna 5');
    const product = await addProduct(installer, project.uuid, serial);
    expect(product.campaign).toEqual({ id: 'spring-windows', points: 55 });
    await anna.goto('/');
    await anna.getByRole('link', { name: /^Campaigns near their budget/ }).click();
    await anna
      .getByRole('row', { name: /Spring windows/ })
      .getByRole('link')
      .click();
    await expect(anna.getByRole('heading', { level: 1, name: 'Spring windows' })).toBeVisible();
    const facts = anna.getByRole('region', { name: 'Facts' });
    await expect(facts).toContainText(/Products so far\s*1/);
    await expect(facts).toContainText(/Promised, not added yet\s*55/);
    await expect(anna.getByText('Budget: 91% of 60')).toBeVisible();
    expect(await violations(anna)).toEqual([]);
  });

  await test.step('one person ends the campaign today', async () => {
    await anna.getByRole('button', { name: 'End the campaign today' }).click();
    await giveReason(anna, /^End “Spring windows” today/, 'End the campaign today');
    await expect(anna.getByText('The campaign ends today.')).toBeVisible();
    expect((await readInApp())?.until).toBe(today);
  });
});
