import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './setup/source-tree.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const rows = [...readme.matchAll(/^\| (F\d\d) \|[^|]*\|(?<files>[^|]*)\|$/gm)].map((row) => ({
  promise: row[1] ?? '',
  files: [...(row.groups?.['files'] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
}));

/** The test file that a row of the table means: `sync/sending` or `e2e/main-job`. */
function testFile(name: string): string {
  const ending = name.startsWith('e2e/') ? 'e2e.ts' : 'test.ts';
  return join(root, 'test', `${name}.${ending}`);
}

describe('the README', () => {
  test('has a table of promises', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  test.each(rows)('$promise is named by every test that is said to prove it', (row) => {
    expect(row.files.length).toBeGreaterThan(0);
    for (const name of row.files) {
      expect(existsSync(testFile(name)) ? name : `${name} does not exist`).toBe(name);
      expect(readFileSync(testFile(name), 'utf8').includes(row.promise) ? name : '').toBe(name);
    }
  });

  test('shows pictures that exist', () => {
    const pictures = [...readme.matchAll(/\]\((docs\/[^)]+\.png)\)/g)].map(
      ([, path]) => path ?? '',
    );
    expect(pictures.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
