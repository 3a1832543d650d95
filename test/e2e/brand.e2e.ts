import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { brand as first } from '#schemas/brands/skylight.ts';
import { brand as second } from '#schemas/brands/harbour.ts';
import { type Club, openClub } from '#test/e2e-fixtures/club.ts';
import { createDemoDatabaseCopy } from '#test/e2e-fixtures/demo-data.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { root } from '#test/setup/source-tree.ts';
import type { PostgresDatabase } from '#test/setup/test-database.ts';

/** Environment that selects the second brand. */
const secondBrandEnv = { NODE_OPTIONS: `--conditions=${second.id}` };
const app = mkdtempSync(join(tmpdir(), 'club-brand-'));
let club: Club;
let database: PostgresDatabase | null;

test.beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['tools/build.ts', app], {
    cwd: root,
    env: { ...process.env, ...secondBrandEnv },
  });
  database = await createDemoDatabaseCopy();
  const environment = { APP_DIR: app, ...secondBrandEnv };
  // A process can only have one brand, so the server needs its own.
  club = await openClub({ ...environment, ...(database && { DATABASE_URL: database.url }) }, 'own');
});

test.afterAll(async () => {
  await club.close();
  await database?.drop();
  rmSync(app, { recursive: true, force: true });
});

test('another brand has its own name, logo, colour and slant, and nothing of the first brand', async ({
  page,
}) => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:html|js|css|svg|webmanifest)$/.test(name),
  );
  const text = new Map(files.map((name) => [name, readFileSync(join(app, name), 'utf8')]));
  for (const brandText of [first.name, first.manufacturer, first.domain, first.colour.hex]) {
    expect(files.filter((name) => text.get(name)?.includes(brandText))).toEqual([]);
  }
  expect(JSON.parse(text.get('manifest.webmanifest') ?? '')).toMatchObject({ name: second.name });

  await page.goto(`${club.url}/login`);
  await expect(page).toHaveTitle(new RegExp(second.name));
  await expect(page.getByText(second.name).first()).toBeVisible();
  await signIn(club, page, 'polishOwner');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const styles = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--brand-hue', '--brand-chroma', '--slant'].map((name) => style.getPropertyValue(name));
  });
  expect(styles).toEqual([
    String(second.colour.hue),
    String(second.colour.chroma),
    `${second.slant}deg`,
  ]);
  const response = await fetch(`${club.server.url}/api/openapi.json`);
  expect(await response.json()).toMatchObject({ info: { title: second.name } });
  if (process.env['SCREENSHOTS'] === '1') {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({
      path: join(root, 'docs', 'screenshots', 'second-brand.png'),
      animations: 'disabled',
    });
  }
});
