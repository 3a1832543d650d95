import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { PROJECT_PICKER_LINK } from '#test/e2e-fixtures/manual-entry.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { recordPage } from '#test/e2e-fixtures/record-page.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';
import { root } from '#test/setup/source-tree.ts';

/*
 * Records the README's moving picture: scanning without a network, then reconnecting. Only runs on request
 * (`SCREENSHOTS=1`).
 */

const path = join(root, 'docs', 'screenshots', 'offline.webp');
const MAX_BYTES = 2_000_000;
const gap: Scene = { texts: [], seconds: 0.5, light: 'normal', motion: 'still' };
const scenes = plainSerials(3, 620).flatMap((serial): Scene[] => [
  gap,
  { ...gap, texts: [labelText(serial)], seconds: 1.5, motion: 'moving' },
]);
test.use({ film: { scenes } });

test('the animated picture of the README', async ({ club, persistentPhone: { page } }) => {
  await signIn(club, page, 'polishOwner');
  await expect(page.getByRole('list', { name: 'Open projects' })).toBeVisible();
  await waitUntilInstalled(page);
  const recording = await recordPage(page);
  await recording.hold(1_200);

  await page.context().setOffline(true);
  club.proxy.isDown = true;
  await expect(page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
  await recording.hold(1_800);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scan' }).tap();
  const review = page.getByRole('link', { name: 'Review 3 products' });
  await recording.during(expect(review).toBeVisible({ timeout: 60_000 }));
  await recording.hold(800);
  await review.tap();
  await page.getByRole('link', { name: PROJECT_PICKER_LINK }).tap();
  const projects = page.getByRole('list', { name: 'Open projects' });
  await expect(projects).toBeVisible();
  await recording.hold(1_200);
  await projects.getByRole('button').first().tap();
  const products = page.getByRole('list', { name: 'Products' });
  await expect(products).toBeVisible();
  await recording.hold(2_000);

  await page.context().setOffline(false);
  const waitingText = page.getByText(/^\d+ products? (hasn’t|haven’t) been sent yet/);
  const sent = expect(waitingText).toHaveCount(0, { timeout: 60_000 });
  await recording.during(Promise.all([restoreNetwork(club, page), sent]));
  await recording.hold(2_500);
  const picture = recording.picture();
  expect(picture.length).toBeLessThanOrEqual(MAX_BYTES);
  writeFileSync(path, picture);
});
