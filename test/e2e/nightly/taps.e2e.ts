import { expect, type Page } from '@playwright/test';
import { addDays } from '#schemas/calendar-day.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { startCounting, expectEffort } from '#test/e2e-fixtures/count-taps.ts';
import {
  ADD_BUTTON,
  areOnTop,
  recognisedProduct,
  tapWithoutScrolling,
  PROJECT_PICKER_LINK,
} from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { type Ledger, ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { upcomingDay, leadAtStep, customerName } from '#test/e2e-fixtures/leads.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { productOf } from '#test/e2e-fixtures/shop.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { todoList } from '#test/e2e-fixtures/todo-list.ts';
import type { Scene } from '#test/film/scene.ts';

/** Products that no other test uses. */
const [toClose, ...otherSerials] = plainSerials(7, 800);
const byCamera = otherSerials.slice(0, 3);
const byHand = otherSerials.slice(3);

/** Sending and pulling take longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const navigation = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Every task starts at home, with nothing in progress. */
async function startAtHome(page: Page): Promise<void> {
  await goTo(page, '/');
  await expect(page.getByRole('list', { name: 'Open projects' })).toBeVisible();
  await startCounting(page);
}

/** Saves captured products to the newest open project by choosing it. */
async function saveToNewest(page: Page): Promise<void> {
  await link(page, PROJECT_PICKER_LINK).tap();
  await page.getByRole('list', { name: 'Open projects' }).getByRole('button').first().tap();
  await expect(page.getByRole('list', { name: 'Products' })).toBeVisible();
}

/** Taps a list option once it is within reach. */
async function tapOption(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name, exact: true });
  await expect.poll(() => option.evaluateAll(areOnTop)).toBe(true);
  await tapWithoutScrolling(option);
}

test.describe('with a camera', () => {
  const scenes = byCamera.map((serial): Scene => {
    return { texts: [labelText(serial)], seconds: 2, light: 'normal', motion: 'still' };
  });
  test.use({ film: { scenes } });

  test('three labels are scanned and saved in as many taps as docs/bench.md says', async ({
    club,
    persistentPhone: { page },
  }) => {
    await signIn(club, page, 'czechOwner');
    await startAtHome(page);
    await navigation(page, 'Scan').tap();
    await link(page, 'Review 3 products').tap({ timeout: 60_000 });
    await saveToNewest(page);
    await expectEffort(page, 'Scan 3 by camera and save them');
  });
});

test('the main jobs take as many taps and keys as docs/bench.md says', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const ledger = await ledgerOf(owner);
  const project = await newProject(owner, 'Liczona 1');
  await addProduct(owner, project.uuid, toClose as DemoSerial);
  await signIn(club, page, 'polishOwner');
  await expect(page.getByRole('list', { name: 'Open projects' })).toContainText('Liczona 1');

  await test.step('a project is closed', () => close(page, ledger, 'Liczona 1'));
  await test.step('3 are entered manually', () => enterThree(page));
  await test.step('a project is started', () => startProject(page));
  await test.step('a lead becomes a project', () => agree(owner, page));
  await test.step('a voucher is ordered', () => orderProducts(owner, page, ledger));
});

async function close(page: Page, ledger: Ledger, street: string): Promise<void> {
  await startAtHome(page);
  await link(page, street).tap();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible(SYNC_TIMEOUT);
  await button(page, 'Close project').tap();
  await page.getByRole('radio', { name: 'A new house' }).tap();
  await button(page, 'Next').tap();
  await page.getByRole('checkbox', { name: 'Daylight' }).tap();
  await button(page, 'Next').tap();
  await button(page, 'Finish').tap();
  const sheet = page.getByRole('dialog', { name: /^Project closed: / });
  await expect(sheet).toBeVisible(SYNC_TIMEOUT);
  await expectEffort(page, 'Close a project');
  await ledger.expectScreenAgrees(page, 'closedSheet');
  await button(page, 'Done').tap();
}

async function enterThree(page: Page): Promise<void> {
  await startAtHome(page);
  await navigation(page, 'Scan').tap();
  await link(page, 'Enter manually').last().tap();
  await page.getByRole('textbox', { name: 'First part' }).tap();
  for (const [index, serial] of byHand.entries()) {
    await page.keyboard.type(serial.code.replace('-', ''));
    await expect(recognisedProduct(page)).toBeVisible(SYNC_TIMEOUT);
    await button(page, ADD_BUTTON).tap();
    const capturedList = page.getByRole('list', { name: 'Scanned products' });
    await expect(capturedList.getByRole('listitem')).toHaveCount(index + 1);
  }
  await link(page, 'Review 3 products').tap();
  await saveToNewest(page);
  await expectEffort(page, 'Enter 3 by hand and save them');
}

async function startProject(page: Page): Promise<void> {
  await startAtHome(page);
  await link(page, 'New project').tap();
  await page.getByRole('combobox', { name: 'Street and number' }).tap();
  await page.keyboard.type('lipo lodz 12a');
  await tapOption(page, 'ul. Lipowa 12a 90-001 Łódź');
  await button(page, 'Create project').tap();
  await expect(title(page, 'ul. Lipowa 12a')).toBeVisible();
  await expectEffort(page, 'Add a project');
}

async function agree(owner: SignedIn, page: Page): Promise<void> {
  const lead = await leadAtStep(owner, 'new');
  await startAtHome(page);
  await button(page, /^Show all \d+$/).tap();
  await todoList(page)
    .getByRole('link', { name: customerName(lead) })
    .first()
    .tap();
  await button(page, 'I’m interested').tap();
  await button(page, /^I’ve contacted /).tap();
  await page.getByRole('checkbox', { name: 'I’ve visited the site' }).tap();
  await page.getByRole('checkbox', { name: 'We’ve agreed a date' }).tap();
  const day = unambiguousDay();
  await page.getByLabel('Installation date').tap();
  await page.keyboard.type(day.split('-').toReversed().join(''));
  await expect(page.getByLabel('Installation date')).toHaveValue(day);
  await button(page, 'Create project').tap();
  await expect(title(page, lead.customer_info.StreetHouseNumber)).toBeVisible();
  await expectEffort(page, 'Turn a lead into a project');
}

/** A date that reads the same day-first and month-first. */
function unambiguousDay(): string {
  let day = upcomingDay();
  while (day.slice(5, 7) !== day.slice(8)) day = addDays(day, 1);
  return day;
}

async function orderProducts(owner: SignedIn, page: Page, ledger: Ledger): Promise<void> {
  const voucher = await productOf(owner, 'EDENRED');
  await startAtHome(page);
  await navigation(page, 'Menu').tap();
  await link(page, 'Shop').tap();
  await page.getByRole('radiogroup', { name: 'Category' }).getByText('Vouchery').tap(SYNC_TIMEOUT);
  await link(page, voucher.name).first().tap();
  await button(page, 'Buy now').tap();
  await button(page, 'Continue').tap();
  await button(page, /^Order for/).tap();
  await expect(title(page, 'Thank you')).toBeVisible();
  await expectEffort(page, 'Order a voucher');
  await ledger.expectScreenAgrees(page, 'thankYou');
}
