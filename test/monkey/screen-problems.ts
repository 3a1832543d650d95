import type { Page } from '@playwright/test';
import { waitUntilQuiet } from '#test/e2e-fixtures/go-to.ts';

/** Maximum loading time of a screen, in ms. */
const TIMEOUT_MS = 5_000;
/** The screen counts as settled after this time without changes, in ms. */
const QUIET_MS = 150;

/** Expectations after a step. */
export interface Expected {
  /** After a press something must have the focus, whereas the Tab key may leave the page. */
  readonly hasFocus: boolean;
  /** While the network works, nothing may keep loading. */
  readonly isComplete: boolean;
}

/** Finds problems of the screen that persist after it has settled. */
export async function persistentProblems(page: Page, expected: Expected): Promise<string[]> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    await waitForQuietMoment(page);
    const problems = await page
      .evaluate(currentProblems, expected)
      .catch((error: unknown) => [String(error)]);
    if (problems.length === 0 || Date.now() > deadline) return problems;
  }
}

/** Waits for a quiet moment, up to a limit because animations may run forever. */
async function waitForQuietMoment(page: Page): Promise<void> {
  await waitUntilQuiet(page, QUIET_MS, { polling: 50, timeout: TIMEOUT_MS }).catch(() => undefined);
}

/** Runs in the page. */
function currentProblems({ hasFocus, isComplete }: Expected): string[] {
  const problems: string[] = [];
  const text = document.body.innerText;
  for (const badText of ['undefined', 'NaN', '[object', 'Invalid Date', 'Infinity']) {
    const position = text.indexOf(badText);
    if (position >= 0) problems.push(`“${text.slice(Math.max(0, position - 30), position + 30)}”`);
  }
  const mains = [...document.querySelectorAll('main, [role=main]')];
  // `main` may have `display: contents`, so check its child.
  const visible = mains.filter((main) => main.firstElementChild?.checkVisibility());
  if (visible.length !== 1) problems.push(`${visible.length} main regions`);
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);
  if (headings.length === 0) problems.push('no heading');
  if (headings.some((heading) => /went wrong|problem/.test(heading)))
    problems.push(`“${headings.join()}”`);
  const { scrollWidth = 0 } = document.scrollingElement ?? {};
  if (scrollWidth > innerWidth + 1) problems.push(`too wide by ${scrollWidth - innerWidth} px`);
  if (hasFocus && document.activeElement === document.body) problems.push('nothing has the focus');
  if (isComplete && document.querySelector('main [aria-busy=true]'))
    problems.push('it keeps loading');
  return problems;
}
