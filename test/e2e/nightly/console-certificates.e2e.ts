import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { certificateTags } from '#schemas/warranty-certificate.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('The homeowner asked');
  await why.getByRole('button', { name: label, exact: true }).click();
}

test('a certificate is found, read, decided on and sent again', async ({ site, desk: page }) => {
  const installer = await site.club.as('polishOwner');
  const { data } = await installer.call(calls.listCertificates, { query: { limit: 50 } });
  const found = data.find(({ tag }) => tag === certificateTags.inReview);
  if (!found) throw new Error('The demo has no certificate in review.');
  const { number, uuid, address_details: address } = found;
  const tagInApp = async () => {
    const shownCertificate = await installer.call(calls.getCertificate, { params: { id: uuid } });
    return shownCertificate.tag;
  };
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  const list = page.getByRole('region', { name: 'Certificates' });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'In review', exact: true }).click();
  await page.getByLabel('Number, company or address').fill(`${address.city} ${address.street}`);
  await list
    .getByRole('row', { name: new RegExp(number) })
    .getByText(number)
    .click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Certificate ${number}` }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('the customer and the PDF are read with a reason', async () => {
    await page.getByRole('tab', { name: 'Customer and PDF' }).click();
    const customer = page.getByRole('region', { name: 'Customer' });
    await expect(customer).toContainText('•••@');
    await customer.getByRole('button', { name: 'Show everything' }).click();
    await confirm(page, /^Show the customer/, 'Show');
    await expect(customer).not.toContainText('•••');
    const download = page.waitForEvent('download');
    await customer.getByRole('button', { name: 'Download the PDF' }).click();
    await confirm(page, /^Download the PDF/, 'Download');
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${number}.pdf`);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the second of two verdicts is rejected, with the reason', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('button', { name: 'Make valid' }).click();
    await confirm(page, /^Make certificate/, 'Make valid');
    await expect(page.getByText(`Certificate ${number} is valid.`)).toBeVisible();
    expect(await tagInApp()).toBe(certificateTags.valid);
    await confirm(other, /^Reject certificate/, 'Reject');
    await expect(other.getByText(/^Someone else has changed this in the meantime\./)).toBeVisible();
    await other.close();
    expect(await tagInApp()).toBe(certificateTags.valid);
  });

  await test.step('the certificate is sent again, and its timeline shows every action', async () => {
    await page.getByRole('button', { name: 'Send again' }).click();
    await confirm(page, /^Send certificate/, 'Send again');
    await expect(page.getByText(`Certificate ${number} was sent again.`)).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    for (const text of ['Sent a certificate again', 'Changed the verdict on a certificate'])
      await expect(timeline.getByText(text).first()).toBeVisible();
  });

  await test.step('the company’s tabs link to the certificate', async () => {
    await page.getByRole('link', { name: 'Company’s projects' }).click();
    await expect(page.getByRole('link', { name: 'Open the certificate' }).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Certificates' }).click();
    await page.getByRole('link', { name: number }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  });
});
