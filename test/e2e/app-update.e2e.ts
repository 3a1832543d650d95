import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { root } from '#test/setup/source-tree.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';

const app = mkdtempSync(join(tmpdir(), 'club-app-'));
let server: SpawnedServer;

test.beforeAll(async () => {
  cpSync(join(root, 'dist'), app, { recursive: true });
  server = await spawnServer({ appDirectory: app });
});

test.afterAll(async () => {
  await server.dispose();
  rmSync(app, { recursive: true, force: true });
});

/** Puts a newer build in place of the old one, as a deployment does: another page, another worker. */
function deploy(title: string): void {
  const page = join(app, 'index.html');
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(/<title>.*<\/title>/, `<title>${title}</title>`),
  );
  const worker = join(app, 'service-worker.js');
  const revision = /(revision["'`]?:["'`])[0-9a-f]{32}(["'`],["'`]?url["'`]?:["'`]index\.html)/;
  const text = readFileSync(worker, 'utf8');
  expect(text).toMatch(revision);
  writeFileSync(worker, text.replace(revision, `$1${title}$2`));
}

async function openControlled(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.evaluate(async () => {
    const workers = navigator.serviceWorker;
    if (workers.controller) return;
    await new Promise((resolve) => workers.addEventListener('controllerchange', resolve));
  });
}

/** The title as it stands in the page that the worker hands out; the open page names its screen. */
function deployedTitle(page: Page): Promise<string | undefined> {
  return page.evaluate(
    async () => /<title>(.*)<\/title>/.exec(await (await fetch('/')).text())?.[1],
  );
}

test('F32: an update waits for consent; then every open page reloads, once', async ({
  context,
}) => {
  const pages = [await context.newPage(), await context.newPage()] as const;
  for (const page of pages) await openControlled(page);
  const [page, other] = pages;

  const loads = { page: 0, other: 0 };
  page.on('load', () => (loads.page += 1));
  other.on('load', () => (loads.other += 1));
  deploy('newer-build');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  const consent = page.getByRole('button', { name: 'Update now' });
  await expect(consent).toBeVisible();
  expect(await deployedTitle(page)).not.toBe('newer-build');
  expect(loads).toEqual({ page: 0, other: 0 });

  await consent.click();
  await expect.poll(() => loads).toEqual({ page: 1, other: 1 });
  expect(await deployedTitle(page)).toBe('newer-build');
  await expect(consent).toBeHidden();
  expect(loads).toEqual({ page: 1, other: 1 });
});

test('without a network a deep link opens the app, and nothing of the API was kept', async ({
  context,
  page,
}) => {
  await openControlled(page);
  await page.close();
  await server.stop();

  const cold = await context.newPage();
  await cold.goto(`${server.url}/projects/6f0b5b0c-3f56-4b36-9c3e-5d0f5f6f7a10`);
  await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();

  const kept = await cold.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => /^\/(api|files|dev)\b/.test(path))).toEqual([]);

  const answer = await cold.evaluate(() => fetch('/api/v1/ping').then(String, () => 'no answer'));
  expect(answer).toBe('no answer');
  await server.start();
});
