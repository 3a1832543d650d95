import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { labelText, plainSerials } from '#test/e2e-fixtures/labels.ts';
import { makeUnsentWork, signedInScreens, openScreen } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import type { Scene } from '#test/film/scene.ts';
import { root } from '#test/setup/source-tree.ts';

/*
 * Takes screenshots for the README and the system’s install dialog. Only runs on request (`SCREENSHOTS=1`), so that
 * normal test runs change no files.
 */

const pictures = join(root, 'docs', 'screenshots');
/** Pictures of the README that the manifest also has. */
const shownAtInstall = ['home', 'scan', 'project'];
const screenshotFolder = join(root, 'public', 'screenshots');
const [capturedSerial, validSerial, filmedSerial] = plainSerials(3, 420);
if (!capturedSerial || !validSerial || !filmedSerial)
  throw new Error('There are no serial numbers left.');

const gap: Scene = { texts: [], seconds: 0.5, light: 'normal', motion: 'still' };
test.use({
  film: {
    scenes: [gap, { ...gap, texts: [labelText(filmedSerial)], seconds: 8, motion: 'tilted' }],
  },
});

async function takeScreenshot(page: Page, name: string, folder = pictures): Promise<void> {
  // Wait until fonts and images are loaded and animations have ended.
  await page.evaluate(() => document.fonts.ready);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  if (shownAtInstall.includes(name)) copyFileSync(path, join(screenshotFolder, `${name}.png`));
}

test('the pictures of the README', async ({ club, persistentPhone: { page } }) => {
  for (const folder of [pictures, screenshotFolder]) mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(club, page, 'polishOwner');
  await makeUnsentWork(club, page, [capturedSerial, validSerial]);
  const screens = await signedInScreens(await club.as('polishOwner'));
  const open = async (name: string) => {
    const screen = screens.find((candidate) => candidate.name === name);
    if (!screen) throw new Error(`There is no screen ${name}.`);
    await openScreen(club, page, screen);
  };
  for (const [name, file] of [
    ['review', 'review'],
    ['unsent work', 'unsent'],
    ['open project', 'project'],
    ['home', 'home'],
  ] as const) {
    await open(name);
    await takeScreenshot(page, file);
  }
  await open('scanner');
  await expect(page.getByRole('status').filter({ hasText: ' scanned · ' })).toBeVisible({
    timeout: 30_000,
  });
  await takeScreenshot(page, 'scan');

  await page.setViewportSize({ width: 1280, height: 800 });
  await open('open project');
  await expect(page.getByRole('complementary', { name: 'Projects' })).toBeVisible();
  await takeScreenshot(page, 'projects-wide', screenshotFolder);
});
