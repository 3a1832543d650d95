import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

/** Debian packages for WebKitGTK with WebDriver. */
const webkitPackages = [
  'webkit2gtk-driver',
  'xvfb',
  'xauth',
  'dbus',
  'dbus-x11',
  'python3-gi',
  'gir1.2-webkit2-4.1',
];
const webkitPrograms = ['WebKitWebDriver', 'xvfb-run', 'xauth', 'dbus-run-session'];

/** Prints WebKitGTK's version; fails if Python can't load it. */
const versionScript = `import gi
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2 as webkit
print(webkit.get_major_version(), webkit.get_minor_version(), webkit.get_micro_version(), sep=".")`;

/**
 * Path of Firefox: `FIREFOX_PATH` or the system's. Installs Debian's package as root if missing;
 * throws with advice if it can't.
 */
export function findOrInstallFirefox(): string {
  const find = () =>
    process.env['FIREFOX_PATH'] ?? findOnPath('firefox-esr') ?? findOnPath('firefox');
  const executable = find() ?? (installDebianPackage('firefox-esr') ? find() : null);
  if (executable) return executable;
  throw new Error(
    'No Firefox was found and none could be installed: that takes root on Debian. ' +
      'Install it (apt-get install firefox-esr), or set FIREFOX_PATH to its program.',
  );
}

/** WebKitGTK: path of the driver, and its version. Installs it like `findOrInstallFirefox`. */
export function findOrInstallWebkit(): { driver: string; version: string } {
  const find = () => {
    const [driver = null, ...others] = webkitPrograms.map(findOnPath);
    const version = webkitVersion();
    if (driver === null || version === null || others.includes(null)) return null;
    return { driver, version: `WebKitGTK ${version}` };
  };
  const executable = find() ?? (installDebianPackage(...webkitPackages) ? find() : null);
  if (executable) return executable;
  throw new Error(
    'WebKitGTK was not found and could not be installed: that takes root on Debian. ' +
      `Install it: apt-get install ${webkitPackages.join(' ')}.`,
  );
}

function webkitVersion(): string | null {
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', versionScript], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}

/** Human-readable version of Firefox. */
export function firefoxVersion(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().replace('Mozilla ', '');
}

function findOnPath(program: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
