import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs Debian packages if possible (Debian-based, as root). Returns true on success; logs to
 * stderr, since it takes a while.
 */
export function installDebianPackage(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stderr.write(`Installing Debian's ${names.join(', ')} ...\n`);
  return apt('update', '-q') && apt('install', '-q', '-y', '--no-install-recommends', ...names);
}

function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}
