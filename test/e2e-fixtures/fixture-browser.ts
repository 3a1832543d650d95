import { chromium, type Page } from '@playwright/test';
import { watchSlate } from '#test/film/watch-slate.ts';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium } from '#test/setup/chromium.ts';
import { watchStreams } from './watch-streams.ts';

/**
 * Opens an address in a browser of its own and closes that when `act` is done.
 * @param args Chromium's flags beside the usual ones, such as those of the fake camera
 * @param program the browser's, by itself that of the whole Chromium
 * @returns what `act` returned, and the errors the page did not catch
 */
export async function inFixtureBrowser<T>(
  url: string,
  args: readonly string[],
  act: (page: Page) => Promise<T>,
  program = findOrInstallChromium(),
): Promise<{ result: T; errors: readonly string[] }> {
  const browser = await chromium.launch({
    executablePath: program,
    args: [...chromiumArguments, ...args],
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()));
    await page.addInitScript(watchSlate);
    await page.addInitScript(watchStreams);
    await page.goto(url);
    return { result: await act(page), errors };
  } finally {
    await browser.close();
  }
}
