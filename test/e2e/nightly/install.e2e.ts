import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '#schemas/durations.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually } from '#test/e2e-fixtures/manual-entry.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// The tests depend on the browser's install event.
test.use({ installsAtOnce: true });

const DISMISSED_KEY = 'club.install-put-off';
const offer = (page: Page) => page.getByText('Add Installer Club to your home screen');

/** Fires the browser's install event with the person's answer. */
async function fireInstallEvent(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await expect(page.getByRole('link', { name: 'Add product' })).toBeVisible();
  await page.evaluate((answer) => {
    const prompt = () => Promise.resolve({ outcome: answer });
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  }, outcome);
}

// Block the browser's own event, which could come after the test's event, with a prompt that isn't answered.
test.beforeEach(({ phone: { page } }) =>
  page.addInitScript(() => {
    window.addEventListener('beforeinstallprompt', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
  }),
);

test('the app offers installation, and once dismissed asks again after 30 days', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'romanianOwner');
  await fireInstallEvent(page, 'accepted');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toBeHidden();

  const dismissedDaysAgo = (days: number) =>
    page.evaluate(([key, time]) => localStorage.setItem(key, time), [
      DISMISSED_KEY,
      String(Date.now() - days * DAY_MS),
    ] as const);
  await dismissedDaysAgo(29);
  await page.reload();
  await fireInstallEvent(page, 'accepted');
  await expect(offer(page)).toBeHidden();

  await dismissedDaysAgo(30);
  await page.reload();
  await fireInstallEvent(page, 'accepted');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Install' }).click();
  await expect(offer(page)).toBeHidden();
});

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const deletionWarning = (page: Page) => page.getByText('Safari deletes everything stored here');

test('in other browsers, the settings don’t mention that Safari deletes data', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'romanianOwner');
  await page.goto(`${club.url}/settings/other`);
  await expect(page.getByRole('heading', { name: 'Storage on this device' })).toBeVisible();
  await expect(deletionWarning(page)).toBeHidden();
});

test.describe('on an iPhone', () => {
  test.use({ userAgent: `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1` });

  test('a guide is offered once all work is sent, because the installed app wouldn’t have that work', async ({
    club,
    phone: { page },
  }) => {
    await signIn(club, page, 'romanianOwner');
    await expect(offer(page)).toBeVisible();
    await expect(page.getByText('It has its own storage')).toBeVisible();
    await page.getByRole('button', { name: 'Show me how' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: 'Close' }).click();

    const [serial] = plainSerials(1, 40);
    if (!serial) throw new Error('The registry is empty.');
    await captureManually(page, serial);
    await page.goto(club.url);
    await expect(page.getByText('Send your work before you install the app')).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await page.getByRole('link', { name: 'Not sent yet', exact: true }).click();
    await expect(page).toHaveURL(/\/scan\/offline$/);

    await page.goto(`${club.url}/settings/other`);
    await expect(deletionWarning(page)).toBeVisible();
  });
});

test.describe('inside another app', () => {
  test.use({ userAgent: `${iPhone} (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.3.29` });

  test('sign-in, registration and home explain how to open the page in the browser', async ({
    club,
    phone: { page },
  }) => {
    await page.goto(club.url);
    await expect(page.getByText('This page is open inside another app')).toBeVisible();
    await expect(page.getByText('Open the page in Safari')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
    await page.goto(`${club.url}/register`);
    await expect(page.getByText('This page is open inside another app')).toBeVisible();
    await page.goto(club.url);
    await signIn(club, page, 'romanianOwner');
    await expect(page.getByText('This page is open inside another app')).toBeVisible();
  });
});
