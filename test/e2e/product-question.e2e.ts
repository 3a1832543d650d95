import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { type DemoSerial, freeDemoSerials } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/** Two products of a type with a product question. */
function productsWithQuestion() {
  const typesWithQuestion = demoProductTypes.filter(
    ({ status, tier_category: category }) => status === 'internal' && [2, 4, 5].includes(category),
  );
  const [first, ...otherSerials] = freeDemoSerials().filter(
    ({ type, code }) =>
      typesWithQuestion.some((item) => item.type === type) && !code.startsWith('19C'),
  );
  const second = otherSerials.find(({ type }) => type === first?.type);
  if (!first || !second) throw new Error('The demo has too few products of this type.');
  return [first, second] as const;
}

test('the product question is answered offline once for all products of a type, and sent with each', async ({
  phone,
  club,
}) => {
  const { page, context } = phone;
  const [first, second] = productsWithQuestion();
  await signIn(club, page, 'polishOwner');
  await expect(page.getByRole('list', { name: 'Open projects' })).toBeVisible();
  await waitUntilInstalled(page);
  await context.setOffline(true);
  club.proxy.isDown = true;
  await captureManually(page, first);
  await captureManually(page, second);
  await expect(page.getByText('Question to answer')).toHaveCount(2);

  await page.getByRole('link', { name: 'Answer the product question' }).first().click();
  await expect(page.getByRole('heading', { name: 'Where was it installed?' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Choose an answer to continue.')).toBeVisible();
  await page.getByRole('radio', { name: 'In a showroom' }).check();
  await expect(
    page.getByRole('checkbox', { name: `The same answer for 1 other ${first.type}` }),
  ).toBeChecked();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Question to answer')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Change answer' })).toHaveCount(2);

  await saveToFirstProject(page);
  const project = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  club.proxy.isDown = false;
  await context.setOffline(false);
  const owner = await club.as('polishOwner');
  const answers = async () => {
    const { products } = await owner.call(calls.getProject, { params: { id: project } });
    const codes = new Set<string | null>([first.code, second.code]);
    return products.filter((item) => codes.has(item.serial_number)).map(({ survey }) => survey);
  };
  const showroom = JSON.stringify([{ question_id: 300, answer_id: 303, value: null }]);
  await expect.poll(answers, { timeout: 60_000 }).toEqual([showroom, showroom]);
  await (await ledgerOf(owner)).expectScreenAgrees(page, 'project');
});

test('a list keeps its search text over an unstable network (F14)', async ({ phone, club }) => {
  const { page, context } = phone;
  const [{ code, type }] = plainSerials(1, 1300) as [DemoSerial];
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/scan/manual');
  // Find by text, not by role: an open list hides the rest of the page from screen readers.
  const strip = page.getByText('Offline. Everything is saved on this phone.');
  const number = page.getByRole('textbox', { name: 'First part' });
  await expect(number).toBeVisible();
  await context.setOffline(true);
  await expect(strip).toBeVisible();
  await number.fill(code);
  await page.getByRole('button', { name: 'Another type' }).click();
  const field = page.getByRole('combobox', { name: 'Another type' });
  // The field is ready for typing immediately.
  await expect(field).toBeFocused();
  // At the end of the page, any change of its height would scroll.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await field.tap();
  await page.keyboard.type(type.slice(0, 2));
  const list = page.getByRole('listbox', { name: 'Another type' });
  await expect(list).toBeVisible();

  // If the notice moved the page, the open list would close.
  const firstResponse = page.waitForResponse((response) => response.ok());
  await context.setOffline(false);
  await firstResponse;
  await expect(strip).toBeVisible();
  await expect(list).toBeVisible();
  await expect(field).toHaveValue(type.slice(0, 2));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(strip).toBeHidden();
  await context.setOffline(true);
  await expect(strip).toBeVisible();
  await context.setOffline(false);
});
