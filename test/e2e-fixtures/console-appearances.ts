import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';

/** A theme, window width in px and text size of the console. */
interface ConsoleAppearance {
  readonly theme: 'Light' | 'Dark' | 'High contrast';
  readonly width: number;
  readonly size: 'Normal' | 'Very large';
  /** Rules of axe to check; all if empty. */
  readonly rules: readonly string[];
}

const screens = ['Today', 'Approvals', 'Operators', 'Audit'] as const;

/** Lists axe violations and horizontal scrolling of the console's current page. */
export async function pageProblems(
  page: Page,
  place: string,
  rules: readonly string[] = [],
): Promise<string[]> {
  const found = await violations(page, { rules });
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [...found, ...(isWide ? ['scrolls sideways'] : [])].map((text) => `${place}: ${text}`);
}

/** Opens screens, panels and dialogs of the console in each appearance, and lists their problems. */
export async function appearanceProblems(
  page: Page,
  appearances: readonly ConsoleAppearance[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { theme, width, size, rules } of appearances) {
    const check = async (place: string) => {
      problems.push(...(await pageProblems(page, `${place}, ${theme}, ${width} px`, rules)));
    };
    await page.setViewportSize({ width, height: 900 });
    await choose(page, theme);
    await choose(page, size);
    await checkScreens(page, check);
    if (rules.length === 0) await checkOperator(page, check);
    await checkOverlays(page, check);
  }
  return problems;
}

type Check = (place: string) => Promise<void>;

/** Rows of the audit, without the header. */
const entries = (page: Page) =>
  page
    .getByRole('table', { name: 'Audit' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Chooses a theme or text size in the menu of the account. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('radio', { name, exact: true }).check({ force: true });
  await page.keyboard.press('Escape');
}

async function checkScreens(page: Page, check: Check): Promise<void> {
  for (const screen of screens) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await check(screen);
  }
  await expect(entries(page).first()).toBeVisible();
}

async function checkOperator(page: Page, check: Check): Promise<void> {
  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByRole('link', { name: 'Tomasz Wrona' }).click();
  await expect(page.getByRole('dialog', { name: 'Tomasz Wrona' })).toBeVisible();
  await check('an operator');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('dialog', { name: 'Deactivate Tomasz Wrona?' })).toBeVisible();
  await check('the question why');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(entries(page).first()).toBeVisible();
}

async function checkOverlays(page: Page, check: Check): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('an entry');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('combobox', { name: 'Search screens, records and actions' }),
  ).toBeFocused();
  await check('palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await check('keyboard help');
  await page.keyboard.press('Escape');
}
