import { expect, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { watchRequests } from '#test/e2e-fixtures/watch-requests.ts';

// A separate server, because the demo's chat must be open, and other tests solve it.
test.use({ ownSite: 'console-offline' });

/** Buttons that start no action: they only load data, or change the view or typed text. */
const harmless =
  /^(Refresh|Try again|Export|Show more|Show earlier|Remove the filter .*|Templates|Tokens|Zoom in|Zoom out|Rotate|Invert|Compare: .*|Close|Answer|Internal note|Bold|Italic|Heading|List|Numbered list|Link|Plain text|Choose a file|(Move up|Move down|Remove): Picture \d|Nieczytelna etykieta.*|\d+ \w+ \d{4}, \d\d:\d\d)$/;

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
  const checkButtons = async (place: string) => {
    await waitForData();
    await page.context().setOffline(true);
    await expect(notice).toBeVisible();
    const actionNames = (await enabledButtons(page)).filter((name) => !harmless.test(name));
    enabled.push(...actionNames.map((name) => `${place}: ${name}`));
    disabledCount += await page
      .getByRole('button', { description: 'There is no network.' })
      .count();
    await page.context().setOffline(false);
    await expect(notice).toBeHidden();
  };
  const checkTabs = async (place: string) => {
    const tabs = page.getByRole('tab');
    for (let index = 0; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click();
      await checkButtons(`${place}, ${await tabs.nth(index).innerText()}`);
    }
  };
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const screens = await links.evaluateAll((all) =>
    all.map((link) => ({ title: link.textContent, path: link.getAttribute('href') ?? '' })),
  );
  expect(screens.length).toBeGreaterThan(10);
  for (const { title, path } of screens) {
    await page.goto(path);
    await checkButtons(title);
    await checkTabs(title);
    const opener = main.getByRole('table').getByRole('row').nth(1).getByRole('link').first();
    if ((await page.getByRole('tab').count()) > 0 || !(await opener.isVisible())) continue;
    const list = page.url();
    await opener.click();
    await expect(page).not.toHaveURL(list);
    await checkButtons(`a record of ${title}`);
    await checkTabs(`a record of ${title}`);
  }
  await page.goto('/support');
  await main.getByRole('link', { name: /Nieczytelna etykieta/ }).click();
  await expect(page.getByRole('button', { name: 'Mark as solved' })).toBeVisible();
  await checkButtons('a chat');
  expect(enabled).toEqual([]);
  expect(disabledCount).toBeGreaterThan(40);
});
