import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { lowestContrasts, MIN_CONTRAST, MIN_CONTRAST_LARGE } from '#test/e2e-fixtures/contrast.ts';

const [first, second] = plainSerials(2, 600) as [DemoSerial, DemoSerial];

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const question = (page: Page, text: string | RegExp) =>
  page.getByRole('heading', { level: 2, name: text });

test('a survey with every kind of question can be left and resumed, and closes the project', async ({
  phone,
  club,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Ankietowa 1');
  await addProduct(owner, project.uuid, first);
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${project.uuid}`);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Close project' }).click();
  await expect(page.getByText('Your answers earn 25 points more')).toBeVisible();

  await test.step('a required choice blocks the next step', async () => {
    await next(page).click();
    await expect(page.getByText('Choose an answer to continue.')).toBeVisible();
    await page.getByRole('radio', { name: 'Replacing old windows' }).check();
    await expect(page.getByText('Question 1 of 4')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await next(page).click();
  });

  await test.step('a sub-question with a number between limits', () => enterBetweenLimits(page));

  await test.step('after leaving and restarting: the same question with the same answers', () =>
    leaveAndComeBack(page));

  await test.step('choosing another answer removes the sub-question, and changing back doesn’t restore its answer', () =>
    changeAnswer(page));

  await test.step('no more answers than the limit can be chosen', async () => {
    await page.getByRole('checkbox', { name: 'Daylight' }).check();
    await expect(page.getByRole('checkbox', { name: 'The price' })).toBeDisabled();
    await next(page).click();
  });

  await test.step('a fraction in steps is optional, and the last button finishes', async () => {
    await expect(page.getByText('You can skip this question.')).toBeVisible();
    await page.getByRole('spinbutton').fill('6.3');
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(
      page.getByText('Enter a number in steps of 0.5, starting from 0.5.'),
    ).toBeVisible();
    await page.getByRole('spinbutton').fill('6,5');
    await page.getByRole('button', { name: 'Finish' }).click();
  });

  const sheet = page.getByRole('dialog', { name: /^Project closed: / });
  await expect(sheet).toBeVisible({ timeout: 60_000 });
  await ledger.expectScreenAgrees(page, 'closedSheet');
  expect(await ledger.added()).toHaveLength(2);
  const [sentSurvey] = club.proxy.requestsOf(calls.submitProjectSurvey);
  expect(JSON.parse(sentSurvey?.body ?? '{}')).toMatchObject({
    data: {
      response: [
        { question_id: 500, answer_id: 503, value: null },
        { question_id: 510, answer_id: null, value: 7 },
        { question_id: 520, answer_id: 523, value: null },
        { question_id: 520, answer_id: 521, value: null },
        { question_id: 530, answer_id: null, value: 6.5 },
      ],
    },
  });
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain(':survey:');
  await expectReadable(page, sheet, 'Your points have been added.');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await ledger.expectScreenAgrees(page, 'project');
});

/** Expects readable text over the survey's last image, after skipping its animation with a key. */
async function expectReadable(page: Page, sheet: Locator, text: string): Promise<void> {
  await page.keyboard.press('Shift');
  const shownTexts = [sheet.getByRole('heading', { level: 2 }), sheet.getByText(text)];
  const number = sheet.getByText(/^\+\d+$/).first();
  for (const ratio of await lowestContrasts(page, shownTexts))
    expect(ratio).toBeGreaterThan(MIN_CONTRAST);
  if ((await number.count()) === 0) return;
  for (const ratio of await lowestContrasts(page, [number])) {
    expect(ratio).toBeGreaterThan(MIN_CONTRAST_LARGE);
  }
}

async function enterBetweenLimits(page: Page): Promise<void> {
  await expect(question(page, 'How many old windows were replaced?')).toBeFocused();
  const number = page.getByRole('spinbutton');
  await number.fill('201');
  await number.press('Enter');
  await expect(page.getByText('Enter 200 or less.')).toBeVisible();
  await number.fill('0');
  await number.press('Enter');
  await expect(page.getByText('Enter 1 or more.')).toBeVisible();
  await number.fill('12');
  await number.press('Enter');
  await expect(question(page, /What mattered most/)).toBeVisible();
}

async function leaveAndComeBack(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Quiet' }).check();
  await page.getByRole('button', { name: 'Leave survey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ankietowa 1' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Close project' }).click();
  await expect(question(page, /What mattered most/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Quiet' })).toBeChecked();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('spinbutton')).toHaveValue('12');
}

async function changeAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('radio', { name: 'A new house' }).check();
  // Until an answer is chosen, the number of questions is that of the longest path.
  await expect(page.getByText('Question 1 of 4')).toBeVisible();
  await page.getByRole('radio', { name: 'Replacing old windows' }).check();
  await next(page).click();
  await expect(page.getByRole('spinbutton')).toHaveValue('');
  await page.getByRole('spinbutton').fill('7');
  await next(page).click();
}

test('a project with a product in review shows the review and the possible points', async ({
  phone,
  club,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  const project = await newProject(owner, 'Ankietowa 2');
  await addProduct(owner, project.uuid, second, { photo: true });
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${project.uuid}`);
  await expect(page.getByText('maximum, after closing and review')).toBeVisible();
  await ledger.expectScreenAgrees(page, 'project');
  await page.getByRole('button', { name: 'Close project' }).click();
  await expect(page.getByText(/Up to .*, once its products in review are checked\./)).toBeVisible();
  await page.getByRole('radio', { name: 'A new house' }).check();
  await next(page).click();
  await page.getByRole('checkbox', { name: 'Daylight' }).check();
  await next(page).click();
  await page.getByRole('button', { name: 'Finish' }).click();

  const review = page.getByRole('dialog', { name: /^Project in review: / });
  await expect(review.getByText('We’re checking 1 product.')).toBeVisible({ timeout: 60_000 });
  await ledger.expectScreenAgrees(page, 'submittedSheet');
  expect(await ledger.added()).toEqual([]);
  await expectReadable(page, review, 'We’re checking 1 product.');
  await review.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('In review', { exact: true }).first()).toBeVisible();
  await ledger.expectScreenAgrees(page, 'project');
});
