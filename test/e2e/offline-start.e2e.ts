import { expect } from '@playwright/test';
import { gate } from '#test/sync/fault-proxy.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/** Screens by URL, with their headings. */
const screens = {
  en: [
    ['/balance', 'Points'],
    ['/projects', 'Projects'],
    ['/scan/manual', 'Enter manually'],
    ['/settings', 'Settings'],
    ['/menu', 'Menu'],
  ],
  pl: [
    ['/balance', 'Punkty'],
    ['/projects', 'Projekty'],
    ['/scan/manual', 'Wpisz ręcznie'],
    ['/settings', 'Ustawienia'],
    ['/menu', 'Menu'],
  ],
} as const;

// These tests are about the installation of the worker, so don't delay it.
test.use({ installsAtOnce: true });
test.afterEach(({ club }) => {
  club.proxy.decide = () => undefined;
  club.proxy.isDown = false;
});

for (const language of ['en', 'pl'] as const) {
  test(`a killed app starts offline at any URL (${language})`, async ({
    club,
    persistentPhone: phone,
  }) => {
    await signIn(club, phone.page, 'ukrainianOwner', { language });
    await waitUntilInstalled(phone.page);
    const list = language === 'en' ? 'Open projects' : 'Otwarte projekty';
    await expect(phone.page.getByRole('list', { name: list })).toBeVisible();
    await phone.restart();
    for (const [path, heading] of screens[language]) {
      await phone.kill();
      club.proxy.isDown = true;
      await phone.start({ offline: true });
      await phone.page.goto(club.url + path);
      await expect(phone.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(phone.page.getByRole('main')).not.toContainText(/Loading|Ładowanie/);
    }
    await phone.page.goto(`${club.url}/nowhere/at-all`);
    await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible();
    // If an image is cached in any width, the worker serves it for every width.
    const type = await phone.page.evaluate(async () =>
      (await fetch('/pictures/scenes/roof-day-1440.webp')).headers.get('content-type'),
    );
    expect(type).toBe('image/webp');
  });
}

test('another language is downloaded when chosen, and is available offline from then on', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'ukrainianOwner');
  await waitUntilInstalled(page);
  await page.goto(`${club.url}/settings/language`);
  const polish = page.getByRole('radio', { name: /^Polski/ });
  await context.setOffline(true);
  await polish.click();
  await expect(page.getByRole('alert')).toContainText('Polski isn’t downloaded yet.');
  await expect(polish).not.toBeChecked();
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();

  await context.setOffline(false);
  await polish.click();
  const heading = page.getByRole('heading', { level: 1, name: 'Język' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(true);
  await page.reload();
  await expect(heading).toBeVisible();
  // English is bundled with the app.
  await page.getByRole('radio', { name: /^English/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
});

test('an interrupted installation continues when the person returns', async ({
  club,
  phone: { page },
}) => {
  // During a start, only the worker loads this file.
  club.proxy.decide = ({ path }) => (path.includes('/zxing_reader') ? { kind: 'cut' } : undefined);
  const files = () => club.proxy.requests.filter(({ path }) => path.startsWith('/assets/')).length;
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await signIn(club, page, 'ukrainianOwner');
  // The installation may end before the test can observe it; the interrupted request proves that it started.
  const isRequestCut = () => club.proxy.requests.some(({ path }) => path.includes('/zxing_reader'));
  await expect.poll(isRequestCut, { timeout: 30_000 }).toBe(true);
  await expect.poll(registrations, { timeout: 30_000 }).toBe(0);

  const initialCount = files();
  club.proxy.decide = () => undefined;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await waitUntilInstalled(page);
  expect(files() - initialCount).toBeLessThan(initialCount / 4);
});

test('a page that was loading while the worker took over is also controlled by the worker', async ({
  club,
  phone: { page, context },
}) => {
  const [worker, document] = [gate(), gate()];
  club.proxy.decide = ({ path }) => {
    if (path.includes('/zxing_reader')) return { kind: 'hold', until: worker.until };
    return path === '/code' ? { kind: 'hold', until: document.until } : undefined;
  };
  await page.goto(club.url);
  const secondPage = await context.newPage();
  const navigationDone = secondPage.goto(`${club.url}/code`);
  await expect.poll(() => club.proxy.requests.some(({ path }) => path === '/code')).toBe(true);
  worker.open();
  await waitUntilInstalled(page);
  document.open();
  await navigationDone;
  const isControlled = () => secondPage.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled).toBe(true);
});
