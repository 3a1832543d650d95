import type { Page } from '@playwright/test';
import { waitUntilSettled } from './go-to.ts';

/** Maximum layout shift of a screen (Layout Instability API; below 0.1 is good). */
const MAX_SHIFT = 0.05;

/** One layout shift (Layout Instability API). */
interface Shift {
  /** Share of the viewport that moved, times the distance. */
  readonly value: number;
  /** Moved elements. */
  readonly movedElements: readonly string[];
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

/** Records layout shifts without user input on every page. */
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
        shifts.push({
          value: entry.value,
          movedElements: entry.sources.map(({ node }) => name(node)),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns and clears the shifts recorded so far. */
export async function takeShifts(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => window.shifts?.splice(0) ?? []);
}

/** @returns a problem if the screen shifted too much while loading */
export async function layoutShiftProblems(page: Page, name: string): Promise<string[]> {
  await waitUntilSettled(page);
  const shifts = await takeShifts(page);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < MAX_SHIFT ? [] : [`${name}: ${sum.toFixed(2)}, ${JSON.stringify(shifts)}`];
}
