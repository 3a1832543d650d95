import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '#test/setup/spawned-server.ts';
import { cache } from '#tools/places.ts';

/** Where a run's loaded demo data lies: the fixtures' servers each begin with a copy of it. */
export const DEMO_DATA = 'CLUB_DEMO_DATA';

/** Playwright's global set-up: lets the real server load its demo data once, and stops it. */
export default async function loadDemoData(): Promise<() => void> {
  // Some sixty servers are started in a run, and load the same modules over and over.
  process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');
  const directory = mkdtempSync(join(tmpdir(), 'club-demo-'));
  const server = await spawnServer({ environment: { DATA_DIR: directory } });
  await server.dispose();
  process.env[DEMO_DATA] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
