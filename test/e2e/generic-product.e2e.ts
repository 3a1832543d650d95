import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { chooseProduct, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';

test('a product without a label is photographed offline, shown in every list, and sent later with the photo’s hash (F40)', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const [product] = plainSerials(1, 310);
  if (!product) throw new Error('The demo has too few serial numbers.');
  await signIn(club, page, 'polishOwner');
  await expect(page.getByRole('list', { name: 'Open projects' })).toBeVisible();
  await waitUntilInstalled(page);
  await phone.context.setOffline(true);
  club.proxy.isDown = true;

  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  await goTo(page, '/scan/generic');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByText('Take a photo of the product or its label.')).toBeVisible();
  await takePhoto(page, 'Take photo');
  const photo = page.getByRole('img', { name: 'Your photo' });
  await expect(photo).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await takePhoto(page, 'Take another photo');
  await chooseProduct(page, product);
  await page.getByRole('button', { name: 'Add product' }).click();

  const scannedList = page.getByRole('list', { name: 'Scanned products' });
  await expect(scannedList.getByText('No serial number')).toBeVisible();
  await expect(scannedList.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await saveToFirstProject(page);
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const row = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
  await expect(
    row.filter({ hasText: 'Not sent' }).getByRole('img', { name: 'Your photo' }),
  ).toBeVisible();

  await goTo(page, '/scan/offline');
  await expect(page.getByRole('heading', { name: 'Not sent (1)' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img', { name: 'Your photo' })).toBeVisible();

  club.proxy.isDown = false;
  await phone.context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible({
    timeout: 60_000,
  });
  const owner = await club.as('polishOwner');
  const project = await owner.call(calls.getProject, { params: { id: uuid } });
  expect([projectStatus.inProgress, projectStatus.scheduled]).toContain(project.status.id);
  const generic = project.products.find((product) => product.serial_number === null);
  expect(generic).toMatchObject({ type: product.type, flag: 'in_review' });
  // The image was uploaded before the scan, with its hash; the server rejects a wrong hash.
  const [upload] = club.proxy.requestsOf(calls.uploadPhoto).filter(({ status }) => status === 201);
  expect(upload?.body).toMatch(/name="sha256"\r\n\r\n[0-9a-f]{64}/);
  expect(upload?.body).toContain(generic?.image_data);
});

test('a photo too large for a proxy is downscaled and sent, or the reason is shown', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const products = plainSerials(2, 320);
  await signIn(club, page, 'polishOwner');
  const limit = { bytes: 0 };
  const isTooLarge = (body: string) => body.length > limit.bytes;
  const tooLarge = { kind: 'too_large_for_proxy' } as const;
  club.proxy.addFault(calls.uploadPhoto, tooLarge, { times: 999, matches: isTooLarge });
  const requests = () => club.proxy.requestsOf(calls.uploadPhoto);
  const before = requests().length;
  const lengths = () =>
    requests()
      .slice(before)
      .map(({ body }) => body.length);
  const addWithPhoto = async (product: (typeof products)[number]) => {
    await page.goto(`${club.url}/scan/generic`);
    await takePhoto(page, 'Take photo', 3600);
    await chooseProduct(page, product);
    await page.getByRole('button', { name: 'Add product' }).click();
    await saveToFirstProject(page);
  };
  const [first, second] = products;
  if (!first || !second) throw new Error('The demo has too few serial numbers.');

  await addWithPhoto(first);
  await goTo(page, '/scan/offline');
  const item = page.getByRole('button', { name: /No serial number/ });
  await item.click();
  await expect(
    page.getByRole('definition').getByText('This network blocks large files.'),
  ).toBeVisible();
  const [original = 0, ...smaller] = lengths();
  expect(smaller.length).toBeGreaterThan(0);
  const minimum = smaller.at(-1) ?? 0;
  expect(minimum).toBeLessThan(original);

  limit.bytes = minimum;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();

  await addWithPhoto(second);
  await goTo(page, '/scan/offline');
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
  const [large = 0, ...reduced] = lengths().slice(1 + smaller.length + 1);
  expect(large).toBe(original);
  expect(reduced.at(-1)).toBe(minimum);
});

test('a product without a label keeps its photo and its choice after the phone has closed the page', async ({
  club,
  phone,
}) => {
  const [product] = plainSerials(1, 311);
  if (!product) throw new Error('The demo has too few serial numbers.');
  await signIn(club, phone.page, 'polishOwner');
  const drafts = (of: Page) =>
    of.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':generic-entry')));
  await phone.page.goto(`${club.url}/scan/generic`);
  await phone.page.getByRole('radio', { name: 'The label' }).check({ force: true });
  await chooseProduct(phone.page, product);
  await takePhoto(phone.page, 'Take photo');
  await expect.poll(() => drafts(phone.page)).toHaveLength(1);
  const page = await phone.context.newPage();
  await phone.page.close();

  await page.goto(`${club.url}/scan/generic`);
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'The label' })).toBeChecked();
  await page.getByRole('button', { name: 'Add product' }).click();
  const scannedList = page.getByRole('list', { name: 'Scanned products' });
  await expect(scannedList.getByText('No serial number')).toBeVisible();
  await expect(scannedList.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await expect.poll(() => drafts(page)).toEqual([]);

  // Leaving the form deletes the draft with its photo.
  await goTo(page, '/scan/generic');
  await takePhoto(page, 'Take photo');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await goTo(page, '/projects');
  await expect.poll(() => drafts(page)).toEqual([]);
});
