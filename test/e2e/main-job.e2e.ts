import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { LedgerEntry } from '#schemas/ledger.ts';
import { balance } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { type Club, loseEveryAnswerOnce, openClub } from '#test/e2e-fixtures/club.ts';
import { enterByHand } from '#test/e2e-fixtures/enter-by-hand.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { readDatabase } from '#test/e2e-fixtures/read-database.ts';
import { signInByHand, untilInstalled } from '#test/e2e-fixtures/sign-in.ts';
import type { LastingPhone } from '#test/e2e-fixtures/phone.ts';
import type { Scene } from '#test/film/scene.ts';

/** Four pieces of the registry, and one that nobody ever made. */
const [first, second, byHand, mended] = plainSerials(4) as [
  DemoSerial,
  DemoSerial,
  DemoSerial,
  DemoSerial,
];
const unknown: DemoSerial = { ...first, code: '24ANEVER-0001' };
const valid = [first, second, byHand, mended];

const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };
const shows = (serial: DemoSerial, light: Scene['light']): Scene => ({
  texts: [labelText(serial)],
  seconds: 2,
  light,
  motion: 'moving',
});
test.use({
  film: {
    scenes: [
      gap,
      shows(first, 'normal'),
      { ...gap, light: 'dark' },
      shows(second, 'dark'),
      gap,
      shows(first, 'normal'),
      gap,
      shows(unknown, 'normal'),
    ],
  },
});

for (const losesAnswers of [false, true]) {
  const title = losesAnswers
    ? 'the same with every answer of the server lost once after it committed (F01)'
    : 'a day without a network: scanned, killed, sent, mended, closed, counted once';
  test(title, async ({ lastingPhone }) => {
    test.setTimeout(losesAnswers ? 240_000 : 150_000);
    const club = await openClub();
    try {
      const faults = losesAnswers ? loseEveryAnswerOnce(club.proxy) : null;
      await wholeJob(club, lastingPhone);
      if (faults) expectSendsWereLost(faults.lost.map(({ path }) => path));
    } finally {
      await club.close();
    }
  });
}

function expectSendsWereLost(paths: readonly string[]): void {
  const { saveScans, submitProjectSurvey, pointsSummary } = calls;
  for (const call of [saveScans, submitProjectSurvey, pointsSummary]) {
    const pattern = new RegExp(`^/api${call.path.replace(/\{\w+\}/, '[^/]+')}$`);
    expect(paths.filter((path) => pattern.test(path)).length).toBeGreaterThan(0);
  }
}

async function wholeJob(club: Club, phone: LastingPhone): Promise<void> {
  const owner = await club.as('polishOwner');
  const project = await emptyProject(owner);
  const before = await pointsOf(owner);

  await test.step('sign in, and let the app settle on the phone', async () => {
    await signInByHand(club, phone.page, 'polishOwner');
    await expect(phone.page.getByRole('list', { name: 'Open projects' })).toBeVisible();
    await untilInstalled(phone.page);
  });

  await test.step('go offline', async () => {
    await phone.context.setOffline(true);
    club.proxy.isDown = true;
    await expect(phone.page.getByText('You are offline')).toBeVisible();
  });

  await test.step('scan three by camera, one of them twice', () => scanAll(phone.page));

  await test.step('enter one by hand', async () => {
    await phone.page.getByRole('link', { name: 'Enter by hand' }).click();
    await enterByHand(phone.page, byHand);
    await phone.page.getByRole('button', { name: 'Add product' }).click();
    const captured = phone.page.getByRole('list', { name: 'Scanned products' });
    await expect(captured.getByRole('listitem')).toHaveCount(4);
  });

  await test.step('save them to a project', async () => {
    await phone.page.getByRole('link', { name: 'Choose a project' }).click();
    await phone.page.getByRole('button', { name: project.street_name }).click();
    await phone.page.getByRole('button', { name: 'Add 4 products' }).click();
    await expect(phone.page.getByText(/^Saved on this phone\./)).toBeVisible();
    await expectUnsentProducts(phone.page, project.street_name);
  });

  await test.step('the browser is killed; offline, the project’s own address has all of it', async () => {
    await phone.kill();
    await phone.start({ offline: true });
    await phone.page.goto(`${club.url}/projects/${project.uuid}`);
    await expectUnsentProducts(phone.page, project.street_name);
    await phone.page.goto(`${club.url}/scan/offline`);
    await expect(phone.page.getByRole('heading', { name: 'Waiting (4)' })).toBeVisible();
  });

  await test.step('online again, the valid ones arrive, each once', async () => {
    club.proxy.isDown = false;
    await phone.context.setOffline(false);
    await expect
      .poll(() => serialsOf(owner, project.uuid), { timeout: 60_000 })
      .toEqual([first, second, byHand].map(({ code }) => code).toSorted(byText));
  });

  await test.step('the unknown one is refused with its reason, mended and sent', async () => {
    await mendUnknown(phone.page);
    await expect
      .poll(() => serialsOf(owner, project.uuid), { timeout: 60_000 })
      .toEqual(valid.map(({ code }) => code).toSorted(byText));
  });

  const earned = await test.step('the project is closed by its survey', async () => {
    await phone.page.goto(`${club.url}/projects/${project.uuid}`);
    return closeProject(owner, phone.page, project.uuid);
  });

  await test.step('the points of ledger and home are the server’s', () =>
    expectPoints(owner, phone.page, { project, before, earned, home: club.url }));

  await test.step('the database itself has each of them once', async () => {
    await club.server.stop();
    const codes = [...valid, unknown].map(({ code }) => code);
    expect(await readDatabase(club.server.dataDirectory, codes)).toEqual(
      valid.map(({ code }) => ({ serial_number: code, count: 1 })).toSorted(bySerial),
    );
  });
}

