import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const [serial] = plainSerials(1, 330) as [DemoSerial];

// The panel breaks answers on purpose.
test.use({ expectedProblems: /Failed to load resource|net::ERR/ });

test('the QA panel loses an answer after commit, shows the unsent scan, and the server has it once', async ({
  club,
  phone: { page, context },
}) => {
  const owner = await club.as('czechOwner');
  const count = async () => {
    const { data } = await owner.call(calls.scans, { query: { limit: 100 } });
    return data.filter(({ serial_number: number }) => number === serial.code).length;
  };
  await signIn(club, page, 'czechOwner');
  await captureManually(page, serial);
  const panel = await context.newPage();
  await panel.goto(`${club.url}/dev/qa`);
  const writes = panel.getByLabel('API, writing');
  await writes.selectOption('Answer lost after commit');
  await expect(panel.getByRole('status')).toHaveText('Switched');
  await saveToFirstProject(page);
  const requests = panel.getByRole('table').filter({ hasText: 'Fault' });
  await expect(requests.getByRole('row', { name: /answer_lost no answer/ }).first()).toBeVisible();
  const unsent = panel
    .getByRole('table')
    .filter({ hasText: /State$/m })
    .first();
  await expect(unsent.getByRole('row', { name: /^scans .* waiting$/ })).toBeVisible();
  expect(await count()).toBe(1);

  await writes.selectOption('Works');
  await page.bringToFront();
  await expect.poll(count).toBe(1);
  await expect(unsent.getByRole('row', { name: /^scans .* waiting$/ })).toHaveCount(0, {
    timeout: 30_000,
  });
  const download = panel.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export a report' }).click();
  expect((await download).suggestedFilename()).toBe('qa-report.json');
});
