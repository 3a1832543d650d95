import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { DEVICE_SETTINGS_KEY } from '#src/data/device/device-settings.ts';
import { SESSION_KEY } from '#sync/http/session-key.ts';
import { type Club, waitForNewest, type UserRef } from '#test/e2e-fixtures/club.ts';
import { writeStoredText } from '#test/e2e-fixtures/sign-in.ts';
import type { View } from './view.ts';

/** A document of the app's origin that doesn't run the app. */
export const PLAIN_PAGE = '/favicon.svg';

const points = { role: 'region', name: 'Points', within: { role: 'main' } } as const;

/** Starts the app signed in, with a session created through the API and written to storage. */
export async function signIn(club: Club, view: View, user: UserRef): Promise<void> {
  const { session } = await club.as(user);
  const state = session.state();
  if (state.name !== 'signed_in') throw new Error('The API sign-in failed.');
  const { account, token } = state;
  await view.tab.goto(club.url + PLAIN_PAGE);
  await view.tab.evaluate(writeStoredText, {
    key: SESSION_KEY,
    text: JSON.stringify({ account, token }),
  });
  await view.tab.evaluate(([key, settings]) => localStorage.setItem(key, settings), [
    DEVICE_SETTINGS_KEY,
    JSON.stringify({ language: 'en' }),
  ] as const);
  await view.tab.goto(club.url);
  await view.expectVisible(points, 30_000);
}

/** Signs in through the form by email, with the code from the developer page. */
export async function signInByCode(club: Club, view: View, user: DemoAccountKey): Promise<void> {
  const { email } = demoAccounts[user];
  await view.tab.goto(club.url);
  await view.fill({ role: 'combobox', name: 'Language' }, 'en');
  await enterCode(club, view, email);
  await view.expectVisible(points, 30_000);
}

/** Goes from the sign-in screen to the code sent by email. */
export async function enterCode(club: Club, view: View, email: string): Promise<void> {
  const address = { role: 'textbox', name: 'Email address' };
  await view.expectVisible({ role: 'textbox' });
  if (!(await view.isVisible(address))) await view.press({ role: 'button', name: 'Use email' });
  const earlierCount = (await club.codesFor(email)).length;
  await view.fill(address, email);
  await view.press({ role: 'button', name: 'Send me a code' });
  await view.fill(
    { role: 'textbox', name: 'Code' },
    await waitForNewest(() => club.codesFor(email), earlierCount),
  );
}
