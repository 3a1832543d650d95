import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorSurveyCalls } from '#schemas/operator/survey-calls.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { type FakeServer, Refusal } from '#test/component-fixtures/fake-server.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { getSurvey, endSurvey, editSurvey, listSurveyInvitations } = operatorSurveyCalls;

const outcomes = page.getByRole('table', { name: 'Outcomes' });
const invitations = page.getByRole('table', { name: 'Invitations' });
const download = page.getByRole('button', { name: 'Download the results' });

/** Opens the results of a survey with this number of invitations for each outcome. */
const openResults = (
  counts: Readonly<Record<'invited' | 'completed' | 'opened' | 'declined', number>>,
  addResponses?: (server: FakeServer) => void,
) =>
  renderConsole(`/surveys/${idOf(1)}?tab=results`, {
    server: (server) => {
      const survey = { id: idOf(1), key: 'roofs', title: 'Roofs', region: POLAND, ...counts };
      server.respond(getSurvey, exampleOf(getSurvey.result, survey));
      addResponses?.(server);
    },
  });

describe('the results of a survey', () => {
  test('have the share of each outcome, and can be filtered', async () => {
    const company = { id: idOf(101), name: 'Dachpol' };
    await openResults({ invited: 8, completed: 4, opened: 1, declined: 0 }, (server) =>
      server.respond(listSurveyInvitations, ({ query: { outcome = 'completed' } }) =>
        pageOf(listSurveyInvitations, outcome === 'completed' ? [{ id: idOf(2), company }] : []),
      ),
    );
    const rows = outcomes.getByRole('row');
    await expect.element(rows.nth(1)).toHaveAccessibleName('Completed 4 50%');
    await expect.element(rows.nth(2)).toHaveAccessibleName('Opened, not completed 1 12.5%');
    await expect.element(rows.nth(4)).toHaveAccessibleName('Not opened 3 37.5%');
    await expect.element(invitations.getByRole('link', { name: 'Dachpol' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Outcome' }).selectOptions('Declined');
    await expect.element(page.getByText('Nothing here yet.')).toBeVisible();
  });

  test('of a survey without invitations have no shares', async () => {
    await openResults({ invited: 0, completed: 0, opened: 0, declined: 0 });
    await expect.element(outcomes.getByRole('row').nth(1)).toHaveAccessibleName('Completed 0 –');
    await expect.element(page.getByText('Nothing here yet.')).toBeVisible();
  });

  test('show why the invitations or the file can’t be loaded', async () => {
    const server = await openResults({ invited: 1, completed: 0, opened: 0, declined: 0 }, (fake) =>
      fake.refuse(listSurveyInvitations, 'forbidden'),
    );
    await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
    server.fault = 'no_network';
    await download.click();
    await expect.element(page.getByText('There is no connection to the server.')).toBeVisible();
    server.fault = 'maintenance';
    await download.click();
    await expect.element(page.getByText('maintenance')).toBeVisible();
    await expect.element(page.getByText('There is no connection')).not.toBeInTheDocument();
    await expect.element(download).toBeEnabled();
  });
});

test('the numbers of a survey open its invitations with that outcome', async () => {
  await openResults({ invited: 8, completed: 4, opened: 1, declined: 0 }, (fake) =>
    fake.respond(listSurveyInvitations, ({ query: { outcome = 'all' } }) =>
      pageOf(listSurveyInvitations, [
        { id: idOf(2), company: { id: idOf(101), name: `Company of ${outcome}` } },
      ]),
    ),
  );
  await outcomes.getByRole('link', { name: '4' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Outcome' })).toHaveValue('completed');
  await expect.element(invitations.getByText('Company of completed')).toBeVisible();
});

test('a survey can be seen as installers see it, in each language', async () => {
  const languages = {
    en: { title: 'Roofs', tagline: 'Two minutes', lang: 'en' },
    pl: { title: 'Dachy', tagline: 'Dwie minuty', lang: 'cs' },
  };
  await renderConsole(`/surveys/${idOf(1)}?tab=preview`, {
    server: (server) =>
      server.respond(
        getSurvey,
        exampleOf(getSurvey.result, { id: idOf(1), title: 'Roofs', region: POLAND, languages }),
      ),
  });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect.element(preview.getByRole('heading', { name: 'Roofs' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('Polish');
  await expect.element(preview.getByRole('heading', { name: 'Dachy' })).toBeVisible();
  await expect.element(preview.getByText('Dwie minuty')).toBeVisible();
  await expect.element(page.getByText('Language of the questions: Czech')).toBeVisible();
});

/** Opens a survey that someone else changes right after it was read. */
async function openChangedSurvey(changes: { readonly title?: string; readonly ended_at?: string }) {
  const surveyOf = (rev: number, title: string) =>
    exampleOf(getSurvey.result, {
      ...{ id: idOf(1), rev, title, key: 'roofs', region: POLAND },
      languages: { en: { title, tagline: 'Two minutes', lang: 'en' } },
    });
  const refuseOutdated = (server: FakeServer) => {
    server.respond(endSurvey, () => {
      throw new Refusal('conflict');
    });
    server.respond(editSurvey, ({ body: { rev } }) => {
      if (rev !== 2) throw new Refusal('conflict');
      return {};
    });
  };
  const server = await renderConsole(`/surveys/${idOf(1)}`, {
    server: (fake) => {
      fake.respond(getSurvey, surveyOf(1, 'Roofs'));
      refuseOutdated(fake);
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Roofs' })).toBeVisible();
  server.respond(getSurvey, { ...surveyOf(2, changes.title ?? 'Roofs'), ...changes });
  return server;
}

const dialog = page.getByRole('dialog').last();
const conflict = page.getByText('Someone else has changed this in the meantime.');

/** Confirms an action with a reason. */
async function confirm(name: string) {
  await dialog.getByLabelText('Why?').fill('Asked for by sales');
  await dialog.getByRole('button', { name, exact: true }).click();
}

test('a survey that someone else has ended shows that, and can’t be ended again', async () => {
  await openChangedSurvey({ ended_at: '2026-05-04T10:00:00.000Z' });
  const end = page.getByRole('button', { name: 'End the survey' });
  await end.click();
  await confirm('End the survey');
  await expect.element(conflict).toBeVisible();
  await expect.element(end).not.toBeInTheDocument();
});

test('typed texts aren’t lost when someone else saves first', async () => {
  const server = await openChangedSurvey({ title: 'Snow' });
  const form = page.getByRole('form', { name: 'Texts' });
  const title = page
    .getByRole('group', { name: 'English' })
    .getByRole('textbox', { name: 'Title' });
  await title.fill('Roofs and snow');
  await form.getByRole('button', { name: 'Save' }).click();
  await confirm('Save');
  await expect.element(conflict).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Snow' })).toBeVisible();
  await expect.element(title).toHaveValue('Roofs and snow');
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(title).toHaveValue('Snow');
  await title.fill('Roofs in winter');
  await form.getByRole('button', { name: 'Save' }).click();
  await confirm('Save');
  await expect.poll(() => server.bodies(editSurvey).map(({ rev }) => rev)).toEqual([1, 2]);
  await expect.element(conflict).not.toBeInTheDocument();
});
