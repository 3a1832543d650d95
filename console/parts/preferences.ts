import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { consoleLanguages } from '#schemas/languages.ts';
import { regionId } from '#schemas/regions.ts';
import { applyFontSize, applyTheme } from '#src/ui/theme.ts';

/** Storage key of the preferences, also read by `public/first-paint.js`. No business data is stored. */
const STORAGE_KEY = 'console.preferences';

/** Version of the stored preferences. Version 1 stored `light` even if the operator hadn't chosen a theme. */
const STORED_VERSION = 2;

const storedVersion = v.object({ version: v.fallback(v.number(), 1) });

const preferences = v.object({
  theme: v.fallback(v.picklist(['system', 'light', 'dark', 'sunlight']), 'system'),
  fontSize: v.fallback(v.picklist(['14px', '17px', '20px']), '14px'),
  /** Null for the browser's language. */
  language: v.fallback(v.nullable(v.picklist(consoleLanguages)), null),
  /** Country whose records are shown; null for all of the operator's. */
  country: v.fallback(v.nullable(regionId), null),
});
export type Preferences = v.InferOutput<typeof preferences>;

const listeners = new Set<() => void>();
let currentValues: Preferences = read();

function read(): Preferences {
  let storedPreferences: unknown = {};
  try {
    storedPreferences = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {};
  } catch {
    // Storage is blocked or unreadable: use the defaults.
  }
  const parsedPreferences = v.parse(preferences, storedPreferences);
  const isChosen = v.parse(storedVersion, storedPreferences).version >= STORED_VERSION;
  return parsedPreferences.theme === 'light' && !isChosen
    ? { ...parsedPreferences, theme: 'system' }
    : parsedPreferences;
}

export const currentPreferences = (): Preferences => currentValues;

/** Changes preferences, applies them and stores them in this browser. */
export function changePreferences(changes: Partial<Preferences>): void {
  currentValues = { ...currentValues, ...changes };
  applyAppearance();
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ ...currentValues, version: STORED_VERSION }),
    );
  } catch {
    // Storage is blocked, so the choice only lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** Applies theme and font size to the page. */
function applyAppearance(): void {
  applyTheme(currentValues.theme);
  applyFontSize(currentValues.fontSize);
}

/** Applies theme and font size now, and again when the system switches between light and dark. */
export function startAppearance(): void {
  applyAppearance();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyAppearance);
}

/** Returns the preferences; rerenders when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentPreferences);
}
