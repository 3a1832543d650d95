import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Screen } from './screen.ts';

const goOn = (page: Page) => page.getByRole('button', { name: /^(Next|Dalej)$/ }).click();

/** Steps of the certificate wizard, including their validation errors. */
export async function certificateWizardScreensOf(owner: Transport): Promise<Screen[]> {
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 1 } as const;
  const { data } = await owner.call(calls.listProjects, { query });
  const path = `/warranty-certificates/create?project=${data[0]?.uuid ?? ''}`;
  return [
    { name: 'project of a certificate', path: '/warranty-certificates/create', act: toFirstStep },
    { name: 'products of a certificate', path },
    { name: 'product of a certificate', path, act: addNothing },
    { name: 'customer of a certificate', path, act: enterNoCustomer },
    { name: 'preview of a certificate', path, act: preview },
  ];
}

/** Goes back to the first step if a later one is open. */
async function toFirstStep(page: Page): Promise<void> {
  const choice = page.getByRole('radio').first();
  const back = page.getByRole('button', { name: /^(Back|Wstecz)$/ });
  await expect(choice.or(back)).toBeVisible();
  while (await back.isVisible()) await back.click();
  await expect(choice).toBeVisible();
}

async function toProducts(page: Page): Promise<void> {
  await toFirstStep(page);
  await goOn(page);
}

/** Adds an empty product to show the fields' errors. */
async function addNothing(page: Page): Promise<void> {
  await toProducts(page);
  await page.getByRole('button', { name: /^(Add a product|Dodaj produkt)$/ }).click();
  await page.getByRole('button', { name: /^(Add|Dodaj)$/ }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
}

async function enterNoCustomer(page: Page): Promise<void> {
  await toProducts(page);
  await goOn(page);
  const email = page.getByRole('textbox').first();
  await email.fill('');
  await goOn(page);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
}

async function preview(page: Page): Promise<void> {
  await toProducts(page);
  await goOn(page);
  await page.getByRole('textbox').first().fill('jan@poczta.example');
  await goOn(page);
  await expect(page.getByRole('checkbox')).toBeVisible();
}
