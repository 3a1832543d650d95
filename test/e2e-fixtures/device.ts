import type { Page } from '@playwright/test';
import { DEVICE_SETTINGS_KEY } from '#src/data/device-settings.ts';

/** What belongs to the device: set as its settings keep it, in force with the next page. */
export async function setDevice(
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
