import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { deniedCamera } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';

/** A product that no other test uses. */
const [serial] = plainSerials(1, 700) as [DemoSerial];
const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).last();
const listOf = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const plateField = (page: Page) => page.getByLabel('Text on the label or data plate');
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function lookUp(page: Page, plate: string): Promise<void> {
  await plateField(page).fill(plate);
  await plateField(page).press('Enter');
  await expect(plateField(page)).toHaveValue(plate);
}

test('the text of an old plate leads to size, years, replacement and parts; documents can be saved for offline use', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await page.goto(`${club.url}/menu`);
  await page.getByRole('main').getByRole('link', { name: 'Look up a product' }).click();

  await test.step('a plate from 1986', async () => {
    await lookUp(page, 'sw 33');
    await expect(heading(page, 'Centre-pivot window')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('78 × 118 cm');
    await expect(main).toContainText('1986–1999');
    await expect(listOf(page, 'Today’s replacement')).toContainText('GGL MK06');
    const oldParts = listOf(page, 'Flashings, blinds and more for SW 33');
    await expect(oldParts.getByRole('listitem')).toHaveText([/LB 33/, /LN 33/]);
    const parts = listOf(page, 'Flashings, blinds and more for GGL MK06');
    await expect(parts).toContainText('EFW MK06');
    await expect(parts).toContainText('BDK MK06');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('a code that was used twice, a missing size, a typing error and a serial number', async () => {
    await lookUp(page, 'SW 12');
    const several = listOf(page, 'Several products are possible');
    await expect(several.getByRole('listitem')).toHaveText([/1972–1985/, /1986–1999/]);
    await several.getByRole('link').first().press('Enter');
    await expect(page.getByRole('main')).toContainText('134 × 140 cm');
    // The link was removed, and the focus moved to the result.
    await page.keyboard.press('Tab');
    await expect(listOf(page, 'Today’s replacement').getByRole('link').first()).toBeFocused();
    await lookUp(page, 'GTL');
    await expect(several.getByRole('listitem')).toHaveCount(4);
    await lookUp(page, 'GLG MK06');
    const closest = listOf(page, 'Not found. Did you mean one of these?');
    await closest.getByRole('link', { name: 'GGL MK06' }).click();
    await expect(heading(page, 'Today’s replacement')).toBeVisible();
    await lookUp(page, 'Terrace door');
    await expect(heading(page, 'This product isn’t in the guide')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
    await lookUp(page, serial.code);
    await page
      .getByRole('main')
      .getByRole('link', { name: `Look up ${serial.type} ${serial.size}` })
      .click();
    await expect(plateField(page)).toHaveValue(`${serial.type} ${serial.size}`);
  });

  await test.step('the manual is saved on the phone, but not the care sheet', async () => {
    await lookUp(page, 'GGL MK06');
    const documents = listOf(page, 'Documents');
    await documents
      .getByRole('button', { name: 'Keep on this phone (9 kB): Installation manual' })
      .click();
    await expect(documents.getByRole('listitem').first()).toContainText('On this phone');
    await expect(button(page, 'Keep on this phone (8 kB): Care sheet')).toBeEnabled();
  });

  await test.step('offline, a link to the product works, and the saved manual opens', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(heading(page, 'Centre-pivot window')).toBeVisible();
    await expect(button(page, 'Open PDF: Care sheet')).toHaveAccessibleDescription(
      /^You’re offline\./,
    );
    const downloading = page.waitForEvent('download');
    await button(page, 'Open PDF: Installation manual').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('Installation manual.pdf');
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/);
    await lookUp(page, 'GPL 134/98');
    await expect(listOf(page, 'Today’s replacement')).toContainText('GPL UK04');
  });

  await test.step('the settings list the saved documents with their size, and remove them', async () => {
    await page.goto(`${club.url}/settings/other`);
    const savedDocuments = listOf(page, 'Documents on this phone');
    await expect(savedDocuments).toContainText('GGL, GGU, GPL, GPU, GTL, VSG');
    await expect(savedDocuments).toContainText('9 kB');
    await savedDocuments
      .getByRole('button', { name: 'Remove from this phone: Installation manual' })
      .click();
    await expect(savedDocuments).toHaveCount(0);
    await context.setOffline(false);
  });

  await test.step('no product was captured', async () => {
    await page.goto(`${club.url}/scan/review`);
    await expect(page.getByRole('main')).toContainText('Nothing to review');
  });
});

test('a phone that is short of space shows why it can’t save a document', async ({
  club,
  phone: { page },
}) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 1_000_000, usage: 999_000 });
  });
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/guide?plate=GGL%20MK06`);
  await button(page, 'Keep on this phone (9 kB): Installation manual').click();
  await expect(page.getByRole('alert')).toContainText('full');
  await expect(page.getByText('On this phone', { exact: true })).toHaveCount(0);
});

test.describe('with the camera', () => {
  test.use({
    film: {
      scenes: [gap, { texts: [labelText(serial)], seconds: 3, light: 'normal', motion: 'still' }],
    },
  });

  test('a label is looked up without being saved, and added only when asked', async ({
    club,
    persistentPhone: { page },
  }) => {
    await signIn(club, page, 'polishOwner');
    await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
    await page.getByRole('link', { name: 'Look up a product' }).click();
    await expect(page.getByText('Nothing is saved.')).toBeVisible();
    await expect(page).toHaveURL(/\/guide\?plate=/, { timeout: 30_000 });
    await expect(page.getByRole('main')).toContainText(`${serial.type} ${serial.size}`);
    await page.goto(`${club.url}/scan/review`);
    await expect(page.getByRole('main')).toContainText('Nothing to review');
    await page.goBack();
    await button(page, 'Add to your products').click();
    await expect(page).toHaveURL(/\/scan\/review/);
    await expect(page.getByRole('main')).toContainText(serial.code);
  });
});

test.describe('without a camera', () => {
  test.use({ phoneOptions: deniedCamera });

  test('the text of the label can be typed instead', async ({
    club,
    persistentPhone: { page },
  }) => {
    await signIn(club, page, 'polishOwner');
    await page.goto(`${club.url}/guide/scan`);
    await expect(page.getByRole('alert')).toContainText('Camera access isn’t allowed');
    await page.getByRole('link', { name: 'Enter manually' }).click();
    await expect(plateField(page)).toBeVisible();
  });
});
