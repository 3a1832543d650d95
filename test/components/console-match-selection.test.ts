import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { operatorRights } from '#schemas/operator/operator-rights.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { changePreferences } from '#console/parts/preferences.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { listChats } = chatCalls;
const { listLeads } = leadCalls;
const bar = page.getByRole('group', { name: 'Selection' });
const meta = { next: 'more', total: 3 };

const selectMatches = async () => {
  await page.getByRole('button', { name: 'Select all 3 matches' }).click();
  await expect.element(bar.getByText('All 3 matches selected')).toBeVisible();
};

/** Responds with the first two of three leads. */
function respondWithLeads(server: FakeServer): void {
  const leads = [1, 2].map((number) => ({ id: idOf(number), region: POLAND }));
  server.respond(listLeads, { ...pageOf(listLeads, leads), meta });
}

test('choosing the first filter again doesn’t select all its matches again', async () => {
  await renderConsole('/leads', { server: respondWithLeads });
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).click();
  await selectMatches();
  await views.getByRole('link', { name: 'Completed' }).click();
  await expect.element(bar.getByText('2 rows selected')).toBeVisible();
  await views.getByRole('link', { name: 'All', exact: true }).click();
  await expect
    .element(views.getByRole('link', { name: 'All', exact: true }))
    .toHaveAttribute('aria-current');
  await expect.element(bar.getByText('2 rows selected')).toBeVisible();
});

test('choosing another country ends the selection of all matches', async () => {
  const regions = (['PL', 'CZ'] as const).map((code) => ({ id: regionIdOf(code), code }));
  changePreferences({ country: POLAND });
  await renderConsole('/leads', {
    server: (server) => {
      respondWithLeads(server);
      server.respond(
        sessionCalls.readOperatorSession,
        exampleOf(sessionCalls.readOperatorSession.result, {
          ...{ strength: 'passkey', regions },
          rights: operatorRights.map((right) => ({ right, regions: regions.map(({ id }) => id) })),
          ...{ expires_at: '2999-01-01T00:00:00.000Z', recent_until: '2999-01-01T00:00:00.000Z' },
        }),
      );
    },
  });
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).click();
  await selectMatches();
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.selectOptions('Czechia');
  await expect.element(bar.getByText('2 rows selected')).toBeVisible();
  await country.selectOptions('Poland');
  await expect.element(bar.getByText('2 rows selected')).toBeVisible();
});

test('choosing the first view of chats again doesn’t select all its chats again', async () => {
  await renderConsole('/support?view=open', {
    server: (server) => {
      const chats = [1, 2].map((number) => ({
        ...{ uuid: idOf(number), title: `Chat ${number}`, region: POLAND },
      }));
      server.respond(listChats, { ...pageOf(listChats, chats), meta });
    },
  });
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('checkbox', { name: 'Select the chat Chat 1' }).click();
  await selectMatches();
  await views.getByRole('link', { name: 'Mine' }).click();
  await expect.element(bar.getByText('1 row selected')).toBeVisible();
  await views.getByRole('link', { name: 'All open' }).click();
  await expect
    .element(views.getByRole('link', { name: 'All open' }))
    .toHaveAttribute('aria-current');
  await expect.element(bar.getByText('1 row selected')).toBeVisible();
});

test('a country from a report’s link is named above the chats if the header shows another', async () => {
  await renderConsole(`/support?view=all&from=2026-05-01&until=2026-05-31&region=${POLAND}`);
  await expect
    .element(page.getByRole('region', { name: 'Chats' }))
    .toMatchTextContent('Poland: Started from');
});
