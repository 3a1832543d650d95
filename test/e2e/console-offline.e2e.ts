import { expect, type Page, type Request } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// The demo's chat must still be open, and other tests solve it.
test.use({ ownSite: 'console-offline' });

/** Buttons that start no action: they only load data, or change the view or typed text. */
const harmless =
  /^(Refresh|Export|Show more|Show earlier|Remove the filter .*|Templates|Tokens|Zoom in|Zoom out|Rotate|Invert|Compare: .*|Close|Answer|Internal note|Bold|Italic|Heading|List|Numbered list|Link|Plain text|Choose a file|(Move up|Move down|Remove): Picture \d|Nieczytelna etykieta.*|\d+ \w+ \d{4}, \d\d:\d\d)$/;

/**
 * Counts the requests that haven't ended, except the stream of changes, which stays open.
 * @returns a function that waits until the shown screen, panel or tab has its data
 */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(async () => {
      // A press starts its requests after the next rendering.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect([...pending].map((request) => request.url())).toEqual([]);
      expect(await page.getByRole('status', { name: /^Loading/ }).count()).toBe(0);
    }).toPass({ timeout: 10_000 });
  };
}

/** Names of buttons that could start an action now. Omits rows, columns and menus, which only open something. */
const enabledButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLButtonElement>('main button, [role=dialog] button'))
      .filter((button) => !button.disabled && button.ariaDisabled !== 'true')
      .filter(
        (button) =>
          button.checkVisibility() && !button.matches('[tabindex="-1"], [popovertarget], thead *'),
      )
      .map((button) => (button.ariaLabel ?? button.textContent).trim()),
  );

test('offline, every screen stays readable and no action can be started', async ({
  site,
  desk: page,
}) => {
  test.slow();
  const waitForData = watchRequests(page);
  await signInOperator(site, page);
  const notice = page.getByRole('status').filter({ hasText: 'Nothing can be changed' });
  const main = page.getByRole('main');
  const enabled: string[] = [];
  let disabledCount = 0;
  const look = async (place: string) => {
    await waitForData();
    await page.context().setOffline(true);
    await expect(notice).toBeVisible();
    const open = (await enabledButtons(page)).filter((name) => !harmless.test(name));
    enabled.push(...open.map((name) => `${place}: ${name}`));
    disabledCount += await page
      .getByRole('button', { description: 'There is no network.' })
      .count();
    await page.context().setOffline(false);
    await expect(notice).toBeHidden();
  };
  const lookAtTabs = async (place: string) => {
    const tabs = page.getByRole('tab');
    for (let index = 0; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click();
      await look(`${place}, ${await tabs.nth(index).innerText()}`);
    }
  };
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const screens = await links.evaluateAll((all) =>
    all.map((link) => ({ title: link.textContent, path: link.getAttribute('href') ?? '' })),
  );
  expect(screens.length).toBeGreaterThan(10);
  for (const { title, path } of screens) {
    await page.goto(path);
    await look(title);
    await lookAtTabs(title);
    const opener = main.getByRole('table').getByRole('row').nth(1).getByRole('link').first();
    if ((await page.getByRole('tab').count()) > 0 || !(await opener.isVisible())) continue;
    const list = page.url();
    await opener.click();
    await expect(page).not.toHaveURL(list);
    await look(`a record of ${title}`);
    await lookAtTabs(`a record of ${title}`);
  }
  await page.goto('/support');
  await main.getByRole('link', { name: /Nieczytelna etykieta/ }).click();
  await expect(page.getByRole('button', { name: 'Mark as solved' })).toBeVisible();
  await look('a chat');
  expect(enabled).toEqual([]);
  expect(disabledCount).toBeGreaterThan(40);
});
