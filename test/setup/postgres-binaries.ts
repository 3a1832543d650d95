import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

const debianRoot = '/usr/lib/postgresql';

/**
 * Directory with `initdb` and `postgres`; null if not installed. Debian keeps one per major version
 * outside PATH; the newest is used.
 */
export function findPostgresBinaries(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  return [...debianVersions(), ...onPath].find(hasServer) ?? null;
}

/** Like `findPostgresBinaries`, but installs Debian's package if missing and possible. */
export function findOrInstallPostgres(): string | null {
  const directory = findPostgresBinaries();
  if (directory !== null) return directory;
  return installDebianPackage('postgresql') ? findPostgresBinaries() : null;
}

/** True for versions whose `initdb` supports ICU collations (15 and later). */
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
