import * as v from 'valibot';
import {
  type CatalogueLanguage,
  catalogueLanguages,
  defaultsForHost,
  type Language,
} from '#schemas/languages.ts';
import { isIos } from '#schemas/is-ios.ts';
import { type Readable, writable } from '../live/readable.ts';

/** localStorage key, also read by `public/first-paint.js`. */
export const DEVICE_SETTINGS_KEY = 'club.device';

/**
 * Settings of this device rather than an account (spec 1 §3, "settings"). `language` is null until chosen;
 * until then, the host's default applies.
 */
const deviceSettings = v.object({
  language: v.fallback(v.nullable(v.picklist(catalogueLanguages)), null),
  /** Language of the signed-in account; cleared on sign-out. */
  accountLanguage: v.fallback(v.nullable(v.picklist(catalogueLanguages)), null),
  fontSize: v.fallback(v.picklist(['14px', '17px', '20px']), '14px'),
  theme: v.fallback(v.picklist(['system', 'light', 'dark', 'sunlight']), 'system'),
  addProductLink: v.fallback(v.picklist(['/scan', '/scan/manual']), '/scan'),
  /** Sound and vibration (`haptics-and-sounds.ts`). iOS can't vibrate, so sounds default to on there. */
  sounds: v.fallback(v.boolean(), () => isIos(navigator)),
  vibration: v.fallback(v.boolean(), true),
  /** Sends error reports to our server; opt-in. */
  errorReports: v.fallback(v.boolean(), false),
  /** Chosen camera; null to let the browser choose. Its id may change; its label rarely does. */
  lens: v.fallback(v.nullable(v.object({ id: v.string(), label: v.string() })), null),
});
export type DeviceSettings = v.InferOutput<typeof deviceSettings>;

export interface DeviceSettingsStore extends Readable<DeviceSettings> {
  change: (changes: Partial<DeviceSettings>) => void;
}

/** The part of `localStorage` that is needed. It may throw (private mode, full disk). */
interface TextStore {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  /** Notifies of changes by other tabs. */
  subscribe?: (listener: () => void) => unknown;
}

/** Reads the settings; missing or invalid values get their defaults. */
export function readDeviceSettings(store: TextStore): DeviceSettings {
  const storedSettings = v.safeParse(deviceSettings, parseStored(store));
  return storedSettings.success ? storedSettings.output : v.parse(deviceSettings, unsetSettings);
}

/** Every setting as null, because `v.fallback` replaces invalid values but not missing keys. */
const unsetSettings = Object.fromEntries(
  Object.keys(deviceSettings.entries).map((name) => [name, null]),
);

function parseStored(store: TextStore): unknown {
  try {
    const value: unknown = JSON.parse(store.getItem(DEVICE_SETTINGS_KEY) ?? '{}');
    return typeof value === 'object' && value !== null
      ? { ...unsetSettings, ...value }
      : unsetSettings;
  } catch {
    return unsetSettings;
  }
}

/**
 * Holds the settings, saves changes, and picks up changes from other tabs. If saving fails, a change only lasts
 * until the page closes.
 */
export function createDeviceSettings(store: TextStore): DeviceSettingsStore {
  let unsavedChanges: Partial<DeviceSettings> = {};
  // Another tab's change may be saved before this tab is notified, so read before each write.
  const readLatestSettings = () => ({ ...readDeviceSettings(store), ...unsavedChanges });
  const settings = writable<DeviceSettings>(readLatestSettings());
  store.subscribe?.(() => {
    const savedSettings = readLatestSettings();
    // This is called for changes of any key in the store, and an equal object would rerender everything.
    if (JSON.stringify(savedSettings) !== JSON.stringify(settings.current()))
      settings.set(savedSettings);
  });
  return {
    current: settings.current,
    subscribe: settings.subscribe,
    change: (changes) => {
      unsavedChanges = { ...unsavedChanges, ...changes };
      settings.set(readLatestSettings());
      try {
        store.setItem(DEVICE_SETTINGS_KEY, JSON.stringify(settings.current()));
        unsavedChanges = {};
      } catch {
        // Kept in `unsavedChanges` until the page closes.
      }
    },
  };
}

/**
 * Returns the language to display (docs/behaviour/languages.md): this device's choice, otherwise the account's,
 * otherwise the host's; English if not translated.
 * @param host the page's `location.host`
 */
export function languageToShow(
  settings: Pick<DeviceSettings, 'language' | 'accountLanguage'>,
  host: string,
): CatalogueLanguage {
  const chosenLanguage = settings.language ?? settings.accountLanguage;
  return chosenLanguage ?? catalogueLanguageOrNull(defaultsForHost(host).language) ?? 'en';
}

export function catalogueLanguageOrNull(language: Language | null): CatalogueLanguage | null {
  return catalogueLanguages.find((supportedLanguage) => supportedLanguage === language) ?? null;
}
