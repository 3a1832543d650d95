import { expect, type Locator, type Page } from '@playwright/test';
import { giveReason, openScreen } from './console-steps.ts';
import { exampleQuestions, exampleSettings, exampleTypes } from './example-files.ts';
import type { Year } from './open-year.ts';
import { writeQuestions } from './write-questions.ts';

const why = 'The club comes here';

/** Types the country's first settings as the only operator, which opens the country. */
export async function writeFirstSettings({ anna }: Year): Promise<void> {
  await openTab(anna, 'Settings');
  await anna.getByRole('link', { name: 'Write the settings' }).click();
  const form = anna.getByRole('form', { name: 'First settings of Poland' });
  const { configuration, closing_survey, lead_survey } = exampleSettings;
  const texts = {
    'Welcome points': '1000',
    'Points for an answered closing survey': '25',
    'Text that a genuine label contains': configuration.manufacturer_domain,
    'Additional sizes': configuration.sizes.join(' '),
    Variants: configuration.variants.join(' '),
    'Countries whose labels may be shorter': configuration.generic_regions.join(' '),
    'Labels that need a photo': '19 C 2070',
  };
  for (const [name, value] of Object.entries(texts))
    await form.getByRole('textbox', { name, exact: true }).fill(value);
  await form.getByRole('checkbox', { name: 'New companies may get leads' }).check();
  await unfold(form, 'Tax number labels', async () => {
    await form.getByRole('textbox', { name: 'Label of the VAT number (English)' }).fill('VAT UE');
    await form.getByRole('textbox', { name: 'Label of the company number (English)' }).fill('NIP');
  });
  await unfold(form, 'Questions about products', () =>
    writeQuestions(form, configuration.product_survey),
  );
  await unfold(form, 'Questions when a project is closed', () =>
    writeQuestions(form, closing_survey),
  );
  await unfold(form, 'Questions after a lead', () => writeQuestions(form, lead_survey));
  await form.getByRole('textbox', { name: 'Why?' }).fill(why);
  await form.getByRole('button', { name: 'Save the settings' }).click();
  await expect(anna.getByText('Poland has settings now.')).toBeVisible();
}

/** Writes the questions that companies answer when they register. */
export async function writeRegistrationQuestions({ anna }: Year): Promise<void> {
  const name = 'Change: Registration questions';
  await anna.getByRole('button', { name, exact: true }).click();
  const dialog = anna.getByRole('dialog', { name, exact: true });
  await writeQuestions(dialog, exampleQuestions.regular.slice(0, 3));
  await giveReason(anna, name, 'Change settings', 'Asked for by sales');
  await expect(anna.getByText('The change is valid now.')).toBeVisible();
}

const statuses = { active: 'Active', internal: 'Internal', retired: 'Retired' } as const;

/** Adds the product types that can be scanned. */
export async function addProductTypes({ anna }: Year): Promise<void> {
  const name = 'Add a product type';
  await openTab(anna, 'Points for products');
  for (const { type, status, tier_category: category } of exampleTypes) {
    await anna.getByRole('button', { name }).click();
    const dialog = anna.getByRole('dialog', { name });
    await dialog.getByRole('textbox', { name: 'Product type' }).fill(type);
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption(statuses[status]);
    await dialog.getByRole('combobox', { name: 'Tier category' }).selectOption(String(category));
    await giveReason(anna, name, 'Add the product type', why);
    await expect(
      anna.getByRole('row', { name: `${type} ${statuses[status]} ${category} None` }),
    ).toBeVisible();
  }
}

/** Sets the points of all product types in one dialog. */
export async function writePoints({ anna }: Year): Promise<void> {
  const name = 'Set the first points';
  await openTab(anna, 'Points for products');
  await anna.getByRole('button', { name }).click();
  const dialog = anna.getByRole('dialog', { name });
  const pointsByType = Object.entries(exampleSettings.configuration.product_points);
  for (const [type, points] of pointsByType)
    await dialog.getByRole('textbox', { name: type, exact: true }).fill(String(points));
  await giveReason(anna, name, 'Set the points', why);
  for (const [type, points] of pointsByType)
    await expect(
      anna.getByRole('row', { name: new RegExp(`^${type} .* ${points} `) }),
    ).toBeVisible();
}

/** Adds this year's levels of roof windows, which a small company can reach. */
export async function addLevels({ anna }: Year): Promise<void> {
  const name = 'Add levels';
  await openTab(anna, 'Levels');
  await anna.getByRole('button', { name }).click();
  const dialog = anna.getByRole('dialog', { name });
  await dialog.getByRole('combobox', { name: 'Tier category' }).selectOption('1');
  await dialog.getByRole('textbox', { name: 'Levels' }).fill('0 0\n4 10');
  await giveReason(anna, name, 'Add the levels', why);
  // The levels apply to this year and the next.
  const row = anna.getByRole('table', { name: 'Levels' }).getByRole('row', { name: /^1 / });
  await expect(row.getByText('from 4: +10')).toHaveCount(2);
}

/** Opens a tab of the screen of the country. */
async function openTab(page: Page, name: string): Promise<void> {
  await openScreen(page, 'Country');
  await page.getByRole('tab', { name, exact: true }).click();
}

/** Expands a list of the form while the work runs. */
async function unfold(form: Locator, title: string, work: () => Promise<void>): Promise<void> {
  await form.getByText(title, { exact: true }).click();
  await work();
  await form.getByText(title, { exact: true }).first().click();
}
