import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { INSTALL_PAUSE_MS, type InstallPorts, watchInstall } from '#src/data/device/install.ts';

/** A device with clock and storage; each `start` reopens the app. */
function device(portOverrides: Partial<InstallPorts> = {}) {
  const storage = new Map<string, string>();
  const clock = { now: Date.parse('2026-05-04T10:00:00Z') };
  const start = () => {
    const events = new EventTarget();
    const install = watchInstall({
      isInstalled: false,
      isIos: false,
      isInApp: false,
      store: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
      },
      now: () => clock.now,
      events: events as unknown as Window,
      ...portOverrides,
    });
    const offer = (outcome: 'accepted' | 'dismissed' = 'dismissed') => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      const prompt = () => Promise.resolve({ outcome });
      events.dispatchEvent(Object.assign(event, { prompt }));
      return event;
    };
    return { install, offer, dispatch: (name: string) => events.dispatchEvent(new Event(name)) };
  };
  return { clock, start };
}

describe('the install prompt', () => {
  test('waits for the browser’s event, and replaces the browser’s banner', () => {
    const { install, offer } = device().start();
    expect(install.method.current()).toBe('none');
    expect(offer().defaultPrevented).toBe(true);
    expect(install.method.current()).toBe('prompt');
  });

  test('is shown again 30 days after it was dismissed, but not earlier', () => {
    const { clock, start } = device();
    const first = start();
    first.offer();
    first.install.dismiss();
    expect(first.install.method.current()).toBe('none');
    for (const [days, expectedMethod] of [
      [1, 'none'],
      [29, 'none'],
      [30, 'prompt'],
    ] as const) {
      clock.now = Date.parse('2026-05-04T10:00:00Z') + days * DAY_MS;
      const restarted = start();
      restarted.offer();
      expect([days, restarted.install.method.current()]).toEqual([days, expectedMethod]);
    }
    expect(INSTALL_PAUSE_MS).toBe(30 * DAY_MS);
  });

  test('is also dismissed when declined in the browser’s own prompt', async () => {
    const { start } = device();
    const first = start();
    first.offer('dismissed');
    await first.install.showPrompt();
    expect(first.install.method.current()).toBe('none');
    const next = start();
    next.offer();
    expect(next.install.method.current()).toBe('none');
  });

  test('disappears once the app is installed', async () => {
    const byPrompt = device().start();
    byPrompt.offer('accepted');
    await byPrompt.install.showPrompt();
    expect(byPrompt.install.method.current()).toBe('none');

    const byBrowser = device().start();
    byBrowser.offer();
    byBrowser.dispatch('appinstalled');
    expect(byBrowser.install.method.current()).toBe('none');

    const running = device({ isInstalled: true, isIos: true }).start();
    running.offer();
    expect(running.install.method.current()).toBe('none');
  });

  test('shows instructions on iOS, and can be dismissed', () => {
    const { start } = device({ isIos: true });
    const { install } = start();
    expect(install.method.current()).toBe('manual');
    install.dismiss();
    expect(start().install.method.current()).toBe('none');
  });

  test('isn’t hidden after the clock is set back', () => {
    const { clock, start } = device({ isIos: true });
    start().install.dismiss();
    clock.now -= DAY_MS;
    expect(start().install.method.current()).toBe('manual');
  });

  test('stays dismissed until the next start if the storage can’t be written', () => {
    const fails = () => {
      throw new Error('no storage');
    };
    const { start } = device({ isIos: true, store: { getItem: fails, setItem: fails } });
    const { install } = start();
    install.dismiss();
    expect(install.method.current()).toBe('none');
  });
});

describe('an installation', () => {
  test('from inside another app explains how to leave that app, without prompting', () => {
    const { start } = device({ isIos: true, isInApp: true });
    const { install, offer } = start();
    offer();
    expect(install.method.current()).toBe('in-app');
    install.dismiss();
    expect(start().install.method.current()).toBe('none');
  });

  test.each([
    [{ isIos: true, isInstalled: false }, true],
    [{ isIos: true, isInstalled: true }, false],
    [{ isIos: false, isInstalled: false }, false],
  ])('has separate storage only on iOS: %o', (portOverrides, hasSeparateStorage) => {
    expect(device(portOverrides).start().install.hasSeparateStorage).toBe(hasSeparateStorage);
  });
});
