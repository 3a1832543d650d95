import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { type Club, dropEveryResponseOnce, openClub } from '#test/e2e-fixtures/club.ts';
import { switchLanguage } from '#test/e2e-fixtures/device.ts';
import { ADD_BUTTON, enterManually, openReview } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { countSerials } from '#test/e2e-fixtures/read-database.ts';
import { signInThroughForm } from '#test/e2e-fixtures/sign-in.ts';
import type { PersistentPhone } from '#test/e2e-fixtures/phone.ts';
import type { Scene } from '#test/film/scene.ts';

/** Four registered products; `replacement` is entered to fix the unknown one. */
const [first, second, manualSerial, replacement] = plainSerials(4) as [
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
];
const unknownSerial: DemoSerial = { ...first, code: '24ANEVER-0001' };
const valid = [first, second, manualSerial, replacement];

const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };
const sceneOf = (serial: DemoSerial, light: Scene['light']): Scene => ({
  texts: [labelText(serial)],
  seconds: 2,
  light,
  motion: 'moving',
});
test.use({
  film: {
    scenes: [
      gap,
      sceneOf(first, 'normal'),
      { ...gap, light: 'dark' },
      sceneOf(second, 'dark'),
      gap,
      sceneOf(first, 'normal'),
      gap,
      sceneOf(unknownSerial, 'normal'),
    ],
  },
});

for (const losesResponses of [false, true]) {
  const title = losesResponses
    ? 'a day’s offline work arrives exactly once even if every response is lost once (F01)'
    : 'a day’s offline work survives killing the app, is sent, corrected and closed, and counts once';
  test(title, async ({ persistentPhone }) => {
    // One test runs the server like `npm start`, and the other on the database used in production.
    const club = await openClub({}, losesResponses ? 'shared' : 'own');
    try {
      const faults = losesResponses ? dropEveryResponseOnce(club.proxy) : null;
      await runWholeJob(club, persistentPhone);
      if (faults) expectResponsesWereLost(faults.lostRequests.map(({ path }) => path));
    } finally {
      await club.close();
    }
  });
}

function expectResponsesWereLost(paths: readonly string[]): void {
  const { sendScans, submitProjectSurvey, getPointsSummary } = calls;
  for (const call of [sendScans, submitProjectSurvey, getPointsSummary]) {
    const pattern = new RegExp(`^/api${call.path.replace(/\{\w+\}/, '[^/]+')}$`);
    expect(paths.filter((path) => pattern.test(path)).length).toBeGreaterThan(0);
  }
}

async function runWholeJob(club: Club, phone: PersistentPhone): Promise<void> {
  const owner = await club.as('polishOwner');
  const project = await findEmptyProject(owner);
  const ledger = await ledgerOf(owner);

  await test.step('sign in, and wait until the app is installed', async () => {
    await signInThroughForm(club, phone.page, 'polishOwner');
    await expect(phone.page.getByRole('list', { name: 'Open projects' })).toBeVisible();
    await ledger.expectScreenAgrees(phone.page, 'home');
    await waitUntilInstalled(phone.page);
  });

  await test.step('go offline', async () => {
    await phone.context.setOffline(true);
    club.proxy.isDown = true;
    await expect(phone.page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
  });

  await test.step('scan three products with the camera, one of them twice', () =>
    scanAll(phone.page));

  await test.step('enter one product manually', async () => {
    await phone.page.getByRole('link', { name: 'Enter manually' }).click();
    await enterManually(phone.page, manualSerial);
    await phone.page.getByRole('button', { name: ADD_BUTTON }).click();
    const capturedList = phone.page.getByRole('list', { name: 'Scanned products' });
    await expect(capturedList.getByRole('listitem')).toHaveCount(4);
    await openReview(phone.page);
  });

  await test.step('save the products to a project', async () => {
    await phone.page.getByRole('link', { name: 'Choose a project' }).click();
    await phone.page.getByRole('button', { name: project.street_name }).click();
    await expect(phone.page.getByText(/^Saved on this phone\./)).toBeVisible();
    await expectUnsentProducts(phone.page, project.street_name);
  });

  await test.step('after killing the browser, the project’s URL works offline with all its products', async () => {
    await phone.kill();
    await phone.start({ offline: true });
    await phone.page.goto(`${club.url}/projects/${project.uuid}`);
    await expectUnsentProducts(phone.page, project.street_name);
    await goTo(phone.page, '/scan/offline');
    await expect(phone.page.getByRole('heading', { name: 'Not sent (4)' })).toBeVisible();
  });

  await test.step('back online, the valid products arrive, each once', async () => {
    club.proxy.isDown = false;
    await phone.context.setOffline(false);
    await expect
      .poll(() => serialsOf(owner, project.uuid), { timeout: 60_000 })
      .toEqual([first, second, manualSerial].map(({ code }) => code).toSorted(byText));
  });

  await test.step('the unknown product is rejected with its reason, fixed and sent', async () => {
    await fixUnknown(phone.page);
    await expect
      .poll(() => serialsOf(owner, project.uuid), { timeout: 60_000 })
      .toEqual(valid.map(({ code }) => code).toSorted(byText));
  });

  await test.step('the project is closed with its survey', async () => {
    await goTo(phone.page, `/projects/${project.uuid}`);
    await closeProject(owner, ledger, phone.page, project.uuid);
  });

  await test.step('the points on the points screen and home equal the server’s', async () => {
    await expectLedger(ledger, phone.page, project);
    await phone.page.goto(club.url);
    await ledger.expectScreenAgrees(phone.page, 'home');
    await expect(phone.page.getByText(/not sent yet|needs? fixing/)).toHaveCount(0);
  });

  await test.step('the database contains each product once', async () => {
    await club.server.stop();
    const codes = [...valid, unknownSerial].map(({ code }) => code);
    expect(await countSerials(club, codes)).toEqual(
      valid.map(({ code }) => ({ serial_number: code, count: 1 })).toSorted(bySerial),
    );
  });
}

async function scanAll(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  const repeatedNotice = page.getByRole('status').filter({ hasText: 'already in your list' });
  await expect(repeatedNotice).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('link', { name: 'Review 3 products' })).toBeVisible({
    timeout: 40_000,
  });
}

