import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { pageOf } from '#test/component-fixtures/example-of.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { idOf, renderConsole } from '#test/component-fixtures/render-console.tsx';

const field = page.getByRole('combobox', { name: 'Search screens, records and actions' });
const incomplete = page.getByText('Not everything could be searched. Reload the page.');

/** Searches for a company in the palette. */
async function searchPalette(addResponses: (server: FakeServer) => void) {
  const { listCompanies } = companyCalls;
  const server = await renderConsole('/', {
    server: (fake) => {
      fake.respond(listCompanies, pageOf(listCompanies, [{ id: idOf(1), name: 'Dachpol' }]));
      addResponses(fake);
    },
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill('dachpol');
  return server;
}

test('the palette reports that a part of its search failed, and shows the other results', async () => {
  await searchPalette((server) => server.refuse(personCalls.listPeople, 'forbidden'));
  await expect.element(incomplete).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Dachpol' })).toBeVisible();
});

test('without a match, the palette doesn’t report an incomplete search', async () => {
  await searchPalette((server) =>
    server.respond(companyCalls.listCompanies, pageOf(companyCalls.listCompanies, [])),
  );
  await expect.element(page.getByText('Nothing matches these words.')).toBeVisible();
  await expect.element(incomplete).not.toBeInTheDocument();
});

test('without a network, the palette doesn’t suggest reloading the page', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
  await searchPalette((server) => {
    server.refuse(companyCalls.listCompanies, 'unavailable');
    server.refuse(personCalls.listPeople, 'unavailable');
  });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('There is no network.').last()).toBeVisible();
  await expect.element(incomplete).not.toBeInTheDocument();
});
