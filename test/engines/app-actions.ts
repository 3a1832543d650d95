import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Club, SignedIn } from '#test/e2e-fixtures/club.ts';
import type { View } from './view.ts';

/** List of captured products without a project. */
export const capturedList = { role: 'list', name: 'Scanned products' } as const;

/** Opens a screen like an in-app link and waits for its heading. */
export async function goTo(view: View, path: string): Promise<void> {
  // Before the app has started, its router doesn't notice the new URL. Look for the heading in the DOM, because a
  // dialog may cover it.
  await view.waitUntil('the app has started', () =>
    view.tab.evaluate(() => document.querySelector('h1') !== null),
  );
  const movesFocus = await view.tab.evaluate((to) => {
    if (location.pathname + location.search === to) return false;
    const isAnotherScreen = new URL(to, location.href).pathname !== location.pathname;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', to);
    return isAnotherScreen;
  }, path);
  if (movesFocus) {
    await view.waitUntil(`the focus is on ${path}`, () =>
      view.tab.evaluate(() => document.activeElement !== document.body),
    );
  }
  await view.expectVisible({ role: 'heading', level: 1 });
}

/** True if the tab has loaded the replication, which only the leader does. */
export function isLeader(view: View): Promise<boolean> {
  return view.tab.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/replication-')),
  );
}

/** Waits until the app works offline: its worker has cached everything and controls the page. */
export async function waitUntilInstalled(view: View): Promise<void> {
  await view.waitUntil(
    'the worker is in control',
    () => view.tab.evaluate(() => navigator.serviceWorker.controller !== null),
    60_000,
  );
}

/** Captures a product manually and opens the review. */
export async function captureManually(view: View, serial: DemoSerial): Promise<void> {
  await enterManually(view, serial);
  await view.press(addButton);
  await view.press({ role: 'link', name: /^Review \d+ products?$/ });
  await view.expectVisible({ text: new RegExp(serial.code), within: capturedList });
}

export const addButton = { role: 'button', name: /^(Add product|Yes, add it)$/ } as const;

/** Fills in a product's form without submitting it. */
export async function enterManually(view: View, serial: DemoSerial): Promise<void> {
  await goTo(view, '/scan/manual');
  await view.fill({ role: 'textbox', name: /^First part/ }, serial.code);
  const type = { role: 'group', name: 'Type' };
  const recognisedProduct = { role: 'region', name: 'Is this it?' };
  await view.waitUntil(
    'the product or the question for its type is visible',
    async () => (await view.isVisible(recognisedProduct)) || view.isVisible(type),
  );
  if (await view.isVisible(type)) await chooseProduct(view, serial);
}

/** Chooses type, size and variant from the suggested tiles. */
async function chooseProduct(view: View, serial: DemoSerial): Promise<void> {
  const steps = [
    ['Type', serial.type],
    ['Size', serial.size],
    ['Variant', serial.variant],
  ] as const;
  for (const [label, value] of steps) {
    const tile = {
      role: 'radio',
      name: new RegExp(`^${value}( |$)`),
      within: { role: 'group', name: label },
    };
    await view.expectVisible({ role: 'group', name: label });
    if (!(await view.isVisible(tile))) {
      const addAnother = `Another ${label.toLowerCase()}`;
      await view.press({ role: 'button', name: addAnother });
      await chooseByTyping(view, addAnother, value);
    } else await view.press(tile);
  }
}

/**
 * Types a value and chooses it from the list; retries if the list closes because the page scrolled.
 */
async function chooseByTyping(view: View, label: string, value: string): Promise<void> {
  const field = { role: 'combobox', name: label };
  await view.expectVisible(field);
  await view.waitUntil(`${value} is chosen`, async () => {
    if (!(await view.isVisible(field))) return true;
    await view.fill(field, '');
    await view.fill(field, value);
    await view.press({ role: 'option', name: new RegExp(`^${value}( |$)`) }, 1_500);
    await view.expectAbsent(field, 1_500);
    return true;
  });
}

/** Saves all captured products to the first open project. */
export async function saveToFirstProject(view: View): Promise<void> {
  await view.press({ role: 'link', name: /^Choose another project/ });
  const projects = { role: 'list', name: 'Open projects' };
  await view.press({ role: 'button', index: 0, within: projects });
  await view.expectVisible({ text: /^Saved/ });
  await view.expectVisible({ role: 'list', name: 'Products' });
}

/** Counts each product among the company's scans on the server. */
export async function countsOf(owner: SignedIn, serials: readonly DemoSerial[]): Promise<number[]> {
  const { data } = await owner.call(calls.listScans, { query: { page: 1, limit: 100 } });
  return serials.map(
    ({ code }) => data.filter(({ serial_number }) => serial_number === code).length,
  );
}

/** Counts the requests with a product that got a response. */
export function countSends(club: Club, { code }: DemoSerial): number {
  return club.proxy
    .requestsOf(calls.sendScans)
    .filter(({ status, body }) => status !== null && body.includes(`"${code}"`)).length;
}

/** Waits until the scanner shows the camera's picture. */
export async function waitUntilCameraRuns(view: View): Promise<void> {
  await view.waitUntil('the camera runs', () =>
    view.tab.evaluate(() => {
      const video = document.querySelector('video');
      return video !== null && video.videoWidth > 0 && video.currentTime > 0;
    }),
  );
}

/** Restores the network with the browser's event. */
export async function restoreNetwork(club: Club, view: View): Promise<void> {
  club.proxy.isDown = false;
  await view.tab.evaluate(() => void dispatchEvent(new Event('online')));
}
