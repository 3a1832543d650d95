import { expect } from '@playwright/test';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { enterCode } from './sign-in.ts';
import { type View, viewOf } from './view.ts';

const email = 'jana@strechy-nova.example';

async function fillIn(view: View, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await view.fill({ role: 'textbox', name: new RegExp(`^${name}`) }, value);
}

const next = (view: View) => view.press({ role: 'button', name: 'Next' });
const expectStep = (view: View, name: string) =>
  view.expectVisible({ role: 'heading', level: 1, name });

async function fillAddress(view: View): Promise<void> {
  await expectStep(view, 'Address');
  await view.fill({ role: 'combobox', name: /^Street/ }, 'Tesařská');
  await view.press({ role: 'option', name: /^Use “Tesařská”/ });
  await fillIn(view, { 'House number': '8', 'Postal code': '602 00', City: 'Brno' });
  await next(view);
}

/** Answers each question with its first option, and questions for a number with 12. */
async function answerAll(view: View): Promise<void> {
  await expectStep(view, 'A few questions');
  const finish = { role: 'button', name: 'Finish' };
  for (;;) {
    const [question = ''] = await view.texts({ role: 'heading', level: 2 });
    if (await view.isVisible({ role: 'spinbutton' })) await view.fill({ role: 'spinbutton' }, '12');
    else {
      const role = (await view.isVisible({ role: 'radio' })) ? 'radio' : 'checkbox';
      await view.press({ role, index: 0 });
    }
    const isLast = await view.isVisible(finish);
    if (isLast) return view.press(finish);
    await next(view);
    await view.expectAbsent({ role: 'heading', level: 2, name: question });
  }
}

test(features.registration.title, async ({ phone, club }) => {
  const view = viewOf(await phone.newTab());
  await view.tab.goto(`${club.url}/register`);
  await view.fill({ role: 'combobox', name: /^(Language|Jazyk|Język)/ }, 'en');
  await view.fill({ role: 'combobox', name: /^Country/ }, 'CZ');
  await next(view);
  await fillIn(view, { 'First name': 'Jana', 'Last name': 'Nová', 'Email address': email });
  await fillIn(view, { 'Phone number': '603 456 789' });
  await next(view);
  await expectStep(view, 'Your company');
  await fillIn(view, { 'Company name': 'Střechy Nová', IČO: '27074358', DIČ: 'CZ27074358' });
  await next(view);
  await fillAddress(view);
  await view.press({ role: 'radio', name: /^Limited company/ });
  await next(view);
  await view.press({ role: 'checkbox', name: 'I have read and understood this.' });
  await next(view);
  await view.press({ role: 'checkbox', name: 'I confirm that this is correct.' });
  await next(view);
  await answerAll(view);
  await next(view);
  await expectStep(view, 'Check everything');
  await view.press({ role: 'checkbox', name: /I agree to the club’s terms/ });
  await view.press({ role: 'button', name: 'Register' });
  await expectStep(view, 'Welcome to the club');
  await view.press({ role: 'link', name: 'Go to sign in' });
  await enterCode(club, view, email);
  await view.expectVisible({ role: 'region', name: 'Points', within: { role: 'main' } }, 30_000);
  const client = await club.as({ email, region: 'CZ' });
  expect(client.session.state().name).toBe('signed_in');
});
