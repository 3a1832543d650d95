import { expect } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { signInByCode } from './sign-in.ts';
import type { Browser } from './tab.ts';
import { type View, viewOf } from './view.ts';
import {
  captureManually,
  countsOf,
  goTo,
  restoreNetwork,
  saveToFirstProject,
  countSends,
  waitUntilInstalled,
} from './app-actions.ts';

const serials = plainSerials(2, 20) as [DemoSerial, DemoSerial];

const unsentNotice = { text: /^2 products haven’t been sent yet\./ };

/** One day on one phone: each test continues where the previous one ended. */
test.describe.configure({ mode: 'serial' });
let phone: Browser | undefined;
let view: View;
let owner: SignedIn;

test.beforeAll(async ({ engine, club }) => {
  phone = await engine.open();
  view = viewOf(await phone.newTab());
  owner = await club.as('czechOwner');
});
test.afterAll(async () => {
  const { problems = [] } = phone ?? {};
  await phone?.dispose();
  expect(problems).toEqual([]);
});

test(features.signIn.title, async ({ club }) => {
  await signInByCode(club, view, 'czechOwner');
  await view.expectVisible({ role: 'list', name: 'Open projects' }, 30_000);
  await waitUntilInstalled(view);
});

test(features.offline.title, async ({ club }) => {
  club.proxy.isDown = true;
  for (const serial of serials) await captureManually(view, serial);
  await saveToFirstProject(view);
  await view.expectVisible(unsentNotice);
});

test(features.restart.title, async ({ club }) => {
  await view.tab.reload();
  await view.expectVisible(unsentNotice);
  if (!phone) throw new Error('There is no phone.');
  await phone.kill();
  await phone.start();
  view = viewOf(await phone.newTab());
  await view.tab.goto(`${club.url}/scan/offline`);
  await view.expectVisible({ role: 'heading', name: 'Not sent (2)' });
  for (const { code } of serials) await view.expectVisible({ text: new RegExp(code) });
});

test(features.sentOnce.title, async ({ club }) => {
  await restoreNetwork(club, view);
  await view.expectVisible({ role: 'heading', name: 'Everything has been sent' }, 60_000);
  expect(await countsOf(owner, serials)).toEqual([1, 1]);
  expect(serials.map((serial) => countSends(club, serial))).toEqual([1, 1]);
});

test(features.signOut.title, async () => {
  const { userId } = demoAccounts.czechOwner;
  await goTo(view, '/menu');
  await view.press({ role: 'button', name: 'Sign out' });
  await view.press({
    role: 'button',
    name: 'Sign out',
    within: { role: 'dialog', name: 'Sign out?' },
  });
  await view.expectVisible({ role: 'heading', level: 1, name: 'Earn points for your work' });
  const textsWithUserId = () =>
    view.tab.evaluate(async (id) => {
      const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
      const texts = Object.entries(localStorage).flat();
      return [...databases, ...texts].filter((text) => text.includes(id));
    }, userId);
  await expect.poll(textsWithUserId).toEqual([]);
});
