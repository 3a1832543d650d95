import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Whether the app's worker may be registered, where that is held back. */
    mayInstall?: boolean;
    letInstall?: () => void;
  }
}

/** Where it is held back. */
const held = new WeakSet<BrowserContext>();

/**
 * Keeps the app from installing its worker until a test waits for it, as in a browser that takes its time: to fetch
 * and compile all of the app beside the test costs a third of what the start of a test does.
 */
export async function delayInstallation(context: BrowserContext): Promise<void> {
  held.add(context);
  await context.addInitScript(() => {
    // A page that came without encryption has none.
    if (!('serviceWorker' in navigator)) return;
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    window.letInstall = () => resolve(undefined);
    container.register = async (...given) => {
      if (!window.mayInstall) await promise;
      return register(...given);
    };
  });
}

/** Lets the app install its worker, and waits until it can start without a network: the worker has everything and is in control. */
export async function waitUntilInstalled(page: Page): Promise<void> {
  await releaseInstallation(page.context());
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled, { timeout: 60_000 }).toBe(true);
}

async function releaseInstallation(context: BrowserContext): Promise<void> {
  if (!held.delete(context)) return;
  const release = () => {
    window.mayInstall = true;
    window.letInstall?.();
  };
  await context.addInitScript(release);
  await Promise.all(context.pages().map((page) => page.evaluate(release)));
}
