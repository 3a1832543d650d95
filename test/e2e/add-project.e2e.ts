import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/** Height of a keyboard with its suggestion row, in px. */
const KEYBOARD = 336;
const VISIBLE_HEIGHT = phoneSize.height - KEYBOARD;

/** Simulates Safari's keyboard: it shrinks the visual viewport, not the page. */
async function coverByKeyboard(page: Page, covered: number): Promise<void> {
  await page.evaluate((height) => {
    Object.defineProperty(VisualViewport.prototype, 'height', {
      configurable: true,
      get: () => document.documentElement.clientHeight - height,
    });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  }, covered);
}

/** Expects both the field and the action to be above the keyboard. */
async function expectVisible(field: Locator, action: Locator): Promise<void> {
  const edges = async () => {
    const [fieldBox, actionBox] = [await field.boundingBox(), await action.boundingBox()];
    if (!fieldBox || !actionBox) return 'not there';
    if (fieldBox.y < 0 || fieldBox.y + fieldBox.height > actionBox.y)
      return 'the field is outside the visible area';
    return actionBox.y + actionBox.height > VISIBLE_HEIGHT
      ? 'the action is under the keyboard'
      : 'in sight';
  };
  await expect.poll(edges).toBe('in sight');
}

test('F06: a project created offline can be changed and filled, and is sent once, despite a reload', async ({
  phone,
  club,
}) => {
  const [serial] = plainSerials(1) as [DemoSerial];
  const { page, context } = phone;
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await goTo(page, '/projects/add');
  const street = page.getByRole('combobox', { name: 'Street and number' });
  await expect(street).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/we can’t suggest addresses/).first()).toBeVisible();
  await street.fill('Bezsieciowa 5');
  await page.getByRole('option', { name: 'Use “Bezsieciowa 5”' }).click();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('00-625');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Bezsieciowa 5' })).toBeVisible();
  await expect(page.getByText('Saved on this phone', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Change project' }).click();
  await street.fill('Bezsieciowa 7');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  const heading = page.getByRole('heading', { name: 'Bezsieciowa 7' });
  await expect(heading).toBeVisible();

  await captureManually(page, serial);
  await saveToFirstProject(page);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(serial.code);
  await goTo(page, '/scan/offline');
  await expect(page.getByRole('button', { name: /Bezsieciowa 7/ })).toContainText('New project');

  await context.setOffline(false);
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 });
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.searchProjects, { query: { address: 'Bezsieciowa' } });
  expect(data).toMatchObject([
    { street_name: 'Bezsieciowa 7', products_count: 1, status: { id: 1 }, available_points: 0 },
  ]);
  const id = data[0]?.uuid ?? '';
  const { products, calculated_available_points: points } = await owner.call(calls.getProject, {
    params: { id },
  });
  expect(products).toMatchObject([{ serial_number: serial.code, flag: 'valid', points }]);
  await goTo(page, `/projects/${id}`);
  await expect(heading).toBeVisible();
  await expect(page.getByText('Saved on this phone')).toHaveCount(0);
});

test('the on-screen keyboard covers neither the focused field nor the action', async ({
  phone: { page },
  club,
}) => {
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/projects/add');
  const fields = ['Postal code', /^City/, /^Name/].map((name) =>
    page.getByRole('textbox', { name }),
  );
  const add = page.getByRole('button', { name: 'Create project' });
  const expectVisibleAboveKeyboard = async (
    open: () => Promise<void>,
    close: () => Promise<void>,
  ) => {
    for (const field of fields) {
      await field.focus();
      await open();
      await expectVisible(field, add);
      await close();
    }
  };
  await test.step('if the browser shrinks the page, as requested', async () => {
    const viewport = await page.evaluate(
      () => document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content,
    );
    expect(viewport).toContain('interactive-widget=resizes-content');
    await expectVisibleAboveKeyboard(
      () => page.setViewportSize({ ...phoneSize, height: VISIBLE_HEIGHT }),
      () => page.setViewportSize(phoneSize),
    );
  });
  await test.step('if the page keeps its size', () =>
    expectVisibleAboveKeyboard(
      () => coverByKeyboard(page, KEYBOARD),
      () => coverByKeyboard(page, 0),
    ));
});
