import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoRegistrants } from '#server/demo/registrants.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { type Club, waitForNewest } from '#test/e2e-fixtures/club.ts';
import { setInitialLanguage } from '#test/e2e-fixtures/device.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { setAppearance, problemsInEveryAppearance } from '#test/e2e-fixtures/screen-problems.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { chooseEmail } from '#test/e2e-fixtures/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const home = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Points' });

test.beforeEach(({ phone: { page } }) => setInitialLanguage(page, 'en'));

/** Requests a code and enters it. */
async function enterByMail(club: Club, page: Page, email: string): Promise<void> {
  await chooseEmail(page);
  const before = (await club.codesFor(email)).length;
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await button(page, 'Send me a code').click();
  const code = await waitForNewest(() => club.codesFor(email), before);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
}

/** Answers the whole survey, up to its last button. */
async function answerAll(page: Page): Promise<void> {
  for (;;) {
    const number = page.getByRole('spinbutton');
    if (await number.isVisible()) await number.fill('40');
    else await page.getByRole('radio').or(page.getByRole('checkbox')).first().check();
    if (await button(page, 'Finish').isVisible()) return;
    const question = await page.getByRole('heading', { level: 2 }).innerText();
    await button(page, 'Next').click();
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(question);
  }
}

test('a Czech owner declines the terms, isn’t signed in, and accepts later', async ({
  club,
  phone: { page },
}) => {
  const { email } = demoRegistrants.czechTerms;
  await page.goto(club.url);
  await enterByMail(club, page, email);
  await expect(heading(page, 'Club terms')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Read the terms' })).toBeVisible();
  await button(page, 'I don’t agree').click();
  await expect(page.getByText('You didn’t agree to the terms')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.reload();
  await expect(heading(page, 'Earn points for your work')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('club.session'))).toBeNull();

  await enterByMail(club, page, email);
  await button(page, 'I agree').click();
  await expect(home(page)).toBeVisible();

  const transport = await club.as(demoRegistrants.czechTerms);
  const user = await transport.call(calls.getSignedInUser, {});
  expect(user.company.active).toBe(1);
  expect(JSON.parse(user.options)).toMatchObject({ hasAgreedToTerms: true });
});

test('a Slovak owner registered in 2023 is asked for all missing data once; axe finds nothing', async ({
  club,
  phone: { page },
}) => {
  const { email } = demoRegistrants.slovakEverything;
  const problems: string[] = [];
  const checkStep = async (name: string) => {
    problems.push(...(await problemsInEveryAppearance(page, name)));
    await setAppearance(page, 'light', '14px');
    await page.setViewportSize(phoneSize);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(club.url);
  await enterByMail(club, page, email);
  await expect(heading(page, 'Club terms')).toBeVisible();
  await checkStep('terms');
  await button(page, 'I agree').click();

  await expect(heading(page, 'Tax and registration numbers')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'IČO' })).toHaveValue('36214477');
  await button(page, 'Next').click();
  await expect(page.getByText('This number is required.')).toBeVisible();
  await checkStep('numbers, one missing');
  await page.getByRole('textbox', { name: 'IČ DPH' }).fill('SK2020131511');
  await button(page, 'Next').click();

  await expect(heading(page, 'Company type')).toBeFocused();
  await expect(page.getByText('Step 3 of 7')).toBeVisible();
  await page.getByRole('radio', { name: 'Limited company' }).check();
  // The type adds two steps, already included in the total.
  await expect(page.getByText('Step 3 of 7')).toBeVisible();
  await checkStep('type');
  await button(page, 'Next').click();
  await button(page, 'Next').click();
  await expect(page.getByText('Tick this to continue.')).toBeVisible();
  await checkStep('disclaimer, not accepted');
  await page.getByRole('checkbox').check();
  await button(page, 'Next').click();
  await expect(heading(page, 'Declaration')).toBeFocused();

  // Answers survive a reload, because they are saved in session storage.
  await page.reload();
  await expect(heading(page, 'Declaration')).toBeVisible();
  await page.getByRole('checkbox').check();
  await button(page, 'Next').click();
  await page.getByRole('checkbox', { name: 'News by email' }).check();
  await checkStep('consent');
  await button(page, 'Next').click();

  await expect(heading(page, 'A few questions')).toBeVisible();
  await checkStep('survey');
  await answerAll(page);
  expect(problems).toEqual([]);
  await button(page, 'Finish').click();
  await expect(home(page)).toBeVisible();

  const transport = await club.as(demoRegistrants.slovakEverything);
  const user = await transport.call(calls.getSignedInUser, {});
  expect(user).toMatchObject({
    email_consent: true,
    phone_consent: false,
    company: {
      registration_number: '36214477',
      registration_number_2: 'SK2020131511',
      company_type: 2,
      disclaimer_accepted: true,
      declaration_accepted: true,
    },
  });
  expect(JSON.parse(user.options)).toMatchObject({ hasAgreedToTerms: true });
  const { email: address, region } = demoRegistrants.slovakEverything;
  const challenge = await transport.call(calls.requestSignInCode, {
    body: { email: address, region },
  });
  expect(challenge.has_survey).toBe(true);
  await (await ledgerOf(transport)).expectScreenAgrees(page, 'home');
});

test('a decor owner is asked for consent and the decor survey', async ({
  club,
  phone: { page },
}) => {
  await page.goto(club.url);
  await enterByMail(club, page, demoRegistrants.decorSurvey.email);
  await expect(heading(page, 'Can we contact you?')).toBeFocused();
  await button(page, 'Next').click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'What do you sell or install most?' }),
  ).toBeVisible();
  await expect(page.getByText('Step 2 of 2', { exact: true })).toBeVisible();
});
