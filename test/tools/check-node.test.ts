import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';

const FILE = 'tools/check-node.js';

/**
 * @param version the version of Node.js that runs npm.
 * @returns the exit code and the output
 */
function check(version: string, folder = root): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, FILE)], {
    env: { npm_config_user_agent: `npm/10.8.2 node/v${version} linux x64 workspaces/false` },
    encoding: 'utf8',
  });
  return [status, stdout + stderr];
}

test.each(['18.20.8', '20.18.3', '21.7.0', '22.11.0'])('Node.js %s is too old', (version) => {
  const [status, output] = check(version);
  expect([status, output]).toEqual([1, expect.stringMatching(/^Node.js [\d.]+ is too old: .+\n$/)]);
});

test.each(['20.19.0', '22.12.0', '23.0.0', '24.0.0', '26.1.0'])(
  'Node.js %s is accepted',
  (version) => {
    expect(check(version)).toEqual([0, '']);
  },
);

test('without packages, the check asks for `npm ci`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-check-node-'));
  mkdirSync(join(folder, 'tools'));
  cpSync(join(root, FILE), join(folder, FILE));
  expect(check('24.0.0', folder)).toEqual([1, 'The packages are missing: run `npm ci` first.\n']);
  rmSync(folder, { recursive: true });
});
