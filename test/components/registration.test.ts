import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { renderScreen, setOnline, tabTo } from '#test/component-fixtures/render-screen.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const next = () => button('Next').click();

async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
}

async function choose(country: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Country' }).selectOptions(country);
  await next();
}

/** Answers each question with its first option, or with 12 if it asks for a number. */
async function answerAll(): Promise<void> {
  await expect.element(heading('A few questions')).toBeVisible();
  for (;;) {
    const number = page.getByRole('spinbutton');
    if (number.query()) await number.fill('12');
    else await page.getByRole('radio').or(page.getByRole('checkbox')).first().click();
    if (await leaveQuestion((isLast) => button(isLast ? 'Finish' : 'Next').click())) return;
  }
}

/** Leaves a question. Returns true after the last one. */
async function leaveQuestion(press: (isLast: boolean) => Promise<void>): Promise<boolean> {
  const isLast = button('Finish').query() !== null;
  const question = page.getByRole('heading', { level: 2 });
  const text = question.element().textContent;
  await press(isLast);
  await expect.poll(() => isLast || question.element().textContent !== text).toBe(true);
  return isLast;
}

/** Numbers and email addresses that belong to companies and people on the server. */
const taken = ['jan@strechy-dvorak.example', '601234567', '27604411', 'RO31887402'];

const isTaken = (value: string) => {
  const compared = value.replaceAll(' ', '');
  return taken.some((known) => compared.endsWith(known));
};

function respondToCompanyCalls(server: FakeServer): void {
  server.respond(calls.validateCompany, ({ query }) => {
    const isUnique = !Object.values(query).some(isTaken);
    return { result: isUnique ? ('pass' as const) : ('fail' as const) };
  });
  server.respond(calls.registerCompany, ({ body: { company } }) => {
    if (isTaken(company.registration_number ?? ''))
      throw new Refusal('registration_number_taken', { field: 'body.company.registration_number' });
    const id = '10000000-0000-4000-8000-000000000001';
    return { company_id: id, user_id: id, welcome_points: 500 };
  });
}

test('taken numbers, phones and email addresses are reported at their fields', async () => {
  await renderScreen('/register', { person: null, server: respondToCompanyCalls });
  await choose('CZ');
  await fill({ 'First name': 'Jan', 'Last name': 'Nový' });
  await field('Email address').fill('jan@strechy-dvorak.example');
  // The error is shown half a second after the last letter.
  await expect
    .element(page.getByText('The email has already been taken. Use another one.'))
    .toBeVisible();
  await field('Phone number').fill('601 234 567');
  await next();
  await expect
    .element(page.getByText('Phone number is not unique. Use another one.'))
    .toBeVisible();
  await fill({ 'Email address': 'jan@strechy-novy.example', 'Phone number': '603 456 780' });
  await next();
  await expect.element(heading('Your company')).toBeVisible();
  await fill({ 'Company name': 'Střechy Nový', IČO: '276 044 11', DIČ: 'CZ27604412' });
  await next();
  await expect
    .element(
      page.getByText(
        'The company registration number has already been taken. Check it, or contact support.',
      ),
    )
    .toHaveLength(1);
  await expect.element(field('IČO')).toHaveAttribute('aria-invalid', 'true');
  await fill({ IČO: '27604412' });
  await next();
  await expect.element(heading('Address')).toBeVisible();
});

test('a taken number entered offline is reported on the review, which can’t be submitted offline', async () => {
  const server = await renderScreen('/register', { person: null, server: respondToCompanyCalls });
  await choose('RO');
  await fill({ 'First name': 'Ion', 'Last name': 'Pop' });
  await fill({ 'Email address': 'ion@acoperis-pop.example', 'Phone number': '0721 345 678' });
  await next();
  await expect.element(heading('Your company')).toBeVisible();
  // The app can't check uniqueness offline, so the server validates the numbers at the end.
  server.fault = 'no_network';
  await fill({ 'Company name': 'Acoperiș Pop', CUI: 'RO31887402' });
  await next();
  await expect.element(heading('Address')).toBeVisible();
  await page.getByRole('combobox', { name: 'Street' }).fill('Strada Lungă');
  // The typed text itself is offered after the suggestions.
  await page.getByRole('option', { name: 'Use “Strada Lungă”' }).click();
  await fill({ 'House number': '1', 'Postal code': '400124', City: 'Cluj' });
  await next();
  await answerAll();
  await next();
  await page.getByRole('checkbox', { name: /I agree to the club’s terms/ }).click();
  await expect.element(button('Register')).toHaveAttribute('aria-disabled', 'true');
  setOnline(server, true);
  await expect.element(button('Register')).not.toHaveAttribute('aria-disabled', 'true');
  await button('Register').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      'The company registration number has already been taken. Check it, or contact support.',
    );
  // A late response about the old number arrives after the new one was typed.
  const late = Promise.withResolvers<{ result: 'fail' }>();
  const validated = Promise.withResolvers<void>();
  server.respond(calls.validateCompany, () => {
    validated.resolve();
    return late.promise;
  });
  await button('Edit: Your company').click();
  await expect.element(field('CUI')).toHaveAttribute('aria-invalid', 'true');
  await validated.promise;
  respondToCompanyCalls(server);
  await field('CUI').fill('RO31887403');
  late.resolve({ result: 'fail' });
  await next();
  await button('Register').click();
  await expect.element(heading('Welcome to the club')).toBeVisible();
});

test('a company registers with the keyboard alone', async () => {
  await renderScreen('/register', { person: null, server: respondToCompanyCalls });
  const type = async (name: string, value: string) => {
    await tabTo(field(name));
    await userEvent.keyboard(value);
  };
  const press = async (target: Locator, key: string) => {
    await tabTo(target);
    await userEvent.keyboard(key);
  };
  await tabTo(page.getByRole('combobox', { name: 'Country' }));
  await userEvent.keyboard('Pol');
  await press(button('Next'), '{Enter}');
  await expect.element(heading('About you')).toHaveFocus();
  await type('First name', 'Ola');
  await type('Last name', 'Lis');
  await type('Email address', 'ola@dachy-ola.example');
  await type('Phone number', '513456789');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Your company')).toHaveFocus();
  await type('Company name', 'Dachy Ola');
  await type('NIP', '5260001246');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Address')).toHaveFocus();
  await tabTo(page.getByRole('combobox', { name: 'Street' }));
  await userEvent.keyboard('Lipowa');
  await expect.element(page.getByRole('option', { name: 'Use “Lipowa”' })).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await type('House number', '4');
  await type('Postal code', '00-001');
  await type('City', 'Warszawa');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('A few questions')).toHaveFocus();
  for (let isDone = false; !isDone;) {
    const number = page.getByRole('spinbutton');
    if (number.query()) {
      await tabTo(number);
      await userEvent.keyboard('12');
    } else {
      await press(page.getByRole('radio').or(page.getByRole('checkbox')).first(), ' ');
    }
    isDone = await leaveQuestion((isLast) => press(button(isLast ? 'Finish' : 'Next'), '{Enter}'));
  }
  await expect.element(heading('Can we contact you?')).toHaveFocus();
  await press(button('Next'), '{Enter}');
  await expect.element(heading('Check everything')).toHaveFocus();
  await press(page.getByRole('checkbox', { name: /I agree to the club’s terms/ }), ' ');
  await press(button('Register'), '{Enter}');
  await expect.element(heading('Welcome to the club')).toHaveFocus();
});
