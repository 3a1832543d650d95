import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { root } from '#test/setup/source-tree.ts';

const PAGE = 'test/e2e-fixtures/store.html';

/** Copy of the built app that includes the store page. */
export interface StoreSite {
  readonly appDirectory: string;
  /** Opens the store page of the signed-in person. */
  open(url: string, page: Page): Promise<void>;
  dispose(): void;
}

/**
 * @param pages other test pages to build, as paths from the root
 * @param alias folders of packages that only these pages use
 */
export async function buildStoreSite(
  pages: readonly string[] = [],
  alias: Readonly<Record<string, string>> = {},
): Promise<StoreSite> {
  const appDirectory = mkdtempSync(join(tmpdir(), 'club-store-'));
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    resolve: { alias },
    build: {
      outDir: appDirectory,
      emptyOutDir: true,
      // The page's import map would be another inline script that the CSP has to allow.
      chunkImportMap: false,
      rolldownOptions: { input: [PAGE, ...pages].map((page) => join(root, page)) },
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
