import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { sendOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.use({
  installsAtOnce: true,
  expectedProblems: /Intl\.DisplayNames is not a constructor|Invalid URL/,
});

const secret = 'Jan Kowalski, +48601000111';

/** Error reports stored on this device. */
const storedReports = (page: Page) => page.evaluate(() => localStorage.getItem('club.errors'));
/** Throws an error in the page, as a bug would. */
const throwInPage = (page: Page, message: string) =>
  page.evaluate((text) => void setTimeout(() => Reflect.construct(URL, [text])), message);

test('security 28: a device reports each error once, only with consent, and sends nothing else', async ({
  club,
  phone: { page, context, problems },
}) => {
  const bodies: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('error-report')) bodies.push(request.postData() ?? '');
  });
  await signIn(club, page, 'polishOwner');

  // A screen crashes; no report is sent automatically.
  await goTo(page, '/menu');
  await page.getByText('Settings', { exact: true }).click();
  await page.evaluate(() => Object.defineProperty(Intl, 'DisplayNames', { value: undefined }));
  await page.getByRole('link', { name: 'Language' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' }).first()).toBeVisible();
  const offeredReport = page.getByRole('group').filter({ hasText: 'What will be sent' });
  await offeredReport.getByText('What will be sent').click();
  await expect(offeredReport).toContainText('"kind": "TypeError"');
  await expect(offeredReport).toContainText('"route": "/settings/language"');
  expect(bodies).toEqual([]);
  expect(await storedReports(page)).toBeNull();
  expect((await sendOperatorCommand(club, ['errors'])).trim()).toBe('');

  // The user sends the report, and an operator sees which build it came from.
  await page.getByRole('button', { name: 'Send this report' }).click();
  await expect(page.getByText('Report sent')).toBeVisible();
  const [report = ''] = (await sendOperatorCommand(club, ['errors'])).trim().split('\n');
  expect(report).toMatch(
    /1 times {2}TypeError .* \/settings\/language, screen, online {2}\S+\.js:\d+/,
  );

  // With consent but offline, the next report stays on the device, without the text of the error's message.
  await page.goto(`${club.url}/settings/other`);
  const consent = page.getByRole('switch', { name: 'Send error reports' });
  await expect(consent).not.toBeChecked();
  await throwInPage(page, secret);
  await consent.check();
  await context.setOffline(true);
  // Wait until the app has noticed, because reports contain its connection state.
  await expect(page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
  await throwInPage(page, secret);
  await throwInPage(page, secret);
  await expect.poll(() => storedReports(page)).toContain('"count":2');
  expect(await storedReports(page)).not.toContain('Kowalski');
  expect(bodies).toHaveLength(1);

  // Online it is sent once and listed.
  await context.setOffline(false);
  const listErrors = async () => (await sendOperatorCommand(club, ['errors'])).trim().split('\n');
  await expect.poll(listErrors, { timeout: 30_000 }).toHaveLength(2);
  expect((await listErrors()).join('\n')).toMatch(/2 times .*\/settings\/other, page, offline/);
  expect(bodies).toHaveLength(2);
  expect(bodies.join('')).not.toContain('Kowalski');
  await expect.poll(() => storedReports(page)).toContain('"reports":[]');

  // After withdrawing consent nothing is stored.
  await consent.uncheck();
  await expect.poll(() => storedReports(page)).toBeNull();
  const before = problems.length;
  await throwInPage(page, secret);
  await expect.poll(() => problems.length).toBe(before + 1);
  expect(await storedReports(page)).toBeNull();
});
