import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A separate server, because the test changes the points of a demo company.
test.use({ ownSite: 'console-awards' });

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Took part in the training');
  await why.getByRole('button', { name: label, exact: true }).click();
}

test('points are awarded by file, reach the app, and are taken back', async ({
  site,
  desk: page,
}) => {
  const { nowak, studio, dvorak } = demoCompanies;
  const installer = await site.club.as('polishOwner');
  const balance = async () => {
    const { company_points } = await installer.call(calls.getPointsSummary, {
      params: { id: nowak.id },
    });
    return company_points;
  };
  const before = await balance();
  await signInOperator(site, page);
  await page.goto('/ledger?region=10');

  await test.step('the ledger links to the files of awards', async () => {
    await page.getByRole('link', { name: 'Awards by file' }).click();
    const list = page.getByRole('region', { name: 'Imports' });
    await expect(list.getByRole('row', { name: /training-november.csv/ })).toBeVisible();
    await page.getByRole('button', { name: 'New import' }).click();
  });

  await test.step('a file is uploaded', async () => {
    const panel = page.getByRole('dialog', { name: 'New import' });
    await expect(panel.getByRole('combobox', { name: 'Content' })).toHaveValue('awards');
    await expect(
      panel.getByRole('region', { name: 'Codes for the column “reason”' }),
    ).toContainText('satisfaction_score');
    await panel.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
    const rows = [
      'points;reason;company',
      `120;trainings;${nowak.registrationNumber}`,
      `80;other;PL ${studio.registrationNumber}`,
      `50;trainings;${dvorak.registrationNumber}`,
      `120;trainings;${nowak.id}`,
    ];
    await panel.getByLabel('CSV file').setInputFiles({
      name: 'awards.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${rows.join('\n')}\n`),
    });
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Upload' }).click();
    await confirm(page, /^Upload awards.csv/, 'Upload');
  });

  await test.step('the check shows the total points and the rejected rows', async () => {
    const form = page.getByRole('form', { name: 'Columns' });
    await form.getByRole('button', { name: 'Check' }).click();
    const counts = page.getByRole('table', { name: 'Row counts' });
    await expect(counts.getByRole('row', { name: 'Check 4 2 0 2' })).toBeVisible();
    await expect(page.getByText('200 points for 2 companies')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Rejected rows' }).click();
    const rejectedTable = page.getByRole('table', { name: 'Rejected rows' });
    await expect(
      rejectedTable.getByRole('row', { name: /^4 The country has no company/ }),
    ).toBeVisible();
    await expect(
      rejectedTable.getByRole('row', { name: /^5 The company is in the file twice/ }),
    ).toBeVisible();
    expect(await balance()).toBe(before);
  });

  await test.step('the points are added', async () => {
    await page.getByRole('button', { name: 'Apply' }).click();
    await confirm(page, /^Apply awards.csv/, 'Apply');
    await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
    expect(await balance()).toBe(before + 120);
    const address = page.url();
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByRole('link', { name: '200 points for 2 companies' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
    const ledger = page.getByRole('table', { name: 'Ledger' });
    await expect(ledger.getByRole('row', { name: /Training.*\+120/ })).toBeVisible();
    // The header and the file's two lines.
    await expect(ledger.getByRole('row')).toHaveCount(3);
    await expect(page.getByText('Total: 200')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the filter File' }).click();
    await expect(page.getByText('Total: 200')).toBeHidden();
    await page.goto(`/ledger?region=10&company=${nowak.id}&event=trainings`);
    await expect(ledger.getByRole('row', { name: /Training.*\+120/ })).toBeVisible();
    await page.goto(address);
  });

  await test.step('the awards are taken back with new ledger entries', async () => {
    await page.getByRole('button', { name: 'Take back' }).click();
    await confirm(page, /^Take awards.csv back/, 'Take back');
    await page.getByRole('tab', { name: 'Steps' }).click();
    await expect(page.getByText('Taken back: 2. Kept')).toBeVisible();
    await expect(page.getByText('Points taken back')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await balance()).toBe(before);
  });
});
