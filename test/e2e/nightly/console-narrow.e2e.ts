import { expect, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import {
  findOverflowingElements,
  recordsThatOverflow,
  screensThatOverflow,
  setTextSize,
} from '#test/e2e-fixtures/console-overflow.ts';

/** Minimum size of a touch target, in px. */
const TARGET = 48;

/**
 * Returns the touch targets of the page or its open dialog that are too small: a press within half the minimum size
 * from the centre misses them. Excludes links inside a sentence, which are as tall as their line.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    (reach) => {
      const within = document.querySelector('[role=dialog]') ?? document.body;
      const elements = within.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=tab], [role=textbox]',
      );
      const isInSentence = (element: Element) =>
        getComputedStyle(element).display === 'inline' &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node instanceof Text && node.data.trim() !== '',
        );
      const isSmall = (element: HTMLElement) => {
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        // A press on the label has the same effect as a press on the control.
        if (label && Math.min(label.offsetWidth, label.offsetHeight) >= 2 * reach) return false;
        element.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const isReached = ([byX, byY]: readonly [number, number]) => {
          const hit = document.elementFromPoint(x + byX, y + byY);
          return element.contains(hit);
        };
        const points = [
          [0, -reach],
          [0, reach],
          [-reach, 0],
          [reach, 0],
        ] as const;
        return !points.every(isReached);
      };
      return (
        [...elements]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          // The link to the content is hidden until it has the focus.
          .filter(
            (element) => element.offsetWidth > 1 && !isInSentence(element) && isSmall(element),
          )
          .map((element) => element.outerHTML.slice(0, 200))
      );
    },
    TARGET / 2 - 1,
  );

// This test checks only the extremes; `nightly/console-widths.e2e.ts` checks all combinations.
test('every screen fits 320 and 768 px, and a narrow window has the navigation in a menu', async ({
  site,
  desk: page,
}) => {
  test.slow();
  await signInOperator(site, page);
  const layouts = [
    { width: 320, textSize: '20px' },
    { width: 768, textSize: '14px' },
  ] as const;
  expect(await screensThatOverflow(page, layouts)).toEqual([]);
});

test('every target on the main screens is large enough for a finger', async ({
  site,
  desk: page,
}) => {
  test.slow();
  await signInOperator(site, page);
  const finger = await page.context().newCDPSession(page);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.reload();
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const paths = [
    '/',
    '/review',
    '/orders',
    '/support',
    '/companies',
    '/shop',
    '/imports?panel=new',
    '/content',
    '/country?region=10&tab=settings',
    '/reports',
    '/operators?invite=new',
  ];
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    problems.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
  }
  expect(problems).toEqual([]);

  await test.step('a link that is a single narrow digit doesn’t widen its sheet', async () => {
    await page.route('**/operator/v1/vouchers**', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/"open_orders":\d+/g, '"open_orders":1');
      await route.fulfill({ response, body });
    });
    await page.goto('/vouchers');
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    const link = page.getByRole('dialog').getByRole('link', { name: '1', exact: true });
    await expect(link).toBeVisible();
    await setTextSize(page, '20px');
    expect(await findOverflowingElements(page)).toEqual([]);
  });
});

test('in a short window, the bars below a table don’t cover other elements', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/shop');
  await setTextSize(page, '20px');
  await page.getByRole('button', { name: 'Edit the stock' }).click();
  await page.getByRole('table', { name: 'Shop' }).getByRole('textbox').first().fill('21');
  // A trial click fails if another element would receive the press.
  await page.getByRole('button', { name: 'Save the stock' }).click({ trial: true });
  await page.getByRole('button', { name: 'Columns' }).click({ trial: true });
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.goto('/companies');
  await setTextSize(page, '20px');
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).check();
  // The actions on the selected rows are visible without scrolling.
  const selection = page.getByRole('group', { name: 'Selection' });
  await expect(selection.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 });
});

test('every record and panel fits 320 px with the largest text', async ({ site, desk: page }) => {
  test.slow();
  await signInOperator(site, page);
  expect(await recordsThatOverflow(page, [{ width: 320, textSize: '20px' }])).toEqual([]);
});
