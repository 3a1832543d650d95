import type { Page } from '@playwright/test';

declare global {
  interface Window {
    drawing?: { css: string; text: string; actedAt: number | null; waits: number[] };
  }
}

/**
 * For `page.addInitScript`: measures from a press or keystroke to the frame that shows the expected
 * text. Runs in the page, so it must be self-contained.
 */
export function watchDrawing(): void {
  const drawing = { css: '', text: '', actedAt: null as number | null, waits: [] as number[] };
  window.drawing = drawing;
  for (const event of ['click', 'input']) {
    addEventListener(event, () => (drawing.actedAt = performance.now()), true);
  }
  const isDrawn = () =>
    [...document.querySelectorAll(drawing.css)].some((element) =>
      element.textContent.includes(drawing.text),
    );
  function check(): void {
    if (drawing.actedAt !== null && drawing.css !== '' && isDrawn()) {
      drawing.waits.push(performance.now() - drawing.actedAt);
      drawing.actedAt = null;
      drawing.css = '';
    }
    requestAnimationFrame(check);
  }
  requestAnimationFrame(check);
}

/**
 * Runs an action and waits until new content with the text is painted.
 * @returns ms from the action's event to the following frame
 */
export async function timeToDraw(
  page: Page,
  expected: { css: string; text: string },
  action: () => Promise<void>,
): Promise<number> {
  const earlierCount = await page.evaluate(({ css, text }) => {
    const { drawing } = window;
    if (!drawing) throw new Error('Drawing is not being watched.');
    const isAlreadyThere = [...document.querySelectorAll(css)].some((element) =>
      element.textContent.includes(text),
    );
    if (isAlreadyThere) throw new Error(`“${text}” is already drawn.`);
    Object.assign(drawing, { css, text, actedAt: null });
    return drawing.waits.length;
  }, expected);
  await action();
  const drawnPage = page.waitForFunction(
    (count) => (window.drawing?.waits.length ?? 0) > count,
    earlierCount,
  );
  await drawnPage.catch(async (error: unknown) => {
    const visibleText = await page.evaluate(() => document.body.innerText);
    throw new Error(`“${expected.text}” wasn’t drawn. Visible text: ${visibleText.slice(0, 600)}`, {
      cause: error,
    });
  });
  return page.evaluate(() => window.drawing?.waits.at(-1) ?? Number.NaN);
}
