import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './setup/source-tree.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
describe('the README', () => {
  test('shows pictures that exist', () => {
    const pictures = [...readme.matchAll(/\]\((docs\/[^)]+\.png)\)/g)].map(
      ([, path]) => path ?? '',
    );
    expect(pictures.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
