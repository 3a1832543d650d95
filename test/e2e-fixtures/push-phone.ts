import { type BrowserContext, type Page } from '@playwright/test';
import type { WebSubscription } from '#schemas/push.ts';

/** Mocks subscribing: Chromium without Google's keys has no push service. */
export async function mockPushService(page: Page, subscription: WebSubscription): Promise<void> {
  await page.addInitScript((mockSubscription) => {
    const storageKey = 'test.push-key';
    const storedSubscription = () => {
      const key = (localStorage.getItem(storageKey) ?? '')
        .replaceAll('-', '+')
        .replaceAll('_', '/');
      const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
      return {
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => mockSubscription,
        unsubscribe: () => {
          localStorage.removeItem(storageKey);
          return Promise.resolve(true);
        },
      };
    };
    Object.assign(PushManager.prototype, {
      subscribe: (options: { applicationServerKey: string }) => {
        localStorage.setItem(storageKey, options.applicationServerKey);
        return Promise.resolve(storedSubscription());
      },
      getSubscription: () =>
        Promise.resolve(localStorage.getItem(storageKey) === null ? null : storedSubscription()),
    });
  }, subscription);
}

/**
 * Delivers a push event through DevTools and waits until the worker has handled it. Don't query
 * notifications before: Chromium drops a notification that is queried while it appears.
 */
export async function deliverPush(
  context: BrowserContext,
  page: Page,
  data: string,
): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  const handled = new Promise<void>((resolve) => {
    session.on('BackgroundService.backgroundServiceEventReceived', (received) => {
      if (received.backgroundServiceEvent.eventName === 'Push event completed') resolve();
    });
  });
  const service = 'pushMessaging' as const;
  await session.send('BackgroundService.startObserving', { service });
  await session.send('BackgroundService.setRecording', { service, shouldRecord: true });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await handled;
  await session.detach();
}

/** Returns the currently shown notifications. */
export const visibleNotifications = (page: Page) =>
  page.evaluate(async () => {
    const list = await (await navigator.serviceWorker.ready).getNotifications();
    return list.map(({ title, body }) => ({ title, body }));
  });

/** Clicks the shown notification. */
export async function tapNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('No notification is shown.');
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}
