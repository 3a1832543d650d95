import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { hasExpectedType, isGenuineFile } from '#workers/file-type.ts';

const responseOf = (type: string, status = 200) =>
  new Response('x', { status, headers: { 'content-type': type } });

test.each([
  ['/assets/app-DxR3kq2b.js', 'text/html; charset=utf-8'],
  ['/assets/app-DxR3kq2b.js', 'application/json'],
  ['/assets/app-DxR3kq2b.css', 'text/html'],
  ['/pictures/roof-720.webp', 'text/html'],
  ['/pictures/roof-720.webp', 'application/problem+json'],
  ['/index.html', 'application/json'],
  ['/manifest.webmanifest', 'text/html'],
  ['/assets/app-DxR3kq2b.js', 'text/plain'],
  ['/assets/app-DxR3kq2b.js', 'text/xml'],
  ['/assets/app-DxR3kq2b.js', 'image/gif'],
  ['/assets/app-DxR3kq2b.css', 'text/plain'],
  ['/assets/text-DxR3kq2b.woff2', 'text/plain'],
  ['/assets/decoder-DxR3kq2b.wasm', 'text/plain'],
  ['/pictures/roof-720.webp', 'text/plain'],
  ['/index.html', 'text/plain'],
])('F18: %s isn’t cached from a portal that responds with %s', (path, type) => {
  expect(hasExpectedType(path, responseOf(type))).toBe(false);
});

test.each([
  ['/assets/app-DxR3kq2b.js', 'text/javascript'],
  ['/index.html', 'text/html'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/pictures/roof-720.webp', 'image/webp'],
  ['/decoder.wasm', 'application/wasm'],
  ['/assets/app-DxR3kq2b.js', 'application/javascript; charset=utf-8'],
  ['/assets/app-DxR3kq2b.css', 'text/css; charset=utf-8'],
  ['/assets/text-DxR3kq2b.woff2', 'font/woff2'],
  ['/importmap.json', 'application/json'],
  ['/favicon.svg', 'image/svg+xml'],
])('%s is cached as %s', (path, type) => {
  expect(hasExpectedType(path, responseOf(type))).toBe(true);
  expect(hasExpectedType(path, responseOf(type, 404))).toBe(false);
});

test('F18: a captive portal’s page isn’t cached in place of the app’s', async () => {
  const page = (text: string) =>
    new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const indexHtml = readFileSync(join(root, 'index.html'), 'utf8');
  expect(await isGenuineFile('/index.html', page(indexHtml))).toBe(true);
  expect(await isGenuineFile('/index.html', page('<div id="root">Sign in</div>'))).toBe(false);
  expect(await isGenuineFile('/index.html', page(''))).toBe(false);
});
