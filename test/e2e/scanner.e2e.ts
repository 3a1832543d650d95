import { expect, type Page } from '@playwright/test';
import qrcode from 'qrcode';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { choosePicture, emptyPhoto, photoOfTwoLabels } from '#test/e2e-fixtures/label-pictures.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { deniedCamera } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { watchStreams } from '#test/e2e-fixtures/watch-streams.ts';
import type { Scene } from '#test/film/scene.ts';

/** Products that no other test uses. */
const [besideForeign, dark, inPicture, ownerSerial, smallSerial, first, second] = plainSerials(
  7,
  300,
) as [DemoSerial, DemoSerial, DemoSerial, DemoSerial, DemoSerial, DemoSerial, DemoSerial];
const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };
const foreignLabel = 'https://q.another-maker.example/GGL_MK06_2070_24A17K3M_0042';

const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

async function goToScanner(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scan a label' })).toBeAttached();
}

test.describe('labels of all kinds in view of the camera', () => {
  test.use({
    film: {
      scenes: [
        gap,
        {
          texts: [foreignLabel, labelText(besideForeign)],
          seconds: 3,
          light: 'normal',
          motion: 'moving',
        },
        { ...gap, light: 'dark' },
        { texts: [labelText(dark)], seconds: 2.5, light: 'dark', motion: 'tilted' },
        gap,
        { texts: [foreignLabel], seconds: 2, light: 'normal', motion: 'moving' },
      ],
    },
  });

  test('are each captured once, even next to a foreign code or tilted in the dark, but another maker’s label isn’t', async ({
    club,
    persistentPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await goToScanner(page);
    await expect(notice(page, 'This label isn’t from Skylight.')).toBeVisible({ timeout: 30_000 });
    await expect(notice(page, 'Invalid QR code.')).toBeVisible();
    await expect(notice(page, 'already in your list')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('link', { name: 'Review 2 products' })).toBeVisible({
      timeout: 30_000,
    });

    await page.getByRole('link', { name: 'Close' }).click();
    // The bar counts products without a project and doesn't call them unsent.
    const bar = page.getByRole('navigation');
    await expect(bar.getByRole('link', { name: /^Scan/ })).toHaveAccessibleName(
      /\b2 products aren’t in a project yet$/,
    );
    await expect(bar.getByRole('link', { name: /^Projects/ })).toHaveAccessibleName('Projects');

    await bar.getByRole('link', { name: /^Scan/ }).click();
    await page.getByRole('link', { name: 'Review 2 products' }).click();
    const scannedList = page.getByRole('list', { name: 'Scanned products' });
    for (const { code } of [besideForeign, dark])
      await expect(scannedList.getByText(code)).toHaveCount(1);
  });
});

test.describe('two labels that stay in view', () => {
  test.use({
    film: {
      scenes: [
        {
          texts: [labelText(first), labelText(second)],
          seconds: 4,
          light: 'normal',
          motion: 'still',
        },
      ],
    },
  });

  test('can be chosen in the list or on the picture, and aren’t captured again once removed', async ({
    club,
    persistentPhone: phone,
  }) => {
    const { page } = phone;
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(club, page, 'polishOwner');
    await goToScanner(page);
    const labelChoice = page.getByRole('region', { name: 'Labels in view' });
    await expect(labelChoice.getByText('2 labels in view')).toBeVisible({ timeout: 30_000 });
    const rowOf = ({ code }: DemoSerial) =>
      labelChoice.getByRole('button', { name: new RegExp(`^Add .*${code}`) });
    await expect(rowOf(second)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Review/ })).toHaveCount(0);

    await rowOf(first).focus();
    await page.keyboard.press('Enter');
    await expect(notice(page, `${first.type} ${first.size} scanned`)).toBeVisible();
    await expect(notice(page, /scanned|Added/)).toHaveCount(1);
    await expect(rowOf(first)).toHaveCount(0);
    await expect(labelChoice).toBeFocused();
    // The outline belongs to a decorative image: it can be tapped but is hidden from screen
    // readers. Its label is above the list.
    await page
      .getByRole('button', { name: labelText(second), includeHidden: true })
      .click({ force: true, position: { x: 60, y: 16 } });
    await expect(page.getByRole('link', { name: 'Review 2 products' })).toBeVisible();
    await expect(labelChoice.getByText('Added')).toHaveCount(2);
    // The text appears in the list only, not also on the picture.
    await expect(page.getByText('Added', { exact: true })).toHaveCount(2);
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Remove / }).click();
    await expect(page.getByRole('link', { name: 'Review 1 product' })).toBeVisible();
    await expect(rowOf(second)).toBeVisible();
  });
});

