import type { BrowserContext } from '@playwright/test';

/**
 * Chromium's own console messages for failed requests and unreachable service worker updates. The
 * app handles those; CSP violations have other messages.
 */
const failedRequest =
  /^Failed to load resource: |^An unknown error occurred when fetching the script\.$/;

/** Collects unhandled errors of a context's pages. */
export function watchForProblems(context: BrowserContext, problems: string[]): void {
  context.on('weberror', (error) => problems.push(`uncaught: ${String(error.error())}`));
  context.on('console', (entry) => {
    const text = entry.text();
    const isBroken = entry.type() === 'error' && !failedRequest.test(text);
    if (isBroken) problems.push(`console: ${text} (${entry.location().url})`);
  });
}
