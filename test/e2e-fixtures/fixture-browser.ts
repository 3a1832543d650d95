import { chromium, type Page } from '@playwright/test';
import { watchSlate } from '#test/film/watch-slate.ts';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium } from '#test/setup/chromium.ts';
import { watchStreams } from './watch-streams.ts';

/**
 * Opens a page in a separate browser and closes it after `action`.
 * @param args extra Chromium flags, such as those of the fake camera
 * @param program browser to start; full Chromium by default
 * @returns the result of `action` and the page's uncaught errors
 */
export async function runInFixtureBrowser<T>(
  url: string,
  args: readonly string[],
  action: (page: Page) => Promise<T>,
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
    return { result: await action(page), errors };
  } finally {
    await browser.close();
  }
}
