import { expect } from '@playwright/test';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import { calls } from '#schemas/api/calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { expectEffort, startCounting } from '#test/e2e-fixtures/count-taps.ts';
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
  await startCounting(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Today/ })
    .click();
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expect(today.getByRole('link', { name: project.street_name }).first()).toBeVisible();
  const address = `${project.street_name}, ${project.postal_code} ${project.city}`;
  await expect(
    today
      .getByRole('link', { name: `Directions ${address}` })
      .or(today.getByRole('button', { name: `Copy address ${address}` })),
  ).toBeVisible();

  // The event is two taps from home: Today, and then the button.
  const saving = page.waitForEvent('download');
  await today.getByRole('button', { name: `Add to calendar ${address}` }).click();
  const day = dayIn('PL', Date.now());
  const download = await saving;
  await expectEffort(page, 'Add today’s job to the calendar');
  expect(download.suggestedFilename()).toBe(`${day}.ics`);
  const [saved] = Object.values(nodeIcal.parseFile(await download.path()));
  expect(saved).toMatchObject({
    type: 'VEVENT',
    summary: `Installation: ${address}`,
    url: `${club.url}/projects/${project.uuid}`,
    datetype: 'date',
  });

  await goTo(page, `/projects/${project.uuid}`);
  const savingAgain = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const [again] = Object.values(nodeIcal.parseFile(await (await savingAgain).path()));
  expect(again).toMatchObject({ type: 'VEVENT', uid: (saved as VEvent).uid });
});

test('a link for other calendars is created, renewed and ended', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'polishStaff');
  await goTo(page, '/today');
  await page.getByRole('button', { name: 'Subscribe in your calendar' }).click();
  const settings = page.getByRole('dialog', { name: 'Installations in your calendar' });
  await settings.getByRole('button', { name: 'Create link' }).click();
  const field = settings.getByRole('textbox', { name: 'Calendar link' });
  const first = await field.inputValue();
  const opening = settings.getByRole('link', { name: 'Open in calendar' });
  await expect(opening).toHaveAttribute('href', first.replace(/^http/, 'webcal'));
  const statusOf = async (link: string) => (await fetch(link)).status;
  const events = nodeIcal.parseICS(await (await fetch(first)).text());
  expect(Object.values(events).filter((part) => part?.type === 'VEVENT')).not.toEqual([]);

  await settings.getByRole('button', { name: 'Create new link' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Create new link' }).click();
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

  await settings.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Subscribe in your calendar' }).click();
  await expect(settings.getByText('A calendar last read it')).toBeVisible();
  await expect(field).toBeHidden();
  await context.setOffline(true);
  await expect(settings.getByText('You’re offline. Connect to change this.').first()).toBeVisible();
  await context.setOffline(false);
  await expect(settings.getByText('You’re offline. Connect to change this.')).toHaveCount(0);
  await settings.getByRole('button', { name: 'Stop sharing' }).click();
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(settings.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect(await statusOf(second)).toBe(404);
});
