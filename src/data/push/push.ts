import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { pushCalls } from '#schemas/api/push-calls.ts';
import { type PushToken, readPushTokens } from '#schemas/person-rules.ts';
import { WEB_PLATFORM, type WebSubscription } from '#schemas/push.ts';
import type { Transport } from '#sync/http/transport.ts';
import { type Readable, writable } from '../live/readable.ts';

/**
 * Where the permission stands (spec 1 §4): not looked up yet, never asked for, being asked for now,
 * given and this device is subscribed, refused.
 */
export type PushState = 'unloaded' | 'default' | 'requested' | 'granted' | 'denied';

/** What the browser can do about push messages. */
export interface PushPorts {
  permission: () => NotificationPermission;
  askPermission: () => Promise<NotificationPermission>;
  /** This browser's subscription, or null. */
  subscription: () => Promise<WebSubscription | null>;
  /** Subscribes with the server's key; one that was made with another key is replaced. */
  subscribe: (publicKey: string) => Promise<WebSubscription>;
  unsubscribe: () => Promise<void>;
}

/** Push messages to this device. */
export interface Push {
  readonly state: Readable<PushState>;
  /** Looks up where it stands, and tells the server of a subscription that it does not know. */
  load: () => Promise<void>;
  /** Asks for the permission, subscribes, and tells the server. Throws CallError and what the browser throws. */
  turnOn: () => Promise<void>;
  /** Takes the device off the person's list and unsubscribes it. Throws CallError. */
  turnOff: () => Promise<void>;
}

/** The person's list holds this many devices; the oldest gives way. */
const MAX_DEVICES = 20;

/** @param userId whose device it is */
export function createPush(ports: PushPorts, call: Transport['call'], userId: string): Push {
  const state = writable<PushState>('unloaded');
  const asking = { userId };

  /** Reads the list anew before writing it: another device may have changed it. */
  const changeTokens = async (change: (tokens: readonly PushToken[]) => readonly PushToken[]) => {
    const { fcm } = await call(configurationCalls.self, {}, asking);
    const next = JSON.stringify(change(readPushTokens(fcm) ?? []));
    if (next === fcm) return;
    const input = { params: { id: userId }, body: { fcm: next } };
    await call(accountCalls.updateUser, input, asking);
  };
  const tellServer = (subscription: WebSubscription) => {
    const own = { platform: WEB_PLATFORM, token: JSON.stringify(subscription) };
    return changeTokens((tokens) => {
      if (tokens.some(({ token }) => token === own.token)) return tokens;
      return [...tokens.filter((token) => !isOf(token, subscription)), own].slice(-MAX_DEVICES);
    });
  };
  const subscribe = async () => {
    const { public_key } = await call(pushCalls.pushKey, {}, asking);
    await tellServer(await ports.subscribe(public_key));
  };

  return {
    state,
    async load() {
      const permission = ports.permission();
      const isOn = permission === 'granted' && (await ports.subscription()) !== null;
      state.set(permission === 'denied' ? 'denied' : isOn ? 'granted' : 'default');
      if (isOn) await subscribe();
    },
    async turnOn() {
      state.set('requested');
      try {
        const permission = await ports.askPermission();
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
        await changeTokens((tokens) => tokens.filter((token) => !isOf(token, subscription)));
        await ports.unsubscribe();
      }
      state.set('default');
    },
  };
}

/** Whether a token of the list is this browser's, whatever its keys were. */
function isOf({ platform, token }: PushToken, { endpoint }: WebSubscription): boolean {
  return platform === WEB_PLATFORM && token.includes(JSON.stringify(endpoint));
}
