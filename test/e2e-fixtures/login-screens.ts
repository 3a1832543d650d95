import { expect, type Page } from '@playwright/test';
import type { PublicScreen } from './screen-tour.ts';

/** Steps of sign-in and registration, with their errors. */
export const loginScreens: readonly PublicScreen[] = [
  { name: 'sign-in', path: '/login' },
  { name: 'sign-in, without a phone number', path: '/login', action: submitEmpty },
  { name: 'code', path: '/login', action: requestCode },
  { name: 'restoring an email address', path: '/restore-email', action: submitEmpty },
  { name: 'registration', path: '/register' },
  {
    name: 'registration, with everything missing',
    path: '/register/decor',
    action: async (page) => {
      // The last button of a step continues.
      await page.getByRole('button').last().click();
      await expect(page.getByRole('textbox')).toHaveCount(4);
      await page.getByRole('button').last().click();
      await expect(page.getByRole('textbox').first()).toBeFocused();
    },
  },
];

/** Makes every sign-in and registration start at its first step; by default they resume. */
export async function restartSignIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    sessionStorage.clear();
    localStorage.removeItem('club.registration.decor');
  });
}

async function submitEmpty(page: Page): Promise<void> {
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
}

async function requestCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use email' }).click();
  await page.getByRole('textbox').fill('jan@strechy-dvorak.example');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('textbox')).toHaveValue('');
}
