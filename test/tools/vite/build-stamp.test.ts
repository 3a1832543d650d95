import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceTree, root } from '#test/setup/source-tree.ts';
import { sources } from '#tools/vite/build-stamp.ts';

/** Files that the build imports, but that don't affect its output. */
const ignored = new Set(['tools/vite/build-stamp.ts', 'tools/paths.ts']);

test('the stamp depends on every file that the build runs', () => {
  const files = new Map(readSourceTree().map((file) => [file.path, file]));
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const { target } of files.get(path)?.imports ?? []) {
      if (target?.startsWith('tools/')) visit(target);
    }
  };
  // vite.config.ts isn't part of the source tree.
  const configuration = readFileSync(join(root, 'vite.config.ts'), 'utf8');
  for (const [, path = ''] of configuration.matchAll(/from '\.\/(tools\/[^']+)'/g)) visit(path);
  visit('tools/vite/build-app.ts');
  expect(visited).toContain('tools/vite/chunk-groups.ts');
  const isStamped = (path: string) =>
    sources.some((source) => path === source || path.startsWith(`${source}/`));
  expect([...visited].filter((path) => !isStamped(path) && !ignored.has(path))).toEqual([]);
});
