import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { localizePage } from '#tools/vite/finish-build.ts';

const page = readFileSync(join(root, 'index.html'), 'utf8');

test('the page’s static texts are in the language of the host', () => {
  const polish = localizePage('pl', page);
  expect(polish).toContain('<html lang="pl">');
  expect(polish).toContain(
    '<noscript>Ta aplikacja wymaga JavaScriptu. Włącz go w ustawieniach przeglądarki.</noscript>',
  );
  expect(polish).toContain(
    'content="Skanuj to, co montujesz, zbieraj punkty, śledź swoje projekty."',
  );
  expect(localizePage('en', page)).toBe(page);
});

test('a page whose texts have changed isn’t treated as translated', () => {
  expect(() => localizePage('pl', page.replace('needs JavaScript', 'wants JavaScript'))).toThrow(
    'doesn’t contain',
  );
});
