import { expect, type Page } from '@playwright/test';
import type { PublicConfiguration } from '#schemas/configuration.ts';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { type Club, waitForNewest } from '#test/e2e-fixtures/club.ts';
import { takeFirstSteps } from '#test/e2e-fixtures/first-steps.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { chooseEmail } from '#test/e2e-fixtures/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const next = (page: Page) => button(page, 'Next').click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

/** Fills in the owner's data. */
async function fillPerson(page: Page, fieldValues: readonly string[]): Promise<void> {
  const [first = '', last = '', email = '', phone = ''] = fieldValues;
  await fill(page, { 'First name': first, 'Last name': last });
  await fill(page, { 'Email address': email, 'Phone number': phone });
}

async function fillAddress(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await expect(heading(page, 'Address')).toBeVisible();
  const { Street = '', ...otherValues } = values;
  await page.getByRole('combobox', { name: 'Street' }).fill(Street);
  // The list offers the typed text as an option, after the suggestions.
  await page.getByRole('option', { name: `Use “${Street}”` }).click();
  await fill(page, otherValues);
}

async function fillWholeAddress(page: Page, address: readonly string[]): Promise<void> {
  const [Street = '', number = '', code = '', City = ''] = address;
  await fillAddress(page, { Street, 'House number': number, 'Postal code': code, City });
}

/** Answers each question with its first option, and questions for a number with 12. */
async function answerAll(page: Page): Promise<void> {
  await expect(heading(page, 'A few questions')).toBeVisible();
  const finish = button(page, 'Finish');
  for (;;) {
    const number = page.getByRole('spinbutton');
    if (await number.isVisible()) await number.fill('12');
    else await page.getByRole('radio').or(page.getByRole('checkbox')).first().check();
    const isLast = await finish.isVisible();
    const question = await page.getByRole('heading', { level: 2 }).innerText();
    await (isLast ? finish : button(page, 'Next')).click();
    if (isLast) return;
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(question);
  }
}

/** Answers the survey, continues to the review, and accepts the terms there. */
async function answerAndAgree(page: Page): Promise<void> {
  await answerAll(page);
  await next(page);
  await page.getByRole('checkbox', { name: /I agree to the club’s terms/ }).check();
}

