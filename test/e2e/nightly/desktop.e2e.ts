import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const desktopSize = { width: 1280, height: 800 };

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const table = (page: Page, name: string) => page.getByRole('table', { name });
/** Rows without the header. */
const rowsOf = (container: Locator) =>
  container.getByRole('row').filter({ has: container.page().getByRole('rowheader') });
/** Links of the rows. */
const links = (container: Locator) => container.getByRole('rowheader').getByRole('link');

test('a table is sorted and navigated by keyboard, and focus returns to its row', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.listProjects, {
    query: { page: 1, limit: 100, status: 'open' },
  });
  const { compare } = new Intl.Collator('en', { numeric: true });
  const streets = data.map(({ street_name }) => street_name).toSorted(compare);
  await page.setViewportSize(desktopSize);
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/projects');
  const projects = table(page, 'Projects');
  await expect(rowsOf(projects)).toHaveCount(Math.min(15, streets.length));
  await expect(head(page, 'Time left')).toHaveAttribute('aria-sort', 'ascending');

  await test.step('the column headers sort in both directions', async () => {
    await tabTo(page, head(page, 'Address').getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(head(page, 'Address')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head(page, 'Time left')).toHaveAttribute('aria-sort', 'none');
    await expect(links(projects)).toHaveText(streets.slice(0, 15));
    await page.keyboard.press('Enter');
    await expect(head(page, 'Address')).toHaveAttribute('aria-sort', 'descending');
    await expect(links(projects)).toHaveText(streets.toReversed().slice(0, 15));
  });

  await test.step('arrow keys move between rows, and Enter opens one', async () => {
    await tabTo(page, links(projects).first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(links(projects).nth(2)).toBeFocused();
    await page.keyboard.press('End');
    await expect(links(projects).last()).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(links(projects).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const street = streets.at(-2) ?? '';
    await expect(page.getByRole('heading', { level: 1, name: street })).toBeFocused();
    await expect(links(projects).nth(1)).toHaveAttribute('aria-current', 'page');
  });

  await test.step('going back keeps the order and the focus', async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await expect(links(projects).nth(1)).toBeFocused();
    await expect(head(page, 'Address')).toHaveAttribute('aria-sort', 'descending');
    await page.keyboard.press('ArrowUp');
    await expect(links(projects).first()).toBeFocused();
  });
});

/** Returns the column headings that are less than 4 px from the previous heading. */
function touchingTitles(table: Locator): Promise<string[]> {
  return table.evaluate((element) => {
    const range = document.createRange();
    const titles = [...element.querySelectorAll('th[scope=col]')].flatMap((head) => {
      const walk = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      const text = walk.nextNode();
      if (!text?.parentElement?.checkVisibility() || text.parentElement.matches('.sr-only'))
        return [];
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      return [{ left, right, title: head.textContent }];
    });
    return titles.flatMap(({ left, title }, index) =>
      left < (titles[index - 1]?.right ?? -Infinity) + 4 ? [title] : [],
    );
  });
}

test('on desktop, leads, orders, team and certificates are tables, next to the opened detail', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize(desktopSize);
  await signIn(club, page, 'polishOwner');
  for (const [path, name] of [
    ['/leads', 'Open'],
    ['/orders', 'Orders'],
    ['/warranty-certificates', 'Warranty certificates'],
  ] as const) {
    await goTo(page, path);
    const list = table(page, name);
    const first = links(list).first();
    await expect(first).toBeVisible({ timeout: 30_000 });
    const title = await first.innerText();
    await first.click();
    await expect(first).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
    expect(await touchingTitles(list)).toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(links(list).filter({ hasText: title }).first()).toBeFocused();
  }
  await goTo(page, '/team');
  const team = table(page, 'Team');
  await head(page, 'Contributed').getByRole('button').click();
  await expect(head(page, 'Contributed')).toHaveAttribute('aria-sort', 'descending');
  await rowsOf(team).filter({ hasText: 'Installer' }).first().getByRole('rowheader').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('on desktop, only the action of the navigation rail has the accent colour, and the screen’s own action is slate', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize(desktopSize);
  await signIn(club, page, 'polishOwner');
  const backgroundOf = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  const rail = page.getByRole('navigation', { name: 'Main' });
  const add = rail.getByRole('link', { name: 'Add product' });
  await expect(add).toBeVisible();
  await goTo(page, '/company');
  const edit = page.getByRole('main').getByRole('link', { name: 'Edit company' });
  await expect(edit).toBeVisible();
  expect(await backgroundOf(edit)).not.toBe(await backgroundOf(add));
  // On phones the screen's own action has the accent colour.
  const accent = await backgroundOf(add);
  await page.setViewportSize(phoneSize);
  await expect.poll(() => backgroundOf(edit)).toBe(accent);
});
