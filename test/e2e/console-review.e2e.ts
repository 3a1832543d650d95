import { expect, type Page, type Request } from '@playwright/test';
import { MINUTE_MS } from '#schemas/durations.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import {
  reviewer,
  signInOperator,
  signInWithNewPasskey,
  test,
  viewer,
} from '#test/e2e-fixtures/console.ts';

// A separate server, because the tests move its clock.
test.use({ ownSite: 'console-review' });

const productOf = (page: Page) => page.getByRole('region', { name: 'Product' });
const numberOf = (page: Page) => productOf(page).getByRole('heading', { level: 2 });

test('a reviewer decides products by keyboard, and undoes a decision', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  const product = productOf(page);
  const number = numberOf(page);
  await expect(product).toBeVisible();
  await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  const photo = page.getByRole('region', { name: 'Photo' });
  await expect(photo).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  const first = await number.innerText();

  await page.keyboard.press('a');
  await expect(page.getByText('session: accepted 1,')).toBeVisible();
  await expect(number).not.toHaveText(first);
  await page.keyboard.press('u');
  await expect(number).toHaveText(first);
  await expect(page.getByText('session: accepted 0,')).toBeVisible();

  await page.keyboard.press('x');
  await expect(page.getByRole('form', { name: 'Reason for rejecting' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('form', { name: 'Reason for rejecting' })).toBeHidden();
  // The focus stays on the screen.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await expect(page.getByText('session: accepted 0, rejected 1,')).toBeVisible();
  await expect(number).not.toHaveText(first);
  await page.keyboard.press('u');
  await expect(number).toHaveText(first);

  // The server holds decisions for a while, so that a decision can be undone after the page is opened again.
  const respondedTo = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.url().endsWith('/review/decisions') && response.request().method() === method,
    );
  const storeResponse = respondedTo('POST');
  await page.keyboard.press('a');
  await storeResponse;
  const holdResponse = respondedTo('GET');
  await page.reload();
  await holdResponse;
  await expect(number).toBeVisible();
  await page.keyboard.press('u');
  await expect(number).toHaveText(first);

  await page.keyboard.press('s');
  await expect(page.getByText('skipped 1')).toBeVisible();
  await expect(number).not.toHaveText(first);
});

test('a photo is zoomed, turned and inverted by keys, and the next one starts unzoomed', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  const photo = page.getByRole('img', { name: /^Photo of/ });
  await expect(photo).toBeVisible();
  await expect(photo).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
  await page.keyboard.press('+');
  await expect(photo).toHaveCSS('transform', 'matrix(1.25, 0, 0, 1.25, 0, 0)');
  await page.keyboard.press('i');
  await expect(photo).toHaveCSS('filter', /invert\(1\)/);
  await page.keyboard.press('r');
  await expect(photo).toHaveCSS('transform', /^matrix\(0, 1.25, -1.25, 0, /);
  // The turned photo is taller than its frame, so move the pointer over the frame.
  await page.getByRole('region', { name: 'Photo' }).hover({ position: { x: 30, y: 30 } });
  await page.mouse.wheel(0, -1);
  await expect(photo).not.toHaveCSS('transform', /, 0, 0\)$/);
  const first = await numberOf(page).innerText();
  await page.keyboard.press('s');
  await expect(numberOf(page)).not.toHaveText(first);
  await expect(photo).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
});

test('products are claimed only by a window that the reviewer uses', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  // The headless browser always has the focus.
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  let claims = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/review/claims')) claims += 1;
  });
  const reasons = page.waitForResponse('**/operator/v1/review/reasons*');
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await reasons;
  expect(claims).toBe(0);
  await page.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event('focus'));
  });
  await expect(productOf(page)).toBeVisible();
  expect(claims).toBeGreaterThan(0);
});

test('a decision made while the server restarts is stored', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  const first = await numberOf(page).innerText();
  const isDecision = (request: Request) =>
    request.url().endsWith('/review/decisions') && request.method() === 'POST';
  let failures = 0;
  const failedRequest = page.waitForEvent('requestfailed', (request) => {
    if (isDecision(request)) failures += 1;
    return failures === 3;
  });
  await site.club.server.stop();
  await page.keyboard.press('a');
  await failedRequest;
  const storeResponse = page.waitForResponse((response) => isDecision(response.request()));
  await site.club.server.start();
  expect((await storeResponse).status()).toBe(200);
  await expect(page.getByText('session: accepted 1,')).toBeVisible();
  await expect(numberOf(page)).not.toHaveText(first);
  // Only a stored decision can be undone.
  await page.keyboard.press('u');
  await expect(numberOf(page)).toHaveText(first);
});

