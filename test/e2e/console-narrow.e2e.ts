import { expect, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/**
 * Elements that stick out of the window, or scroll horizontally although they aren't made for it: only a table's own
 * region may.
 */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clippedElements = new Map<Element | null, boolean>([[null, false]]);
    const overflowX = (element: Element) => getComputedStyle(element).overflowX;
    const isClipped = (element: Element | null): boolean => {
      const known = clippedElements.get(element);
      if (known !== undefined || element === null) return known ?? false;
      const found = overflowX(element) !== 'visible' || isClipped(element.parentElement);
      clippedElements.set(element, found);
      return found;
    };
    const sticksOut = (element: Element) =>
      element.getBoundingClientRect().right > width + 1 && !isClipped(element.parentElement);
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(overflowX(element)) &&
      !element.matches(':has(> table), textarea');
    return [...document.querySelectorAll('body *')]
      .filter((element) => sticksOut(element) || scrolls(element))
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** The least size of a target for a finger, in px. */
const TARGET = 48;

/**
 * Targets of the page or its open dialog that a finger misses: a press less than half a target from the centre doesn't
 * reach it. Links inside a sentence are as tall as their line.
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
        // A press on its label has the same effect.
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

const setTextSize = (page: Page, size: string) =>
  page.evaluate((px) => {
    document.documentElement.dataset['fontSize'] = px;
  }, size);

/** Looks at the shown screen, and each of its tabs, in the given widths and the largest text. */
async function look(
  page: Page,
  place: string,
  widths: readonly number[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const lookOnce = async (part: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      for (const size of ['14px', '20px']) {
        await setTextSize(page, size);
        const found = await overflowing(page);
        problems.push(...found.map((problem) => `${part}, ${width} px, ${size}: ${problem}`));
      }
    }
  };
  await lookOnce(place);
  const tabs = page.getByRole('tab');
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await lookOnce(`${place}, ${await tabs.nth(index).innerText()}`);
  }
  return problems;
}

test('every screen fits 320, 360 and 768 px, and a narrow window has the navigation in a menu', async ({
  site,
  desk: page,
}) => {
  test.slow();
  await signInOperator(site, page);
  const navigation = page.getByRole('navigation', { name: 'Screens' });
  const names = await navigation.getByRole('link').allTextContents();
  expect(names).toContain('Announcements');
  const problems: string[] = [];
  for (const name of names) {
    await page.setViewportSize({ width: 360, height: 740 });
    await setTextSize(page, '14px');
    await page.getByRole('button', { name: 'Screens' }).click();
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(navigation).toBeHidden();
    problems.push(...(await look(page, name, [320, 360, 768])));
  }
  expect(problems).toEqual([]);
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

  await test.step('a link of one narrow digit doesn’t widen its sheet', async () => {
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
    expect(await overflowing(page)).toEqual([]);
  });
});

test('every record and panel fits 320 and 360 px with the largest text', async ({
  site,
  desk: page,
}) => {
  test.slow();
  await signInOperator(site, page);
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  const problems: string[] = [];
  const openedScreens: string[] = [];
  for (const path of [...paths, '/imports?kind=awards', '/imports?kind=shop']) {
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    const row = page.getByRole('main').getByRole('table').getByRole('row').nth(1);
    const opener = row.getByRole('link').or(row.getByRole('button')).first();
    // Some screens have no list, or an empty one.
    const hasRow = await opener.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (!hasRow) continue;
    await opener.click();
    await expect(page).not.toHaveURL(path);
    openedScreens.push(path);
    problems.push(...(await look(page, `a record of ${path}`, [320, 360])));
  }
  expect(problems).toEqual([]);
  expect(openedScreens.length).toBeGreaterThan(15);
});
