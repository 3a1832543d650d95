import type { Page } from '@playwright/test';
import { waitUntilQuiet } from '#test/e2e-fixtures/go-to.ts';

/** So long a screen may be on its way, in ms. */
const PATIENCE_MS = 5_000;
/** Nothing has changed for so long, in ms: what was done has had its answer. */
const QUIET_MS = 150;

/** What may be asked of the screen after a step. */
export interface Expected {
  /** Something was pressed: something has the focus. The Tab key alone may lead out of the page. */
  readonly focus: boolean;
  /** There is a network that works: nothing goes on loading. */
  readonly whole: boolean;
}

/** What is wrong with the screen and stays so. */
export async function lastingFlaws(page: Page, expected: Expected): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    await quiet(page);
    const found = await page
      .evaluate(flawsNow, expected)
      .catch((error: unknown) => [String(error)]);
    if (found.length === 0 || Date.now() > until) return found;
  }
}

/** Waits until nothing has changed for a moment, or for a while at most: an animation may go on for ever. */
async function quiet(page: Page): Promise<void> {
  await waitUntilQuiet(page, QUIET_MS, { polling: 50, timeout: PATIENCE_MS }).catch(
    () => undefined,
  );
}

/** Within the page. */
function flawsNow({ focus, whole }: Expected): string[] {
  const found: string[] = [];
  const text = document.body.innerText;
  for (const bad of ['undefined', 'NaN', '[object', 'Invalid Date', 'Infinity']) {
    const at = text.indexOf(bad);
    if (at >= 0) found.push(`“${text.slice(Math.max(0, at - 30), at + 30)}”`);
  }
  const mains = [...document.querySelectorAll('main, [role=main]')];
  // It may have no box of its own, and hand its place on to what is in it.
  const seen = mains.filter((one) => one.firstElementChild?.checkVisibility());
  if (seen.length !== 1) found.push(`${seen.length} main regions`);
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);
  if (headings.length === 0) found.push('no heading');
  if (headings.some((one) => /went wrong|problem/.test(one))) found.push(`“${headings.join()}”`);
  const { scrollWidth = 0 } = document.scrollingElement ?? {};
  if (scrollWidth > innerWidth + 1) found.push(`too wide by ${scrollWidth - innerWidth} px`);
  if (focus && document.activeElement === document.body) found.push('nothing has the focus');
  if (whole && document.querySelector('main [aria-busy=true]')) found.push('it goes on loading');
  return found;
}
