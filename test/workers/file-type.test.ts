import { expect, test } from 'vitest';
import { isAnswerOfFile } from '#workers/file-type.ts';

const answer = (type: string, status = 200) =>
  new Response('x', { status, headers: { 'content-type': type } });

test.each([
  ['/assets/app-DxR3kq2b.js', 'text/html; charset=utf-8'],
  ['/assets/app-DxR3kq2b.js', 'application/json'],
  ['/assets/app-DxR3kq2b.css', 'text/html'],
  ['/pictures/roof-720.webp', 'text/html'],
  ['/pictures/roof-720.webp', 'application/problem+json'],
  ['/index.html', 'application/json'],
  ['/manifest.webmanifest', 'text/html'],
])('F18: %s is not kept from a portal that answers %s', (path, type) => {
  expect(isAnswerOfFile(path, answer(type))).toBe(false);
});

test.each([
  ['/assets/app-DxR3kq2b.js', 'text/javascript'],
  ['/index.html', 'text/html'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/pictures/roof-720.webp', 'image/webp'],
  ['/decoder.wasm', 'application/wasm'],
])('%s is kept as %s', (path, type) => {
  expect(isAnswerOfFile(path, answer(type))).toBe(true);
  expect(isAnswerOfFile(path, answer(type, 404))).toBe(false);
});
