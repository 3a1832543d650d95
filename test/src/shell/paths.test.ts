import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hrefOf,
  parseSearch,
  paths,
  safeReturnPath,
  searchOf,
  searchText,
} from '#src/app/paths.ts';
import { isPathWithin } from '#src/shell/app-navigation.tsx';

describe('links', () => {
  test('search parameters stay strings, even if they look like numbers', () => {
    const href = hrefOf(paths.scanManual({ scan: '1', project: 'true' }));
    expect(searchOf(href)).toEqual({ scan: '1', project: 'true' });
    expect(searchText(parseSearch('?a=1&b=x%20y'))).toBe('a=1&b=x+y');
  });

  test('undefined parameters are omitted from the URL', () => {
    expect(hrefOf(paths.scan({ project: undefined }))).toBe('/scan');
    expect(searchOf('/scan')).toEqual({});
  });

  test('parameters in the path are encoded', () => {
    expect(hrefOf(paths.material('business card/2'))).toBe('/marketing/business%20card%2F2');
    expect(hrefOf(paths.leadArchive('a1'))).toBe('/leads/a1/archive');
  });

  test('a deep link survives the sign-in', () => {
    const search = searchOf(hrefOf(paths.login('/projects/abc?status=closed')));
    expect(safeReturnPath(search['return'])).toBe('/projects/abc?status=closed');
  });
});

describe('the return after sign-in', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/.//evil.example',
    '/menu/..//evil.example',
    'https://evil.example',
    'javascript:x',
    '',
  ])('never leaves the app: %j', (path) => expect(safeReturnPath(path)).toBe('/'));
  test('never leaves the app, whatever ignored characters the address contains', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      'evil.example',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (segments) => {
        const path = safeReturnPath(`/${segments.join('')}`);
        const resolved = new URL(path, 'https://club.example');
        expect(resolved.origin).toBe('https://club.example');
        expect(new URL(resolved.pathname, 'https://club.example').origin).toBe(resolved.origin);
      }),
    );
  });
  test.each([undefined, '/login', '/login?return=%2Fmenu', '/./login'])(
    'never leads to the login: %j',
    (path) => expect(safeReturnPath(path)).toBe('/'),
  );
});

test('a navigation item is active on the screens below it, and home only on itself', () => {
  expect(isPathWithin('/projects/abc', '/projects')).toBe(true);
  expect(isPathWithin('/projectsx', '/projects')).toBe(false);
  expect(isPathWithin('/', '/')).toBe(true);
  expect(isPathWithin('/menu', '/')).toBe(false);
});
