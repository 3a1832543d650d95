import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installDebianPackage } from './debian-package.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const debianShell = 'chromium-headless-shell';
const shells = [debianShell, 'chrome-headless-shell'];

/** Timeout in ms for Playwright's download of about 170 MB. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** Path of Chromium: `CHROMIUM_PATH`, Playwright's or the system's. Null if there is none. */
export function findChromium(): string | null {
  const installedPaths = pathsOf(names);
  const candidates = [
    process.env['CHROMIUM_PATH'] ?? '',
    chromium.executablePath(),
    ...installedPaths,
    ...macApps,
  ];
  return candidates.find(isExecutable) ?? null;
}

/**
 * Like `findChromium`, but installs it if missing, with Playwright's installer or, as root on
 * Debian, its package. Throws with advice if both fail.
 */
export function findOrInstallChromium(): string {
  const executable = findChromium() ?? installWithPlaywright() ?? installFromDebian();
  if (executable !== null) return executable;
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Google Chrome ' +
      '(Debian: apt-get install chromium), or run `npx playwright install --with-deps chromium`, ' +
      'or set CHROMIUM_PATH to its program.',
  );
}

/**
 * Path of Chromium's headless shell, which has the same engine without the browser UI and uses a
 * quarter less CPU. It can't prompt for camera or notification permissions and has no `chrome://`
 * pages. Looks for `CHROMIUM_PATH`, Playwright's or the system's; falls back to full Chromium.
 */
export function findShell(): string {
  const configuredPath = process.env['CHROMIUM_PATH'] ?? '';
  const candidates = [configuredPath, ...playwrightShells(), ...pathsOf(shells)];
  return candidates.find(isExecutable) ?? findOrInstallChromium();
}

/** Like `findShell`, but installs Debian's package if missing and possible. */
export function findOrInstallShell(): string {
  const isMissing = findShell() === findOrInstallChromium();
  if (isMissing && !process.env['CHROMIUM_PATH']) installDebianPackage(debianShell);
  return findShell();
}

/** Playwright stores it next to full Chromium. */
function playwrightShells(): string[] {
  const program = chromium.executablePath();
  const [folder] = /^.*[/\\]chromium-\d+(?=[/\\])/.exec(program) ?? [];
  if (folder === undefined) return [];
  const shell = folder.replace(/chromium(?=-\d+$)/, 'chromium_headless_shell');
  return globSync(
    join(shell, '*', '{chrome-headless-shell,chrome-headless-shell.exe,headless_shell}'),
  );
}

function installWithPlaywright(): string | null {
  process.stderr.write('No Chromium found. Trying Playwright’s installer ...\n');
  const require = createRequire(import.meta.url);
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  // Without its system libraries the browser exists but doesn't start.
  const path = chromium.executablePath();
  return status === 0 && isExecutable(path) && canStart(path) ? path : null;
}

function installFromDebian(): string | null {
  return installDebianPackage('chromium') ? '/usr/bin/chromium' : null;
}

function pathsOf(programs: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  return folders.flatMap((folder) => programs.map((name) => join(folder, name)));
}

function canStart(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function isExecutable(path: string): boolean {
  if (path === '' || !existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
