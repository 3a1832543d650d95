import { describe, expect, test } from 'vitest';
import { maintenancePath, publicPath, redirectFor } from '#src/shell/route-guard.ts';

describe('the guard', () => {
  test('signed-in people who open the login are redirected to home, or to their destination', () => {
    expect(redirectFor('signed_out', 'signed_in', '/login')).toBe('/');
    expect(redirectFor('signed_out', 'signed_in', '/login', '/scan/offline')).toBe('/scan/offline');
  });

  test.each(['signed_out', 'ended'] as const)(
    '%s: a deep link leads through the login',
    (session) => {
      expect(redirectFor('signed_in', session, '/scan/offline')).toBe(
        '/login?return=%2Fscan%2Foffline',
      );
      expect(redirectFor('signed_in', session, '/')).toBe('/login');
    },
  );

  test('people on permitted screens aren’t redirected', () => {
    expect(redirectFor('signed_in', 'signed_in', '/menu')).toBeNull();
    expect(redirectFor('signed_out', 'ended', '/login')).toBeNull();
    expect(redirectFor('public', 'signed_in', '/maintenance')).toBeNull();
    expect(redirectFor('public', 'signed_out', '/maintenance')).toBeNull();
  });
});

describe('the address without a session', () => {
  test('contains the destination', () => {
    expect(publicPath('/projects/abc?status=open', true)).toBe(
      '/login?return=%2Fprojects%2Fabc%3Fstatus%3Dopen',
    );
    expect(publicPath('/login?return=%2Fmenu', true)).toBe('/login?return=%2Fmenu');
  });

  test('has no destination after a sign-out, so that the next user goes home', () => {
    expect(publicPath('/menu', false)).toBe('/login');
  });

  test('a return from another site shows its message, signed in or not', () => {
    expect(publicPath('/close?source=survey', true)).toBe('/close?source=survey');
    expect(publicPath('/close', false)).toBe('/close');
  });

  test('the maintenance page isn’t redirected', () => {
    expect(publicPath('/maintenance', true)).toBe('/maintenance');
    expect(publicPath('/maintenance', false)).toBe('/maintenance');
  });
});

describe('the maintenance page', () => {
  test('returns to the previous screen', () => {
    expect(maintenancePath('/leads/abc?page=2')).toBe(
      '/maintenance?return=%2Fleads%2Fabc%3Fpage%3D2',
    );
    expect(maintenancePath('/')).toBe('/maintenance');
    expect(maintenancePath('/login')).toBe('/maintenance');
  });

  test('doesn’t return to itself', () => {
    const maintenanceUrl = '/maintenance?return=%2Fmenu';
    expect(maintenancePath(maintenanceUrl)).toBe(maintenanceUrl);
    expect(publicPath(maintenanceUrl, false)).toBe(maintenanceUrl);
  });
});
