import { describe, expect, test } from 'vitest';
import { isMainCompanyRole, roleId } from '#schemas/roles.ts';
import { readDeviceSettings } from '#src/data/device/device-settings.ts';
import { permissionFor, type PermissionSubject } from '#src/data/account/permissions.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { routes } from '#src/app/routes.ts';
import { navigationItems } from '#src/shell/app-navigation.tsx';

/** Spec 1 §2, "Shell", verbatim, and the checkout steps from spec 2 §2. */
const navigationHiddenOn = [
  '/menu',
  '/checkout',
  '/checkout/person',
  '/checkout/company',
  '/checkout/contact',
  '/checkout/address',
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
  '/projects/{id}/photos',
  '/projects/{id}/photos/{id}',
  '/scan/manual',
  '/warranty-certificates/create',
];
/** The cameras, manual entry and the handover sheet fill the screen, and have a button to close them. */
const fullScreen = [
  '/scan',
  '/scan/manual',
  '/projects/{id}/photos/camera',
  '/guide/scan',
  '/projects/{id}/handover',
];
const backButtonOn = ['/shop', '/cart', '/club-card', '/balance'];

const toSpecifiedPath = (path: string) => path.replace(/(?<=.)\/$/, '').replace(/\$\w+/g, '{id}');
const signedIn = routes.filter(({ access }) => access === 'signed_in');

describe('the route table', () => {
  test.each(signedIn)('$path has the specified navigation and header', (entry) => {
    const path = toSpecifiedPath(entry.path);
    expect(entry.navigation).toBe(![...navigationHiddenOn, ...fullScreen].includes(path));
    expect(entry.header === 'none').toBe([...headerHiddenOn, ...fullScreen].includes(path));
    expect(backButtonOn.includes(path) && entry.back === undefined).toBe(false);
  });

  test('only home has the greeting', () => {
    const greeting = routes.filter(({ header }) => header === 'home').map(({ path }) => path);
    expect(greeting).toEqual(['/']);
  });

  test('login and registration are only for signed-out people, and public screens for everyone', () => {
    const open = routes.filter(({ access }) => access !== 'signed_in');
    expect(open.map(({ path, access }) => [path, access])).toEqual([
      ['/login', 'signed_out'],
      ['/register', 'signed_out'],
      ['/register/decor', 'signed_out'],
      ['/maintenance', 'public'],
      ['/restore-email', 'public'],
    ]);
    for (const { navigation, header } of open) {
      expect({ navigation, header }).toEqual({ navigation: false, header: 'none' });
    }
  });

  test('a screen without the navigation has another way to leave it', () => {
    // These screens return to the previous step, which depends on the path taken. The thank-you screen has three next
    // steps instead.
    const steps = ['/scan/review', '/scan/generic', '/scan/survey', '/checkout'];
    steps.push('/checkout/person', '/checkout/company');
    steps.push('/checkout/thankyou', ...fullScreen);
    const screensWithoutExit = signedIn.filter(
      ({ path, navigation, back }) =>
        !navigation && back === undefined && !steps.includes(toSpecifiedPath(path)),
    );
    expect(screensWithoutExit).toEqual([]);
  });

  test('every path is unique, and every back button leads to a screen', () => {
    const all = routes.map(({ path }) => path);
    expect(new Set(all).size).toBe(all.length);
    for (const { back } of routes) expect([undefined, ...all]).toContain(back);
  });
});

/** Spec 1 §6: only for the main company roles. */
const mainRolesOnly = /^\/(shop|cart|checkout|leads|orders|marketing|team|club-card)(\/|$)/;
/** Only owners edit the company. People verify their own email address; for staff, it is the one that the owner entered. */
const rolesOf: Readonly<Record<string, readonly number[]>> = {
  '/company/edit': [3, 7],
  '/verify-email': [3, 4, 7],
  // Owners manage the team, and staff can see it.
  '/team/add': [3],
  '/team/$uuid': [3],
};
/** Additional requirements of screens, by menu tile. */
const permissionRules: readonly [RegExp, string][] = [
  [/^\/leads(\/|$)/, 'accepts_leads'],
  [/^(\/shop)?\/club-card(\/|$)/, 'has_edenred_card'],
  [/^\/warranty-certificates(\/|$)/, 'warranty'],
];

describe('every screen in every role', () => {
  const fullSubject: Omit<PermissionSubject, 'role'> = {
    company: { accepts_leads: 1, has_edenred_card: 1, is_recommended: true },
    region: 'RO',
    flags: 7,
  };
  const emptySubject: Omit<PermissionSubject, 'role'> = {
    company: { accepts_leads: 0, has_edenred_card: 0, is_recommended: false },
    region: 'PL',
    flags: 3,
  };
  const cases = signedIn.flatMap((entry) => roleId.options.map((role) => ({ entry, role })));

  test.each(cases)('$entry.path, role $role', ({ entry, role }) => {
    const isAllowed =
      rolesOf[entry.path]?.includes(role) ??
      (isMainCompanyRole(role) || !mainRolesOnly.test(entry.path));
    expect(permissionFor(entry, { role, ...fullSubject })).toBe(isAllowed ? 'yes' : 'no');
    const requiredRule = permissionRules.find(([pattern]) => pattern.test(entry.path))?.[1];
    expect(entry.needs).toBe(requiredRule);
    const isReachable = isAllowed && requiredRule === undefined;
    expect(permissionFor(entry, { role, ...emptySubject })).toBe(isReachable ? 'yes' : 'no');
  });
});

describe('every link leads to a screen', () => {
  const uuid = '0199a1b2-0000-7000-8000-000000000001';
  /** Links that `useCanSee` offers as soon as the route table has their screens. */
  const offeredPaths: readonly unknown[] = [paths.surveys, paths.news, paths.clubCard];
  const links = Object.values(paths)
    .filter((link) => !offeredPaths.includes(link))
    .map((link) => hrefOf(link(uuid as never, uuid as never)));
  const knownPatterns = routes.map(
    ({ path }) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`),
  );

  test.each(links.map((link) => link.split('?')[0]))('%s', (path) => {
    expect(knownPatterns.some((pattern) => pattern.test(path ?? ''))).toBe(true);
  });

  test.each(navigationItems)('$id in the navigation', ({ link, basePath }) => {
    const target = hrefOf(
      link(readDeviceSettings({ getItem: () => null, setItem: () => undefined })),
    );
    expect(knownPatterns.some((pattern) => pattern.test(target))).toBe(true);
    expect(target.startsWith(basePath)).toBe(true);
  });

  test('the five items are in the specified order, with scan raised in the middle', () => {
    const tabNames = ['home', 'projects', 'scan', 'notifications', 'menu'];
    expect(navigationItems.map(({ id }) => id)).toEqual(tabNames);
    expect(navigationItems.filter(({ isMain }) => isMain).map(({ id }) => id)).toEqual(['scan']);
  });
});
