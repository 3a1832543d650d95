import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '#tools/paths.ts';

/**
 * Installs the packages that the app is compared with, in a separate folder with its own lock file.
 * @returns the folder
 */
export function installPeers(): string {
  const from = join(root, 'tools', 'bench', 'peers');
  const folder = join(cache, 'bench-peers');
  const lock = 'package-lock.json';
  const isInstalled =
    existsSync(join(folder, 'node_modules')) &&
    readFileSync(join(folder, lock), 'utf8') === readFileSync(join(from, lock), 'utf8');
  if (isInstalled) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', lock]) copyFileSync(join(from, file), join(folder, file));
  // TanStack DB has a peer dependency on TypeScript for its types, but its code doesn't need it.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...options], { cwd: folder });
  return folder;
}
