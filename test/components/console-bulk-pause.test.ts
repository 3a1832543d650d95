import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bulkCalls, type BulkJob } from '#schemas/operator/bulk-calls.ts';
import { exampleOf } from '#test/component-fixtures/example-of.ts';
import { idOf, renderConsole } from '#test/component-fixtures/render-console.tsx';

const { listBulkJobs, pauseBulkJob, resumeBulkJob } = bulkCalls;
const jobs = page.getByRole('region', { name: 'Bulk actions' });
const pause = jobs.getByRole('button', { name: 'Pause' });
const resume = jobs.getByRole('button', { name: 'Resume' });

/** Opens the console with an older job of three rows, one of which is done. */
function openJob(state: BulkJob['state'], changes: Partial<BulkJob> = {}) {
  let job: BulkJob = exampleOf(pauseBulkJob.result, {
    ...{ id: idOf(500), act: 'approveOrder', state, total: 3, done: 1, failed: 0 },
    created_at: new Date(Date.now() - 60_000).toISOString(),
    ...changes,
  });
  const change = (next: BulkJob['state']) => {
    job = { ...job, state: next };
    return job;
  };
  return renderConsole('/orders', {
    server: (server) => {
      server.respond(listBulkJobs, () => ({ data: [job] }));
      server.respond(pauseBulkJob, () => change('paused'));
      server.respond(resumeBulkJob, () => change('running'));
    },
  });
}

test('a job is paused and resumed', async () => {
  const server = await openJob('running');
  await pause.click();
  await expect.element(jobs.getByText('Paused')).toBeVisible();
  await expect.element(jobs.getByText('1 of 3')).toBeVisible();
  await expect.element(pause).not.toBeInTheDocument();
  await resume.click();
  await expect.element(pause).toBeVisible();
  await expect.element(jobs.getByText('Paused')).not.toBeInTheDocument();
  expect(server.bodies(pauseBulkJob)).toEqual([{ why: 'pause' }]);
  expect(server.bodies(resumeBulkJob)).toEqual([{ why: 'resume' }]);
});

test('a job that was paused earlier is shown when the console is opened', async () => {
  await openJob('paused');
  await expect.element(jobs.getByText('Paused')).toBeVisible();
  await expect.element(resume).toBeVisible();
  await expect.element(jobs.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect.element(jobs.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

test('pausing a job that has already ended shows that nothing was changed', async () => {
  const server = await openJob('running');
  server.refuse(pauseBulkJob, 'conflict');
  await pause.click();
  await expect.element(page.getByText(/Nothing was changed|changed in the meantime/)).toBeVisible();
});

test.each([
  [0, 'Nothing has been changed yet. The action is undone, and you can’t continue it.'],
  [1, 'Rows that are done stay done. You can continue later.'],
])('stopping a held job after %d rows says if it can be continued', async (done, text) => {
  const due_at = new Date(Date.now() - 50_000).toISOString();
  await openJob('paused', { due_at, done });
  await jobs.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByRole('dialog').getByText(text)).toBeVisible();
});
