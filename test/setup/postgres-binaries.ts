import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

const debianRoot = '/usr/lib/postgresql';

/**
 * The directory with `initdb` and `postgres`, or null where none is installed.
 * Debian keeps them out of PATH, one directory for each major version; the newest one wins.
 */
export function findPostgresBinaries(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  return [...debianVersions(), ...onPath].find(hasServer) ?? null;
}

/** Like `findPostgresBinaries`, but installs Debian's package first where it is missing and may be. */
export function findOrInstallPostgres(): string | null {
  const found = findPostgresBinaries();
  if (found !== null) return found;
  return installDebianPackage('postgresql') ? findPostgresBinaries() : null;
}

/** Whether the binaries there are of a version that knows ICU collations by `initdb` (15 and later). */
export function hasIcuLocales(binaries: string): boolean {
  const { stdout } = spawnSync(join(binaries, 'initdb'), ['--help'], { encoding: 'utf8' });
  return stdout.includes('--icu-locale');
}

function debianVersions(): string[] {
  try {
    return readdirSync(debianRoot)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(debianRoot, version, 'bin'));
  } catch {
    return [];
  }
}

function hasServer(dir: string): boolean {
  try {
    accessSync(join(dir, 'initdb'), constants.X_OK);
    accessSync(join(dir, 'postgres'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
