import { expect, type Page } from '@playwright/test';
import qrcode from 'qrcode';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { watchStreams } from '#test/e2e-fixtures/watch-streams.ts';
import type { Scene } from '#test/film/scene.ts';

/** Pieces that no other test uses. */
const [left, right, dark, inPicture, forOwners, small] = plainSerials(6, 300) as [
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
];
const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };
const foreign = 'https://q.another-maker.example/GGL_MK06_2070_24A17K3M_0042';

const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

async function toScanner(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scan a label' })).toBeAttached();
}

test.describe('labels of all kinds before the camera', () => {
  test.use({
    film: {
      scenes: [
        gap,
        {
          texts: [labelText(left), labelText(right)],
          seconds: 4,
          light: 'normal',
          motion: 'moving',
        },
        { ...gap, light: 'dark' },
        { texts: [labelText(dark)], seconds: 2.5, light: 'dark', motion: 'tilted' },
        gap,
        { texts: [foreign], seconds: 2, light: 'normal', motion: 'moving' },
      ],
    },
  });

  test('are caught once each, also two in one view, tilted in the dark; another maker’s is not', async ({
    club,
    lastingPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await toScanner(page);
    await expect(notice(page, 'This label is not from Skylight.')).toBeVisible({ timeout: 30_000 });
    await expect(notice(page, 'Invalid QR code.')).toBeVisible();
    await expect(notice(page, 'already in your list')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('link', { name: 'Review (3)' })).toBeVisible({ timeout: 30_000 });

    // The bar counts what is not sent yet, in figures and in words.
    const projects = page.getByRole('navigation').getByRole('link', { name: /^Projects/ });
    await expect(projects).toHaveAccessibleName(/\b3 items not sent yet$/);

    await page.getByRole('link', { name: 'Review (3)' }).click();
    const caught = page.getByRole('list', { name: 'Scanned products' });
    for (const { code } of [left, right, dark]) await expect(caught.getByText(code)).toHaveCount(1);
  });
});

test.describe('a picture without any label', () => {
  test.use({ film: { scenes: [{ ...gap, seconds: 2 }] } });

  test('offers manual entry after 18 s, and each break-off is told once it lasts (F42)', async ({
    club,
    lastingPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await page.addInitScript(watchStreams);
    // Timers that home began with the real clock can't be ended with the other one.
    await page.goto(`${club.url}/health`);
    await page.clock.install();
    await page.goto(`${club.url}/scan`);
    const hint = page.getByText('Is the label hard to read?');
    await expect.poll(() => page.evaluate(() => window.cameraStreams?.().live)).toBe(1);
    await expect(notice(page, 'Starting the camera')).toBeHidden();
    await expect(hint).toBeHidden();
    await page.clock.fastForward(18_000);
    await expect(hint).toBeVisible();

    // Taken away by another app again and again: opened anew three times, then said.
    const problem = page.getByRole('heading', { name: 'Another app is using the camera' });
    for (let openings = 2; openings <= 4; openings += 1) {
      await page.evaluate(() => window.breakCameraOff?.());
      await expect.poll(() => page.evaluate(() => window.cameraOpenings?.())).toBe(openings);
      await expect(notice(page, 'Starting the camera')).toBeHidden();
    }
    await page.evaluate(() => window.breakCameraOff?.());
    await expect(problem).toBeVisible();
    expect(await page.evaluate(() => window.cameraStreams?.())).toEqual({ live: 0, most: 1 });
    await page.getByRole('button', { name: 'Try the camera again' }).click();
    await expect(problem).toBeHidden();
  });
});

test.describe('somebody of a decor company', () => {
  test.use({ film: { scenes: [gap, { ...gap, texts: [labelText(forOwners)], seconds: 3 }] } });

  test('is told that a roof window does not count for them', async ({
    club,
    lastingPhone: phone,
  }) => {
    await signIn(club, phone.page, 'decorOwner');
    await toScanner(phone.page);
    const words = 'This product type does not count for your account.';
    await expect(notice(phone.page, words)).toBeVisible({ timeout: 30_000 });
    await expect(phone.page.getByRole('link', { name: /^Review/ })).toHaveCount(0);
  });
});

test.describe('a device without a camera', () => {
  test.use({ phoneOptions: { args: ['--use-fake-ui-for-media-stream'] } });

  test('says so, and reads labels from pictures all the same', async ({
    club,
    lastingPhone: phone,
  }) => {
    const { page } = phone;
    await signIn(club, page, 'polishOwner');
    await toScanner(page);
    await expect(page.getByRole('heading', { name: 'No camera found' })).toBeVisible();

    await choosePicture(page, await emptyPicture(page));
    await expect(page.getByText(/^No QR code was found in this picture/)).toBeVisible();
    await choosePicture(page, Buffer.from('no picture at all'));
    await expect(page.getByText("This photo can't be read")).toBeVisible();
    await choosePicture(page, await qrcode.toBuffer(labelText(inPicture), { scale: 8 }));
    await expect(notice(page, `Added: ${inPicture.code}`)).toBeVisible();
    await expect(notice(page, '1 QR code was found in the picture.')).toBeVisible();

    // The last catch is taken back, and comes back by "Undo".
    await page.getByRole('button', { name: /^Take back/ }).click();
    await expect(page.getByRole('link', { name: /^Review/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Review (1)' })).toBeVisible();

    // The first look finds the large label; the other can be read at the picture's full size only.
    await choosePicture(page, await twoLabels(page, inPicture, small));
    await expect(notice(page, '2 QR codes were found in the picture.')).toBeVisible();
    // A small phone has no room for all of it at once, and the way on is not lost under the bar.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('link', { name: 'Review (2)' }).click();
    const caught = page.getByRole('list', { name: 'Scanned products' });
    for (const { code } of [inPicture, small]) await expect(caught.getByText(code)).toBeVisible();
  });
});

test.describe('a camera that is not allowed', () => {
  test.use({ phoneOptions: { args: ['--use-fake-device-for-media-stream'] } });

  test('is told with the way to allow it, and manual entry beside it', async ({
    club,
    lastingPhone: phone,
  }) => {
    await signIn(club, phone.page, 'polishOwner');
    await toScanner(phone.page);
    const problem = phone.page.getByRole('alert');
    await expect(problem).toContainText('Camera access is not allowed');
    await problem.getByRole('link', { name: 'Enter by hand' }).click();
    await expect(phone.page.getByRole('textbox', { name: 'First part' })).toBeVisible();
  });
});

async function choosePicture(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Scan from a picture' }).first().click();
  await (await chooser).setFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

/** A photograph of 12 megapixels with a label as large as half of it, and one as small as a thirtieth. */
async function twoLabels(page: Page, large: DemoSerial, little: DemoSerial): Promise<Buffer> {
  const codes = [
    await qrcode.toDataURL(labelText(large), { scale: 8 }),
    await qrcode.toDataURL(labelText(little), { scale: 8 }),
  ];
  const bytes = await page.evaluate(async ([first = '', second = '']) => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    const places = [
      [first, 100, 100, 1500],
      [second, 3300, 2500, 120],
    ] as const;
    for (const [address, x, y, side] of places) {
      const image = new Image();
      image.src = address;
      await image.decode();
      context?.drawImage(image, x, y, side, side);
    }
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return [...new Uint8Array(await jpeg.arrayBuffer())];
  }, codes);
  return Buffer.from(bytes);
}

/** A photograph of nothing that can be read. */
async function emptyPicture(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    const context = canvas.getContext('2d');
    context?.fillRect(50, 50, 200, 100);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
