import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// What the browser offers stands on it.
test.use({ installs: true });

const PUT_OFF = 'club.install-put-off';
const offer = (page: Page) => page.getByText('Put Installer Club on your home screen');

/** The browser says that it would install the app, and what the person answers to its question. */
async function announce(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await expect(page.getByRole('link', { name: 'Add a product' })).toBeVisible();
  await page.evaluate((answer) => {
    const prompt = () => Promise.resolve({ outcome: answer });
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  }, outcome);
}

// The browser's own event may come at any time after the test's, with a question that nobody answers.
test.beforeEach(({ phone: { page } }) =>
  page.addInitScript(() => {
    window.addEventListener('beforeinstallprompt', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
  }),
);

test('the app offers to go on the home screen, and put off it asks again after 30 days', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'romanianOwner');
  await announce(page, 'accepted');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toBeHidden();

  const putOffDaysAgo = (days: number) =>
    page.evaluate(([key, at]) => localStorage.setItem(key, at), [
      PUT_OFF,
      String(Date.now() - days * 86_400_000),
    ] as const);
  await putOffDaysAgo(29);
  await page.reload();
  await announce(page, 'accepted');
  await expect(offer(page)).toBeHidden();

  await putOffDaysAgo(30);
  await page.reload();
  await announce(page, 'accepted');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Install' }).click();
  await expect(offer(page)).toBeHidden();
});
