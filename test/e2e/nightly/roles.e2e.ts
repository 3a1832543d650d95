import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoAccountKey } from '#server/demo/accounts.ts';
import { isOwner, roles } from '#schemas/roles.ts';
import { permissionFor } from '#src/data/account/permissions.ts';
import { routes } from '#src/app/routes.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { goTo, waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.describe.configure({ mode: 'parallel' });

/** Screens without an id in their path. */
const screens = routes.filter(
  ({ path, access }) => access === 'signed_in' && !/\$|(?<=.)\/$/.test(path),
);
/** Other screens are open to everyone, so only one role opens them here. `screens.e2e.ts` opens them as an owner. */
const isRestricted = ({ roles: allowedRoles, needs }: (typeof screens)[number]): boolean =>
  allowedRoles !== undefined || needs !== undefined;
/** Menu tiles that only main roles have, and the menu groups of main roles. */
const mainOnly = ['Leads', 'Shop', 'Orders', 'Club card', 'Team'];
const groups = { main: ['Settings', 'Marketing', 'Support', 'Documents'] };

async function personOf(club: Club, accountKey: DemoAccountKey) {
  const transport = await club.as(accountKey);
  const user = await transport.call(calls.getSignedInUser, {});
  const { regional_settings } = await transport.call(calls.getPublicConfiguration, {});
  const flags = regional_settings.find(({ region }) => region === user.region)?.flags;
  return { role: user.role.id, region: user.region, company: user.company, flags };
}

const openedGroups = async (page: Page) => {
  const all = page.getByRole('main').getByRole('group');
  return (await all.allInnerTexts()).map((text) => text.split('\n')[0]);
};

const cases: readonly [DemoAccountKey, readonly string[]][] = [
  ['polishOwner', groups.main],
  ['polishStaff', groups.main],
  ['decorOwner', ['Settings', 'Support', 'Documents']],
  ['decorStaff', ['Settings', 'Support']],
];
for (const [accountKey, expectedGroups] of cases) {
  test(`${accountKey}: the menu and every restricted URL show exactly what the role allows`, async ({
    club,
    phone: { page },
  }) => {
    const subject = await personOf(club, accountKey);
    const verificationRequests = () => club.proxy.requestsOf(calls.getEmailVerification).length;
    const requestsBefore = verificationRequests();
    const isMain = subject.role === 3 || subject.role === 4;
    const owner = { ...subject, role: isMain ? roles.owner : roles.decorOwner };
    await watchChanges(page);
    await signIn(club, page, accountKey);
    await page.goto(`${club.url}/menu`);
    await expect(page.getByRole('list', { name: 'You and your company' })).toBeVisible();
    expect(await openedGroups(page)).toEqual(expectedGroups);
    const tiles = page.getByRole('main').getByRole('navigation').getByRole('link');
    const tileTexts = await tiles.allInnerTexts();
    expect(tileTexts.includes('Leads')).toBe(isMain && subject.company.accepts_leads === 1);
    expect(tileTexts.filter((title) => !isMain && mainOnly.includes(title))).toEqual([]);

    const notAllowedHeading = page.getByRole('heading', {
      name: 'This isn’t available to your account',
    });
    const visitedScreens = accountKey === 'decorStaff' ? screens : screens.filter(isRestricted);
    for (const entry of visitedScreens) {
      await goTo(page, entry.path);
      // Check absence only once the screen is settled.
      await waitUntilSettled(page);
      const isAllowed = permissionFor(entry, subject) === 'yes';
      await expect(notAllowedHeading).toBeVisible({ visible: !isAllowed });
      // The screen must not refer people to an owner who also has no access.
      const suggestsOwner =
        !isAllowed && !isOwner(subject.role) && permissionFor(entry, owner) === 'yes';
      await expect(page.getByText('Ask your company owner')).toBeVisible({
        visible: suggestsOwner,
      });
    }
    // The server rejects this request for staff with nothing to verify.
    if (!isOwner(subject.role)) expect(verificationRequests()).toBe(requestsBefore);
  });
}

test('a company without leads or shop sees neither, and can reach support from the points screen', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'decorOwner');
  await goTo(page, '/notifications');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await expect(main).toContainText('Accepted projects and replies');
  await expect(main).not.toContainText(/leads/i);
  await goTo(page, '/settings/other');
  await expect(main.getByRole('heading', { name: 'Storage on this device' })).toBeVisible();
  await expect(main).not.toContainText(/leads/i);
  await goTo(page, '/balance');
  await expect(main).toContainText('Your company has no shop in this app.');
  await main.getByRole('link', { name: 'Contact support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New conversation' })).toBeVisible();
});
