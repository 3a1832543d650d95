import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reportCalls } from '#schemas/operator/report-calls.ts';
import type { FakeServer } from '#test/component-fixtures/fake-server.ts';
import { renderConsole } from '#test/component-fixtures/render-console.tsx';

const { readReport } = reportCalls;

const month = { from: '2026-03-01', until: '2026-03-31' };
const before = { from: '2026-02-01', until: '2026-02-28' };

/** Responds with a month whose projects have these values day by day. */
const respondWithReport = (
  server: FakeServer,
  values: readonly number[],
  compared: readonly number[],
) =>
  server.respond(readReport, {
    ...{ period: month, compared: before, step: 'day' },
    subjects: [
      {
        subject: 'projects',
        figures: [
          { figure: 'added', value: 1200, compared: 1000 },
          { figure: 'closed', value: null, compared: 0 },
        ],
      },
    ],
    series: [
      { subject: 'projects', figure: 'added', values: [...values], compared: [...compared] },
    ],
  });

const open = (addResponses: (server: FakeServer) => void, search = '?period=2026-03') =>
  renderConsole(`/reports${search}`, { server: addResponses });
const table = page.getByRole('table', { name: 'Projects' });
const chart = page.getByRole('img', { name: /^Added projects: / });
const exportButton = page.getByRole('button', { name: 'Export' });

describe('a report', () => {
  test('has a chart whose values are also in a table, even if a month is longer', async () => {
    await open((server) => respondWithReport(server, [700, 0, 500], [1000]));
    await expect
      .element(chart)
      .toHaveAccessibleName(/^Added projects: 1,200 in March 2026, 1,000 in February 2026\./);
    await page.getByText('Values of the chart').click();
    const values = page.getByRole('table', { name: 'Added projects: values of the chart' });
    const rows = values
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual(['17001,000', '20–', '3500–']);
    await expect
      .element(table.getByRole('row', { name: /^Added projects 1,200 1,000 \+200 \(\+20%\)/ }))
      .toBeVisible();
    await expect.element(table.getByRole('row', { name: /^Closed projects – 0 –/ })).toBeVisible();
  });

  test('has no chart for a figure that is always 0', async () => {
    await open((server) => respondWithReport(server, [0, 0], [0]));
    await expect.element(table).toBeVisible();
    await expect.element(chart).not.toBeInTheDocument();
  });

  test('that can’t be loaded shows the reason, can’t be exported, and can be loaded again', async () => {
    const server = await open((fake) => fake.refuse(readReport, 'forbidden'));
    await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
    await expect.element(exportButton).toBeDisabled();
    respondWithReport(server, [1], [1]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(table).toBeVisible();
    await expect.element(exportButton).toBeEnabled();
  });

  test('without a network keeps the shown period, and doesn’t show its figures for another', async () => {
    const server = await open((fake) => respondWithReport(fake, [1], [1]));
    await expect.element(table).toBeVisible();
    server.fault = 'no_network';
    await page.getByRole('combobox', { name: 'Month' }).selectOptions('April');
    await expect.element(table).not.toBeInTheDocument();
    await expect.element(page.getByText('There is no connection to the server.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Month' }).selectOptions('March');
    await expect.element(table).toBeVisible();
  });

  test('of a year before the programme shows that year', async () => {
    await open((server) => respondWithReport(server, [], []), '?period=2020');
    await expect.element(page.getByRole('combobox', { name: 'Year' })).toHaveDisplayValue('2020');
    await expect
      .element(page.getByRole('combobox', { name: 'Month' }))
      .toHaveDisplayValue('Whole year');
  });
});
