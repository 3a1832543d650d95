import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { exampleFolder } from '#test/setup/example-country.ts';
import { giveReason, openScreen, screenTitle } from './console-steps.ts';
import { exampleShop } from './example-files.ts';
import type { Year } from './open-year.ts';

const why = 'The club comes here';

type Product = (typeof exampleShop.products)[number];
/** Products of the example, and those for a club card and a car. */
const products: readonly Product[] = [
  ...exampleShop.products,
  {
    ...{ sku: 'STICKER', name: 'Naklejki na samochód', type: 'VELUXMS', category: 'printed' },
    ...{ description: '', marketing: { type: 'sticker', subtype: null } },
    variants: [{ sku: 'STICKER-1', price: 60, stock: 1000, attributes: [] }],
  },
  {
    ...{ sku: 'TOP-UP', name: 'Doładowanie', type: 'EDENRED_CARD_TOPUP', category: null },
    ...{ description: '', is_visible: false },
    variants: [{ sku: 'TOP-UP-100', price: 50, stock: 1000, attributes: [] }],
  },
];
const materials = { banner: 'Banner', sticker: 'Sticker' } as const;

/** Adds the categories and products of the shop, with their variants and stock. */
export async function fillShop({ anna }: Year): Promise<void> {
  await openScreen(anna, 'Shop');
  await anna.getByRole('link', { name: 'Categories', exact: true }).click();
  for (const { name } of exampleShop.categories) {
    await anna.getByRole('button', { name: 'New category' }).click();
    const dialog = anna.getByRole('dialog', { name: 'New category' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await giveReason(anna, 'New category', 'Add the category', why);
    await expect(anna.getByRole('cell', { name, exact: true })).toBeVisible();
  }
  for (const product of products) await addProduct(anna, product);
}

async function addProduct(page: Page, product: Product): Promise<void> {
  const [first, ...others] = product.variants ?? [];
  if (first === undefined) throw new Error('A product needs a variant.');
  await openScreen(page, 'Shop');
  await page.getByRole('button', { name: 'New product' }).click();
  const panel = page.getByRole('dialog', { name: 'New product' });
  await panel.getByRole('combobox', { name: 'Vendor' }).selectOption(product.type);
  const material = product.marketing?.type;
  if (material === 'banner' || material === 'sticker')
    await panel
      .getByRole('combobox', { name: 'Marketing material' })
      .selectOption(materials[material]);
  await panel.getByRole('textbox', { name: 'Name' }).fill(product.name);
  await panel.getByRole('textbox', { name: 'Product number' }).fill(product.sku);
  const category = exampleShop.categories.find(({ key }) => key === product.category)?.name;
  if (category !== undefined)
    await panel.getByRole('combobox', { name: 'Category' }).selectOption(category);
  await panel.getByRole('textbox', { name: 'Variant number' }).fill(first.sku);
  await panel.getByRole('textbox', { name: 'Price in points' }).fill(String(first.price));
  await panel.getByRole('textbox', { name: 'Stock' }).fill(String(first.stock));
  await panel.getByRole('button', { name: 'Add the product' }).click();
  await giveReason(page, 'Add this product?', 'Add the product', why);
  await expect(screenTitle(page, product.name)).toBeVisible();
  for (const variant of others) await addVariant(page, variant, first);
  await page.getByRole('tab', { name: 'Details' }).click();
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByRole('checkbox', { name: 'For sale' }).check();
  if (product.is_visible !== false)
    await details.getByRole('checkbox', { name: 'Visible in the shop' }).check();
  await details.getByRole('button', { name: 'Save' }).click();
  await giveReason(page, /^Change /, 'Save', why);
  // Wait for the form, because the previous product's message may still be visible.
  await expect(details.getByRole('button', { name: 'Save' })).toBeHidden();
}

type Variant = NonNullable<Product['variants']>[number];

async function addVariant(page: Page, variant: Variant, first: Variant): Promise<void> {
  await page.getByRole('tab', { name: 'Variants' }).click();
  await page.getByRole('button', { name: 'Add a variant' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add a variant of / });
  const [attribute] = variant.attributes;
  const values = {
    Attribute: attribute?.name ?? '',
    [`Value of ${first.sku}`]: first.attributes[0]?.value ?? '',
    'Value of the new variant': attribute?.value ?? '',
    'Variant number': variant.sku,
    'Price in points': String(variant.price),
    Stock: String(variant.stock),
  };
  for (const [name, value] of Object.entries(values))
    await dialog.getByRole('textbox', { name, exact: true }).fill(value);
  await giveReason(page, /^Add a variant of /, 'Add the variant', why);
  await expect(
    page.getByRole('table', { name: 'Variants' }).getByRole('row').filter({ hasText: variant.sku }),
  ).toBeVisible();
}

/** Imports the serial numbers of genuine products. */
export async function importSerials({ anna }: Year): Promise<void> {
  await openScreen(anna, 'Imports');
  await anna.getByRole('button', { name: 'New import' }).click();
  const panel = anna.getByRole('dialog', { name: 'New import' });
  await panel.getByRole('combobox', { name: 'Content' }).selectOption('Serial numbers');
  await panel.getByLabel('CSV file').setInputFiles(join(exampleFolder, 'serial-numbers.csv'));
  await panel.getByRole('button', { name: 'Upload' }).click();
  await giveReason(anna, /^Upload serial-numbers.csv/, 'Upload', 'Sent by the factory');
  await anna.getByRole('form', { name: 'Columns' }).getByRole('button', { name: 'Check' }).click();
  await anna.getByRole('button', { name: 'Apply' }).click();
  await giveReason(anna, /^Apply serial-numbers.csv/, 'Apply', 'Sent by the factory');
  await expect(anna.getByRole('button', { name: 'Take back' })).toBeVisible();
}
