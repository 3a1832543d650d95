import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/** Retries are spaced out, in ms. */
const SEND_TIMEOUT = 60_000;

const [serial] = plainSerials(1, 330) as [DemoSerial];

// The panel breaks responses on purpose.
test.use({
  expectedProblems: /Failed to load resource|net::ERR/,
  environment: { QA_SHORTCUT: '1' },
});

test('the QA panel loses a response after commit, shows the unsent scan, and the server has it once', async ({
  club,
  phone: { page, context },
}) => {
  const owner = await club.as('czechOwner');
  const count = async () => {
    const { data } = await owner.call(calls.listScans, { query: { limit: 100 } });
    return data.filter(({ serial_number: number }) => number === serial.code).length;
  };
  await page.request.put(`${club.url}/dev/qa/switches`, { data: { network: { live: 'offline' } } });
  await signIn(club, page, 'czechOwner');
  await captureManually(page, serial);
  const newPage = context.waitForEvent('page');
  await page.keyboard.press('Alt+Shift+KeyQ');
  const panel = await newPage;
  await expect(panel).toHaveURL(`${club.url}/dev/qa`);
  const writes = panel.getByLabel('API, writing');
  const unsent = panel
    .getByRole('table')
    .filter({ hasText: 'ID' })
    .getByRole('row', { name: /^scans .* waiting$/ });
  await writes.selectOption('Offline');
  await expect(panel.getByRole('status')).toHaveText('Switched');
  await saveToFirstProject(page);
  await expect(unsent).toBeVisible();
  expect(await count()).toBe(0);

  const log = panel.getByRole('table').filter({ hasText: 'Event' });
  await expect(log.getByRole('row', { name: /live_failed .*offline/ }).first()).toBeVisible();
  const retryTable = panel.getByRole('table').filter({ hasText: 'Next try' });
  await expect(
    retryTable.getByRole('row', { name: /push scans .* offline/ }).first(),
  ).toBeVisible();

  await writes.selectOption('Response lost after commit');
  await expect.poll(count, { timeout: SEND_TIMEOUT }).toBe(1);
  const requests = panel.getByRole('table').filter({ hasText: 'Fault' });
  await expect(
    requests.getByRole('row', { name: /response_lost no response/ }).first(),
  ).toBeVisible();
  await writes.selectOption('Works');
  await expect(unsent).toHaveCount(0, { timeout: SEND_TIMEOUT });
  expect(await count()).toBe(1);
  const download = panel.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export a report' }).click();
  expect((await download).suggestedFilename()).toBe('qa-report.json');
});