async function expectUnsentProducts(page: Page, street: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: street })).toBeVisible();
  const products = page.getByRole('list', { name: 'Products' });
  await expect(products.getByRole('listitem')).toHaveCount(4);
  for (const { code } of [first, second, manualSerial, unknownSerial]) {
    await expect(products.getByText(code)).toBeVisible();
  }
  await expect(page.getByText('4 products haven’t been sent yet.')).toBeVisible();
}

async function fixUnknown(page: Page): Promise<void> {
  const rejectedRegion = page.getByRole('region', { name: 'To fix (1)' });
  const reason =
    'This is not a valid Skylight product. We don’t know this serial number. Check it.';
  await expect(rejectedRegion.getByText(reason)).toBeVisible({ timeout: 60_000 });
  await rejectedRegion.getByRole('button', { name: unknownSerial.code }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Fix it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit product' })).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await enterManually(page, replacement);
  await page.getByRole('button', { name: 'Save and send again' }).click();
}

async function closeProject(
  owner: Transport,
  ledger: Ledger,
  page: Page,
  id: string,
): Promise<void> {
  await expect(page.getByText('Valid', { exact: true })).toHaveCount(4, { timeout: 60_000 });
  await ledger.expectScreenAgrees(page, 'project');
  await answerSurvey(page);
  const sheet = page.getByRole('dialog', { name: /^Project closed: / });
  await expect(sheet).toBeVisible({ timeout: 60_000 });
  // The message shows the added points, including those for the survey.
  await ledger.expectScreenAgrees(page, 'closedSheet');
  const closedProject = await owner.call(calls.getProject, { params: { id } });
  expect(closedProject.status.id).toBe(projectStatus.closed);
  expect(closedProject.available_points).toBe(
    closedProject.products.reduce((sum, product) => sum + product.points, 0),
  );
  await sheet.getByRole('link', { name: 'See your points' }).click();
}

/** Gives one answer of each kind; skips optional ones. */
async function answerSurvey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close project' }).click();
  await page.getByRole('radio', { name: 'Replacing old windows' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('How many old windows were replaced?')).toBeVisible();
  await page.getByRole('spinbutton').fill('4');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('checkbox', { name: 'Daylight' }).check();
  await page.getByRole('checkbox', { name: 'Quiet' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
}

/** Expects each of the project's ledger entries once on the points screen, in two languages. */
async function expectLedger(
  ledger: Ledger,
  page: Page,
  project: { readonly uuid: string; readonly street_name: string },
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Points' })).toBeVisible();
  await page.getByRole('tab', { name: 'Points history' }).click();
  await ledger.expectScreenAgrees(page, 'points', 'months', 'ledgerEntries');
  const addedEntries = await ledger.added();
  expect(addedEntries.map(({ event }) => event).toSorted()).toEqual([
    'project_closed',
    'project_survey_completed',
  ]);
  expect(addedEntries.map(({ project_uuid }) => project_uuid)).toEqual([
    project.uuid,
    project.uuid,
  ]);
  for (const { points } of addedEntries) {
    const row = new RegExp(`${project.street_name}.*\\+${points.toLocaleString('en')} points?$`);
    await expect(page.getByRole('link', { name: row })).toBeVisible();
  }
  await switchLanguage(page, 'pl');
  await ledger.expectScreenAgrees(page, 'points', 'months', 'ledgerEntries');
  await switchLanguage(page, 'en');
}

async function findEmptyProject(owner: Transport) {
  const { data } = await owner.call(calls.listProjects, { query: { status: 'open', limit: 100 } });
  const emptyProject = data.find(
    (project) => project.status.id === projectStatus.inProgress && project.products_count === 0,
  );
  if (!emptyProject) throw new Error('The demo has no open project without products.');
  return emptyProject;
}

async function serialsOf(owner: Transport, id: string): Promise<string[]> {
  const { products } = await owner.call(calls.getProject, { params: { id } });
  return products.map((product) => product.serial_number ?? '').toSorted(byText);
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const bySerial = (a: { serial_number: string }, b: { serial_number: string }) =>
  byText(a.serial_number, b.serial_number);
