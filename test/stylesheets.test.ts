import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceTree, root } from './setup/source-tree.ts';

test('every style sheet is brought in, by another one or by a module', () => {
  const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => join('src', path));
  const texts = [
    ...sheets.map((path) => readFileSync(join(root, path), 'utf8')),
    ...readSourceTree().map(({ text }) => text),
  ];
  const imported = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import '[^']*?([^/']+\.css)'/g)].map(([, name]) => name),
    ),
  );
  expect(sheets.length).toBeGreaterThan(5);
  expect(sheets.filter((path) => !imported.has(path.split('/').at(-1)))).toEqual([]);
});
