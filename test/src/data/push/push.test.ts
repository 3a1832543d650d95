import { expect, test } from 'vitest';
import type { WebSubscription } from '#schemas/push.ts';
import { createPush, type PushPorts } from '#src/data/push/push.ts';
import type { Transport } from '#sync/http/transport.ts';

const userId = '20000000-0000-4000-8000-000000000001';
const subscriptionOf = (name: string, auth = 'a'.repeat(22)): WebSubscription => ({
  endpoint: `https://push.example/${name}`,
  keys: { p256dh: 'p'.repeat(87), auth },
});
const tokenOf = (subscription: WebSubscription) => ({
  platform: 'web',
  token: JSON.stringify(subscription),
});
const other = { platform: 'android', token: 'of another device' };

/** A fake browser and server with their own state. */
function setup(answer: NotificationPermission = 'granted') {
  const state = {
    permission: 'default' as NotificationPermission,
    subscription: null as WebSubscription | null,
    fcm: JSON.stringify([other]),
    calls: [] as string[],
    isOffline: false,
  };
  const ports: PushPorts = {
    permission: () => state.permission,
    requestPermission: () => {
      state.permission = answer;
      return Promise.resolve(answer);
    },
    subscription: () => Promise.resolve(state.subscription),
    subscribe: (key) => {
      expect(key).toBe('the key');
      state.subscription ??= subscriptionOf('own');
      return Promise.resolve(state.subscription);
    },
    unsubscribe: () => {
      state.subscription = null;
      return Promise.resolve();
    },
  };
  const answers: Record<string, (body: { fcm?: string }) => unknown> = {
    getSignedInUser: () => ({ fcm: state.fcm }),
    getPushKey: () => ({ public_key: 'the key' }),
    updateUser: ({ fcm }) => {
      state.fcm = fcm ?? state.fcm;
      return {};
    },
  };
  const call = ((apiCall: { id: string }, input: { body?: { fcm?: string } }, options: object) => {
    expect(options).toEqual({ userId });
    state.calls.push(apiCall.id);
    if (state.isOffline) return Promise.reject(new Error('offline'));
    return Promise.resolve(answers[apiCall.id]?.(input.body ?? {}));
  }) as unknown as Transport['call'];
  const push = createPush(ports, call, userId);
  const tokens = () => JSON.parse(state.fcm) as { platform: string; token: string }[];
  return { state, push, tokens };
}

test('no permission is requested before the person turns notifications on', async () => {
  const { state, push } = setup();
  expect(push.state.current()).toBe('unloaded');
  await push.load();
  expect(push.state.current()).toBe('default');
  expect(state).toMatchObject({ permission: 'default', subscription: null, calls: [] });
});

test('turning notifications on adds the device to the person’s list', async () => {
  const { push, tokens } = setup();
  await push.load();
  const observed: string[] = [];
  push.state.subscribe(() => observed.push(push.state.current()));
  await push.turnOn();
  expect(observed).toEqual(['requested', 'granted']);
  expect(tokens()).toEqual([other, tokenOf(subscriptionOf('own'))]);
});

test('a denied permission shows an explanation and creates no subscription; a dismissed request can be repeated', async () => {
  for (const answer of ['denied', 'default'] as const) {
    const { push, state, tokens } = setup(answer);
    await push.turnOn();
    expect(push.state.current()).toBe(answer);
    expect(state.subscription).toBeNull();
    expect(tokens()).toEqual([other]);
  }
});

test('a device that the server doesn’t know, or knows with older keys, is registered once', async () => {
  const { push, state, tokens } = setup();
  const ownSubscription = subscriptionOf('own');
  const outdatedToken = tokenOf(subscriptionOf('own', 'b'.repeat(22)));
  Object.assign(state, { permission: 'granted', subscription: ownSubscription });
  state.fcm = JSON.stringify([outdatedToken, other]);
  await push.load();
  expect(push.state.current()).toBe('granted');
  expect(tokens()).toEqual([other, tokenOf(ownSubscription)]);
  await push.load();
  expect(state.calls.filter((id) => id === 'updateUser')).toHaveLength(1);
});

test('notifications are off if there is a permission but no subscription, because another account may have granted it', async () => {
  const { push, state } = setup();
  state.permission = 'granted';
  await push.load();
  expect(push.state.current()).toBe('default');
  expect(state.calls).toEqual([]);
});

test('turning notifications off removes the device from the list and the push service', async () => {
  const { push, state, tokens } = setup();
  await push.turnOn();
  await push.turnOff();
  expect(push.state.current()).toBe('default');
  expect(state.subscription).toBeNull();
  expect(tokens()).toEqual([other]);
});

test('if the server can’t be reached, notifications stay off, and the person can try again', async () => {
  const { push, state, tokens } = setup();
  state.isOffline = true;
  await expect(push.turnOn()).rejects.toThrow('offline');
  expect(push.state.current()).toBe('default');
  state.isOffline = false;
  await push.turnOn();
  expect(tokens()).toEqual([other, tokenOf(subscriptionOf('own'))]);
});

test('the list contains at most twenty devices: the oldest is dropped', async () => {
  const { push, state, tokens } = setup();
  const manyTokens = Array.from({ length: 20 }, (_, index) =>
    tokenOf(subscriptionOf(`device-${index}`)),
  );
  state.fcm = JSON.stringify(manyTokens);
  await push.turnOn();
  expect(tokens()).toEqual([...manyTokens.slice(1), tokenOf(subscriptionOf('own'))]);
});
