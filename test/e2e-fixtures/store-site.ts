import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { root } from '#test/setup/source-tree.ts';

const PAGE = 'test/e2e-fixtures/store.html';

/** A copy of the built app with the store's page in it. */
export interface StoreSite {
  /** For the server's APP_DIR. */
  readonly appDirectory: string;
  /** Opens the store's page of whoever is signed in there. */
  open(url: string, page: Page): Promise<void>;
  dispose(): void;
}

export async function buildStoreSite(): Promise<StoreSite> {
  const appDirectory = mkdtempSync(join(tmpdir(), 'club-store-'));
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      outDir: appDirectory,
      emptyOutDir: true,
      // Its map would be a second text to let in.
      chunkImportMap: false,
      rolldownOptions: { input: join(root, PAGE) },
    },
  });
  cpSync(join(root, 'dist'), appDirectory, { recursive: true });
  return {
    appDirectory,
    async open(url, page) {
      await page.goto(`${url}/${PAGE}`);
      await page.waitForFunction(() => window.store !== undefined, null, { timeout: 60_000 });
    },
    dispose: () => rmSync(appDirectory, { recursive: true, force: true }),
  };
}
