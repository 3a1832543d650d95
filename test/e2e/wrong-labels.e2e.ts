import { expect } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';

const [serial] = plainSerials(1, 100);
if (!serial) throw new Error('There are no serial numbers left.');
const label = labelText(serial);
const gap: Scene = { texts: [], seconds: 1, light: 'normal', motion: 'still' };
const sceneOf = (text: string): Scene => ({ ...gap, texts: [text], seconds: 2 });
test.use({
  film: {
    scenes: [
      gap,
      sceneOf('https://other-maker.example/GGL_MK06_2070_24A17K3M_0042'),
      gap,
      sceneOf(label.split('_').slice(0, 3).join('_')),
      gap,
      sceneOf(`${label.slice(0, -2)}é!`),
    ],
  },
});

test('each kind of wrong label has its message, nothing is saved, and the camera continues', async ({
  club,
  persistentPhone: { page },
}) => {
  await signIn(club, page, 'czechOwner');
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Invalid QR code.' });
  const reasons = [
    'This label isn’t from Skylight.',
    'This label is damaged or incomplete. Enter the number manually.',
    'This label contains invalid characters. Enter the number manually.',
  ];
  for (const reason of reasons) {
    await expect(notice.filter({ hasText: reason })).toBeVisible({ timeout: 30_000 });
  }
  await expect(page.getByText('Point the square at the QR code on a label.')).toBeVisible();
});

test.describe('a label of another brand', () => {
  test.use({ film: { scenes: [gap, sceneOf('https://other-maker.example/GGL_MK06_2070')] } });

  test('can be looked up in the product guide, and nothing is saved', async ({
    club,
    persistentPhone: { page },
  }) => {
    await signIn(club, page, 'polishOwner');
    await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'This label isn’t from Skylight.' });
    await expect(notice).toBeVisible({ timeout: 30_000 });
    const link = notice.getByRole('link', { name: 'Look up' });
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    expect(await violations(page)).toEqual([]);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Today’s replacement' })).toBeVisible();
    await page.goto(`${club.url}/scan/review`);
    await expect(page.getByRole('main')).toContainText('Nothing to review');
  });
});
