import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { exampleOf } from '#test/component-fixtures/example-of.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const dialog = page.getByRole('dialog').last();
const id = idOf(1);

test('a form that can’t be sent focuses its invalid field, the missing reason or the error', async () => {
  const server = await renderConsole('/imports?panel=new');
  const panel = page.getByRole('dialog', { name: 'New import' });
  const upload = panel.getByRole('button', { name: 'Upload' });
  await panel.getByRole('combobox', { name: 'Content' }).selectOptions('Prices and stock');
  const chooser = panel.getByLabelText('CSV file');
  await upload.click();
  await expect.element(chooser).toHaveFocus();
  await userEvent.upload(chooser, new File(['sku,price\nA,1\n'], 'prices.csv'));
  await upload.click();
  const why = page.getByRole('dialog', { name: 'Upload prices.csv?' });
  await why.getByRole('button', { name: 'Upload' }).click();
  await expect.element(why.getByLabelText('Why?')).toHaveFocus();
  await why.getByLabelText('Why?').fill('Prices of the spring');
  server.fault = 'no_network';
  await why.getByRole('button', { name: 'Upload' }).click();
  await expect.element(panel.getByRole('alert')).toHaveFocus();
  await expect.element(panel.getByText('There is no connection to the server.')).toBeVisible();
});

/** Responds with a company whose details can be changed. */
const respondWithCompany = (server: FakeServer) => {
  const { readCompanyFile, editCompany } = companyCalls;
  const company = { id, name: 'Dachpol', address: 'Lipowa 1', postal_code: '00-001' };
  const changes = { ...company, city: 'Warszawa', registration_number: '123', region: POLAND };
  server.respond(readCompanyFile, exampleOf(readCompanyFile.result, changes));
  server.respond(editCompany, exampleOf(editCompany.result));
};
const details = page.getByRole('form', { name: 'Details' });

test('a record’s form focuses its first invalid field', async () => {
  await renderConsole(`/companies/${id}?tab=details`, { server: respondWithCompany });
  await details.getByRole('textbox', { name: 'Town' }).fill('');
  await details.getByRole('textbox', { name: 'Name' }).fill('');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect.element(details.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('the reason for a rejection focuses the note that it needs', async () => {
  const { claimProducts, getReviewQueue, listReviewReasons, listHeldDecisions } = reviewCalls;
  const { products, projects } = claimProducts.result.entries;
  const reason = { text_translated: { en: 'Other' }, allows_new_photo: false, needs_note: true };
  await renderConsole('/review', {
    server: (server) => {
      const project = exampleOf(projects.item, { uuid: idOf(2), region: 'PL' });
      const product = exampleOf(products.item, { scan: id, project: idOf(2) });
      const found = { products: [product], projects: [project] };
      server.respond(claimProducts, exampleOf(claimProducts.result, found));
      server.respond(getReviewQueue, { data: [] });
      server.respond(listHeldDecisions, exampleOf(listHeldDecisions.result));
      server.respond(listReviewReasons, {
        data: [{ region: 'PL', reasons: [{ code: 'other', ...reason }] }],
      });
    },
  });
  await expect.element(page.getByRole('region', { name: 'Product' })).toBeVisible();
  await userEvent.keyboard('x');
  const form = page.getByRole('form', { name: 'Reason for rejecting' });
  const note = form.getByRole('textbox', { name: 'Note to the installer' });
  await form.getByRole('button', { name: 'Other' }).click();
  await expect.element(note).toHaveFocus();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect.element(note).toHaveFocus();
});

test('a link without an address focuses the address', async () => {
  const { readContent } = contentCalls;
  await renderConsole(`/content/${id}`, {
    server: (server) => {
      const texts = [{ language: 'en', title: 'Autumn', text: '', youtube: null }];
      const draft = { texts, updated_at: '2026-05-04T10:00:00.000Z', updated_by: null };
      server.respond(
        readContent,
        exampleOf(readContent.result, { id, draft, region: POLAND, status: 'draft' }),
      );
    },
  });
  const english = page.getByRole('region', { name: 'English' });
  await english.getByRole('textbox', { name: 'Text' }).click();
  await english.getByRole('button', { name: 'Link' }).click();
  await english.getByRole('button', { name: 'Add the link' }).click();
  const address = english.getByRole('textbox', { name: 'Link address' });
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveAccessibleDescription('Enter the full address of the page.');
});

test('a code that is too short or wrong gets the focus back', async () => {
  const { readOperatorSession, sendOperatorCode, signInOperator } = sessionCalls;
  const server = await renderConsole('/', {
    server: (fake) => {
      fake.refuse(readOperatorSession, 'unauthorised');
      fake.respond(sendOperatorCode, exampleOf(sendOperatorCode.result));
      fake.refuse(signInOperator, 'invalid_input');
    },
  });
  await page.getByRole('textbox', { name: 'Email address' }).fill('anna@club.example');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await code.fill('123');
  await signIn.click();
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAccessibleDescription('Enter all 10 digits.');
  expect(server.bodies(signInOperator)).toEqual([]);
  await code.fill('0123456789');
  await signIn.click();
  await expect.element(page.getByRole('alert')).toHaveFocus();
});

test('a message never covers the buttons of a dialog, even with the largest text', async () => {
  await renderConsole(`/companies/${id}?tab=details`, { server: respondWithCompany });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('radio', { name: 'Very large' }).click();
  await userEvent.keyboard('{Escape}');
  await details.getByRole('textbox', { name: 'Name' }).fill('Dachpol i Syn');
  await details.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabelText('Why?').fill('Renamed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const message = page.getByText('The changes were saved.');
  await expect.element(message).toBeVisible();
  await page.getByRole('button', { name: 'Block' }).click();
  for (const [width, height] of [
    [320, 480],
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(message).toBeVisible();
    for (const button of dialog.getByRole('button').all())
      // Fails if another element would receive the press.
      await button.click({ trial: true });
  }
});
