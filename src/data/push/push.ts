import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { pushCalls } from '#schemas/api/push-calls.ts';
import { type PushToken, parsePushTokens } from '#schemas/person-rules.ts';
import { WEB_PLATFORM, type WebSubscription, webSubscription } from '#schemas/push.ts';
import type { Transport } from '#sync/http/transport.ts';
import { type Readable, writable } from '../live/readable.ts';
import * as v from 'valibot';

/** Push state (spec 1 §4): not loaded, never requested, requesting, granted and subscribed, or denied. */
export type PushState = 'unloaded' | 'default' | 'requested' | 'granted' | 'denied';

/** The browser's push functions. */
export interface PushPorts {
  permission: () => NotificationPermission;
  requestPermission: () => Promise<NotificationPermission>;
  /** Returns this browser's subscription, or null. */
  subscription: () => Promise<WebSubscription | null>;
  /** Subscribes with the server's key, replacing a subscription with another key. */
  subscribe: (publicKey: string) => Promise<WebSubscription>;
  unsubscribe: () => Promise<void>;
}

/** Push messages to this device. */
export interface Push {
  readonly state: Readable<PushState>;
  /** Reads the state, and registers the subscription if the server doesn't have it. */
  load: () => Promise<void>;
  /** Requests permission, subscribes and registers. Throws CallError and the browser's errors. */
  turnOn: () => Promise<void>;
  /** Removes the device from the user's list and unsubscribes. Throws CallError. */
  turnOff: () => Promise<void>;
}

/** Maximum number of devices per user. When another one is added, the oldest is dropped. */
const MAX_DEVICES = 20;

/** @param userId the device's owner */
export function createPush(ports: PushPorts, call: Transport['call'], userId: string): Push {
  const state = writable<PushState>('unloaded');
  const callOptions = { userId };

  /** Rereads the list before writing, because another device may have changed it. */
  const changeTokens = async (change: (tokens: readonly PushToken[]) => readonly PushToken[]) => {
    const { fcm } = await call(configurationCalls.getSignedInUser, {}, callOptions);
    const newTokens = JSON.stringify(change(parsePushTokens(fcm) ?? []));
    if (newTokens === fcm) return;
    const input = { params: { id: userId }, body: { fcm: newTokens } };
    await call(accountCalls.updateUser, input, callOptions);
  };
  const addToken = (subscription: WebSubscription) => {
    const registration = { platform: WEB_PLATFORM, token: JSON.stringify(subscription) };
    return changeTokens((tokens) => {
      if (tokens.some(({ token }) => token === registration.token)) return tokens;
      return [...tokens.filter((token) => !isTokenOf(token, subscription)), registration].slice(
        -MAX_DEVICES,
      );
    });
  };
  const subscribe = async () => {
    const { public_key } = await call(pushCalls.getPushKey, {}, callOptions);
    await addToken(await ports.subscribe(public_key));
  };

  return {
    state,
    async load() {
      const permission = ports.permission();
      const isActive = permission === 'granted' && (await ports.subscription()) !== null;
      const allowedState = isActive ? 'granted' : 'default';
      state.set(permission === 'denied' ? 'denied' : allowedState);
      if (isActive) await subscribe();
    },
    async turnOn() {
      state.set('requested');
      try {
        const permission = await ports.requestPermission();
        if (permission === 'granted') await subscribe();
        state.set(permission);
      } catch (error) {
        state.set('default');
        throw error;
      }
    },
    async turnOff() {
      const subscription = await ports.subscription();
      if (subscription) {
        await changeTokens((tokens) => tokens.filter((token) => !isTokenOf(token, subscription)));
        await ports.unsubscribe();
      }
      state.set('default');
    },
  };
}

/** True if a listed token is this browser's, regardless of its keys. */
function isTokenOf({ platform, token }: PushToken, { endpoint }: WebSubscription): boolean {
  return platform === WEB_PLATFORM && token.includes(JSON.stringify(endpoint));
}

/** True if this browser supports push; on iOS only once the app is installed. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

const getPushManager = async () => (await navigator.serviceWorker.ready).pushManager;

/** The browser's Push API; only use if `isPushSupported`. */
export const browserPush: PushPorts = {
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
  async subscription() {
    const subscription = await (await getPushManager()).getSubscription();
    return subscription && toWebSubscription(subscription);
  },
  async subscribe(publicKey) {
    const pushManager = await getPushManager();
    const existingSubscription = await pushManager.getSubscription();
    if (existingSubscription && keyOf(existingSubscription) !== publicKey)
      await existingSubscription.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return toWebSubscription(await pushManager.subscribe(options));
  },
  async unsubscribe() {
    await (await (await getPushManager()).getSubscription())?.unsubscribe();
  },
};

function toWebSubscription(subscription: PushSubscription) {
  return v.parse(webSubscription, subscription.toJSON());
}

/** The server key that a subscription was created with, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
