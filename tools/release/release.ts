import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { isBuildCurrent } from '../vite/build-stamp.ts';
import { builtApp, root } from '../paths.ts';

/** Files that the server consists of. */
const serverFiles = ['package-lock.json', '.npmrc', 'server', 'schemas', 'tools/check-node.js'];
/** The server runs its TypeScript files directly. */
const engines = { node: '>=24' };
/** Scripts of the released package.json. */
const scripts = {
  start: 'node tools/check-node.js && APP_DIR=app exec node server/main.ts',
  migrate: 'node server/migrate.ts',
};

/** File that marks a folder as a release, which the next release may replace. */
const MARKER = '.club-release';

/** @throws if the folder holds files other than those of an earlier release */
function rejectOtherFiles(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length === 0 || names.includes(MARKER)) return;
  throw new Error(`${folder} isn’t empty and isn’t a release. Name a new or empty folder.`);
}

/** Copies the server, without build tools and tests, into an empty folder. */
export function copyServer(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of serverFiles) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, engines, scripts }, null, 2)}\n`,
  );
}

async function release(folder: string): Promise<void> {
  rejectOtherFiles(folder);
  if (!isBuildCurrent()) {
    const { buildApp } = await import('../vite/build-app.ts');
    await buildApp();
  }
  rmSync(folder, { recursive: true, force: true });
  copyServer(folder);
  writeFileSync(join(folder, MARKER), '');
  cpSync(builtApp, join(folder, 'app'), { recursive: true });
  process.stdout.write(
    `${folder} is ready for production: npm ci --omit=dev, npm run migrate up, npm start.\n`,
  );
}

if (import.meta.main) await release(resolve(process.argv[2] ?? join(root, 'build', 'release')));
