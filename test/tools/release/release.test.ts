import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';

test('a release never deletes files of a folder that isn’t a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-release-'));
  try {
    writeFileSync(join(folder, 'notes.txt'), 'keep');
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'tools/release/release.ts'), folder],
      { cwd: root, encoding: 'utf8' },
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain('Name a new or empty folder.');
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
