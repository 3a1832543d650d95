import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import { renderScreen, tabTo } from '#test/component-fixtures/render-screen.tsx';

test('manual entry drops impossible characters with a message and replaces similar-looking ones', async () => {
  await renderScreen('/scan/manual', {
    person: 'czechOwner',
    server: (server) => server.refuse(calls.confirmScan, 'product_not_found'),
  });
  const first = page.getByRole('textbox', { name: 'First part' });
  await first.fill('24А17№k3м');
  await expect.element(first).toHaveValue('24A17K3M');
  await expect.element(page.getByText('Left out, not valid in serial numbers: №')).toBeVisible();
  await expect.element(page.getByText('Similar-looking letters were read as A M')).toBeVisible();

  await page.getByRole('button', { name: 'Add product' }).click();
  await expect.element(page.getByText('Enter the second part.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Second part' }).fill('0000');
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      'This is not a valid Skylight product. We don’t know this serial number. Check it.',
    );
  await expect.element(first).toHaveValue('24A17K3M');
});

test('a new page gets focus on its heading', async () => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await renderScreen('/scan/manual');
  await tabTo(page.getByRole('button', { name: 'Paste a list' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Paste a list')).toHaveFocus();
  await tabTo(page.getByRole('button', { name: 'Back' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Enter manually')).toHaveFocus();
});
