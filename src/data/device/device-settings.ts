import * as v from 'valibot';
import {
  type CatalogueLanguage,
  catalogueLanguages,
  defaultsForHost,
  type Language,
} from '#schemas/languages.ts';
import { isIos } from '#schemas/is-ios.ts';
import { type Readable, writable } from '../live/readable.ts';

/** The key under which `public/first-paint.js` finds the settings, too. */
export const DEVICE_SETTINGS_KEY = 'club.device';

/**
 * What belongs to this device and not to an account (spec 1 §3, "settings"). `language` is null until
 * the person chooses one: the host's language holds until then.
 */
const deviceSettings = v.object({
  language: v.fallback(v.nullable(v.picklist(catalogueLanguages)), null),
  /** The language of the account that is signed in; forgotten when it signs out. */
  accountLanguage: v.fallback(v.nullable(v.picklist(catalogueLanguages)), null),
  fontSize: v.fallback(v.picklist(['14px', '17px', '20px']), '14px'),
  theme: v.fallback(v.picklist(['system', 'light', 'dark', 'sunlight']), 'system'),
  addProductLink: v.fallback(v.picklist(['/scan', '/scan/manual']), '/scan'),
  /** Whether something is heard, and felt (`feel.ts`). iOS can't vibrate, so there the sounds are on at first. */
  sounds: v.fallback(v.boolean(), () => isIos(navigator)),
  vibration: v.fallback(v.boolean(), true),
  /** Whether this device tells our server of its errors: only where the person says so. */
  errorReports: v.fallback(v.boolean(), false),
  /** The camera lens chosen; null leaves it to the browser. Its id may change, its label seldom does. */
  lens: v.fallback(v.nullable(v.object({ id: v.string(), label: v.string() })), null),
});
export type DeviceSettings = v.InferOutput<typeof deviceSettings>;

export interface DeviceSettingsStore extends Readable<DeviceSettings> {
  change: (changes: Partial<DeviceSettings>) => void;
}

/** The part of `localStorage` that the settings need. It may throw: private mode, full disk. */
export interface TextStore {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  /** Tells of changes that other tabs made. */
  subscribe?: (listener: () => void) => unknown;
}

/** Reads the settings; whatever is missing or broken falls back to its default. */
export function readDeviceSettings(store: TextStore): DeviceSettings {
  const stored = v.safeParse(deviceSettings, parsed(store));
  return stored.success ? stored.output : v.parse(deviceSettings, unset);
}

/** A fallback stands in for a broken value, but not for one that is missing. */
const unset = Object.fromEntries(Object.keys(deviceSettings.entries).map((name) => [name, null]));

function parsed(store: TextStore): unknown {
  try {
    const value: unknown = JSON.parse(store.getItem(DEVICE_SETTINGS_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...unset, ...value } : unset;
  } catch {
    return unset;
  }
}

/**
 * Holds the settings, keeps every change, and follows those of other tabs. A store that refuses a change
 * costs only the memory of it.
 */
export function createDeviceSettings(store: TextStore): DeviceSettingsStore {
  const settings = writable(readDeviceSettings(store));
  store.subscribe?.(() => {
    const kept = readDeviceSettings(store);
    // Told of every text of the store; a new object with the same values would draw everything anew.
    if (JSON.stringify(kept) !== JSON.stringify(settings.current())) settings.set(kept);
  });
  return {
    current: settings.current,
    subscribe: settings.subscribe,
    change: (changes) => {
      settings.set({ ...settings.current(), ...changes });
      try {
        store.setItem(DEVICE_SETTINGS_KEY, JSON.stringify(settings.current()));
      } catch {
        // The choice holds until the page is closed.
      }
    },
  };
}

/**
 * The language to show (decisions, "Language and region"): the person's choice on this device, else
 * the account's, else the host's; English where that is not translated.
 * @param host the page's `location.host`
 */
export function languageToShow(
  settings: Pick<DeviceSettings, 'language' | 'accountLanguage'>,
  host: string,
): CatalogueLanguage {
  const chosen = settings.language ?? settings.accountLanguage;
  return chosen ?? toCatalogueLanguage(defaultsForHost(host).language) ?? 'en';
}

export function toCatalogueLanguage(language: Language | null): CatalogueLanguage | null {
  return catalogueLanguages.find((translated) => translated === language) ?? null;
}
