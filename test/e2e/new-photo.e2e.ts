import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { expectEffort, startCounting } from '#test/e2e-fixtures/count-taps.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { dismissMessages } from '#test/e2e-fixtures/messages.ts';
import { sendOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';

/** Sending and pulling take longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };
const [serials, otherSerials, draftSerials] = [640, 642, 644].map((first) =>
  plainSerials(2, first),
) as [DemoSerial[], DemoSerial[], DemoSerial[]];
const answers = [
  { question_id: 500, answer_id: 503, value: null },
  { question_id: 510, answer_id: null, value: 4 },
  { question_id: 520, answer_id: 521, value: null },
  { question_id: 520, answer_id: 524, value: null },
];

/** A project in review with products identified by photos. */
async function submittedProject(club: Club, street: string, products: readonly DemoSerial[]) {
  const owner = await club.as('polishOwner');
  const { uuid } = await newProject(owner, street);
  for (const product of products) await addProduct(owner, uuid, product, { photo: true });
  const body = { uuid: crypto.randomUUID(), data: { response: answers } };
  await owner.call(calls.submitProjectSurvey, { params: { id: uuid }, body });
  const project = () => owner.call(calls.getProject, { params: { id: uuid } });
  expect((await project()).status.id).toBe(projectStatus.inReview);
  return { uuid, project, scans: (await project()).products.map((product) => product.uuid) };
}

const products = (page: Page) => page.getByRole('list', { name: 'Products' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.afterEach(async ({ club, phone: { context } }) => {
  club.proxy.isDown = false;
  await context.setOffline(false);
});

test('a rejected product shows the reason, and gets a new photo offline in three taps from home', async ({
  club,
  phone: { page, context },
}) => {
  const { uuid, project, scans } = await submittedProject(club, 'Nieczytelna 1', serials);
  const [rejected = '', requested = ''] = scans;
  const note = 'Step closer to the label.';
  await sendOperatorCommand(
    club,
    ['products', 'request-photo', uuid, 'photo_mismatch', requested],
    'Show the whole window.',
  );
  await sendOperatorCommand(club, ['products', 'reject', uuid, 'label_unreadable', rejected], note);

  await signIn(club, page, 'polishOwner');
  await expect(page.getByRole('list', { name: 'Open projects' })).toBeVisible();
  await waitUntilInstalled(page);

  await test.step('home, notification and project lead to the reason and the photo', async () => {
    await startCounting(page);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Notifications/ })
      .tap();
    await page
      .getByRole('main')
      .getByRole('button', { name: /Nieczytelna/ })
      .first()
      .tap();
    await expect(page.getByText('2 products need a new photo')).toBeVisible(SYNC_TIMEOUT);
    await expect(products(page)).toContainText('The label can’t be read in the photo.');
    await expect(products(page)).toContainText(note);
    await expect(products(page)).toContainText('The photo doesn’t match the label.');
    await expect(products(page).getByText(/^New photo needed by /)).toHaveCount(2);
    await button(page, 'Take another photo').tap();
    await expectEffort(page, 'See why a product doesn’t count and start its new photo');
    await expect(page.getByRole('dialog', { name: 'Take another photo' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('the product’s sheet offers the photo, which is saved offline', async () => {
    await context.setOffline(true);
    club.proxy.isDown = true;
    const row = products(page).getByRole('button', { name: /The label can’t be read/ });
    await row.tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(note);
    expect(await violations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Take another photo' }).tap();
    await button(page, 'Save photo').tap();
    await expect(page.getByText('Take a photo of the product or its label.')).toBeVisible();
    await takePhoto(page, 'Take photo');
    await button(page, 'Save photo').tap();
    await expect(page.getByText('Photo saved on this phone')).toBeVisible();
    await expect(products(page)).toContainText('Not sent');
    await expect(page.getByText('1 product needs a new photo')).toBeVisible();
  });

  await test.step('once online, the photo reaches the server', async () => {
    club.proxy.isDown = false;
    await context.setOffline(false);
    await expect(products(page).getByText('Not sent')).toHaveCount(0, SYNC_TIMEOUT);
    await expect(products(page).getByText('In review')).toHaveCount(2);
    const saved = (await project()).products.find((product) => product.uuid === rejected);
    expect(saved).toMatchObject({ flag: 'in_review', rejection: null, photo_of: 'label' });
  });

  await test.step('the sync screen lists the open request, but not as unsent work', async () => {
    await goTo(page, '/scan/offline');
    await expect(page.getByRole('heading', { name: /^Needs a new photo/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
    // The list starts with the demo's requests, which are more urgent.
    await page
      .getByRole('link', { name: /The photo doesn’t match the label/ })
      .last()
      .tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Show the whole window.');
    await sheet.getByRole('button', { name: 'Take another photo' }).tap();
    await takePhoto(page, 'Take photo');
    await button(page, 'Save photo').tap();
    await expect(products(page).getByText('In review')).toHaveCount(2, SYNC_TIMEOUT);
    await expect(page.getByText(/needs? a new photo/)).toHaveCount(0, SYNC_TIMEOUT);
  });
});

/** Opens the details of a product in the project. */
async function openProduct(page: Page, name: RegExp): Promise<void> {
  await products(page).getByRole('button', { name }).first().tap();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Presses the button in the open product's sheet, because the project may have the same button. */
async function takeAnotherPhoto(page: Page): Promise<void> {
  await dismissMessages(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Take another photo', exact: true }).tap();
}

test('a new photo that the server rejects can be discarded, online and offline', async ({
  club,
  phone: { page, context },
}) => {
  const { uuid, project, scans } = await submittedProject(club, 'Odrzucona 1', otherSerials);
  const note = 'Show the whole window.';
  const request = ['products', 'request-photo', uuid, 'photo_mismatch', ...scans];
  await sendOperatorCommand(club, request, note);
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await goTo(page, `/projects/${uuid}`);
  await expect(page.getByText('2 products need a new photo')).toBeVisible(SYNC_TIMEOUT);
  const goOffline = async (isOffline: boolean) => {
    await context.setOffline(isOffline);
    club.proxy.isDown = isOffline;
  };
  const rejectedText = products(page).getByText('Not accepted');

  await test.step('the photos arrive after the products were finally rejected', async () => {
    await goOffline(true);
    for (const count of [1, 2]) {
      await openProduct(page, /New photo needed by /);
      await takeAnotherPhoto(page);
      await takePhoto(page, 'Take photo');
      await button(page, 'Save photo').tap();
      await expect(products(page).getByText('Not sent')).toHaveCount(count);
    }
    await sendOperatorCommand(club, ['products', 'reject', uuid, 'returned', ...scans]);
    await goOffline(false);
    await expect(button(page, 'Done')).toBeVisible(SYNC_TIMEOUT);
    await button(page, 'Done').tap();
    await expect(rejectedText).toHaveCount(2, SYNC_TIMEOUT);
    await openProduct(page, /Not accepted/);
    await expect(page.getByRole('dialog')).toContainText('A new photo is no longer accepted');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  const returnedText = products(page).getByText('The product was returned to the dealer');
  for (const [network, remaining] of [
    ['online', 1],
    ['offline', 0],
  ] as const) {
    await test.step(`${network}, discarding it restores the server’s decision`, async () => {
      await goOffline(network === 'offline');
      await openProduct(page, /Not accepted/);
      await button(page, 'Discard new photo').tap();
      await expect(page.getByText('New photo discarded').first()).toBeVisible();
      await expect(rejectedText).toHaveCount(remaining);
      await expect(returnedText).toHaveCount(2 - remaining);
    });
  }

  await test.step('online, the products need a new photo after another decision', async () => {
    await sendOperatorCommand(club, ['products', 'reject', uuid, 'label_unreadable', ...scans]);
    await goOffline(false);
    await expect(products(page).getByText('The label can’t be read')).toHaveCount(2, SYNC_TIMEOUT);
  });

  await test.step('offline, a new photo that wasn’t sent can be discarded', async () => {
    await goOffline(true);
    await openProduct(page, /The label can’t be read/);
    await takeAnotherPhoto(page);
    await takePhoto(page, 'Take photo');
    await button(page, 'Save photo').tap();
    await openProduct(page, /Not sent/);
    await button(page, 'Discard new photo').tap();
    await expect(products(page).getByText('The label can’t be read')).toHaveCount(2);
    await expect(products(page).getByText('Not sent')).toHaveCount(0);
    await goOffline(false);
    const flags = (await project()).products.map(({ flag }) => flag);
    expect(flags).toEqual(['rejected', 'rejected']);
  });
});

test('a photo that isn’t saved yet is restored after the phone has closed the page', async ({
  club,
  phone,
}) => {
  const { uuid, project, scans } = await submittedProject(club, 'Zamknięta 1', draftSerials);
  await sendOperatorCommand(club, ['products', 'reject', uuid, 'label_unreadable', ...scans]);
  await signIn(club, phone.page, 'polishOwner');
  const openSheet = async (page: Page) => {
    await page.goto(`${club.url}/projects/${uuid}`);
    await expect(page.getByText('2 products need a new photo')).toBeVisible(SYNC_TIMEOUT);
    await openProduct(page, /The label can’t be read/);
    await takeAnotherPhoto(page);
  };
  await openSheet(phone.page);
  await phone.page.getByRole('radio', { name: 'The product' }).check({ force: true });
  await takePhoto(phone.page, 'Take photo');
  const drafts = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':new-photo:')));
  await expect.poll(() => drafts(phone.page)).toHaveLength(1);
  const page = await phone.context.newPage();
  await phone.page.close();

  await openSheet(page);
  const restoredText = page.getByText('We restored your unsaved changes.');
  await expect(restoredText).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Enlarge/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'The product' })).toBeChecked();
  await button(page, 'Save photo').tap();
  await expect(products(page).getByText('In review')).toHaveCount(1, SYNC_TIMEOUT);
  const flags = (await project()).products.map(({ flag, photo_of }) => [flag, photo_of]);
  expect(flags).toContainEqual(['in_review', 'product']);
  expect(await drafts(page)).toEqual([]);

  // Closing the sheet deletes the draft.
  await openProduct(page, /The label can’t be read/);
  await takeAnotherPhoto(page);
  await takePhoto(page, 'Take photo');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => drafts(page)).toEqual([]);
});
