import { expect } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitForNewest } from '#test/e2e-fixtures/club.ts';
import { setInitialLanguage } from '#test/e2e-fixtures/device.ts';
import { tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { recognisedProduct } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { upcomingDay, leadAtStep, customerName } from '#test/e2e-fixtures/leads.ts';
import { ordersOf, productOf, openShop } from '#test/e2e-fixtures/shop.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test('a person signs in and saves a product with the keyboard alone', async ({
  club,
  phone: { page },
}) => {
  const [serial] = plainSerials(1, 300);
  if (!serial) throw new Error('There is no serial number left.');
  const { email } = demoAccounts.romanianOwner;
  const button = (name: string) => page.getByRole('button', { name });
  const link = (name: string) => page.getByRole('link', { name });
  const before = (await club.codesFor(email)).length;

  await setInitialLanguage(page, 'en');
  await page.goto(club.url);
  await tabTo(page, button('Use email'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Email address' })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
  await page.keyboard.type(await waitForNewest(() => club.codesFor(email), before));

  await expect(page.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
  await tabTo(page, link('Add product'));
  await page.keyboard.press('Enter');
  // Wait until the app knows that there is no camera, because it shows another link before.
  await expect(page.getByRole('heading', { name: 'No camera found' })).toBeVisible();
  await tabTo(page, link('Enter manually').last());
  await page.keyboard.press('Enter');

  await tabTo(page, page.getByRole('textbox', { name: 'First part' }));
  await page.keyboard.type(serial.code.replace('-', ''));
  await expect(page.getByRole('textbox', { name: 'Second part' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(recognisedProduct(page)).toContainText(serial.type);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'First part' })).toBeFocused();
  await tabTo(page, link('Review 1 product'));
  await page.keyboard.press('Enter');

  await tabTo(page, link('Choose a project'));
  await page.keyboard.press('Enter');
  const projects = page.getByRole('list', { name: 'Open projects' });
  await tabTo(page, projects.getByRole('button').first());
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Saved 1 product to /)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(serial.code);

  // Undo, and save again: now the project is suggested.
  await tabTo(page, button('Undo'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone. Nothing was saved.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(serial.code);
  await tabTo(page, page.getByRole('button', { name: /^Save to / }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(serial.code);
});

test('a lead becomes a project with the keyboard alone', async ({ club, phone: { page } }) => {
  const owner = await club.as('czechOwner');
  const lead = await leadAtStep(owner, 'new');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await signIn(club, page, 'czechOwner');
  await goTo(page, '/leads');
  const open = page.getByRole('list', { name: 'Open' });
  await tabTo(
    page,
    open
      .getByRole('link', { name: customerName(lead) })
      .filter({ hasText: 'New' })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: customerName(lead) })).toBeFocused();
  await tabTo(page, button('I’m interested'));
  await page.keyboard.press('Enter');
  await tabTo(page, button(/^I’ve contacted /));
  await page.keyboard.press('Enter');
  for (const name of ['I’ve visited the site', 'The customer accepted the quote']) {
    await tabTo(page, page.getByRole('checkbox', { name }));
    await page.keyboard.press('Space');
  }
  await tabTo(page, button('Create project'));
  await page.keyboard.press('Enter');
  // The first incomplete field has the focus.
  await expect(page.getByLabel('Installation date')).toBeFocused();
  await page.getByLabel('Installation date').fill(upcomingDay('CZ'));
  await page.keyboard.press('Enter');
  const { StreetHouseNumber: street } = lead.customer_info;
  await expect(page.getByRole('heading', { level: 1, name: street })).toBeVisible();
});

test('a product is ordered with the keyboard alone', async ({ club, phone: { page } }) => {
  const owner = await club.as('czechOwner');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const gloves = await productOf(owner, 'COMPACON', { pictures: 2 });
  const ledger = await ledgerOf(owner);
  await signIn(club, page, 'czechOwner');
  await openShop(page);
  await tabTo(page, page.getByRole('link', { name: new RegExp(gloves.name) }));
  await page.keyboard.press('Enter');
  await expect(title(gloves.name)).toBeFocused();
  await tabTo(page, page.getByRole('list', { name: 'Pictures' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Picture 2 of')).toBeVisible();
  await tabTo(page, button('Add to cart'));
  await page.keyboard.press('Enter');
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart: 1 item' });
  await expect(cart).toBeVisible();
  await goTo(page, '/cart');
  await tabTo(page, button('Checkout'));
  await page.keyboard.press('Enter');
  await expect(title('Checkout')).toBeFocused();

  await tabTo(page, page.getByRole('radio', { name: /To your company/ }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('link', { name: 'Add address' }));
  await page.keyboard.press('Enter');
  await expect(title('Add address')).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: 'Street' }));
  await page.keyboard.type('Lipová');
  // The suggestions close when the focus moves on.
  await page.keyboard.press('Tab');
  await tabTo(page, page.getByRole('textbox', { name: 'House number' }));
  for (const text of ['7', '110 00', 'Praha']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, button('Save'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lipová 7')).toBeVisible();
  await tabTo(page, button('Continue'));
  await page.keyboard.press('Enter');
  await expect(title('Summary')).toBeFocused();
  await tabTo(page, button(/^Order for/));
  await page.keyboard.press('Enter');
  await expect(title('Thank you')).toBeFocused();
  await ledger.expectScreenAgrees(page, 'thankYou');
  const [newestOrder] = await ordersOf(owner);
  expect(newestOrder?.customer).toMatchObject({
    street: 'Lipová',
    city: 'Praha',
    company_name: null,
  });
});
