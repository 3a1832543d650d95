import { describe, expect, test, vi } from 'vitest';
import {
  createDeviceSettings,
  DEVICE_SETTINGS_KEY,
  languageToShow,
  readDeviceSettings,
} from '#src/data/device/device-settings.ts';

const defaults = {
  language: null,
  accountLanguage: null,
  fontSize: '14px',
  theme: 'system',
  addProductLink: '/scan',
  sounds: false,
  vibration: true,
  errorReports: false,
  lens: null,
};

function store(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

describe('the device’s settings', () => {
  test.each([null, '', 'null', '[]', '"x"', 'not json'])('have defaults: %j', (text) => {
    expect(readDeviceSettings(store(text))).toEqual(defaults);
  });

  test('on an iPhone, which can’t vibrate, default to sound', () => {
    vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 });
    expect(readDeviceSettings(store())).toEqual({ ...defaults, sounds: true });
    expect(readDeviceSettings(store('{"sounds":false}')).sounds).toBe(false);
  });

  test('one invalid value doesn’t affect the others', () => {
    const text = JSON.stringify({ theme: 'neon', fontSize: '20px', language: 'pl' });
    expect(readDeviceSettings(store(text))).toEqual({
      ...defaults,
      fontSize: '20px',
      language: 'pl',
    });
  });

  test('a change is announced, stored, and restored after a restart', () => {
    const kept = store();
    const settings = createDeviceSettings(kept);
    const heard: string[] = [];
    settings.subscribe(() => heard.push(settings.current().theme));
    settings.change({ theme: 'dark' });
    expect(heard).toEqual(['dark']);
    expect(createDeviceSettings(kept).current().theme).toBe('dark');
  });

  test('a change in another tab applies here too, and only that is announced', () => {
    const kept = store();
    let tell = () => {};
    const here = createDeviceSettings({ ...kept, subscribe: (listener) => (tell = listener) });
    let heard = 0;
    here.subscribe(() => (heard += 1));
    createDeviceSettings(kept).change({ theme: 'dark' });
    tell();
    tell();
    expect(heard).toBe(1);
    here.change({ vibration: false });
    expect(readDeviceSettings(kept)).toMatchObject({ theme: 'dark', vibration: false });
  });

  test('work for the session if the storage can’t be read or written', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    const settings = createDeviceSettings({ getItem: refuse, setItem: refuse });
    settings.change({ fontSize: '17px' });
    expect(settings.current().fontSize).toBe('17px');
  });

  test('are stored under the key that the first paint reads', () => {
    const written: string[] = [];
    createDeviceSettings({ getItem: () => null, setItem: (key) => written.push(key) }).change({});
    expect(written).toEqual([DEVICE_SETTINGS_KEY]);
  });
});

test.each([
  ['pl', 'en', 'club.example.cz', 'pl'],
  [null, 'pl', 'club.example', 'pl'],
  [null, null, 'club.example.pl', 'pl'],
  [null, null, 'club.example.cz', 'cs'],
  [null, null, 'localhost:5173', 'en'],
] as const)('choice %s, account %s, host %s: %s', (language, accountLanguage, host, shown) => {
  expect(languageToShow({ language, accountLanguage }, host)).toBe(shown);
});
