import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { PublicConfiguration } from '#schemas/configuration.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  countryLead,
  signInOperator,
  signInWithNewPasskey,
  test,
} from '#test/e2e-fixtures/console.ts';

// A separate server: a second person with a passkey would make other tests need approval.
test.use({ ownSite: 'console-country' });

test('the checklist lists missing parts of a country, with links to configure them', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Country', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Country' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Shown country' }).selectOption('Poland');
  await expect(
    page.getByText('Companies can register in Poland and use the whole app.'),
  ).toBeVisible();
  const guide = page.getByRole('listitem').filter({ hasText: 'Product guide' });
  await expect(guide.getByText('Done', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Shown country' }).selectOption('Lithuania');
  await expect(page.getByText('Companies can register in Lithuania')).toBeVisible();
  const person = page.getByRole('listitem').filter({ hasText: 'Second person' });
  await expect(person.getByText('Missing, recommended')).toBeVisible();
  await person.getByRole('link', { name: 'Open operators' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible();
});

async function expectOwnSignIns(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^My sign-ins today/ }).click();
  const signIns = page.getByRole('table', { name: 'Audit' });
  await expect(signIns.getByRole('row').nth(1)).toContainText('Piotr Mazur');
  await expect(page.getByRole('link', { name: 'My sign-ins', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
}

/** Enters the reason. */
async function giveReason(page: Page, question: string | RegExp, action: string, why: string) {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill(why);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Changes links and questions at registration, which only the apps of that country show. */
async function changeLists(
  anna: Page,
  approve: (action: string, change: string) => Promise<void>,
  readCountries: () => Promise<PublicConfiguration>,
): Promise<void> {
  await anna.getByRole('button', { name: 'Change: Links' }).click();
  const links = anna.getByRole('dialog', { name: 'Change: Links' });
  const terms = links.getByRole('textbox', { name: 'Terms', exact: true });
  await terms.fill('http://club.example/regulamin');
  await links.getByRole('textbox', { name: 'Why?' }).fill('New terms');
  await links.getByRole('button', { name: 'Change settings' }).click();
  await expect(links.getByText('Enter an address that starts with “https:”.')).toBeVisible();
  expect(await violations(anna)).toEqual([]);
  await terms.fill('https://club.example/regulamin');
  await links.getByRole('button', { name: 'Change settings' }).click();
  await approve('Change a country’s settings', 'Terms: https://club.example/regulamin');
  const title = 'Change: Registration questions';
  await anna.getByRole('button', { name: title, exact: true }).click();
  const questions = anna.getByRole('dialog', { name: title, exact: true });
  // At first, the form contains the questions that all countries share.
  const first = questions.getByRole('textbox', { name: 'Question (English)' }).first();
  await first.fill('What does your company do?');
  expect(await violations(anna)).toEqual([]);
  await questions.getByRole('textbox', { name: 'Why?' }).fill('Asked differently here');
  await questions.getByRole('button', { name: 'Change settings' }).click();
  await approve('Change a country’s settings', 'What does your company do?');
  const { regional_settings: countries } = await readCountries();
  const poland = countries.find(({ region }) => region === 'PL');
  expect(poland?.links).toEqual({ terms: 'https://club.example/regulamin' });
  expect(poland?.registration_questions?.[0]?.text['en']).toBe('What does your company do?');
  const others = countries.filter(({ region }) => region !== 'PL');
  expect(others.filter((each) => each.links || each.registration_questions)).toEqual([]);
}

/** Changes a value on a screen that still shows the previous one. */
async function expectStaleValueRejected(anna: Page) {
  await anna.getByRole('button', { name: 'Change: Projects and certificates' }).click();
  const dialog = anna.getByRole('dialog', { name: 'Change: Projects and certificates' });
  await dialog.getByRole('textbox', { name: 'Days until an open project' }).fill('100');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Shorter summer');
  await dialog.getByRole('button', { name: 'Change settings' }).click();
  await expect(dialog.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
}

test('settings and points change after approval, and installers get them', async ({
  site,
  desk: anna,
  colleague: piotr,
}) => {
  await signInWithNewPasskey(site, piotr, countryLead);
  await test.step('a country lead sees only their own sign-ins', () => expectOwnSignIns(piotr));
  await signInOperator(site, anna);
  const installer = await site.club.as('polishOwner');
  const countries = () => installer.call(calls.getPublicConfiguration, {});
  const readInApp = () => installer.call(calls.getConfiguration, {});
  const approve = async (action: string, change: string) => {
    await piotr.goto('/approvals');
    await piotr.getByRole('row', { name: action }).getByRole('link').click();
    const approval = piotr.getByRole('dialog', { name: action });
    await expect(approval).toContainText(change);
    await approval.getByRole('button', { name: 'Approve' }).click();
    await giveReason(piotr, 'Approve this action?', 'Approve', 'As agreed');
    await expect(piotr.getByText('Approved and carried out.')).toBeVisible();
  };

  await test.step('a group of settings', async () => {
    await anna.goto('/country?region=10&tab=settings');
    await expect(anna.getByRole('region', { name: 'Product labels' })).toBeVisible();
    expect(await violations(anna)).toEqual([]);
    await anna.getByRole('button', { name: 'Change: Projects and certificates' }).click();
    const dialog = anna.getByRole('dialog', { name: 'Change: Projects and certificates' });
    const days = dialog.getByRole('textbox', { name: 'Days until an open project expires' });
    await days.fill('many');
    await dialog.getByRole('button', { name: 'Change settings' }).click();
    await expect(dialog.getByText('This value isn’t accepted.')).toBeVisible();
    expect(await violations(anna)).toEqual([]);
    await days.fill('120');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Longer winter');
    await dialog.getByRole('button', { name: 'Change settings' }).click();
    await expect(anna.getByText('A second person must approve this.')).toBeVisible();
    expect((await readInApp()).project_life_days).toBe(90);
    await approve('Change a country’s settings', 'Days until an open project expires: 90 → 120');
    expect((await readInApp()).project_life_days).toBe(120);
  });

  await test.step('a value that someone else has changed is a conflict', () =>
    expectStaleValueRejected(anna));

  await test.step('links and questions', () => changeLists(anna, approve, countries));

  await test.step('points of a product type', async () => {
    await anna.getByRole('tab', { name: 'Points for products' }).click();
    await anna.getByRole('button', { name: 'Change the points of GGL' }).click();
    const dialog = anna.getByRole('dialog', { name: 'Change the points of GGL' });
    await dialog.getByRole('textbox', { name: 'Points' }).fill('222');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Spring');
    await dialog.getByRole('button', { name: 'Change the points' }).click();
    await approve('Change points for product types', 'Points for GGL: 120 → 222');
    expect((await readInApp()).product_points['GGL']).toBe(222);
  });

  await test.step('levels of the next year', async () => {
    await anna.getByRole('tab', { name: 'Levels' }).click();
    const row = anna.getByRole('table', { name: 'Levels' }).getByRole('row').nth(1);
    await row.getByRole('button', { name: /^Change the levels/ }).click();
    const dialog = anna.getByRole('dialog', { name: /^Levels of category 1 from / });
    const levels = dialog.getByRole('textbox', { name: 'Levels' });
    await levels.fill('5 1');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('A new ladder');
    await dialog.getByRole('button', { name: 'Change the levels' }).click();
    await expect(dialog.getByText('Write two whole numbers on each line.')).toBeVisible();
    await levels.fill('0 0\n33 44');
    await dialog.getByRole('button', { name: 'Change the levels' }).click();
    await approve('Change a tier category’s levels', '33: +44');
    await anna.reload();
    await expect(row.getByRole('cell').nth(3)).toContainText('from 33: +44');
    await expect(row.getByRole('cell').nth(2)).not.toContainText('from 33: +44');
    expect(await violations(anna)).toEqual([]);
    await anna.getByRole('tab', { name: 'Points for products' }).click();
  });

  await test.step('the versions show each value before and after, and a planned one is cancelled', async () => {
    await anna.reload();
    await expect(anna.getByRole('row', { name: /^GGL/ })).toContainText('222');
    expect(await violations(anna)).toEqual([]);
    await anna.getByRole('tab', { name: 'Versions' }).click();
    const versions = anna.getByRole('table', { name: 'Versions of settings' });
    await expect(versions.getByText('Points for GGL: 120 → 222')).toBeVisible();
    const plannedRow = versions.getByRole('row').filter({ hasText: 'Welcome points' });
    await plannedRow.getByRole('button', { name: 'Cancel the change' }).click();
    await giveReason(anna, /^Cancel the change of/, 'Cancel the change', 'Not agreed');
    await approve('Cancel a planned settings change', 'Welcome points');
    await anna.reload();
    await expect(plannedRow.getByText('Cancelled')).toBeVisible();
    expect(await violations(anna)).toEqual([]);
  });
});
