import { expect, type Page } from '@playwright/test';
import { languageTag } from '#schemas/formatting-locale.ts';
import { DEVICE_SETTINGS_KEY } from '#src/data/device/device-settings.ts';

/** What belongs to the device: set as its settings keep it, in force with the next page. */
export async function setDeviceSettings(
  page: Page,
  settings: { language?: string; theme?: string; fontSize?: string },
): Promise<void> {
  await page.evaluate(
    ([key, changes]) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...kept, ...changes }));
    },
    [DEVICE_SETTINGS_KEY, settings] as const,
  );
}

/** Before its first page: whoever signs in by hand would be spoken to in the account's language. */
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

/** Changes the language of the screen that stands, as another tab would. */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  await setDeviceSettings(page, { language });
  // A browser tells other tabs only.
  await page.evaluate(
    (key) => dispatchEvent(new StorageEvent('storage', { key })),
    DEVICE_SETTINGS_KEY,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
}
