import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeviceSettings, DEVICE_SETTINGS_KEY } from '#src/data/device/device-settings.ts';

const script = readFileSync(new URL('../../../public/first-paint.js', import.meta.url), 'utf8');

/** Runs the script with a device's storage, and returns the attributes of `<html>` and the window. */
function runScript(storedTexts: Map<string, string>) {
  const dataset: Record<string, string> = {};
  const page: { setImmediate?: (run: () => void) => void } = {};
  runInNewContext(script, {
    localStorage: { getItem: (key: string) => storedTexts.get(key) ?? null },
    document: { documentElement: { dataset } },
    window: page,
    MessageChannel: FakeChannel,
    setTimeout,
  });
  return { dataset, page };
}

const paint = (storedTexts: Map<string, string>) => runScript(storedTexts).dataset;

/** Channels that deliver on command, and stop like WebKit's. */
class FakeChannel {
  static all: FakeChannel[] = [];
  static deliverAll() {
    for (const channel of FakeChannel.all) channel.deliver();
  }
  isDead = false;
  private messages = 0;
  readonly port1: { onmessage: (() => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: () => void (this.messages += 1) };
  constructor() {
    FakeChannel.all.push(this);
  }
  private deliver() {
    const count = this.messages;
    this.messages = 0;
    if (this.isDead) return;
    for (let sentCount = 0; sentCount < count; sentCount += 1) this.port1.onmessage?.();
  }
}

function storage(entries: [string, string][] = []) {
  const map = new Map(entries);
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

describe('before the first paint', () => {
  test('applies the stored theme and font size', () => {
    const store = storage();
    createDeviceSettings(store).change({ theme: 'sunlight', fontSize: '20px' });
    expect(paint(store.map)).toEqual({ theme: 'sunlight', fontSize: '20px' });
  });

  test('sets no attribute for the system theme', () => {
    const store = storage();
    createDeviceSettings(store).change({ theme: 'system' });
    expect(paint(store.map)).toEqual({ fontSize: '14px' });
  });

  test.each(['', 'null', '{"theme":"neon","fontSize":"900px"}', 'not json'])(
    'ignores unreadable settings: %j',
    (text) => expect(paint(new Map([[DEVICE_SETTINGS_KEY, text]]))).toEqual({}),
  );
});

describe('setImmediate', () => {
  beforeEach(() => {
    FakeChannel.all = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  const scheduler = () => {
    const { setImmediate: schedule } = runScript(new Map()).page;
    if (!schedule) throw new Error('The script defines no setImmediate.');
    return schedule;
  };

  test('runs each task once, in order, through one message channel', () => {
    const schedule = scheduler();
    const runs: string[] = [];
    schedule(() => runs.push('a'));
    schedule(() => {
      runs.push('b');
      schedule(() => runs.push('c'));
    });
    expect(runs).toEqual([]);
    FakeChannel.deliverAll();
    FakeChannel.deliverAll();
    expect(runs).toEqual(['a', 'b', 'c']);
    vi.advanceTimersByTime(10_000);
    expect(FakeChannel.all).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('opens another channel once WebKit has lost the first one (W1)', () => {
    const schedule = scheduler();
    const runs: string[] = [];
    schedule(() => runs.push('before'));
    FakeChannel.deliverAll();
    for (const channel of FakeChannel.all) channel.isDead = true;
    schedule(() => runs.push('after'));
    schedule(() => runs.push('last'));
    FakeChannel.deliverAll();
    expect(runs).toEqual(['before']);
    vi.advanceTimersByTime(600);
    FakeChannel.deliverAll();
    expect(runs).toEqual(['before', 'after', 'last']);
    schedule(() => runs.push('next'));
    FakeChannel.deliverAll();
    expect(runs.at(-1)).toBe('next');
  });

  test('runs the other tasks even if one throws', () => {
    const schedule = scheduler();
    const runs: string[] = [];
    schedule(() => {
      throw new Error('broken task');
    });
    schedule(() => runs.push('second'));
    expect(FakeChannel.deliverAll).toThrow('broken task');
    vi.advanceTimersByTime(600);
    FakeChannel.deliverAll();
    expect(runs).toEqual(['second']);
  });
});
