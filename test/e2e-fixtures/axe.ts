import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { waitUntilStill } from './wait-until-still.ts';

/** What axe is to look at, and which of its rules it keeps; without any, all of them on the whole page. */
interface AxeScope {
  readonly within?: string;
  readonly rules?: readonly string[];
  readonly except?: readonly string[];
}

/**
 * What axe finds on the page as it stands. Its code is brought to each document once, and only what is wrong
 * is told: its list of all that is right takes longer than the looking.
 */
export async function violations(page: Page, look: AxeScope = {}): Promise<axe.Result[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const { within, rules = [], except = [] } = look;
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Frames are other sites' pages, without axe in them.
    iframes: false,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(rules.length > 0 ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  };
  await waitUntilStill(page);
  return page.evaluate(
    async ([selector, given]) => {
      const { axe: there } = window as unknown as { axe: typeof axe };
      const found = await there.run(selector ?? document, given);
      return found.violations;
    },
    [within, options] as const,
  );
}
