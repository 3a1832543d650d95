import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { regionIdOf } from '#schemas/regions.ts';
import { bulkCalls, type BulkJob, HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { exampleOf, pageOf } from '#test/component-fixtures/example-of.ts';
import { idOf, POLAND, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { listBulkJobs, stopBulkJob } = bulkCalls;
const jobs = page.getByRole('region', { name: 'Bulk actions' });
const dialog = page.getByRole('dialog');
const undo = jobs.getByRole('button', { name: 'Undo' });

/** Opens the console with a job of two rows that starts after a while. */
async function openHeldJob(holdMs = HOLD_MS) {
  let job: BulkJob = exampleOf(stopBulkJob.result, {
    ...{ id: idOf(500), act: 'approveOrder', state: 'running', total: 2 },
    due_at: new Date(Date.now() + holdMs).toISOString(),
  });
  const stop = (changes: Partial<BulkJob>) => {
    job = { ...job, state: 'stopped', ...changes };
    return job;
  };
  const server = await renderConsole('/orders', {
    server: (fake) => {
      fake.respond(listBulkJobs, () => ({ data: [job] }));
      fake.respond(stopBulkJob, () => stop({}));
    },
  });
  await expect.element(jobs.getByText('Starts in a few seconds')).toBeVisible();
  return { server, stop };
}

test('an action is undone before it starts, and can’t be continued', async () => {
  const { server } = await openHeldJob();
  await expect.element(jobs.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  await undo.click();
  await expect.element(page.getByText('Undone. Nothing was changed.')).toBeVisible();
  await expect.element(jobs.getByText('Undone')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(jobs.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  expect(server.bodies(stopBulkJob)).toEqual([{ why: 'undo' }]);
  await jobs.getByRole('button', { name: 'Close' }).click();
  await expect.element(jobs).not.toBeInTheDocument();
});

test('an action that started before “Undo” arrived is only stopped', async () => {
  const { server, stop } = await openHeldJob();
  server.respond(stopBulkJob, () => stop({ done: 1 }));
  await undo.click();
  await expect.element(page.getByText('Stopped, but it was too late to undo 1 row.')).toBeVisible();
  await expect.element(jobs.getByText('Stopped')).toBeVisible();
  await expect.element(jobs.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('“Undo” is available when the console is opened, and on its other screens', async () => {
  await openHeldJob();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect.element(undo).toBeVisible();
  await expect.element(jobs.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

test('“Undo” becomes “Stop” once the action has started', async () => {
  await openHeldJob(3000);
  await expect.element(jobs.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(jobs.getByText('Starts in a few seconds')).not.toBeInTheDocument();
});

test('without a network, “Undo” shows the reason, and works again afterwards', async () => {
  const { server } = await openHeldJob();
  server.fault = 'no_network';
  await undo.click();
  await expect.element(page.getByText('There is no connection to the server.')).toBeVisible();
  await expect.element(undo).toBeVisible();
  server.fault = null;
  await undo.click();
  await expect.element(page.getByText('Undone. Nothing was changed.')).toBeVisible();
});

test('the chosen company can be replaced before the selected requests are offered', async () => {
  const { listLeadRequests } = leadCalls;
  const { listCompanies } = companyCalls;
  const { startBulkRequests } = bulkStartCalls;
  const requests = [1, 2].map((number) => ({ id: idOf(number), region: POLAND }));
  const server = await renderConsole('/lead-requests', {
    server: (fake) => {
      fake.respond(listLeadRequests, pageOf(listLeadRequests, requests));
      fake.respond(listCompanies, ({ query: { region } }) => {
        expect(region).toBe(String(POLAND));
        const companies = [101, 102].map((id) => ({ id: idOf(id), name: `Company ${id}` }));
        return pageOf(listCompanies, companies);
      });
      fake.refuse(startBulkRequests, 'unavailable');
    },
  });
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).click();
  await page.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect.element(dialog).toHaveAccessibleName('Offer: 2 rows');
  const offer = dialog.getByRole('button', { name: 'Offer', exact: true });
  await dialog.getByLabelText('Why?').fill('The only one nearby');
  await offer.click();
  await expect.element(dialog.getByText('Choose a company.')).toBeVisible();
  const search = dialog.getByLabelText('Company, number or town');
  await search.fill('company');
  await dialog.getByRole('button', { name: 'Company 101' }).click();
  await dialog.getByRole('button', { name: 'Choose another company' }).click();
  await search.fill('company');
  await dialog.getByRole('button', { name: 'Company 102' }).click();
  await offer.click();
  await expect.element(dialog.getByText('The server is overloaded')).toBeVisible();
  server.respond(startBulkRequests, { job: idOf(500), total: 2 });
  await offer.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.bodies(startBulkRequests).at(-1)).toEqual({
    records: [1, 2].map(idOf),
    run: { act: 'offerLeadRequest', company: idOf(102) },
    why: 'The only one nearby',
  });
});

test('requests of several countries are offered in one country, which the operator chooses', async () => {
  const { listLeadRequests } = leadCalls;
  const { listCompanies } = companyCalls;
  const { startBulkRequests } = bulkStartCalls;
  const czechia = regionIdOf('CZ');
  const requests = [1, 2, 3].map((number) => ({
    id: idOf(number),
    region: number === 2 ? czechia : POLAND,
  }));
  const server = await renderConsole('/lead-requests', {
    server: (fake) => {
      fake.respond(listLeadRequests, pageOf(listLeadRequests, requests));
      fake.respond(listCompanies, ({ query: { region } }) =>
        pageOf(listCompanies, [{ id: idOf(101), name: `Company in ${region}` }]),
      );
      fake.respond(startBulkRequests, { job: idOf(500), total: 1 });
    },
  });
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).click();
  await page.getByRole('button', { name: 'Offer', exact: true }).click();
  const offer = dialog.getByRole('button', { name: 'Offer', exact: true });
  await dialog.getByLabelText('Why?').fill('The only one nearby');
  await offer.click();
  await expect.element(dialog.getByText('Choose a country.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Country' }).selectOptions('Czechia');
  await expect.element(dialog.getByText('1 request is offered.')).toBeVisible();
  await dialog.getByLabelText('Company, number or town').fill('company');
  await dialog.getByRole('button', { name: `Company in ${czechia}` }).click();
  await offer.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.bodies(startBulkRequests)).toEqual([
    {
      records: [idOf(2)],
      run: { act: 'offerLeadRequest', company: idOf(101) },
      why: 'The only one nearby',
    },
  ]);
});
