import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium } from '#test/setup/chromium.ts';
import { setInitialLanguage } from './device.ts';
import { watchForProblems } from './problems.ts';

/** Phone-sized browser with empty storage. */
export interface Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors, console errors and CSP violations of its pages. */
  readonly problems: readonly string[];
}

/** A phone whose storage survives the end of its browser process. */
export interface PersistentPhone extends Phone {
  /** Kills the browser immediately, like a system that is low on memory. */
  kill(): Promise<void>;
  /** Closes the browser cleanly and restarts it. */
  restart(): Promise<void>;
  /** Restarts the browser with its saved data. */
  start(options?: { offline?: boolean }): Promise<void>;
  /** Ends the browser and deletes its data. */
  dispose(): Promise<void>;
}

export interface PhoneOptions {
  /** Browser to start; full Chromium by default. */
  readonly program?: string | undefined;
  /** Extra Chromium flags, such as those of the fake camera. */
  readonly args?: readonly string[];
  readonly locale?: string;
  readonly viewport?: { width: number; height: number };
}

/**
 * Camera permission denied. Needs full Chromium, because the headless shell never answers the
 * prompt.
 */
export const deniedCamera: PhoneOptions = {
  program: findOrInstallChromium(),
  args: ['--use-fake-device-for-media-stream'],
};

export const phoneSize = { width: 390, height: 844 };

export async function openPhone(options: PhoneOptions = {}): Promise<PersistentPhone> {
  const directory = mkdtempSync(join(tmpdir(), 'club-phone-'));
  const problems: string[] = [];
  let context = await launch(directory, options, problems);

  return {
    get page() {
      const [page] = context.pages();
      if (!page) throw new Error('The browser opened no page.');
      return page;
    },
    get context() {
      return context;
    },
    problems,
    async kill() {
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      process.kill(await browserProcess(context), 'SIGKILL');
      await closed;
    },
    async restart() {
      await context.close();
      context = await launch(directory, options, problems);
    },
    async start({ offline = false } = {}) {
      context = await launch(directory, options, problems);
      // A killed browser may have lost its language setting, which it writes with a delay.
      await setInitialLanguage(context, 'en');
      await context.setOffline(offline);
    },
    async dispose() {
      await context.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function launch(
  directory: string,
  { program, args = [], locale = 'en-GB', viewport = phoneSize }: PhoneOptions,
  problems: string[],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(directory, {
    executablePath: program ?? findOrInstallChromium(),
    args: [...chromiumArguments, ...args],
    viewport,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale,
    timezoneId: 'Europe/Warsaw',
  });
  // Longer than any action takes on a busy machine, so a hanging test fails at the right line.
  context.setDefaultTimeout(15_000);
  watchForProblems(context, problems);
  return context;
}

/** Process id of the browser's main process. */
async function browserProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const response = await session?.send('SystemInfo.getProcessInfo');
  const browser = response?.processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser doesn’t report its process id.');
  return browser.id;
}
