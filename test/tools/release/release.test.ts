import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
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
  addRelease(folder, { app, name, install });
}
const releases = () => readdirSync(join(folder, 'releases')).toSorted();
const current = () => readlinkSync(join(folder, 'current'));
const assets = (name: string) =>
  readdirSync(join(folder, 'releases', name, 'app/assets')).toSorted();

describe('a release', () => {
  test('is added beside the previous one and becomes current; older ones are deleted', () => {
    add('1.0.0');
    expect([current(), releases()]).toEqual(['releases/1.0.0', ['1.0.0']]);
    expect(existsSync(join(folder, 'current/server/main.ts'))).toBe(true);
    add('1.0.1');
    expect([current(), releases()]).toEqual(['releases/1.0.1', ['1.0.0', '1.0.1']]);
    add('1.0.2');
    expect([current(), releases()]).toEqual(['releases/1.0.2', ['1.0.1', '1.0.2']]);
  });

  test('shares its assets with the previous one, and no older ones', () => {
    add('1.0.0');
    add('1.0.1');
    expect([assets('1.0.0'), assets('1.0.1')]).toEqual([
      ['1.0.0.js', '1.0.1.js'],
      ['1.0.0.js', '1.0.1.js'],
    ]);
    add('1.0.2');
    expect(assets('1.0.2')).toEqual(['1.0.1.js', '1.0.2.js']);
  });

  test('that is interrupted leaves the current one, and is replaced by the next', () => {
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

describe('a release that fails prints one sentence', () => {
  function failure(target: string): string {
    const program = join(root, 'tools/release/release.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, target], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.+\n$/);
    return stderr;
  }

  test('and never deletes files of a folder that has no releases', () => {
    writeFileSync(join(home, 'notes.txt'), 'keep');
    expect(failure(home)).toContain('Name a new or empty folder.');
    expect(readdirSync(home)).toEqual(['notes.txt']);
  });

  test('if the folder is a file', () => {
    writeFileSync(join(home, 'file'), '');
    expect(failure(join(home, 'file'))).toContain('(ENOTDIR)');
  });
});