test('a decision isn’t repeated after signing out', async ({ site, desk: page }) => {
  await page.clock.install();
  await signInOperator(site, page);
  let sentCount = 0;
  await page.route('**/review/decisions', (route) => {
    sentCount += 1;
    return route.abort();
  });
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  await page.keyboard.press('a');
  await expect.poll(() => sentCount).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible();
  const before = sentCount;
  // Longer than all retries together.
  await page.clock.runFor(20_000);
  expect(sentCount).toBe(before);
});

test('a decision that fails after the reviewer has left is reported on any screen', async ({
  site,
  desk: page,
}) => {
  await page.clock.install();
  await signInOperator(site, page);
  await page.route('**/review/decisions', (route) => route.abort());
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  // The button's name doesn't include the key.
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await expect(accept).toHaveAttribute('aria-keyshortcuts', 'a');
  await accept.click();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  // Longer than all retries together.
  for (let second = 0; second < 20; second += 1) await page.clock.runFor(1000);
  await page.getByRole('button', { name: 'Back to the review' }).click();
  await expect(productOf(page)).toBeVisible();
});

test('a photo whose request got no response is loaded again', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  const failed = new Set<string>();
  await page.route('**/review/photo/*', (route) => {
    const url = route.request().url();
    if (failed.has(url)) return route.continue();
    failed.add(url);
    return route.abort();
  });
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  const photo = page.getByRole('img', { name: /^Photo of/ });
  const width = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  expect(failed.size).toBeGreaterThan(0);
});

test('a viewer sees products, but has no button or key for decisions', async ({
  site,
  colleague: page,
}) => {
  await signInWithNewPasskey(site, page, viewer);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(productOf(page)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  await expect(page.getByText('Your role can look at products')).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Decision' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  const first = await numberOf(page).innerText();
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await expect(numberOf(page)).not.toHaveText(first);
  await page.getByRole('button', { name: /^Previous/ }).click();
  await expect(numberOf(page)).toHaveText(first);

  await test.step('a later page that has become empty links to the previous page', async () => {
    await page.route(/\/review\/products\?/, async (route) => {
      if (new URL(route.request().url()).searchParams.has('cursor')) {
        const meta = { next: null, total: 1 };
        return route.fulfill({ json: { data: [], projects: [], meta } });
      }
      const { data, projects } = await (await route.fetch()).json();
      const meta = { next: 'x', total: 1 };
      return route.fulfill({ json: { data: data.slice(0, 1), projects, meta } });
    });
    await page.reload();
    await expect(productOf(page)).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByText('Nothing to review')).toBeVisible();
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await expect(productOf(page)).toBeVisible();
    // A list that has changed may be fetched again at any time.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('the first of two reviewers sees that the second has decided, also in Polish', async ({
  site,
  desk: anna,
  colleague: ola,
}) => {
  const setClock = (minutes: number) =>
    anna.request.put(`${site.club.server.url}/dev/qa/switches`, {
      data: { network: {}, clockOffsetMs: minutes * MINUTE_MS },
    });
  await signInOperator(site, anna);
  await anna.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(productOf(anna)).toBeVisible();
  const number = await numberOf(anna).innerText();

  // After ten minutes, the product is offered to others.
  await setClock(11);
  await signInWithNewPasskey(site, ola, reviewer);
  await ola.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(numberOf(ola)).toHaveText(number);
  const decideResponse = ola.waitForResponse((response) =>
    response.url().endsWith('/review/decisions'),
  );
  await ola.keyboard.press('a');
  await decideResponse;
  await expect(numberOf(ola)).not.toHaveText(number);

  await test.step('the first reviewer’s decision changes nothing', async () => {
    await anna.keyboard.press('x');
    await anna.keyboard.press('1');
    await expect(anna.getByText(/already been decided|has decided/).first()).toBeVisible();
    await expect(anna.getByText('session: accepted 0, rejected 0,')).toBeVisible();
  });

  await test.step('the screen is complete in Polish', async () => {
    await ola.getByRole('button', { name: /^Account of/ }).click();
    await ola.getByRole('radio', { name: 'Polski' }).click({ force: true });
    await ola.keyboard.press('Escape');
    await expect(ola.getByRole('heading', { level: 1, name: 'Ocena' })).toBeVisible();
    const acts = ola.getByRole('toolbar', { name: 'Decyzja' });
    await expect(acts.getByRole('button', { name: /^Przyjmij/ }).first()).toBeVisible();
    await expect(ola.getByRole('region', { name: 'Produkt', exact: true })).toBeVisible();
    await ola.keyboard.press('x');
    await expect(ola.getByRole('form', { name: 'Powód odrzucenia' })).toBeVisible();
    expect(await violations(ola)).toEqual([]);
  });
  await setClock(0);
});
