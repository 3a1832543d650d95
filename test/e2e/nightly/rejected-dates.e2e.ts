import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { problemsInEveryAppearance } from '#test/e2e-fixtures/screen-problems.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const [serial] = plainSerials(1, 1320) as [DemoSerial];
const SYNC_TIMEOUT = { timeout: 60_000 };
const ownDate = addDays(dayIn('PL', Date.now()), 3);
const theirDate = addDays(ownDate, 1);

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

test('a date that someone else changed while the project was being closed stays visible with its reason until it is dismissed', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const ledger = await ledgerOf(owner);
  const { uuid } = await newProject(owner, 'Terminowa 1');
  await addProduct(owner, uuid, serial);
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${uuid}`);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible(SYNC_TIMEOUT);
  await waitUntilInstalled(page);

  club.proxy.isDown = true;
  await setDate(page, ownDate);
  await closeProject(page);
  const body = { installation_date: theirDate };
  await owner.call(calls.updateProjectInstallationDate, { params: { id: uuid }, body });
  club.proxy.isDown = false;

  await test.step('the project closes, and its page shows both dates and the next step', async () => {
    const sheet = page.getByRole('dialog', { name: /^Project closed: / });
    await expect(sheet).toBeVisible(SYNC_TIMEOUT);
    await ledger.expectScreenAgrees(page, 'closedSheet');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expectNotice(page);
    await ledger.expectScreenAgrees(page, 'project');
  });

  await test.step('after a restart, offline, the date is still shown and counted as an item to fix', async () => {
    club.proxy.isDown = true;
    await page.reload();
    await expectNotice(page);
    await goTo(page, '/projects');
    await page.getByRole('radio', { name: /^Closed/ }).check({ force: true });
    const row = page.getByRole('link', { name: /Terminowa 1/ });
    await expect(row).toContainText('To fix');
  });

  await test.step('the list of unsent work shows the reason, without violations in any theme', async () => {
    await goTo(page, '/scan/offline');
    const group = page.getByRole('region', { name: 'Projects (1)' });
    await expect(group).toContainText('Installation date · 58-500 Jelenia Góra');
    await expect(group).toContainText('Someone else has changed the installation date');
    await expect(group).toContainText('Not accepted');
    await group.getByRole('button', { name: /Terminowa 1/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Terminowa 1' });
    await expect(sheet).toContainText('Someone else has changed the installation date');
    await expect(sheet.getByRole('button', { name: 'Try again without changes' })).toHaveCount(0);
    expect(await problemsInEveryAppearance(page, 'rejected date')).toEqual([]);
    await sheet.getByRole('link', { name: 'Open project' }).click();
  });

  await test.step('after the date is dismissed, there is nothing to fix, even after the next contact with the server', async () => {
    await expectNotice(page);
    expect(await problemsInEveryAppearance(page, 'rejected date on its project')).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Someone else has changed the installation date')).toHaveCount(0);
    club.proxy.isDown = false;
    await goTo(page, '/scan/offline');
    await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
  });
});

test('a date that is waiting while another phone closes the project stays visible, and can be discarded', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('czechOwner');
  const { uuid } = await newProject(owner, 'Termínová 1');
  await signIn(club, page, 'czechOwner');
  await goTo(page, `/projects/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Termínová 1' })).toBeVisible();
  await waitUntilInstalled(page);
  club.proxy.isDown = true;
  await setDate(page, ownDate);
  const body = { uuid: crypto.randomUUID(), data: [] };
  await owner.call(calls.submitProjectSurvey, { params: { id: uuid }, body });
  club.proxy.isDown = false;

  await expect(page.getByText('The installation date wasn’t accepted')).toBeVisible(SYNC_TIMEOUT);
  await expect(page.getByText('This project is no longer open.')).toBeVisible();
  await goTo(page, '/scan/offline');
  const group = page.getByRole('region', { name: 'Projects (1)' });
  await group.getByRole('button', { name: /Termínová 1/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard the new date?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
  const savedProject = await owner.call(calls.getProject, { params: { id: uuid } });
  expect(savedProject.installation_date).toBeNull();
});

async function setDate(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Set date' }).click();
  await page.getByRole('dialog').getByLabel('Day').fill(date);
  await page.getByRole('button', { name: 'Save date' }).click();
  await expect(page.getByRole('button', { name: 'Change date' })).toBeVisible();
}

async function closeProject(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close project' }).click();
  await page.getByRole('radio', { name: 'A new house' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('checkbox', { name: 'Daylight' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Not closed yet')).toBeVisible();
}

async function expectNotice(page: Page): Promise<void> {
  await expect(page.getByText('Someone else has changed the installation date')).toBeVisible();
  await expect(page.getByText(/^Yours: .+\. On the server: .+\.$/)).toBeVisible();
  await expect(
    page.getByText('The date can’t be changed any more. If it matters, contact support.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use my date' })).toHaveCount(0);
}
