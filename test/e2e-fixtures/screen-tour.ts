import { expect, type Page } from '@playwright/test';
import type { Club } from './club.ts';
import { setDeviceSettings, switchLanguage } from './device.ts';
import { goTo, waitUntilSettled, watchChanges } from './go-to.ts';
import { plainSerials } from './labels.ts';
import { layoutShiftProblems, takeShifts, watchShifts } from './layout-shift.ts';
import { phoneSize } from './phone.ts';
import type { Screen } from './screen.ts';
import { actionsOn } from './screen-actions.ts';
import { groupsOf, type ScreenGroup } from './screen-groups.ts';
import { narrowViewport, resize, screenProblems, setAppearance } from './screen-problems.ts';
import { makeUnsentWork, openScreen, signedInScreens } from './screens.ts';

/** A screen before sign-in, whose actions also need the keyboard. */
export interface PublicScreen extends Pick<Screen, 'name' | 'path'> {
  readonly action?: (page: Page) => Promise<void>;
}

/** Lists the problems of a screen in some appearances, and restores the first appearance. */
type ScreenCheck = (page: Page, screen: Pick<Screen, 'name'>) => Promise<string[]>;

/** Watches a new page for changes and layout shifts, without animations. */
export async function prepareTour(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchChanges(page);
  await watchShifts(page);
}

/** Lists the screens of a group that polishOwner can open. */
export async function screensOfGroup(club: Club, group: ScreenGroup): Promise<Screen[]> {
  const screens = await signedInScreens(await club.as('polishOwner'));
  const ungrouped = screens.filter(({ path }) => groupsOf(path).length !== 1);
  expect(ungrouped.map(({ name }) => name)).toEqual([]);
  return screens.filter(({ path }) => groupsOf(path)[0] === group);
}

/** Creates scans in every state for the screens that show them. */
export async function prepareGroup(club: Club, page: Page, group: ScreenGroup): Promise<void> {
  if (group !== 'scanning') return;
  const [capturedSerial, validSerial] = plainSerials(2, 400);
  if (!capturedSerial || !validSerial) throw new Error('There are no serial numbers left.');
  await makeUnsentWork(club, page, [capturedSerial, validSerial]);
}

/** Lists layout shifts of screens opened by URL at 1280 px, with animations. */
export async function desktopLayoutShifts(
  club: Club,
  page: Page,
  screens: readonly Screen[],
): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await resize(page, { width: 1280, height: 800 });
  const problems = await shiftsByUrl(club, page, screens);
  await resize(page, phoneSize);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return problems.map((problem) => `1280 px, ${problem}`);
}

/** Lists layout shifts of screens opened by URL. Screens with an action are left to `openAndCheck`. */
export async function shiftsByUrl(
  club: Club,
  page: Page,
  screens: readonly Screen[],
): Promise<string[]> {
  const problems: string[] = [];
  const plainScreens = screens.filter(({ action }) => action === undefined);
  for (const screen of plainScreens) problems.push(...(await openByUrl(club, page, screen)));
  return problems;
}

/**
 * Opens each screen by link and checks it. Screens with an action come last and are opened by URL, because some of them
 * change what other screens show.
 * @returns layout shifts and the problems that the check found
 */
export async function tourScreens(
  club: Club,
  page: Page,
  screens: readonly Screen[],
  check: ScreenCheck,
): Promise<string[]> {
  const problems: string[] = [];
  const plainScreens = screens.filter(({ action }) => action === undefined);
  for (const screen of plainScreens) {
    problems.push(...(await navigateTo(page, screen)), ...(await check(page, screen)));
  }
  const actionScreens = screens.flatMap(({ action, ...screen }) =>
    action ? [{ ...screen, action: (actionPage: Page) => action(actionsOn(actionPage)) }] : [],
  );
  return [...problems, ...(await openAndCheck(club, page, actionScreens, check))];
}

/** Opens each screen by URL, which resets the previous one, and checks it. */
export async function openAndCheck(
  club: Club,
  page: Page,
  screens: readonly PublicScreen[],
  check: ScreenCheck,
): Promise<string[]> {
  const problems: string[] = [];
  for (const screen of screens) {
    problems.push(...(await openByUrl(club, page, screen)));
    await screen.action?.(page);
    problems.push(...(await check(page, screen)));
  }
  return problems;
}

/**
 * Checks a screen on the narrowest phone with the largest font in the given languages.
 * @param except axe rules to skip
 */
export async function narrowProblems(
  page: Page,
  { name }: Pick<Screen, 'name'>,
  languages: readonly string[],
  except: readonly string[] = [],
): Promise<string[]> {
  const problems: string[] = [];
  await setAppearance(page, 'light', '20px');
  await resize(page, narrowViewport);
  await setDeviceSettings(page, { fontSize: '20px' });
  for (const language of languages) {
    await switchLanguage(page, language);
    const appearance = `20 px on ${narrowViewport.width} px in ${language}, ${name}`;
    problems.push(...(await screenProblems(page, appearance, [], except)));
  }
  await resize(page, phoneSize);
  await setDeviceSettings(page, { theme: 'light', fontSize: '14px', language: 'en' });
  return problems;
}

/** @returns layout shifts of a screen opened by URL */
async function openByUrl(
  club: Club,
  page: Page,
  { name, path }: Pick<Screen, 'name' | 'path'>,
): Promise<string[]> {
  await openScreen(club, page, { name, path });
  return layoutShiftProblems(page, `opened, ${name}`);
}

/** @returns layout shifts of a screen reached by a link from one already checked */
async function navigateTo(page: Page, { name, path }: Screen): Promise<string[]> {
  await switchLanguage(page, 'en');
  await setAppearance(page, 'light', '14px');
  await waitUntilSettled(page);
  await takeShifts(page);
  await goTo(page, path);
  return layoutShiftProblems(page, `navigated to, ${name}`);
}
