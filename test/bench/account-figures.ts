import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { type Club, newest } from '#test/e2e-fixtures/club.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { root } from '#test/setup/source-tree.ts';
import { OWNER } from './client-seed.ts';
import { measureSlowdown, requireSlowdown, slowDown } from './cpu-slowdown.ts';

/** How late every answer of the server is, in ms. */
export const DELAY_MS = 50;
/** Scans that go into one project. */
export const PER_PROJECT = 500;

/** What sending came to, in ms. */
export interface Sending {
  readonly ms: number;
  readonly longestTask: number;
}

/** Builds the account's page as the app is built. @returns the folder a server is to serve */
export async function buildAccountPage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'account-page-'));
  const input = join(root, 'test/bench/account-page.html');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  return outDir;
}

/** Lets the account be open on a phone, with everything pulled and no network, and acts on it. */
export async function withAccount<T>(
  club: Club,
  projects: number,
  act: (page: Page, projectIds: readonly string[]) => Promise<T>,
): Promise<T> {
  const owner = await club.as(OWNER);
  const ids: string[] = [];
  for (let number = 1; number <= projects; number += 1) {
    const body = { streetName: `ul. Wysyłkowa ${number}`, postalCode: '00-002' };
    ids.push((await owner.call(calls.createProject, { body })).uuid);
  }
  const phone = await openPhone();
  try {
    await phone.page.goto(`${club.url}/test/bench/account-page.html`);
    // The page has opened its store by then, which its load event does not wait for.
    await phone.page.waitForFunction(() => 'bench' in window);
    const { email, region } = demoAccounts[OWNER];
    const before = (await club.codesFor(email)).length;
    const asked = await phone.page.evaluate((who) => window.bench.askForCode(who), {
      email,
      region,
    });
    const code = await newest(() => club.codesFor(email), before);
    await phone.page.evaluate((given) => window.bench.open(given.asked, given.code), {
      asked,
      code,
    });
    await phone.context.setOffline(true);
    return await act(phone.page, ids);
  } finally {
    await phone.dispose();
  }
}

/** Captures and saves pieces one by one on a slow phone. @returns ms of every act */
export async function measureSaves(page: Page, pieces: readonly DemoSerial[], projectId: string) {
  const session = await slowDown(page);
  const input = { pieces, projectId };
  const saves = await page.evaluate(
    (each) => window.bench.saveEach(each.pieces, each.projectId),
    input,
  );
  const slowdown = await measureSlowdown(page, session);
  requireSlowdown([slowdown]);
  return { ...saves, slowdown };
}

/** Sends pieces that were saved without a network, once the network is back. */
export async function measureSending(
  club: Club,
  page: Page,
  pieces: readonly DemoSerial[],
  projectIds: readonly string[],
): Promise<Sending> {
  const rest = [...pieces];
  for (const projectId of projectIds) {
    const input = { pieces: rest.splice(0, PER_PROJECT), projectId };
    await page.evaluate((each) => window.bench.prepare(each.pieces, each.projectId), input);
  }
  if (rest.length > 0) throw new Error('There are too few projects for the pieces.');
  club.proxy.latencyMs = DELAY_MS;
  const sending = page.evaluate(() => window.bench.send());
  await page.context().setOffline(false);
  const { refused, ...figures } = await sending;
  club.proxy.latencyMs = 0;
  if (refused > 0) throw new Error(`${refused} scans were refused.`);
  return figures;
}
