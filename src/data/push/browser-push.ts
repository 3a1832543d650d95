import * as v from 'valibot';
import { webSubscription } from '#schemas/push.ts';
import type { PushPorts } from './push.ts';

/** True if this browser supports push; on iOS only once the app is installed. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

const manager = async () => (await navigator.serviceWorker.ready).pushManager;

/** The browser's Push API; only use if `isPushSupported`. */
export const browserPush: PushPorts = {
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  async subscription() {
    const found = await (await manager()).getSubscription();
    return found && asSubscription(found);
  },
  async subscribe(publicKey) {
    const pushes = await manager();
    const before = await pushes.getSubscription();
    if (before && keyOf(before) !== publicKey) await before.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return asSubscription(await pushes.subscribe(options));
  },
  async unsubscribe() {
    await (await (await manager()).getSubscription())?.unsubscribe();
  },
};

function asSubscription(subscription: PushSubscription) {
  return v.parse(webSubscription, subscription.toJSON());
}

/** The server key a subscription was created with, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
