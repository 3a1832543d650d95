import { expect, type Page } from '@playwright/test';
import { languageTag } from '#schemas/formatting-locale.ts';
import { DEVICE_SETTINGS_KEY } from '#src/data/device/device-settings.ts';

/** Saves device settings; they apply on the next page load. */
export async function setDeviceSettings(
  page: Page,
  settings: { language?: string; theme?: string; fontSize?: string },
): Promise<void> {
  await page.evaluate(
    ([key, changes]) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...stored, ...changes }));
    },
    [DEVICE_SETTINGS_KEY, settings] as const,
  );
}

/**
 * Sets the language before the first page, so that a sign-in doesn't switch to the account's
 * language.
 */
export async function setInitialLanguage(
  page: Pick<Page, 'addInitScript'>,
  language: string,
): Promise<void> {
  await page.addInitScript(
    ([key, settings]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, settings);
    },
    [DEVICE_SETTINGS_KEY, JSON.stringify({ language })] as const,
  );
}

/** Switches the language of the current page, as another tab would. */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  await setDeviceSettings(page, { language });
  // Storage events only fire in other tabs.
  await page.evaluate(
    (key) => dispatchEvent(new StorageEvent('storage', { key })),
    DEVICE_SETTINGS_KEY,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
}