test.describe('a label that isn’t in the registry', () => {
  const unknownLabel = 'https://q.skylight.example/GGL_MK06_2070_24A17K3M_0042';
  test.use({
    film: {
      scenes: [
        { ...gap, seconds: 3 },
        { ...gap, texts: [unknownLabel], seconds: 2 },
      ],
    },
  });

  test('is removed with one press, and reported but not captured when read again', async ({
    club,
    persistentPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await goToScanner(page);
    const rejection = notice(page, 'We don’t know this serial number. Check it.');
    const remove = rejection.getByRole('button', { name: 'Remove it' });
    await expect(remove).toBeVisible({ timeout: 30_000 });
    await remove.click();
    await expect(rejection).toBeHidden();
    await expect(rejection).toBeVisible({ timeout: 30_000 });
    await expect(remove).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Review/ })).toHaveCount(0);
  });
});

test.describe('a picture without any label', () => {
  test.use({ film: { scenes: [{ ...gap, seconds: 2 }] } });

  test('offers manual entry after 18 s, and reports lasting interruptions (F42)', async ({
    club,
    persistentPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await page.addInitScript(watchStreams);
    // Load the page first, because the fake clock can't advance timers that were started with the real clock.
    await page.goto(`${club.url}/health`);
    await page.clock.install();
    await page.goto(`${club.url}/scan`);
    const hint = page.getByText('Is the label hard to read?');
    await expect.poll(() => page.evaluate(() => window.cameraStreams?.().live)).toBe(1);
    await expect(notice(page, 'Starting the camera')).toBeHidden();
    await expect(hint).toBeHidden();
    await page.clock.fastForward(18_000);
    await expect(hint).toBeVisible();

    // Another app takes the camera repeatedly. The app opens it three more times, and then reports the problem.
    const problem = page.getByRole('heading', { name: 'Another app is using the camera' });
    for (let openings = 2; openings <= 4; openings += 1) {
      await page.evaluate(() => window.endCameraStream?.());
      await expect.poll(() => page.evaluate(() => window.cameraOpenings?.())).toBe(openings);
      await expect(notice(page, 'Starting the camera')).toBeHidden();
    }
    await page.evaluate(() => window.endCameraStream?.());
    await expect(problem).toBeVisible();
    expect(await page.evaluate(() => window.cameraStreams?.())).toEqual({ live: 0, peak: 1 });
    await page.getByRole('button', { name: 'Try the camera again' }).click();
    await expect(problem).toBeHidden();
  });
});

test.describe('a decor installer', () => {
  test.use({ film: { scenes: [gap, { ...gap, texts: [labelText(ownerSerial)], seconds: 3 }] } });

  test('sees that roof windows don’t count for them', async ({ club, persistentPhone: phone }) => {
    await signIn(club, phone.page, 'decorOwner');
    await goToScanner(phone.page);
    const message = 'You don’t earn points for this product type.';
    await expect(notice(phone.page, message)).toBeVisible({ timeout: 30_000 });
    await expect(phone.page.getByRole('link', { name: /^Review/ })).toHaveCount(0);
  });
});

test.describe('a device without a camera', () => {
  test.use({ phoneOptions: { args: ['--use-fake-ui-for-media-stream'] } });

  test('shows a message, and can still read labels from pictures', async ({
    club,
    persistentPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await goToScanner(page);
    await expect(page.getByRole('heading', { name: 'No camera found' })).toBeVisible();

    await choosePicture(page, await emptyPhoto(page));
    await expect(page.getByText(/^No QR code was found in this photo/)).toBeVisible();
    await choosePicture(page, Buffer.from('no picture at all'));
    await expect(page.getByText('This photo can’t be read')).toBeVisible();
    await choosePicture(page, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'));
    await expect(page.getByText('This browser can’t open HEIC photos')).toBeVisible();
    await choosePicture(page, await qrcode.toBuffer(labelText(inPicture), { scale: 8 }));
    await expect(notice(page, `${inPicture.type} ${inPicture.size} scanned`)).toBeVisible();
    await expect(notice(page, '1 QR code was found in the photo.')).toBeVisible();

    // The last capture is undone and restored with "Undo".
    await page.getByRole('button', { name: /^Remove / }).click();
    await expect(page.getByRole('link', { name: /^Review/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Review 1 product' })).toBeVisible();

    // The first pass finds the large label; the small label can only be read at full size.
    await choosePicture(page, await photoOfTwoLabels(page, inPicture, smallSerial));
    await expect(notice(page, '2 QR codes were found in the photo.')).toBeVisible();
    // On a small phone the content doesn't fit, but the next action is still above the bar.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('link', { name: 'Review 2 products' }).click();
    const scannedList = page.getByRole('list', { name: 'Scanned products' });
    for (const { code } of [inPicture, smallSerial])
      await expect(scannedList.getByText(code)).toBeVisible();
  });
});

test.describe('a denied camera', () => {
  test.use({ phoneOptions: deniedCamera });

  test('is explained, with instructions to allow it and a link to manual entry', async ({
    club,
    persistentPhone: phone,
  }) => {
    await signIn(club, phone.page, 'polishOwner');
    await goToScanner(phone.page);
    const problem = phone.page.getByRole('alert');
    await expect(problem).toContainText('Camera access isn’t allowed');
    await phone.page.getByRole('link', { name: 'Enter manually' }).click();
    await expect(phone.page.getByRole('textbox', { name: 'First part' })).toBeVisible();
  });
});
