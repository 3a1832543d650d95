import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceTree, root } from './setup/source-tree.ts';

test('every style sheet is imported by another style sheet or by a module', () => {
  const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => join('src', path));
  const texts = [
    ...sheets.map((path) => readFileSync(join(root, path), 'utf8')),
    ...readSourceTree().map(({ text }) => text),
  ];
  const importedNames = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import '[^']*?([^/']+\.css)'/g)].map(([, name]) => name),
    ),
  );
  expect(sheets.length).toBeGreaterThan(5);
  expect(sheets.filter((path) => !importedNames.has(path.split('/').at(-1)))).toEqual([]);
});

test('no text is hyphenated automatically, because a hyphen would change an address, a number or a name', () => {
  const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path, text: readFileSync(join(root, 'src', path), 'utf8') }));
  const hyphenation = /hyphens:\s*auto|\bhyphens-auto\b|\bhyphens: 'auto'/;
  const found = [...sheets, ...readSourceTree(['src'])].filter(({ text }) =>
    hyphenation.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('a transparent select list over an icon is clipped, because Safari makes it as wide as its options', () => {
  const lists = readSourceTree(['src']).flatMap(({ path, text }) =>
    [...text.matchAll(/<select\b[^]*?opacity-0/g)].map(({ index }) => {
      const frame =
        text
          .slice(0, index)
          .match(/"relative [^"]*"/g)
          ?.at(-1) ?? '';
      return { path, isClipped: frame.includes('overflow-clip') };
    }),
  );
  expect(lists.length).toBeGreaterThan(1);
  expect(lists.filter(({ isClipped }) => !isClipped)).toEqual([]);
});

test('every state in a class, such as `aria-[current]:`, is an attribute that some element has', () => {
  const files = readSourceTree(['src', 'console']);
  const attributes = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/\b((?:aria|data)-[a-z-]+)=/g)].map((m) => m[1])),
  );
  const states = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(aria|data)-\[([\w-]+)/g)].map(([, kind, name]) => `${kind}-${name}`),
  );
  expect(states.length).toBeGreaterThan(5);
  expect(states.filter((state) => !attributes.has(state))).toEqual([]);
});
