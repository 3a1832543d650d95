import { expect } from '@playwright/test';
import { MINUTE_MS } from '#schemas/durations.ts';
import { between, pick, type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { test } from '../engine-test.ts';
import { signIn } from '../sign-in.ts';
import { type View, viewOf } from '../view.ts';
import { goTo, restoreNetwork, waitUntilInstalled } from '../app-actions.ts';
import { minutes, seed } from './settings.ts';

const screens = [
  '/',
  '/projects',
  '/projects/add',
  '/leads',
  '/shop',
  '/cart',
  '/balance',
  '/menu',
  '/team',
  '/scan',
  '/scan/manual',
  '/scan/generic',
  '/scan/review',
  '/scan/offline',
  '/club-card',
  '/support/chat/new',
  '/settings',
  '/warranty-certificates',
  '/user/edit',
  '/company/edit',
];
const texts = ['Kraków', '30-001', 'Jan Kowalski', '501234567', '0', '   ', 'x'.repeat(300), '🙂'];
/** Controls that leave the app or change its language. */
const avoided = /sign out|delete my account|clear data|restart|language|file|picture|photo|device/i;

test.use({ workerName: 'monkey' });
// Calls fail while offline, and a reload cancels what was loading.
test.use({ expectedProblems: /dynamically imported module|Importing a module script failed/ });

test('random taps and typing cause no errors or overflow, and everything is sent', async ({
  phone,
  club,
}) => {
  const random = seededRandom(seed());
  const view = viewOf(await phone.newTab());
  await signIn(club, view, 'polishOwner');
  await waitUntilInstalled(view);
  const problems = new Set<string>();
  const endsAt = Date.now() + minutes(10) * MINUTE_MS;
  let steps = 0;
  for (; Date.now() < endsAt; steps += 1) {
    await takeStep(view, random, club);
    const problem = await view.tab.evaluate(findPageProblem).catch(() => null);
    if (problem !== null) problems.add(problem);
  }
  await restoreNetwork(club, view);
  await view.tab.goto(`${club.url}/scan/offline`);
  await view.expectVisible(
    { text: /^(Everything has been sent|Nothing is ready to be sent\.)$/ },
    120_000,
  );
  process.stdout.write(`${steps} steps\n`);
  expect([...problems]).toEqual([]);
});

async function takeStep(
  view: View,
  random: Random,
  club: Parameters<typeof restoreNetwork>[0],
): Promise<void> {
  const choice = between(random, 0, 99);
  if (choice < 2) return view.tab.reload();
  if (choice < 5) {
    if (club.proxy.isDown) return restoreNetwork(club, view);
    club.proxy.isDown = true;
    return;
  }
  if (choice < 15) return goTo(view, pick(random, screens)).catch(() => undefined);
  const isTyping = choice < 30;
  const target = await view.tab.evaluate(aimAtRandom, {
    share: random(),
    isTyping,
    avoided: avoided.source,
  });
  if (target === null) return;
  await view.tab.pressAt(target);
  if (!isTyping) return;
  await view.tab.evaluate(
    (text) => {
      if (document.activeElement instanceof HTMLInputElement)
        document.execCommand('insertText', false, text);
    },
    pick(random, texts),
  );
}

/** Runs in the page: returns the position of a random control or field. */
function aimAtRandom(aimOptions: {
  readonly share: number;
  readonly isTyping: boolean;
  readonly avoided: string;
}): { x: number; y: number } | null {
  const kinds = aimOptions.isTyping
    ? 'input:not([type=radio], [type=checkbox], [type=file], [type=range]), textarea'
    : 'a[href^="/"]:not([target]), button, [role=tab], [role=option], summary, label';
  const points = [...document.querySelectorAll(kinds)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const topElement = document.elementFromPoint(x, y);
    const label = `${element.ariaLabel ?? ''} ${element.textContent ?? ''}`;
    const isReachable = topElement !== null && element.contains(topElement);
    return isReachable && !new RegExp(aimOptions.avoided, 'i').test(label) ? [{ x, y }] : [];
  });
  return points[Math.floor(aimOptions.share * points.length)] ?? null;
}

/** Runs in the page: returns a problem of the page, or null. */
function findPageProblem(): string | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  const path = location.pathname.replaceAll(/[\da-f-]{36}/g, '…');
  return scrollWidth > clientWidth ? `${path}: ${scrollWidth} px wide on ${clientWidth} px` : null;
}