async function scanAll(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  const again = page.getByRole('status').filter({ hasText: 'already in your list' });
  await expect(again).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('link', { name: 'Review (3)' })).toBeVisible({ timeout: 40_000 });
}

async function expectUnsentProducts(page: Page, street: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: street })).toBeVisible();
  const products = page.getByRole('list', { name: 'Products' });
  await expect(products.getByRole('listitem')).toHaveCount(4);
  for (const { code } of [first, second, byHand, unknown]) {
    await expect(products.getByText(code)).toBeVisible();
  }
  await expect(page.getByText('4 products are waiting to be sent.')).toBeVisible();
}

async function mendUnknown(page: Page): Promise<void> {
  const refused = page.getByRole('region', { name: 'Refused (1)' });
  const reason = 'This is not a valid Skylight product. The serial number is not in the registry.';
  await expect(refused.getByText(reason)).toBeVisible({ timeout: 60_000 });
  await refused.getByRole('button', { name: unknown.code }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Fix it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit product' })).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await enterByHand(page, mended);
  await page.getByRole('button', { name: 'Save and send again' }).click();
}

/** @returns the points that it has brought */
async function closeProject(owner: Transport, page: Page, id: string): Promise<number> {
  await expect(page.getByText('Valid', { exact: true })).toHaveCount(4, { timeout: 60_000 });
  await answerSurvey(page);
  const sheet = page.getByRole('dialog', { name: 'The project is closed' });
  await expect(sheet).toBeVisible({ timeout: 60_000 });
  const closed = await owner.call(calls.project, { params: { id } });
  expect(closed.status.id).toBe(projectStatus.closed);
  expect(closed.available_points).toBe(closed.products.reduce((sum, one) => sum + one.points, 0));
  // What is told is what was booked: for the survey, too.
  const booked = (await ledgerOf(owner)).filter((entry) => entry.project_uuid === id);
  await expect(sheet.getByText(`${balance(booked)} points`)).toBeAttached();
  await sheet.getByRole('link', { name: 'See your points' }).click();
  return closed.available_points;
}

interface Earning {
  readonly project: { readonly uuid: string; readonly street_name: string };
  /** The company's points before it all. */
  readonly before: number;
  readonly earned: number;
  /** The address of the app's home. */
  readonly home: string;
}

async function expectPoints(owner: Transport, page: Page, earning: Earning): Promise<void> {
  const { project, before, earned, home } = earning;
  const entries = await ledgerOf(owner);
  const after = await pointsOf(owner);
  expect(after).toBe(balance(entries));
  const booked = entries.filter((entry) => entry.project_uuid === project.uuid);
  expect(booked.filter(({ event }) => event === 'project_closed')).toHaveLength(1);
  expect(after - before).toBe(balance(booked));
  expect(balance(booked)).toBeGreaterThanOrEqual(earned);
  await expectLedger(page, project.street_name, booked, after);
  await page.goto(home);
  const points = page.getByRole('main').getByRole('region', { name: 'Points' });
  await expect(points.getByText(`${grouped(after)} points`)).toBeAttached({ timeout: 60_000 });
  await expect(page.getByText(/(is|are) not sent yet|refused/)).toHaveCount(0);
}

/** One answer of each kind; what may be left out is left out. */
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

async function expectLedger(
  page: Page,
  street: string,
  booked: readonly LedgerEntry[],
  after: number,
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Points' })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(`${grouped(after)} points`)
      .first(),
  ).toBeAttached({
    timeout: 60_000,
  });
  await page.getByRole('tab', { name: 'Bookings' }).click();
  // Of the project's bookings one stands for each: found by the way to the project and its amount.
  const row = (points: number) =>
    page.getByRole('link', { name: new RegExp(`${street}.*\\+${grouped(points)}$`) });
  for (const { points } of booked) await expect(row(points)).toBeVisible({ timeout: 60_000 });
}

async function emptyProject(owner: Transport) {
  const { data } = await owner.call(calls.projects, { query: { status: 'open', limit: 100 } });
  const empty = data.find(
    (project) => project.status.id === projectStatus.inProgress && project.products_count === 0,
  );
  if (!empty) throw new Error('The demo has no open project without products.');
  return empty;
}

async function serialsOf(owner: Transport, id: string): Promise<string[]> {
  const { products } = await owner.call(calls.project, { params: { id } });
  return products.map((product) => product.serial_number ?? '').toSorted(byText);
}

async function pointsOf(owner: Transport): Promise<number> {
  const params = { id: demoAccounts.polishOwner.companyId };
  return (await owner.call(calls.pointsSummary, { params })).company_points;
}

async function ledgerOf(owner: Transport): Promise<LedgerEntry[]> {
  const { data, meta } = await owner.call(calls.pointsHistory, { query: { page: 1, limit: 500 } });
  expect(meta.last_page ?? 1).toBe(1);
  return data;
}

const grouped = (points: number) => points.toLocaleString('en');
const byText = (a: string, b: string) => (a < b ? -1 : 1);
const bySerial = (a: { serial_number: string }, b: { serial_number: string }) =>
  byText(a.serial_number, b.serial_number);
