import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium } from '#test/setup/chromium.ts';
import { setInitialLanguage } from './device.ts';
import { watchForProblems } from './problems.ts';

/** A browser of a phone's size, with nothing in its storage. */
export interface Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in its pages: uncaught errors, errors on the console, a broken policy. */
  readonly problems: readonly string[];
}

/** One whose storage outlives its process. */
export interface PersistentPhone extends Phone {
  /** Ends the browser as a system does that needs memory: at once, in the middle of anything. */
  kill(): Promise<void>;
  /** Closes the browser and starts it again: all that was kept so far is on the disk then. */
  restart(): Promise<void>;
  /** Starts the browser again with what it kept. */
  start(options?: { offline?: boolean }): Promise<void>;
  /** Ends it and forgets everything. */
  dispose(): Promise<void>;
}

export interface PhoneOptions {
  /** The browser to start; by itself the whole Chromium. */
  readonly program?: string | undefined;
  /** Chromium's flags beside the usual ones, such as those of the fake camera. */
  readonly args?: readonly string[];
  readonly locale?: string;
  readonly viewport?: { width: number; height: number };
}

/** One whose camera is not allowed. The shell has nobody to ask, and waits for ever. */
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
      if (!page) throw new Error('The phone shows no page.');
      return page;
    },
    get context() {
      return context;
    },
    problems,
    async kill() {
      const ended = new Promise<void>((resolve) => context.once('close', () => resolve()));
      process.kill(await browserProcess(context), 'SIGKILL');
      await ended;
    },
    async restart() {
      await context.close();
      context = await launch(directory, options, problems);
    },
    async start({ offline = false } = {}) {
      context = await launch(directory, options, problems);
      // A browser that was killed may have lost the choice of its language, which it writes down late.
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
  // Longer than any act takes on a busy machine; a test that hangs should say where at once.
  context.setDefaultTimeout(15_000);
  watchForProblems(context, problems);
  return context;
}

/** The id of the browser's own process, which all its others follow. */
async function browserProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const browser = answer?.processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser does not tell its process.');
  return browser.id;
}
