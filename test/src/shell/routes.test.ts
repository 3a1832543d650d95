import { describe, expect, test } from 'vitest';
import { readDeviceSettings } from '#src/data/device-settings.ts';
import { paths } from '#src/paths.ts';
import { routes } from '#src/routes.ts';
import { navigationItems } from '#src/shell/navigation-items.tsx';

/** Specification 1, section 2, "Shell", word for word. */
const navigationHiddenOn = [
  '/menu',
  '/checkout',
  '/checkout/person',
  '/checkout/company',
  '/checkout/summary',
  '/checkout/thankyou',
  '/cart',
  '/leads/{id}',
  '/warranty-certificates/create',
  '/warranty-certificates/{id}',
  '/scan/review',
  '/scan/generic',
  '/scan/survey',
];
const headerHiddenOn = [
  '/projects/select',
  '/projects/add',
  '/projects/{id}',
  '/projects',
  '/scan/manual',
  '/warranty-certificates/create',
];
const backButtonOn = ['/shop', '/cart', '/club-card', '/balance'];

const asInSpecification = (path: string) => path.replace(/(?<=.)\/$/, '').replace(/\$\w+/g, '{id}');
const signedIn = routes.filter(({ access }) => access === 'signed_in');

describe('the route table', () => {
  test.each(signedIn)(
    '$path has its bar and header where the specification wants them',
    (entry) => {
      const path = asInSpecification(entry.path);
      expect(entry.navigation).toBe(!navigationHiddenOn.includes(path));
      expect(entry.header === 'none').toBe(headerHiddenOn.includes(path));
      expect(backButtonOn.includes(path) && entry.back === undefined).toBe(false);
    },
  );

  test('the greeting stands on home and nowhere else', () => {
    const greeting = routes.filter(({ header }) => header === 'home').map(({ path }) => path);
    expect(greeting).toEqual(['/']);
  });

  test('only the login is for those who are not signed in, and only maintenance for everybody', () => {
    const open = routes.filter(({ access }) => access !== 'signed_in');
    expect(open.map(({ path, access }) => [path, access])).toEqual([
      ['/login', 'signed_out'],
      ['/maintenance', 'anybody'],
    ]);
    for (const { navigation, header } of open) {
      expect({ navigation, header }).toEqual({ navigation: false, header: 'none' });
    }
  });

  test('a screen without the bar has a way out of its own', () => {
    // These go back to the step before, which depends on where the person came from.
    const steps = ['/scan/review', '/scan/generic', '/scan/survey'];
    const lost = signedIn.filter(
      ({ path, navigation, back }) => !navigation && back === undefined && !steps.includes(path),
    );
    expect(lost).toEqual([]);
  });

  test('every path stands once, and every back button leads to a screen', () => {
    const all = routes.map(({ path }) => path);
    expect(new Set(all).size).toBe(all.length);
    for (const { back } of routes) expect([undefined, ...all]).toContain(back);
  });
});

describe('every link leads to a screen', () => {
  const uuid = '0199a1b2-0000-7000-8000-000000000001';
  const links = Object.values(paths).map((link) => link(uuid as never));
  const known = routes.map(({ path }) => new RegExp(`^${path.replace(/\$\w+/, '[^/]+')}$`));

  test.each(links.map((link) => link.split('?')[0]))('%s', (path) => {
    expect(known.some((pattern) => pattern.test(path ?? ''))).toBe(true);
  });

  test.each(navigationItems)('$id in the bar', ({ path, covers }) => {
    const target = path(readDeviceSettings({ getItem: () => null, setItem: () => undefined }));
    expect(known.some((pattern) => pattern.test(target))).toBe(true);
    expect(target.startsWith(covers)).toBe(true);
  });

  test('home, projects, scan, menu stand in the order of the specification, scan raised', () => {
    expect(navigationItems.map(({ id }) => id)).toEqual(['home', 'projects', 'scan', 'menu']);
    expect(navigationItems.filter(({ main }) => main).map(({ id }) => id)).toEqual(['scan']);
  });
});
