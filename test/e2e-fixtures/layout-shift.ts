import type { Page } from '@playwright/test';
import { waitUntilSettled } from './go-to.ts';

/** As much may move of a screen, by the Layout Instability API; under 0.1 counts as good. */
const MAX_SHIFT = 0.05;

/** One movement of what stood on the screen, as the browser saw it (Layout Instability API). */
interface Shift {
  /** The share of the screen that moved, times how far. */
  readonly value: number;
  /** What moved. */
  readonly moved: readonly string[];
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    shifts?: Shift[];
  }
}

/** Has every page count what moves on it without having been touched. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    window.shifts = shifts;
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      const text = element?.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 40) ?? '';
      return `${element?.tagName.toLowerCase() ?? '?'} “${text}”`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => name(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved since the page was opened, or since this was asked last. */
export async function takeShifts(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => window.shifts?.splice(0) ?? []);
}

/** @returns what of a screen has moved by the time at which it is complete, where that is too much */
export async function layoutShiftProblems(page: Page, name: string): Promise<string[]> {
  await waitUntilSettled(page);
  const shifts = await takeShifts(page);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < MAX_SHIFT ? [] : [`${name}: ${sum.toFixed(2)}, ${JSON.stringify(shifts)}`];
}
