import { expect, type Page } from '@playwright/test';
import qrcode from 'qrcode';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { choosePicture, photoOfCodes } from '#test/e2e-fixtures/label-pictures.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';

/** Labels in Romania have no serial number. */
const generic = 'https://q.skylight.example/GGL_MK06_2070_24A17K3M';
const label: Scene = { texts: [generic], seconds: 1.4, light: 'normal', motion: 'still' };
const withoutLabel: Scene = { ...label, texts: [], seconds: 1.2 };

const quantityField = (page: Page) => page.getByRole('spinbutton', { name: 'How many of these?' });

test.describe('a label without a serial number, shown three times', () => {
  test.use({
    film: {
      scenes: [
        { ...withoutLabel, seconds: 2 },
        label,
        withoutLabel,
        label,
        withoutLabel,
        label,
        { ...withoutLabel, seconds: 5 },
      ],
    },
  });

  test('counts three times, with a message each time', async ({ club, persistentPhone: phone }) => {
    const { page } = phone;
    await signIn(club, page, 'romanianOwner');
    await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'GGL MK06 scanned' });
    await expect(page.getByRole('link', { name: 'Review 1 product' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(toast).toHaveText('GGL MK06 scanned · 120 points');
    await expect(page.getByRole('link', { name: 'Review 2 products' })).toBeVisible();
    await expect(toast).toHaveText('GGL MK06 scanned · 120 points · In your list: 2');
    await expect(page.getByRole('link', { name: 'Review 3 products' })).toBeVisible();
    await expect(toast).toHaveText('GGL MK06 scanned · 120 points · In your list: 3');
    await expect(quantityField(page)).toHaveValue('3');

    await page.getByRole('link', { name: 'Review 3 products' }).click();
    const list = page.getByRole('list', { name: 'Scanned products' });
    await expect(list.getByText('No serial number')).toHaveCount(3);
    await page.getByRole('button', { name: 'More: GGL MK06 2070' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Decrease quantity' }).click();
    await expect(quantityField(page)).toHaveValue('2');
    await page.keyboard.press('Escape');
    await expect(list.getByText('No serial number')).toHaveCount(2);
  });
});

test.describe('a picture with three identical labels', () => {
  test.use({ phoneOptions: { args: ['--use-fake-ui-for-media-stream'] } });

  test('adds three products, and the person can correct the number', async ({
    club,
    persistentPhone: phone,
  }) => {
    const { page } = phone;
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(club, page, 'romanianOwner');
    await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
    const code = await qrcode.toDataURL(generic, { scale: 8 });
    await choosePicture(
      page,
      await photoOfCodes(page, [
        { code, x: 100, y: 100, side: 700 },
        { code, x: 1500, y: 300, side: 500 },
        { code, x: 900, y: 1700, side: 600 },
      ]),
    );
    const status = page.getByRole('status');
    await expect(status.filter({ hasText: '3 QR codes were found in the photo.' })).toBeVisible();
    await expect(status.filter({ hasText: '3 × GGL MK06 scanned' })).toBeAttached();
    await expect(page.getByRole('link', { name: 'Review 3 products' })).toBeVisible();
    await expect(quantityField(page)).toHaveValue('3');
    expect(await violations(page)).toEqual([]);

    const increaseButton = page.getByRole('button', { name: 'Increase quantity' });
    await increaseButton.click();
    await increaseButton.click();
    await expect(quantityField(page)).toHaveValue('5');
    await expect(increaseButton).toBeFocused();
    await expect(page.getByRole('link', { name: 'Review 5 products' })).toBeVisible();
    await quantityField(page).fill('12');
    await expect(page.getByRole('link', { name: 'Review 5 products' })).toBeVisible();
    await quantityField(page).press('Enter');
    await expect(page.getByRole('link', { name: 'Review 12 products' })).toBeVisible();
    await quantityField(page).fill('1');
    await quantityField(page).press('Enter');
    await expect(page.getByRole('link', { name: 'Review 1 product' })).toBeVisible();
    for (const name of ['Increase quantity', 'Decrease quantity']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    }
  });
});
