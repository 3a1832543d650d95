import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { projectOf } from '#test/component-fixtures/entities.ts';
import { renderScreen } from '#test/component-fixtures/render-screen.tsx';

const create = page.getByRole('button', { name: 'Create project' });
const street = page.getByRole('combobox', { name: 'Street and number' });

function acceptProjects(server: FakeServer): void {
  server.respond(calls.createProject, ({ body }) =>
    projectOf({
      uuid: body.uuid ?? '',
      op_id: body.op_id ?? '',
      street_name: body.streetName,
      postal_code: body.postalCode,
      city: body.city ?? '',
    }),
  );
}

test('an address is found while typing, chosen with the keyboard, and becomes a project', async () => {
  const server = await renderScreen('/projects/add', { server: acceptProjects });
  server.list(calls.searchAddresses, [
    {
      street_name: 'ul. Lipowa',
      house_number: '12a',
      postal_code: '90-001',
      city: 'Łódź',
      region: 'PL',
    },
  ]);
  await street.click();
  await userEvent.keyboard('lipo lodz 12a');
  const suggestion = page.getByRole('option', { name: 'ul. Lipowa 12a 90-001 Łódź' });
  await expect.element(suggestion).toBeVisible();
  await expect
    .element(page.getByRole('option').last())
    .toHaveAccessibleName(expect.stringContaining('Use “lipo lodz 12a”'));

  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(street).toHaveValue('ul. Lipowa 12a');
  await expect.element(page.getByRole('textbox', { name: 'Postal code' })).toHaveValue('90-001');
  await expect.element(page.getByRole('textbox', { name: /^City/ })).toHaveValue('Łódź');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();

  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'ul. Lipowa 12a' })).toBeVisible();
  // The project is saved on the phone before it is sent.
  await expect
    .poll(() => server.bodies(calls.createProject))
    .toMatchObject([{ streetName: 'ul. Lipowa 12a', postalCode: '90-001', city: 'Łódź' }]);
});

test('an unknown address is accepted as typed', async () => {
  await renderScreen('/projects/add', { server: acceptProjects });
  await create.click();
  await expect.element(page.getByText('Enter the street, up to 160 characters.')).toBeVisible();
  await expect.element(street).toHaveFocus();
  await street.fill('Nowhe');
  await expect
    .element(page.getByRole('listbox'))
    .toHaveTextContent('Nothing found yet. Keep typing.');
  await street.fill('Nowhere Lane 7');
  await page.getByRole('option', { name: 'Use “Nowhere Lane 7”' }).click();
  await expect.element(street).toHaveValue('Nowhere Lane 7');

  await create.click();
  await expect.element(page.getByText('Enter the postal code, up to 16 characters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('00-999');
  await create.click();
  await expect.element(page.getByRole('heading', { name: 'Nowhere Lane 7' })).toBeVisible();
  await expect.element(page.getByText('00-999')).toBeVisible();
});
