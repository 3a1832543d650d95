import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createDeviceSettings, DEVICE_SETTINGS_KEY } from '#src/data/device/device-settings.ts';

const script = readFileSync(new URL('../../../public/first-paint.js', import.meta.url), 'utf8');

/** Runs the head script with a device's storage; returns the attributes of `<html>`. */
function paint(stored: Map<string, string>): Record<string, string> {
  const dataset: Record<string, string> = {};
  runInNewContext(script, {
    localStorage: { getItem: (key: string) => stored.get(key) ?? null },
    document: { documentElement: { dataset } },
  });
  return dataset;
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
  test('what the settings keep stands on the page', () => {
    const store = storage();
    createDeviceSettings(store).change({ theme: 'sunlight', fontSize: '20px' });
    expect(paint(store.map)).toEqual({ theme: 'sunlight', fontSize: '20px' });
  });

  test('a theme that follows the system leaves no mark', () => {
    const store = storage();
    createDeviceSettings(store).change({ theme: 'system' });
    expect(paint(store.map)).toEqual({ fontSize: '14px' });
  });

  test.each(['', 'null', '{"theme":"neon","fontSize":"900px"}', 'not json'])(
    'a broken store changes nothing: %j',
    (text) => expect(paint(new Map([[DEVICE_SETTINGS_KEY, text]]))).toEqual({}),
  );
});
