import { expect } from '@playwright/test';
import type { ErrorReport } from '#schemas/error-report.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

const deviceError: ErrorReport = {
  ...{ kind: 'TypeError', code: null, frames: ['projects-Ab3dE_9x.js:1:20345'], heard: 'page' },
  ...{ version: '3.9.4', build: '0123456789ab', browser: 'chrome', browser_major: 141 },
  ...{ system: 'android', route: '/projects/$uuid', connection: 'offline', count: 7 },
};

test('the Today screen links to the lists of failed messages, jobs and upcoming dates', async ({
  site,
  desk: anna,
}) => {
  await signInOperator(site, anna);
  const dates = anna.getByRole('region', { name: 'Upcoming dates' });
  await expect(dates.getByRole('link', { name: 'Old points expire' })).toBeVisible();
  // Countries whose campaign ends on the same day share a line. Because of time zones, a campaign can have two lines.
  const campaign = dates.getByRole('link', { name: /Campaign ends .* \d+ countries/ }).first();
  await expect(campaign).toHaveAttribute('href', '/campaigns');
  expect(await violations(anna)).toEqual([]);

  await test.step('failed messages are grouped by reason, with their total', async () => {
    await anna.getByRole('link', { name: 'Failed messages in 7 days' }).click();
    const table = anna.getByRole('table', { name: 'Failed messages' });
    const certificates = table.getByRole('row', { name: 'Warranty certificate' });
    await expect(certificates).toContainText('Rejected by the provider');
    await expect(certificates).toContainText('Poland');
    await expect(certificates).toContainText('550');
    await expect(table.getByRole('row', { name: 'Total' })).toContainText('6');
    expect(await violations(anna)).toEqual([]);
  });

  await test.step('jobs show their last success', async () => {
    await anna.getByRole('link', { name: 'Jobs', exact: true }).click();
    const jobs = anna.getByRole('table', { name: 'Jobs' });
    await expect(jobs.getByRole('row', { name: 'Expire old points' })).toContainText('Works');
    expect(await violations(anna)).toEqual([]);
  });

  await test.step('device errors have their version and count', async () => {
    const response = await anna.request.fetch(`${site.club.url}/api/v1/error-report`, {
      ...{ method: 'POST', data: { reports: [deviceError] } },
    });
    expect(response.status()).toBe(200);
    await anna.getByRole('link', { name: 'Device errors' }).click();
    await anna.getByLabel('App version', { exact: true }).selectOption('3.9.4');
    const errors = anna.getByRole('table', { name: 'Device errors' });
    const row = errors.getByRole('row', { name: 'TypeError' });
    await expect(row).toContainText('/projects/$uuid');
    await expect(row.getByRole('cell').last()).toHaveText('7');
    expect(await violations(anna)).toEqual([]);
  });

  await test.step('health shows the parts of the server', async () => {
    await anna.getByRole('link', { name: 'Health', exact: true }).click();
    const health = anna.getByRole('table', { name: 'Health' });
    await expect(health.getByRole('row', { name: 'Clock' })).toContainText('Works');
    await expect(health.getByRole('row', { name: /^Server/ })).toContainText('Version');
    await expect(health.getByText('Needs attention')).toHaveCount(0);
    expect(await violations(anna)).toEqual([]);
  });

  await test.step('an unfinished announcement is among the drafts', async () => {
    await anna.goto('/');
    const drafts = anna.getByRole('region', { name: 'My drafts' });
    await drafts
      .getByRole('link', { name: /Announcement Training day/ })
      .first()
      .click();
    await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Training day in spring');
  });

  await test.step('without a response from the server, the list shows an error', async () => {
    await anna.route('**/operator/v1/system/jobs', (route) => route.abort());
    await anna.goto('/jobs');
    await expect(anna.getByRole('button', { name: 'Try again' })).toBeVisible();
    await anna.unroute('**/operator/v1/system/jobs');
    await anna.getByRole('button', { name: 'Try again' }).click();
    await expect(anna.getByRole('table', { name: 'Jobs' })).toBeVisible();
  });
});
