import { expect } from '@playwright/test';
import qrcode from 'qrcode';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { checkConnection } from '#test/e2e-fixtures/network.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const desktop = { width: 1280, height: 800 };
const [first, second, picturedSerial, leftOut, earlySerial, ...remaining] = plainSerials(
  85,
  1000,
) as [DemoSerial, DemoSerial, DemoSerial, DemoSerial, DemoSerial, ...DemoSerial[]];

test('a list from a spreadsheet is validated line by line, and all valid lines are added together', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize(desktop);
  await signIn(club, page, 'czechOwner');
  await goTo(page, '/scan/manual');
  const pasted = [
    'Serial number\tStreet',
    `${first.code}\tNa Střeše 3`,
    `${second.code.toLowerCase()};Na Střeše 3`,
    first.code,
    'no number at all',
    '99Z99999-9999',
    leftOut.code,
    ...remaining.map(({ code }) => code),
  ].join('\r\n');
  await page.getByRole('textbox', { name: 'First part' }).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, pasted);

  await expect(page.getByRole('heading', { level: 1, name: 'Paste a list' })).toBeVisible();
  const expectedCount = remaining.length + 3;
  await expect(page.getByText(`${expectedCount} can be added, 4 can’t be added`)).toBeVisible();
  const notAdded = page.getByRole('list', { name: 'Not added' }).getByRole('listitem');
  await expect(notAdded).toHaveCount(4);
  for (const reason of [
    /Serial number.*No serial number was found in this line\./,
    /Same number as line 2\./,
    /no number at all.*No serial number was found in this line\./,
    /99Z99999-9999.*We don’t know this serial number\. Check it\./,
  ]) {
    await expect(notAdded.filter({ hasText: reason })).toHaveCount(1);
  }
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: `Leave out ${leftOut.code}` }).click();
  await expect(notAdded.filter({ hasText: leftOut.code })).toContainText('You left this out.');
  await page.getByRole('button', { name: `Add ${expectedCount - 1} products` }).click();
  await expect(page.getByText(`Added ${expectedCount - 1} products.`)).toBeVisible();
  // Rejected lines remain, and accepted ones are now known.
  await expect(notAdded.filter({ hasText: '99Z99999-9999' })).toBeVisible();
  // The message must not cover the next actions.
  await page.getByRole('link', { name: 'Go to Review' }).click({ timeout: 3000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await expect(
    page.getByRole('main').getByText(`${expectedCount - 1} products`, { exact: true }),
  ).toBeVisible();
  const batch = page.getByRole('list', { name: 'Scanned products' });
  await expect(batch).toContainText(remaining.at(-1)?.code ?? '');
});

test('a picture of labels and a file of numbers can be dropped anywhere on the window', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize(desktop);
  await signIn(club, page, 'romanianOwner');
  await waitUntilInstalled(page);
  const picture = (await qrcode.toBuffer(labelText(picturedSerial), { scale: 8 })).toString(
    'base64',
  );
  const overlay = page.getByText('Drop the photo to read its labels');

  await test.step('dragging a file over the window shows what will happen', async () => {
    // The handler is loaded once the app is idle; until then nothing responds.
    await expect(async () => {
      await drag(page, 'dragenter', { name: 'label.png', type: 'image/png', base64: picture });
      await expect(overlay).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
    await drag(page, 'dragleave', { name: 'label.png', type: 'image/png', base64: picture });
  });

  await test.step('the picture’s label is captured', async () => {
    await drag(page, 'drop', { name: 'label.png', type: 'image/png', base64: picture });
    await expect(overlay).toBeHidden();
    await expect(page).toHaveURL(`${club.url}/scan`);
    await expect(page.getByText('1 QR code was found in the photo.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Review 1 product' })).toBeVisible();
  });

  await test.step('a file of numbers is validated like a pasted list', async () => {
    const base64 = Buffer.from(`${picturedSerial.code}\n${second.code}\n`).toString('base64');
    await drag(page, 'drop', { name: 'numbers.csv', type: 'text/csv', base64 });
    await expect(page).toHaveURL(`${club.url}/scan/manual`);
    const notAdded = page.getByRole('list', { name: 'Not added' });
    await expect(notAdded).toContainText('This product is already in your list.');
  });

  await test.step('any other file is rejected with a message', async () => {
    await drag(page, 'drop', { name: 'plan.pdf', type: 'application/pdf', base64: '' });
    await expect(page.getByText(/^This file can’t be read\./)).toBeVisible();
  });
});

test('a photo chosen before the product list is downloaded is captured once the list arrives', async ({
  club,
  phone: { page },
}) => {
  club.proxy.decide = ({ path }) =>
    path.endsWith(calls.getConfiguration.path) ? { kind: 'cut' } : undefined;
  await signIn(club, page, 'ukrainianOwner');
  await goTo(page, '/scan');
  const button = page.getByRole('button', { name: 'Scan from photo' });
  const choosing = page.waitForEvent('filechooser');
  await button.click();
  const buffer = await qrcode.toBuffer(labelText(earlySerial), { scale: 8 });
  await (await choosing).setFiles({ name: 'label.png', mimeType: 'image/png', buffer });
  const missing = page.getByRole('status').filter({ hasText: 'The product list hasn’t been' });
  await expect(missing).toBeVisible();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(await violations(page)).toEqual([]);

  club.proxy.decide = () => undefined;
  await checkConnection(page);
  await expect(page.getByText('1 QR code was found in the photo.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review 1 product' })).toBeVisible();
  await expect(missing).toBeHidden();
});

/** Dispatches a drag event with a file over the window. */
async function drag(
  page: Parameters<typeof violations>[0],
  event: 'dragenter' | 'dragleave' | 'drop',
  file: { readonly name: string; readonly type: string; readonly base64: string },
): Promise<void> {
  await page.evaluate(
    ([name, { name: fileName, type, base64 }]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], fileName, { type }));
      document.body.dispatchEvent(
        new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }),
      );
    },
    [event, file] as const,
  );
}
