import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { readEffort, startCounting } from '#test/e2e-fixtures/count-taps.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';

/** Ten photos from home: open the project, start the camera, ten shutter presses. */
const TAPS_TO_TEN_PHOTOS = 12;
/** Sending takes longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };

const shutter = (page: Page) => page.getByRole('button', { name: 'Take photo', exact: true });
const group = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const tray = (page: Page) => page.getByRole('region', { name: 'Photos of this project' });

/** Presses the shutter until the project has this many photos. */
async function takeUntil(page: Page, count: number, from = 0): Promise<void> {
  for (let takenCount = from + 1; takenCount <= count; takenCount += 1) {
    await shutter(page).tap();
    await expect(tray(page)).toContainText(takenCount === 1 ? '1 photo' : `${takenCount} photos`);
  }
}

test.describe('with a camera', () => {
  test.use({ film: { scenes: [{ texts: [], seconds: 2, light: 'normal', motion: 'still' }] } });

  test('ten photos take twelve taps from home, even offline, and survive a killed browser', async ({
    club,
    persistentPhone: phone,
  }) => {
    const owner = await club.as('czechOwner');
    const project = await newProject(owner, 'Fotografická 7');
    await signIn(club, phone.page, 'czechOwner');
    await waitUntilInstalled(phone.page);
    await goTo(phone.page, '/');
    const link = phone.page.getByRole('link', { name: 'Fotografická 7' });
    await expect(link.first()).toBeVisible(SYNC_TIMEOUT);
    club.proxy.isDown = true;
    await startCounting(phone.page);
    await link.first().tap();
    await phone.page.getByRole('link', { name: 'Take photos' }).tap();
    await expect(phone.page.getByRole('radio', { name: /^Before/ })).toBeChecked();
    await takeUntil(phone.page, 10);
    expect((await readEffort(phone.page)).taps).toBe(TAPS_TO_TEN_PHOTOS);

    await phone.page.getByText(/^After/).tap();
    await takeUntil(phone.page, 11, 10);
    expect(await violations(phone.page)).toEqual([]);
    await phone.page.getByRole('link', { name: 'Done' }).tap();
    await expect(group(phone.page, 'Before').getByRole('listitem')).toHaveCount(10);
    await expect(group(phone.page, 'After').getByRole('listitem')).toHaveCount(1);
    await expect(phone.page.getByText('Not sent', { exact: true })).toHaveCount(11);

    await phone.kill();
    await phone.start();
    await phone.page.goto(`${club.url}/projects/${project.uuid}/photos`);
    const pictures = group(phone.page, 'Before').getByRole('img', { includeHidden: true });
    await expect(pictures.first()).toBeVisible();
    await restoreNetwork(club, phone.page);
    await expect(phone.page.getByText('Not sent', { exact: true })).toHaveCount(0, SYNC_TIMEOUT);
  });
});

test('a photo gets a caption and another group, and is removed', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Podpisana 2');
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/projects/${project.uuid}/photos`);
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible(SYNC_TIMEOUT);
  await takePhoto(page, 'Add photos to During');
  await takePhoto(page, 'Add photos to During');
  await expect(group(page, 'During').getByRole('link')).toHaveCount(2);
  await page.getByRole('link', { name: 'During, photo 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Photo 1 of 2' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Caption' }).fill('Nowe okno');
  await page.getByRole('button', { name: 'Save caption' }).click();
  await expect(page.getByRole('button', { name: 'Save caption' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'After' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Photo 2 of 2' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Previous photo' }).click();
  await expect(page.getByRole('radio', { name: 'During' })).toBeChecked();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  const sheet = page.getByRole('alertdialog');
  await sheet.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Photo 1 of 1' })).toBeVisible();
  await page.getByRole('link', { name: 'All photos' }).click();
  await expect(page.getByRole('link', { name: 'Nowe okno (After)' })).toBeVisible();
  await expect(page.getByRole('link', { name: /photo \d/ })).toHaveCount(0);
});

test('chosen photos are shared by a link until it is revoked, but not offline (security 31)', async ({
  club,
  phone: { page, context },
}) => {
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Dzielona 4');
  await signIn(club, page, 'polishOwner');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${club.url}/projects/${project.uuid}/photos`);
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible(SYNC_TIMEOUT);
  for (const name of ['Before', 'After']) await takePhoto(page, `Add photos to ${name}`);
  await expect(group(page, 'After').getByRole('link')).toHaveCount(1);
  await expect(page.getByText(/^(Not sent|Sending…)$/)).toHaveCount(0, SYNC_TIMEOUT);
  await page.getByRole('button', { name: 'Share photos' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share photos' });
  await sheet.getByRole('checkbox', { name: 'Before, photo 1' }).uncheck();
  await sheet.getByRole('button', { name: 'Create link' }).click();
  await expect(sheet.getByText('The link is ready')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const link = club.url + new URL(address).pathname;

  const homeowner = await context.newPage();
  await homeowner.goto(link);
  await expect(homeowner.getByRole('heading', { level: 1, name: 'Zdjęcia prac' })).toBeVisible();
  const photos = homeowner.getByRole('img');
  await expect(photos).toHaveCount(1);
  await expect
    .poll(() => photos.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await violations(homeowner)).toEqual([]);

  await sheet.getByRole('button', { name: /^Revoke the link/ }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await expect(sheet.getByRole('button', { name: /^Revoke the link/ })).toHaveCount(0);
  const response = await homeowner.reload();
  expect(response?.status()).toBe(404);
  await homeowner.close();
  club.proxy.isDown = true;
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Share photos' }).click();
  await expect(sheet.getByText('You need to be online to share photos.')).toBeVisible(SYNC_TIMEOUT);
  club.proxy.isDown = false;
});
