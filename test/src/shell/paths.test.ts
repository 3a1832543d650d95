import { describe, expect, test } from 'vitest';
import { parseSearch, paths, safeReturn, searchText, splitPath } from '#src/paths.ts';
import { isWithin } from '#src/shell/navigation-items.tsx';

describe('links', () => {
  test('search parameters stay strings, whatever they look like', () => {
    const path = paths.scanManual({ scan: '1', project: 'true' });
    expect(splitPath(path)).toEqual({
      to: '/scan/manual',
      search: { scan: '1', project: 'true' },
    });
    expect(searchText(parseSearch('?a=1&b=x%20y'))).toBe('a=1&b=x+y');
  });

  test('what is undefined leaves no trace in the address', () => {
    expect(paths.scan({ project: undefined })).toBe('/scan');
    expect(splitPath('/scan')).toEqual({ to: '/scan', search: {} });
  });

  test('a deep link survives the way over the login', () => {
    const { search } = splitPath(paths.login('/projects/abc?status=closed'));
    expect(safeReturn(search['return'])).toBe('/projects/abc?status=closed');
  });
});

describe('the return after sign-in', () => {
  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x', ''])(
    'never leaves the app: %j',
    (path) => expect(safeReturn(path)).toBe('/'),
  );
  test.each([undefined, '/login', '/login?return=%2Fmenu'])('never ends at the login: %j', (path) =>
    expect(safeReturn(path)).toBe('/'),
  );
});

test('a place of the bar covers what lies below it, and home only itself', () => {
  expect(isWithin('/projects/abc', '/projects')).toBe(true);
  expect(isWithin('/projectsx', '/projects')).toBe(false);
  expect(isWithin('/', '/')).toBe(true);
  expect(isWithin('/menu', '/')).toBe(false);
});
