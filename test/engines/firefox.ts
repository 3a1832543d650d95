import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, {
  type Browser as Driver,
  type ConsoleMessage,
  type KeyInput,
  type Page,
} from 'puppeteer-core';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { firefoxVersion } from '#test/setup/install-engines.ts';
import type { Browser, BrowserOptions, Engine, Tab } from './tab.ts';

/** Preferences that differ from Firefox's defaults. */
const preferences = {
  // Fake camera with a moving pattern and no permission prompt.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // Grants persistent storage without a prompt.
  'dom.storageManager.prompt.testing': true,
  'dom.storageManager.prompt.testing.allow': true,
  // Animations take time and are tested in Chromium.
  'ui.prefersReducedMotion': 1,
  // One process per tab, so that a hanging tab doesn't block others.
  'dom.ipc.processCount.webIsolated': 8,
  'intl.accept_languages': 'en-GB, en',
  // Requests to external hosts would run into timeouts.
  'browser.safebrowsing.downloads.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** Firefox logs failed and cancelled requests to the console; the app handles those. */
const failedRequest =
  /^(?:Error: )?(ResizeObserver loop|downloadable font: download failed|Failed to load|Cross-Origin Request Blocked|Loading failed|The resource at|NetworkError|A ServiceWorker passed a promise)/;

/** Limit of all temporary storage, in kilobytes. */
const STORAGE_LIMIT = 'dom.quotaManager.temporaryStorage.fixedLimit';

/** Longer than any action takes on a busy machine, in ms. */
const ACTION_TIMEOUT_MS = 30_000;

/** Firefox through WebDriver BiDi. */
export function firefox(program: string): Engine {
  return {
    name: 'firefox',
    version: firefoxVersion(program),
    open: (options) => openBrowser(program, options),
  };
}

async function openBrowser(program: string, { storageMb }: BrowserOptions = {}): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'club-firefox-'));
  const problems: string[] = [];
  let driver: Driver;
  const start = async () => {
    await waitUntilRestored(profile);
    driver = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program,
      headless: true,
      userDataDir: profile,
      extraPrefsFirefox: {
        ...preferences,
        ...(storageMb && { [STORAGE_LIMIT]: storageMb * 1024 }),
      },
      defaultViewport: null,
    });
  };
  const kill = async () => {
    const browserProcess = driver.process();
    if (!browserProcess || browserProcess.exitCode !== null) return;
    const exited = new Promise((resolve) => browserProcess.once('exit', resolve));
    browserProcess.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    problems,
    start,
    kill,
    quit: () => driver.close(),
    // Firefox stores IndexedDB in its main process.
    loseStorage: null,
    async newTab() {
      // Don't use Firefox's first page, which never gets focus.
      const page = await driver.newPage();
      page.setDefaultTimeout(ACTION_TIMEOUT_MS);
      await page.setViewport(phoneSize);
      watchForProblems(page, problems);
      // Leaving an edited form asks for confirmation first, which would block the navigation.
      page.on('dialog', (dialog) => void dialog.accept());
      return tabOf(page);
    },
    async dispose() {
      await driver.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until puppeteer has restored the preference files of the previous run, which it does after the exit. */
async function waitUntilRestored(profile: string): Promise<void> {
  while (readdirSync(profile).some((name) => name.endsWith('.puppeteer'))) await pause(10);
}

function watchForProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => {
    const text = String(error);
    if (!failedRequest.test(text)) problems.push(`uncaught: ${text}`);
  });
  page.on('console', (entry) => {
    if (entry.type() !== 'error') return;
    const sourceUrl = entry.location().url ?? page.url();
    void textOf(entry).then((text) => {
      if (text !== null && !failedRequest.test(text))
        problems.push(`console: ${text} (${sourceUrl})`);
    });
  });
}

/** Text of a console message, including a logged error's message; null if the page has closed. */
async function textOf(entry: ConsoleMessage): Promise<string | null> {
  const texts = entry.args().map((argument) => argument.evaluate(String));
  return Promise.all(texts).then(
    (all) => all.join(' '),
    // Once its page has closed, a logged error is only a handle without a message.
    () => (entry.text().includes('JSHandle@') ? null : entry.text()),
  );
}

/** A page that reloads itself cancels a navigation, so retry as a person would. */
async function retryNavigation(navigate: () => Promise<unknown>): Promise<void> {
  await navigate().catch((error: unknown) => {
    if (!/NS_BINDING_ABORTED|interrupted an unfinished navigation/.test(String(error))) throw error;
    return navigate();
  });
}

function tabOf(page: Page): Tab {
  return {
    goto: (url) => retryNavigation(() => page.goto(url, { waitUntil: 'domcontentloaded' })),
    leaveFor: (url) => page.evaluate((to) => location.assign(to), url),
    reload: () => retryNavigation(() => page.reload({ waitUntil: 'load' })),
    back: async () => void (await page.goBack({ waitUntil: 'load' })),
    url: () => page.evaluate(() => location.href),
    evaluate: <Input, Result>(run: (input: Input) => Result | Promise<Result>, input?: Input) =>
      page.evaluate(run as (input: unknown) => Result | Promise<Result>, input) as Promise<Result>,
    inject: async (source) => void (await page.evaluate(source)),
    pressAt: ({ x, y }) => page.mouse.click(x, y),
    pressKey: (key) => page.keyboard.press(key as KeyInput),
    show: () => page.bringToFront(),
    screenshot: async () => Buffer.from(await page.screenshot({ type: 'png' })),
    close: () => page.close(),
  };
}
