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
  let storedText = text;
  return {
    getItem: () => storedText,
    setItem: (_: string, value: string) => void (storedText = value),
  };
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
    const storedText = store();
    const settings = createDeviceSettings(storedText);
    const changes: string[] = [];
    settings.subscribe(() => changes.push(settings.current().theme));
    settings.change({ theme: 'dark' });
    expect(changes).toEqual(['dark']);
    expect(createDeviceSettings(storedText).current().theme).toBe('dark');
  });

  test('a change in another tab also applies in this tab, and only that change is announced', () => {
    const storedText = store();
    let notify = () => {};
    const settings = createDeviceSettings({
      ...storedText,
      subscribe: (listener) => (notify = listener),
    });
    let changes = 0;
    settings.subscribe(() => (changes += 1));
    createDeviceSettings(storedText).change({ theme: 'dark' });
    notify();
    notify();
    expect(changes).toBe(1);
    settings.change({ vibration: false });
    expect(readDeviceSettings(storedText)).toMatchObject({ theme: 'dark', vibration: false });
  });

  test('a change keeps the settings that another tab has saved, even if this tab hasn’t been notified yet', () => {
    const storedText = store();
    const settings = createDeviceSettings(storedText);
    createDeviceSettings(storedText).change({ language: 'bg' });
    settings.change({ accountLanguage: 'pl' });
    expect(settings.current()).toMatchObject({ language: 'bg', accountLanguage: 'pl' });
    expect(readDeviceSettings(storedText)).toMatchObject({ language: 'bg', accountLanguage: 'pl' });
  });

  test('a change that could not be saved is saved with the next one', () => {
    const storedText = store();
    let isFull = true;
    const settings = createDeviceSettings({
      ...storedText,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        storedText.setItem(key, value);
      },
    });
    settings.change({ theme: 'dark' });
    isFull = false;
    settings.change({ vibration: false });
    expect(readDeviceSettings(storedText)).toMatchObject({ theme: 'dark', vibration: false });
  });

  test('are kept for the session if the storage can’t be read or written', () => {
    const throwError = () => {
      throw new DOMException('no', 'SecurityError');
    };
    const settings = createDeviceSettings({ getItem: throwError, setItem: throwError });
    settings.change({ fontSize: '17px' });
    expect(settings.current().fontSize).toBe('17px');
  });

  test('are stored under the key that the first paint reads', () => {
    const writes: string[] = [];
    createDeviceSettings({ getItem: () => null, setItem: (key) => writes.push(key) }).change({});
    expect(writes).toEqual([DEVICE_SETTINGS_KEY]);
  });
});

test.each([
  ['pl', 'en', 'club.example.cz', 'pl'],
  [null, 'pl', 'club.example', 'pl'],
  [null, null, 'club.example.pl', 'pl'],
  [null, null, 'club.example.cz', 'cs'],
  [null, null, 'localhost:5173', 'en'],
] as const)('choice %s, account %s, host %s: %s', (language, accountLanguage, host, expected) => {
  expect(languageToShow({ language, accountLanguage }, host)).toBe(expected);
});
