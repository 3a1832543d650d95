import type { Browser, Page } from '@playwright/test';
import type { ConsoleSite } from './console.ts';
import { delayInstallation } from './installation.ts';
import { phoneSize } from './phone.ts';
import { signIn } from './sign-in.ts';

/** Chooses files with a button that opens the file picker. `files` maps each file's name to its bytes. */
export async function chooseFiles(
  page: Page,
  button: string,
  files: Readonly<Record<string, Buffer>>,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (
    await chooser
  ).setFiles(
    Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'image/png', buffer })),
  );
}

/** Opens the app as an installer in Poland. */
export async function openApp(browser: Browser, site: ConsoleSite): Promise<Page> {
  const context = await browser.newContext({ viewport: phoneSize, locale: 'en-GB' });
  await delayInstallation(context);
  const page = await context.newPage();
  await signIn(site.club, page, 'polishOwner');
  return page;
}
