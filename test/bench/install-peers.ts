import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '#tools/paths.ts';

/**
 * Installs the packages that benchmarks compare with, apart from the app's, from their lock file.
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
  // TanStack DB's types name TypeScript as a peer, which its code doesn't need.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...options], { cwd: folder });
  return folder;
}
