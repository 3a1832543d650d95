import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { root } from '#test/setup/source-tree.ts';
import { expectNoProblems, test } from './engine-test.ts';
import { viewOf } from './view.ts';

/** Uses an API that only Chromium has. */
const unsupportedCode = 'navigator.connection.effectiveType;';

test.use({ expectedProblems: /navigator\.connection|module script|imported module/ });

test('use of an API that the engine lacks fails the run', async ({ phone }) => {
  const app = mkdtempSync(join(tmpdir(), 'club-app-'));
  cpSync(join(root, 'dist'), app, { recursive: true });
  const script = join(app, 'first-paint.js');
  appendFileSync(script, `\n${unsupportedCode}\n`);
  for (const extension of ['.br', '.gz']) rmSync(script + extension, { force: true });
  const club = await openClub({ APP_DIR: app });
  try {
    const view = viewOf(await phone.newTab());
    await view.tab.goto(club.url);
    await expect.poll(() => phone.problems.join()).toContain('navigator.connection');
    expect(() => expectNoProblems(phone.problems, null)).toThrow();
  } finally {
    await club.close();
    rmSync(app, { recursive: true, force: true });
  }
});
