import type { BrowserContext } from '@playwright/test';

/**
 * What Chromium itself notes for every request that failed or was refused, and for a look for a newer
 * service worker that found no server. The app handles those; a script, style or picture that the policy
 * blocked is noted in other words.
 */
const failedRequest =
  /^Failed to load resource: |^An unknown error occurred when fetching the script\.$/;

/** Collects whatever goes wrong in a context's pages unheard. */
export function watchForProblems(context: BrowserContext, problems: string[]): void {
  context.on('weberror', (error) => problems.push(`uncaught: ${String(error.error())}`));
  context.on('console', (entry) => {
    const text = entry.text();
    const isBroken = entry.type() === 'error' && !failedRequest.test(text);
    if (isBroken) problems.push(`console: ${text} (${entry.location().url})`);
  });
}
