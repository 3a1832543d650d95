import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { waitUntilStill } from './wait-until-still.ts';

/** Part of the page and rules to check; by default the whole page with all rules. */
interface AxeScope {
  readonly within?: string;
  readonly rules?: readonly string[];
  readonly except?: readonly string[];
}

/**
 * Returns axe's violations on the current page: rule, element and reason. Injects axe once per
 * document, and skips the list of passed rules, which is slow to compute.
 */
export async function violations(page: Page, scopeOptions: AxeScope = {}): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axe.source);
  const { within, rules = [], except = [] } = scopeOptions;
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Frames belong to other sites and have no axe.
    iframes: false,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(rules.length > 0 ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  };
  await waitUntilStill(page);
  const results = await page.evaluate(
    async ([selector, runOptions]) => {
      const { axe: loadedAxe } = window as unknown as { axe: typeof axe };
      const { violations: found } = await loadedAxe.run(selector ?? document, runOptions);
      return found;
    },
    [within, options] as const,
  );
  return results.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${id}: ${html.slice(0, 240)}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
