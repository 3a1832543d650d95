import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** True once the delayed service worker may register. */
    mayInstall?: boolean;
    allowInstall?: () => void;
  }
}

/** Contexts with a delayed installation. */
const delayedContexts = new WeakSet<BrowserContext>();

/**
 * Delays the service worker's registration until a test needs it. Fetching and compiling the whole
 * app takes a third of a test's startup time.
 */
export async function delayInstallation(context: BrowserContext): Promise<void> {
  delayedContexts.add(context);
  await context.addInitScript(() => {
    // Insecure pages have no service worker.
    if (!('serviceWorker' in navigator)) return;
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    window.allowInstall = () => resolve(undefined);
    container.register = async (...args) => {
      if (!window.mayInstall) await promise;
      return register(...args);
    };
  });
}

/**
 * Lets the app install, and waits until its worker controls the page and the app works offline.
 */
export async function waitUntilInstalled(page: Page): Promise<void> {
  await releaseInstallation(page.context());
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled, { timeout: 60_000 }).toBe(true);
}

async function releaseInstallation(context: BrowserContext): Promise<void> {
  if (!delayedContexts.delete(context)) return;
  const release = () => {
    window.mayInstall = true;
    window.allowInstall?.();
  };
  await context.addInitScript(release);
  await Promise.all(context.pages().map((page) => page.evaluate(release)));
}
