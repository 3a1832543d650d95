import { expect, type Page } from '@playwright/test';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { chooseProduct } from '#test/e2e-fixtures/manual-entry.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';
import {
  addProducts,
  button,
  closeProject,
  COMPANY,
  createProject,
  openHome,
  openLedger,
  OWNER,
  type Product,
  saveScanned,
  signInByEmail,
  SYNC,
  textbox,
  title,
} from './app-steps.ts';
import { openCompany, openScreen, signInAgain } from './console-steps.ts';
import type { Year } from './open-year.ts';

/** Registers a company in the app, and signs in. */
export async function registerCompany(year: Year): Promise<void> {
  const { phone } = year;
  const next = () => button(phone, 'Next').click();
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) await textbox(phone, name).fill(value);
  };
  await phone.goto('/register');
  await expect(phone.getByRole('combobox', { name: 'Country' }).getByRole('option')).toHaveText([
    'Poland',
  ]);
  await next();
  await fill({ 'First name': 'Ola', 'Last name': 'Lis' });
  await fill({ 'Email address': OWNER, 'Phone number': '513 456 789' });
  await next();
  await fill({ 'Company name': COMPANY, NIP: '5260001246' });
  await next();
  await phone.getByRole('combobox', { name: 'Street' }).fill('Lipowa');
  await phone.getByRole('option', { name: 'Use “Lipowa”' }).click();
  await fill({ 'House number': '4', 'Postal code': '30-001', City: 'Kraków' });
  await next();
  await answerQuestions(phone);
  await next();
  await phone.getByRole('checkbox', { name: /I agree to the club’s terms/ }).check();
  await button(phone, 'Register').click();
  await expect(title(phone, 'Welcome to the club')).toBeVisible();
  await expect(phone.getByRole('main')).toContainText('1,000');
  await phone.getByRole('link', { name: 'Go to sign in' }).click();
  await signInByEmail(year);
  expect(await (await openLedger(year)).balance()).toBe(0);
}

/** Answers each question with its first option, and questions for a number with 12. */
async function answerQuestions(page: Page): Promise<void> {
  await expect(title(page, 'A few questions')).toBeVisible();
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

/** Verifies the company as an operator, and expects its welcome points in the app. */
export async function verifyCompany(year: Year): Promise<void> {
  const { anna, phone } = year;
  await openCompany(anna);
  await anna.getByRole('button', { name: 'Verify', exact: true }).click();
  const dialog = anna.getByRole('dialog', { name: `Verify ${COMPANY}?` });
  await dialog
    .getByRole('combobox', { name: 'Why?' })
    .selectOption('The number is in the public register.');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(anna.getByText(`${COMPANY} was verified.`)).toBeVisible();
  await openHome(year);
  const ledger = await openLedger(year);
  await ledger.expectScreenAgrees(phone, 'home');
  expect(await ledger.balance()).toBe(1000);
}

const STREET = 'Lipowa 12';

/** Adds three products by number, and two by photo, which reviewers must decide on. */
export async function closeFirstProject(
  { phone, ...year }: Year,
  products: readonly Product[],
): Promise<void> {
  await createProject(phone, STREET);
  await addProducts(phone, STREET, products);
  for (const width of [1600, 1500]) await addByPhoto(phone, width);
  await expect(phone.getByText('In review', { exact: true })).toHaveCount(2, SYNC);
  await closeProject(phone);
  const sheet = phone.getByRole('dialog', { name: /^Project in review: / });
  await expect(sheet.getByText('We’re checking 2 products.')).toBeVisible(SYNC);
  const ledger = await openLedger({ phone, ...year });
  await ledger.expectScreenAgrees(phone, 'submittedSheet');
  expect(await ledger.balance()).toBe(1000);
}

/** @param width of the photo in pixels; each product needs its own */
async function addByPhoto(page: Page, width: number): Promise<void> {
  await goTo(page, '/scan/generic');
  await takePhoto(page, 'Take photo', width);
  await chooseProduct(page, { type: 'GGL', size: 'MK06', variant: '2070' });
  await button(page, 'Add product').click();
  await saveScanned(page, STREET);
}

/**
 * Accepts one product as a reviewer and rejects the other. Expects both decisions in the app, with the points of the
 * accepted products.
 */
export async function reviewProducts(year: Year): Promise<void> {
  const { anna, phone } = year;
  await openScreen(anna, 'Review');
  await expect(anna.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  await anna.keyboard.press('a');
  await expect(anna.getByText('session: accepted 1, rejected 0,')).toBeVisible();
  await anna.keyboard.press('x');
  await anna
    .getByRole('form', { name: 'Reason for rejecting' })
    .getByRole('button', { name: /The photo doesn’t show the product/ })
    .click();
  await expect(anna.getByText('session: accepted 1, rejected 1,')).toBeVisible();
  await year.moveTo('01-16');
  await signInAgain(anna);
  await openHome(year);
  await goTo(phone, '/projects');
  await phone.getByRole('radio', { name: /^Closed/ }).check({ force: true });
  await phone.getByRole('link', { name: STREET }).first().click();
  await expect(phone.getByText('The photo doesn’t show the product.')).toBeVisible(SYNC);
  const ledger = await openLedger(year);
  await ledger.expectScreenAgrees(phone, 'project');
  // Welcome points, four accepted products, and the answered survey.
  expect(await ledger.balance()).toBe(1000 + 4 * 120 + 25);
}
