import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, {
  type Browser as Driver,
  type ConsoleMessage,
  type KeyInput,
  type Page,
} from 'puppeteer-core';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { firefoxVersion } from '#test/setup/install-engines.ts';
import type { Browser, Engine, Tab } from './tab.ts';

/** Preferences that differ from Firefox's defaults. */
const preferences = {
  // A camera that shows a moving pattern, without asking the person.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // Lasting storage is allowed without a question.
  'dom.storageManager.prompt.testing': true,
  'dom.storageManager.prompt.testing.allow': true,
  // Motion costs time, and is tested in Chromium.
  'ui.prefersReducedMotion': 1,
  // A tab that hangs must not hold up another one: each has a process.
  'dom.ipc.processCount.webIsolated': 8,
  'intl.accept_languages': 'en-GB, en',
  // Requests to foreign hosts would wait for their time limit.
  'browser.safebrowsing.downloads.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** Firefox notes every request that failed, or was ended as its page was left, on its console; the app handles those. */
const failedRequest =
  /^(?:Error: )?(ResizeObserver loop|downloadable font: download failed|Failed to load|Cross-Origin Request Blocked|Loading failed|The resource at|NetworkError|A ServiceWorker passed a promise)/;

/** Longer than any act takes on a busy machine, in milliseconds. */
const actLimit = 30_000;

/** Firefox by WebDriver BiDi. */
export function firefox(program: string): Engine {
  return {
    name: 'firefox',
    version: firefoxVersion(program),
    open: () => openBrowser(program),
  };
}

async function openBrowser(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'club-firefox-'));
  const problems: string[] = [];
  let driver: Driver;
  const start = async () => {
    driver = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program,
      headless: true,
      userDataDir: profile,
      extraPrefsFirefox: preferences,
      defaultViewport: null,
    });
  };
  const kill = async () => {
    const browserProcess = driver.process();
    if (!browserProcess || browserProcess.exitCode !== null) return;
    const ended = new Promise((resolve) => browserProcess.once('exit', resolve));
    browserProcess.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    problems,
    start,
    kill,
    quit: () => driver.close(),
    // It keeps them in its main process.
    loseStorage: null,
    async newTab() {
      // Not the page that Firefox opens at its start: that one never has the focus.
      const page = await driver.newPage();
      page.setDefaultTimeout(actLimit);
      await page.setViewport(phoneSize);
      listen(page, problems);
      return tabOf(page);
    },
    async dispose() {
      await driver.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function listen(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => {
    const text = String(error);
    if (!failedRequest.test(text)) problems.push(`uncaught: ${text}`);
  });
  page.on('console', (entry) => {
    if (entry.type() !== 'error') return;
    const where = entry.location().url ?? page.url();
    void textOf(entry).then((text) => {
      if (text !== null && !failedRequest.test(text)) problems.push(`console: ${text} (${where})`);
    });
  });
}

/** Returns the text of a console message, with the message of a logged error; null if the page was left since. */
async function textOf(entry: ConsoleMessage): Promise<string | null> {
  const words = entry.args().map((word) => word.evaluate(String));
  return Promise.all(words).then(
    (all) => all.join(' '),
    // Without its page an error is only a handle.
    () => (entry.text().includes('JSHandle@') ? null : entry.text()),
  );
}

/** A page that reloads itself ends a navigation that begins at that moment; a person would press again. */
async function again(navigate: () => Promise<unknown>): Promise<void> {
  await navigate().catch((error: unknown) => {
    if (!String(error).includes('NS_BINDING_ABORTED')) throw error;
    return navigate();
  });
}

function tabOf(page: Page): Tab {
  return {
    goto: (url) => again(() => page.goto(url, { waitUntil: 'domcontentloaded' })),
    leaveFor: (url) => page.evaluate((to) => location.assign(to), url),
    reload: () => again(() => page.reload({ waitUntil: 'load' })),
    back: async () => void (await page.goBack({ waitUntil: 'load' })),
    url: () => page.evaluate(() => location.href),
    evaluate: <Given, Result>(run: (given: Given) => Result | Promise<Result>, given?: Given) =>
      page.evaluate(run as (given: unknown) => Result | Promise<Result>, given) as Promise<Result>,
    inject: async (source) => void (await page.evaluate(source)),
    pressAt: ({ x, y }) => page.mouse.click(x, y),
    pressKey: (key) => page.keyboard.press(key as KeyInput),
    show: () => page.bringToFront(),
    screenshot: async () => Buffer.from(await page.screenshot({ type: 'png' })),
    close: () => page.close(),
  };
}
