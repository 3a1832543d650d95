import { expect } from '@playwright/test';
import { sync as nodeIcal } from 'node-ical';
import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test('a date set offline puts the project into today’s plan, with its route', async ({
  club,
  phone: { page, context },
}) => {
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.listProjects, { query: { status: 'open', limit: 100 } });
  const project = data.find(({ lead }) => lead === null);
  if (!project) throw new Error('The demo has no open project without a lead.');
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await context.setOffline(true);
  await goTo(page, `/projects/${project.uuid}`);
  await page.getByRole('button', { name: /^(Set|Change) date$/ }).click();
  await page.getByRole('dialog').getByLabel('Day').fill(dayIn('PL', Date.now()));
  await page.getByRole('button', { name: 'Save date' }).click();
  await page.getByRole('button', { name: 'Change date' }).waitFor();
  await goTo(page, '/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Today/ })
    .click();
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expect(today.getByRole('link', { name: project.street_name }).first()).toBeVisible();
  await expect(
    today
      .getByRole('link', { name: 'Directions' })
      .or(today.getByRole('button', { name: 'Copy address' }))
      .first(),
  ).toBeVisible();

  // Two taps from home: Today, then the event.
  const saving = page.waitForEvent('download');
  const row = today.getByRole('listitem').filter({ hasText: project.street_name });
  await row.getByRole('button', { name: 'Add to calendar' }).click();
  const day = dayIn('PL', Date.now());
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`${day}.ics`);
  const [saved] = Object.values(nodeIcal.parseFile(await download.path()));
  expect(saved).toMatchObject({
    type: 'VEVENT',
    summary: `Installation: ${project.street_name}, ${project.postal_code} ${project.city}`,
    url: `${club.url}/projects/${project.uuid}`,
    datetype: 'date',
  });
});