/** Continues from the welcome points to home by signing in by email. */
async function signInAfterwards(club: Club, page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await chooseEmail(page);
  const before = (await club.codesFor(email)).length;
  await field(page, 'Email address').fill(email);
  await button(page, 'Send me a code').click();
  await field(page, 'Code').fill(await waitForNewest(() => club.codesFor(email), before));
  await expect(page.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
}

test('a Czech company with a VAT number registers and signs in', async ({
  club,
  phone: { page },
}) => {
  await page.goto(club.url);
  await page.getByRole('link', { name: 'Register your company' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByRole('combobox', { name: 'Country' }).selectOption('CZ');
  await next(page);

  // Empty fields show errors, and the first has focus.
  await next(page);
  await expect(field(page, 'First name')).toBeFocused();
  await expect(page.getByText('Enter at least 2 characters.')).toHaveCount(2);
  await fillPerson(page, ['Jana', 'Nová', 'jana@strechy-nova.example', '603 456 789']);
  await next(page);
  await expect(heading(page, 'Your company')).toBeVisible();
  await fill(page, { 'Company name': 'Střechy Nová', IČO: '27074358' });
  await next(page);
  await expect(page.getByText('This number is required.')).toBeVisible();
  await fill(page, { DIČ: 'CZ27074358' });
  await next(page);
  await fillWholeAddress(page, ['Tesařská', '8', '602 00', 'Brno']);
  // The registration resumes after a reload.
  await page.reload();
  await expect(field(page, 'City')).toHaveValue('Brno');
  await next(page);
  await page.getByRole('radio', { name: 'Limited company' }).check();
  await next(page);
  await page.getByRole('checkbox', { name: 'I have read and understood this.' }).check();
  await next(page);
  await page.getByRole('checkbox', { name: 'I confirm that this is correct.' }).check();
  await next(page);
  await answerAll(page);
  await page.getByRole('checkbox', { name: 'News by email' }).check();
  await next(page);

  await expect(heading(page, 'Check everything')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your company' })).toContainText('CZ27074358');
  await button(page, 'Register').click();
  await expect(page.getByText('Tick this to continue.')).toBeVisible();
  await page.getByRole('checkbox', { name: /I agree to the club’s terms/ }).check();
  // Edit only one part.
  await button(page, 'Edit: Address').click();
  await fillAddress(page, { Street: 'Pokrývačská', 'House number': '9' });
  await next(page);
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('Pokrývačská 9');
  await button(page, 'Register').click();
  await expect(heading(page, 'Welcome to the club')).toBeFocused();
  await expect(page.getByRole('main')).toContainText('500');
  expect(await page.evaluate(() => localStorage.getItem('club.registration'))).toBeNull();
  await signInAfterwards(club, page, 'jana@strechy-nova.example');
  // Welcome points can't be spent yet.
  const ledger = await ledgerOf(
    await club.as({ email: 'jana@strechy-nova.example', region: 'CZ' }),
  );
  await ledger.expectScreenAgrees(page, 'home');
  expect(await ledger.balance()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: '0 points' }).click();
  await expect(page.getByRole('main')).toContainText('Reserved: 500 points');
  await ledger.expectScreenAgrees(page, 'points');
  // Home shows first steps instead of figures.
  await takeFirstSteps(page, club.url);
});

test('a decor company registers in a country that doesn’t ask for a company type', async ({
  club,
  phone: { page },
}) => {
  await page.goto(`${club.url}/register/decor`);
  await next(page);
  await expect(heading(page, 'About you')).toBeVisible();
  // Open an invitation later: the draft resumes with the invitation.
  await page.goto(`${club.url}/register/decor?invite=spring`);
  await expect(heading(page, 'About you')).toBeVisible();
  const storedForm = () => page.evaluate(() => localStorage.getItem('club.registration.decor'));
  await expect.poll(storedForm).toContain('"invite":"spring"');
  await fillPerson(page, ['Zofia', 'Kot', 'zofia@studio-kot.example', '512 345 678']);
  // Switching the language keeps all input.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('pl');
  await expect(page.getByRole('textbox', { name: 'Imię' })).toHaveValue('Zofia');
  await page.getByRole('combobox', { name: 'Język' }).selectOption('en');
  await next(page);
  await fill(page, { 'Company name': 'Studio Kot', NIP: '779-240-11 22' });
  await next(page);
  await fillWholeAddress(page, ['Garbary', '3', '61-758', 'Poznań']);
  await next(page);
  await expect(
    page.getByRole('heading', { level: 2, name: 'What do you sell or install most?' }),
  ).toBeVisible();
  await answerAndAgree(page);
  await button(page, 'Register').click();
  await expect(heading(page, 'Welcome to the club')).toBeVisible();
  await signInAfterwards(club, page, 'zofia@studio-kot.example');
  // Signed-in people can't register.
  await page.goto(`${club.url}/register`);
  await expect(page).toHaveURL(`${club.url}/`);
});

test('only countries that are set up are offered; if there are none, the registration explains that', async ({
  club,
  phone: { page },
}) => {
  const showOnly = (codes: readonly string[]) =>
    club.proxy.addFault(
      configurationCalls.getPublicConfiguration,
      {
        kind: 'rewrite',
        rewrite: (response) => {
          const configuration = response as PublicConfiguration;
          const settings = configuration.regional_settings;
          const regional_settings = settings.filter(({ region }) => codes.includes(region));
          return { ...configuration, regional_settings };
        },
      },
      { times: 1 },
    );
  showOnly([]);
  await page.goto(`${club.url}/register`);
  await expect(heading(page, 'Register')).toBeAttached();
  await expect(page.getByText('The service isn’t available right now.')).toBeVisible();

  // The default country of this host isn't set up.
  showOnly(['CZ', 'SK']);
  await button(page, 'Try again').click();
  const country = page.getByRole('combobox', { name: 'Country' });
  await expect(country).toHaveValue('CZ');
  await expect(country.getByRole('option')).toHaveText(['Czechia', 'Slovakia']);
  await next(page);
  await expect(field(page, 'First name')).toBeVisible();
});
