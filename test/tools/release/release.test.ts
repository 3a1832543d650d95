import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { runningFolders } from '#tools/release/kept-releases.ts';
import { addRelease } from '#tools/release/release.ts';

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'club-release-'));
  folder = join(home, 'club');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Adds a release whose app has one asset. */
function add(name: string, install: (path: string) => void = () => undefined): void {
  const app = join(home, `app-${name}`);
  mkdirSync(join(app, 'assets'), { recursive: true });
  writeFileSync(join(app, 'index.html'), name);
  writeFileSync(join(app, 'assets', `${name}.js`), '');
  addRelease(folder, { app, console: app, name, install });
}
const releases = () => readdirSync(join(folder, 'releases')).toSorted();
const current = () => readlinkSync(join(folder, 'current'));
const assets = (name: string, built: 'app' | 'console' = 'app') =>
  readdirSync(join(folder, 'releases', name, built, 'assets')).toSorted();

describe('a release', () => {
  test('becomes current, and all but the two releases before it are deleted', () => {
    add('1.0.0');
    expect([current(), releases()]).toEqual(['releases/1.0.0', ['1.0.0']]);
    expect(existsSync(join(folder, 'current/server/main.ts'))).toBe(true);
    add('1.0.1');
    expect([current(), releases()]).toEqual(['releases/1.0.1', ['1.0.0', '1.0.1']]);
    add('1.0.2');
    expect([current(), releases()]).toEqual(['releases/1.0.2', ['1.0.0', '1.0.1', '1.0.2']]);
    add('1.0.10');
    expect([current(), releases()]).toEqual(['releases/1.0.10', ['1.0.1', '1.0.10', '1.0.2']]);
    add('1.0.11');
    expect(releases()).toEqual(['1.0.10', '1.0.11', '1.0.2']);
  });

  test('never deletes a release that a process runs', async () => {
    add('1.0.0');
    const process = spawn('node', ['-e', 'process.stdin.resume()'], {
      cwd: join(folder, 'current'),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await once(process, 'spawn');
    for (const name of ['1.0.1', '1.0.2', '1.0.3', '1.0.4']) add(name);
    expect(releases()).toEqual(['1.0.0', '1.0.2', '1.0.3', '1.0.4']);
    const ended = once(process, 'exit');
    process.stdin.end();
    await ended;
    add('1.0.5');
    expect(releases()).toEqual(['1.0.3', '1.0.4', '1.0.5']);
  });

  test('never deletes the current release, even if it is an older release', () => {
    for (const name of ['1.0.0', '1.0.1', '1.0.2']) add(name);
    rmSync(join(folder, 'current'));
    symlinkSync('releases/1.0.0', join(folder, 'current'));
    add('1.0.3');
    expect(releases()).toEqual(['1.0.0', '1.0.1', '1.0.2', '1.0.3']);
  });

  test('shares its assets with the releases that are kept', () => {
    add('1.0.0');
    add('1.0.1');
    add('1.0.2');
    const allAssets = ['1.0.0.js', '1.0.1.js', '1.0.2.js'];
    expect([assets('1.0.0'), assets('1.0.1'), assets('1.0.2')]).toEqual([
      allAssets,
      allAssets,
      allAssets,
    ]);
    add('1.0.3');
    expect(assets('1.0.3')).toEqual(['1.0.1.js', '1.0.2.js', '1.0.3.js']);
    expect(assets('1.0.3', 'console')).toEqual(assets('1.0.3'));
  });

  test('that is interrupted doesn’t change the current release, and is replaced by the next', () => {
    const interrupt = () => {
      throw new Error('killed');
    };
    expect(() => add('1.0.0', interrupt)).toThrow('killed');
    expect(existsSync(join(folder, 'current'))).toBe(false);
    add('1.0.0');
    expect(() => add('1.0.1', interrupt)).toThrow('killed');
    expect(current()).toBe('releases/1.0.0');
    add('1.0.1');
    expect([current(), releases()]).toEqual(['releases/1.0.1', ['1.0.0', '1.0.1']]);
  });
});

describe('a release that can’t be written to its folder', () => {
  function failingOutput(target: string): string {
    const program = join(root, 'tools/release/release.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, target], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.+\n$/);
    return stderr;
  }

  test('causes a message of one sentence if the folder has other files, which aren’t deleted', () => {
    writeFileSync(join(home, 'notes.txt'), 'keep');
    expect(failingOutput(home)).toContain('Name a new or empty folder.');
    expect(readdirSync(home)).toEqual(['notes.txt']);
  });

  test('causes a message of one sentence if the folder is a file', () => {
    writeFileSync(join(home, 'file'), '');
    expect(failingOutput(join(home, 'file'))).toContain('(ENOTDIR)');
  });
});

describe('the folders of running processes', () => {
  /**
   * Adds a process.
   * @param cwd null for one whose folder this user can't read
   */
  function addProcess(id: string, command: string, cwd: string | null): void {
    mkdirSync(join(home, 'proc', id), { recursive: true });
    writeFileSync(join(home, 'proc', id, 'cmdline'), command);
    if (cwd !== null) symlinkSync(cwd, join(home, 'proc', id, 'cwd'));
  }
  const findFolders = () => runningFolders(join(home, 'proc'));

  test('are listed', () => {
    addProcess('1', 'init', null);
    addProcess('7', 'node\0server/main.ts', '/opt/club/releases/1.0.0');
    mkdirSync(join(home, 'proc/sys'));
    expect(findFolders()).toEqual(['', '/opt/club/releases/1.0.0']);
  });

  test('are unknown if a server process belongs to another user, or there is no list', () => {
    expect(findFolders()).toBeNull();
    addProcess('1', 'init', null);
    addProcess('7', 'node\0server/main.ts', null);
    expect(findFolders()).toBeNull();
  });

  test('are unknown if the system hides the processes of other users', () => {
    addProcess('7', 'node', '/home/operator');
    expect(findFolders()).toBeNull();
  });
});
