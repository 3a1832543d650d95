import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.afterEach(({ club }) => club.proxy.clearFaults());

/** All browser storage of the app by location: databases, texts and caches. */
function readBrowserStorage(page: Page): Promise<{ storageName: string; text: string }[]> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB returned no result.'));
      });
    const stored = [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).map(([storageName, text]) => ({
        storageName,
        text: String(text),
      })),
    );
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const table of database.objectStoreNames) {
        const rows: unknown = await resultOf(
          database.transaction(table).objectStore(table).getAll(),
        );
        stored.push({ storageName: `${name} ${table}`, text: JSON.stringify(rows) });
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const isTextResponse = /json|text|javascript/.test(
          response?.headers.get('content-type') ?? '',
        );
        stored.push({
          storageName: request.url,
          text: isTextResponse ? ((await response?.text()) ?? '') : '',
        });
      }
    }
    return stored;
  });
}

test('security 7, 9: signing out leaves no personal data on the phone', async ({
  club,
  phone: { page, context },
}) => {
  const { surname, email, phone } = demoAccounts.czechOwner;
  const { name, registrationNumber } = demoCompanies.dvorak;
  const owner = await club.as('czechOwner');
  const { data } = await owner.call(calls.listProjects, { query: { page: 1 } });
  const streets = data.map((project) => project.street_name);
  // Excludes the account's random id, which remains as the key of a deletion marker.
  const personal = [surname, email, phone, name, registrationNumber, ...streets];
  await signIn(club, page, 'czechOwner');
  await waitUntilInstalled(page);
  await page.getByRole('list', { name: 'Open projects' }).waitFor();
  const leakedTexts = async () => {
    const stored = await readBrowserStorage(page);
    return personal.flatMap((secret) =>
      stored.flatMap(({ storageName, text }) =>
        `${storageName} ${text}`.includes(secret) ? [{ secret, storageName }] : [],
      ),
    );
  };
  // The data is there while the person is signed in.
  expect((await leakedTexts()).length).toBeGreaterThan(4);

  await page.goto(`${club.url}/menu`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sign out?' });
  await sheet.getByRole('button', { name: 'Sign out' }).click();
  const loginHeading = page.getByRole('heading', { level: 1, name: 'Earn points for your work' });
  await expect(loginHeading).toBeVisible();
  // Reading the databases can delay their deletion. The app then reloads to finish the deletion, which interrupts the
  // reading, so retry.
  await expect(async () => expect(await leakedTexts()).toEqual([])).toPass();

  await context.setOffline(true);
  await page.goto(`${club.url}/projects`);
  await expect(loginHeading).toBeVisible();
  const mainText = await page.getByRole('main').innerText();
  expect(personal.filter((text) => mainText.includes(text))).toEqual([]);
});

test('security 14: HTML from the server is sanitised again where it is shown', async ({
  club,
  phone: { page, problems },
}) => {
  // Contains no inline event handlers, which the CSP would report anyway.
  const hostile =
    '<p>Before</p><script>window.broken = 1</script><iframe src="https://evil.example"></iframe>' +
    '<svg><script>window.broken = 1</script></svg><object></object>' +
    '<a href="javascript:window.broken = 1">link</a><form action="/x"></form><p>After</p>';
  type ContentPage = { data: { content: Record<string, { text: string }> }[] };
  const rewrite = (response: unknown) => {
    for (const { content } of (response as ContentPage).data) {
      for (const texts of Object.values(content)) texts.text = hostile;
    }
    return response;
  };
  club.proxy.addFault(calls.listContent, { kind: 'rewrite', rewrite }, { times: 100 });
  await signIn(club, page, 'polishOwner');
  await page.getByRole('list', { name: 'News' }).getByRole('link').first().click();
  const article = page.getByRole('article');
  await expect(article.getByText('After')).toBeVisible();
  const html = await article.innerHTML();
  expect(html).not.toMatch(/<(script|iframe|svg|object|form)|javascript:/i);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  expect(problems).toEqual([]);
});

test('security 18: `/close` always redirects to home', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishStaff');
  await page.goto(
    `${club.url}/close?to=https://evil.example&url=//evil.example&redirect=https://evil.example`,
  );
  await page.getByRole('button', { name: 'Close this window' }).click();
  await expect(page).toHaveURL(new RegExp(`^${RegExp.escape(club.url)}/?$`));
});
