import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { problemsInEveryAppearance } from '#test/e2e-fixtures/screen-problems.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';
import { showAllTodos, todoList } from '#test/e2e-fixtures/todo-list.ts';

const SYNC_TIMEOUT = { timeout: 60_000 };
const todo = (page: Page) => todoList(page).getByRole('link', { name: '1 item needs fixing' });

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
  club.proxy.clearFaults();
});

/** Opens home and follows its to-do to the list of unsent work. */
async function openFromHome(page: Page): Promise<void> {
  await goTo(page, '/');
  await showAllTodos(page);
  await todo(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Not sent yet' })).toBeVisible();
}

/** Expects that neither home nor the list of unsent work has anything to fix. */
async function expectNothingToFix(page: Page): Promise<void> {
  await goTo(page, '/scan/offline');
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible(
    SYNC_TIMEOUT,
  );
  await goTo(page, '/');
  await showAllTodos(page);
  await expect(todo(page)).toHaveCount(0);
}

test('a rejected photo appears as an item to fix on home, in its project and in the list of unsent work, with the reason, until it is sent', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('czechOwner');
  const { uuid } = await newProject(owner, 'Odmítnutá 3');
  await signIn(club, page, 'czechOwner');
  await goTo(page, `/projects/${uuid}/photos`);
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible(SYNC_TIMEOUT);
  await waitUntilInstalled(page);
  const refusal = { kind: 'refuse', code: 'unsupported_media' } as const;
  club.proxy.addFault(calls.sendAttachmentPart, refusal);
  await takePhoto(page, 'Add photos to During');
  await expect(page.getByText('Not accepted', { exact: true })).toBeVisible(SYNC_TIMEOUT);

  await test.step('the list of projects marks its project', async () => {
    await goTo(page, '/projects');
    await expect(page.getByRole('link', { name: /Odmítnutá 3/ })).toContainText('To fix');
  });

  await test.step('home shows the item, and leads to the list of unsent work with the reason', async () => {
    await goTo(page, '/');
    const projects = page.getByRole('list', { name: 'Open projects' });
    await expect(projects.getByRole('link', { name: /Odmítnutá 3/ })).toContainText('To fix');
    await openFromHome(page);
    const group = page.getByRole('region', { name: 'Photos and documents (1)' });
    await expect(group).toContainText('This file type isn’t supported. Choose another file.');
    await group.getByRole('button', { name: /Photo or document/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Photo or document' });
    await expect(sheet).toContainText('This file type isn’t supported. Choose another file.');
    expect(await problemsInEveryAppearance(page, 'rejected photo')).toEqual([]);
    await sheet.getByRole('link', { name: 'Open project' }).click();
  });

  await test.step('the project leads to the photo, its reason and the next steps', async () => {
    const photos = page.getByRole('link', { name: /1 photo/ });
    await expect(photos).toContainText('To fix');
    expect(await problemsInEveryAppearance(page, 'rejected photo on its project')).toEqual([]);
    await photos.click();
    await page.getByRole('link', { name: /During, photo 1/ }).click();
    await expect(page.getByText('The photo wasn’t accepted')).toBeVisible();
    await expect(
      page.getByText('This file type isn’t supported. Choose another file.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Try again without changes' }).click();
    await expect(page.getByText('The photo wasn’t accepted')).toHaveCount(0);
  });

  await test.step('once it is sent, nothing is left to fix', async () => {
    await expectNothingToFix(page);
    await goTo(page, '/projects');
    const row = page.getByRole('link', { name: /Odmítnutá 3/ });
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('To fix');
  });
});

test('a rejected date appears as an item to fix on home, and leads to its project, its reason and the choice of a date', async ({
  club,
  phone: { page },
}) => {
  const ownDate = addDays(dayIn('CZ', Date.now()), 3);
  const owner = await club.as('czechOwner');
  const { uuid } = await newProject(owner, 'Termínová 8');
  await signIn(club, page, 'czechOwner');
  await goTo(page, `/projects/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Termínová 8' })).toBeVisible(
    SYNC_TIMEOUT,
  );
  await waitUntilInstalled(page);
  club.proxy.isDown = true;
  await page.getByRole('button', { name: 'Set date' }).click();
  await page.getByRole('dialog').getByLabel('Day').fill(ownDate);
  await page.getByRole('button', { name: 'Save date' }).click();
  await expect(page.getByRole('button', { name: 'Change date' })).toBeVisible();
  const body = { installation_date: addDays(ownDate, 1) };
  await owner.call(calls.updateProjectInstallationDate, { params: { id: uuid }, body });
  club.proxy.isDown = false;
  const conflict = page.getByText('Someone else has changed the installation date');
  await expect(conflict).toBeVisible(SYNC_TIMEOUT);

  await openFromHome(page);
  const group = page.getByRole('region', { name: 'Projects (1)' });
  await group.getByRole('button', { name: /Termínová 8/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Termínová 8' });
  await expect(sheet).toContainText('Someone else has changed the installation date');
  await sheet.getByRole('link', { name: 'Open project' }).click();
  await expect(conflict).toBeVisible();
  await page.getByRole('button', { name: 'Use my date' }).click();
  await expect(conflict).toHaveCount(0);

  await expectNothingToFix(page);
  const savedProject = await owner.call(calls.getProject, { params: { id: uuid } });
  expect(savedProject.installation_date).toBe(ownDate);
});
