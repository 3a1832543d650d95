import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { exampleOf } from '#test/component-fixtures/example-of.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { readCountrySettings, createSettings } = settingsCalls;
const LITHUANIA = regionIdOf('LT');

const form = page.getByRole('form', { name: 'First settings of Poland' });
const label = form.getByRole('textbox', { name: 'Text that a genuine label contains' });
const welcome = form.getByRole('textbox', { name: 'Welcome points' });
const save = form.getByRole('button', { name: 'Save the settings' });
const settled = page.getByText('This country has settings already.');

const empty = exampleOf(readCountrySettings.result, { settings: null });

/** Opens the form for a country without settings. */
const open = (addResponses?: (server: FakeServer) => void) =>
  renderConsole(`/country/first-settings?region=${POLAND}`, {
    server: (server) => {
      server.respond(readCountrySettings, empty);
      addResponses?.(server);
    },
  });

/** Fills the fields that neutral values lack. */
async function fill() {
  await label.fill('club.example');
  await welcome.fill('50');
  await form.getByLabelText('Why?').fill('We open there');
}

test('the first settings need the fields that have no neutral value', async () => {
  const server = await open();
  await welcome.fill('many');
  await save.click();
  const problems = form.getByRole('region', { name: 'Fix these fields, then save' });
  await expect.element(problems).toHaveFocus();
  const names = problems
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Welcome points', 'Text that a genuine label contains', 'Why?']);
  await problems.getByRole('link', { name: 'Why?' }).click();
  await expect.element(form.getByLabelText('Why?')).toHaveFocus();
  await problems.getByRole('link', { name: 'Welcome points' }).click();
  await expect.element(welcome).toHaveFocus();
  await fill();
  await expect.element(problems).not.toBeInTheDocument();
  expect(server.bodies(createSettings)).toEqual([]);
});

test('the first settings are saved once, and the country shows them', async () => {
  const server = await open((fake) =>
    fake.respond(createSettings, exampleOf(createSettings.result)),
  );
  await fill();
  await save.click();
  await expect.element(page.getByText('Poland has settings now.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Country' })).toBeVisible();
  const [body] = server.bodies(createSettings);
  expect(body).toMatchObject({ region: POLAND, why: 'We open there' });
  expect(body?.settings).toMatchObject({
    ...{ welcome_points: 50, points_validity_months: 24 },
    'configuration.manufacturer_domain': 'club.example',
  });
});

test('a form that someone else sent first shows that the country has settings', async () => {
  const server = await open((fake) => fake.refuse(createSettings, 'conflict'));
  await fill();
  const settings = exampleOf(readCountrySettings.result.entries.settings.wrapped);
  server.respond(readCountrySettings, { ...empty, settings });
  await save.click();
  await expect.element(settled).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test('a country whose settings the operator can only read has no form', async () => {
  await open((fake) =>
    fake.respond(sessionCalls.readOperatorSession, {
      ...exampleOf(sessionCalls.readOperatorSession.result),
      strength: 'passkey',
      rights: [
        { right: 'settings.read', regions: [POLAND] },
        { right: 'settings.edit', regions: [LITHUANIA] },
      ],
      regions: [
        { id: POLAND, code: 'PL' },
        { id: LITHUANIA, code: 'LT' },
      ],
    }),
  );
  await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test('without a network, the form keeps its values until they can be sent', async () => {
  const server = await open((fake) =>
    fake.respond(createSettings, exampleOf(createSettings.result)),
  );
  await fill();
  server.fault = 'no_network';
  await save.click();
  await expect.element(form.getByText('There is no connection to the server.')).toBeVisible();
  await expect.element(welcome).toHaveValue('50');
  server.fault = null;
  await save.click();
  await expect.element(page.getByText('Poland has settings now.')).toBeVisible();
});

test('settings that can’t be read can be read again', async () => {
  const server = await open((fake) => fake.refuse(readCountrySettings, 'forbidden'));
  await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
  server.respond(readCountrySettings, empty);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(label).toBeVisible();
  await expect.element(settled).not.toBeInTheDocument();
});
