import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { startCounting, readEffort } from '#test/e2e-fixtures/count-taps.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';

/** Number of taps from the start until all products are saved, in a country without a closing survey. */
const TAPS_TO_SAVED = 4;
const TAPS_TO_CLOSED = 6;

const [first, second, third, fourth, fifth] = plainSerials(5, 320) as [
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
];
const unknownSerial: DemoSerial = { ...fifth, code: '24ANEVER-0007' };
const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };
const film = (...serials: DemoSerial[]) => ({
  scenes: serials.flatMap((serial): Scene[] => [
    gap,
    { texts: [labelText(serial)], seconds: 2, light: 'normal', motion: 'moving' },
  ]),
});

async function scanAndReview(page: Page, count: number): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).tap();
  const review = page.getByRole('link', {
    name: `Review ${count} product${count === 1 ? '' : 's'}`,
  });
  await expect(review).toBeVisible({ timeout: 60_000 });
  await review.tap();
}

test.describe('three good products', () => {
  test.use({ film: film(first, second, third) });

  test('are saved with four taps on a phone without projects, and closed with two more', async ({
    club,
    persistentPhone: { page },
  }) => {
    const owner = await club.as('czechOwner');
    const ledger = await ledgerOf(owner);
    const project = await newProject(owner, 'Na Střeše 3');
    await signIn(club, page, 'czechOwner');
    await startCounting(page);
    await scanAndReview(page, 3);
    await page.getByRole('link', { name: 'Choose a project' }).tap();
    await page.getByRole('button', { name: project.street_name }).tap();
    const savedText = page.getByText(
      /^Saved 3 products to Na Střeše 3\. \d+ points when the project/,
    );
    await expect(savedText).toBeVisible();
    expect((await readEffort(page)).taps).toBeLessThanOrEqual(TAPS_TO_SAVED);

    const promisedPoints = Number(/(\d+) points/.exec((await savedText.textContent()) ?? '')?.[1]);
    await expect(page.getByText('Valid', { exact: true })).toHaveCount(3, { timeout: 30_000 });
    await page.getByRole('button', { name: 'Close project' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close project' }).tap();
    await expect(page.getByRole('dialog', { name: /^Project closed: / })).toBeVisible({
      timeout: 30_000,
    });
    expect((await readEffort(page)).taps).toBeLessThanOrEqual(TAPS_TO_CLOSED);
    await ledger.expectScreenAgrees(page, 'closedSheet');
    const closedProject = await owner.call(calls.getProject, { params: { id: project.uuid } });
    expect(closedProject).toMatchObject({
      status: { id: projectStatus.closed },
      available_points: promisedPoints,
    });
  });
});

test.describe('a bad product among good ones', () => {
  test.use({ film: film(fourth, unknownSerial) });

  test('is kept with the reason; the good product is sent, undone, and sent again', async ({
    club,
    persistentPhone: { page },
  }) => {
    const owner = await club.as('czechOwner');
    const project = await newProject(owner, 'U Okna 7');
    const readOnServer = async () =>
      (await owner.call(calls.getProject, { params: { id: project.uuid } })).products.map(
        ({ serial_number }) => serial_number,
      );
    await signIn(club, page, 'czechOwner');
    // The project used last is suggested for the next scan.
    await goTo(page, `/projects/${project.uuid}`);
    await expect(page.getByRole('heading', { level: 1, name: project.street_name })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).tap();
    await startCounting(page);
    await scanAndReview(page, 2);
    const save = page.getByRole('button', { name: 'Save 1 to U Okna 7, keep 1 here' });
    await expect(save).toBeVisible();
    await expect(page.getByRole('radio', { name: /U Okna 7.*last used/ })).toBeChecked();
    expect(await violations(page)).toEqual([]);
    await save.tap();
    const notice = page.getByText('1 product was saved to U Okna 7', { exact: true });
    await expect(notice).toBeVisible();
    expect((await readEffort(page)).taps).toBe(3);

    // The rejected product is still in the list, with its reason and actions.
    const batch = page.getByRole('list', { name: 'Scanned products' });
    await expect(batch.getByRole('listitem')).toHaveCount(1);
    await expect(batch.getByText(/We don’t know this serial number\. Check it\./)).toBeVisible();
    await batch.getByRole('button', { name: /^More: / }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: 'Edit' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('link', { name: 'Open project' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect.poll(readOnServer, { timeout: 30_000 }).toEqual([fourth.code]);

    // The server already has the good product, but the keyboard can still undo saving it.
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expect(batch.getByRole('listitem')).toHaveCount(2);
    await expect(notice).toBeHidden();
    await expect.poll(readOnServer, { timeout: 30_000 }).toEqual([]);

    await save.tap();
    await expect(notice).toBeVisible();
    await expect.poll(readOnServer, { timeout: 30_000 }).toEqual([fourth.code]);
    await goTo(page, '/scan/offline');
    const waitingRegion = page.getByRole('region', { name: 'Without a project (1)' });
    await expect(waitingRegion.getByText(unknownSerial.code)).toBeVisible();
    await expect(waitingRegion.getByText('Not valid')).toBeVisible();
  });
});
