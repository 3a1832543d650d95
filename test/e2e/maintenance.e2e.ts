import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import {
  ADD_BUTTON,
  enterManually,
  saveToFirstProject,
  openReview,
} from '#test/e2e-fixtures/manual-entry.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test('F10: during maintenance scanning continues, and afterwards everything is sent', async ({
  club,
  phone: { page },
}) => {
  const [serial] = plainSerials(1, 640);
  if (!serial) throw new Error('There is no serial number left.');
  // The page's clock runs normally and jumps a minute when needed.
  await page.clock.install();
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await club.server.stop();
  await club.server.start({ MAINTENANCE: '1' });

  const notice = page.getByRole('heading', { name: 'We’ll be back soon' });
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(`${club.url}/maintenance`);
  // Wait until the other requests of the start have ended.
  await page.waitForLoadState('networkidle');
  const requestsBefore = club.proxy.requestsOf(calls.getConfiguration).length;
  await page.clock.fastForward(MINUTE_MS);
  await expect
    .poll(() => club.proxy.requestsOf(calls.getConfiguration).length)
    .toBe(requestsBefore + 1);
  await expect(notice).toBeVisible();

  await page.getByRole('link', { name: 'Continue offline' }).click();
  await expect(page.getByText('Maintenance. Your work will be sent later.')).toBeVisible();
  await page.getByRole('link', { name: 'Add product' }).click();
  await page.getByRole('link', { name: 'Enter manually' }).last().click();
  await enterManually(page, serial);
  // Another check while the server is down doesn't interrupt the person.
  await page.clock.fastForward(MINUTE_MS);
  await page.getByRole('button', { name: ADD_BUTTON }).click();
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(serial.code);
  await openReview(page);
  await saveToFirstProject(page);
  const currentUrl = page.url();
  await page.reload();
  await expect(notice).toBeVisible();

  await club.server.stop();
  await club.server.start();
  await page.clock.fastForward(MINUTE_MS);
  await expect(page).toHaveURL(currentUrl);
  await expect(notice).toBeHidden();
  const owner = await club.as('polishOwner');
  const countSent = async () => {
    const { data } = await owner.call(calls.listScans, { query: { page: 1, limit: 100 } });
    return data.filter((scan) => scan.serial_number === serial.code).length;
  };
  await expect.poll(countSent, { timeout: 30_000 }).toBe(1);
  await expect(page.getByRole('link', { name: /not sent yet/ })).toHaveCount(0);
});
