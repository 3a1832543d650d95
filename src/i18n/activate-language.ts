import type { Area } from './areas.ts';
import { i18n, type Messages } from '@lingui/core';
import type { CatalogueLanguage } from '#src/data/device/device-settings.ts';

/** What a part of a catalogue is made into (tools/catalogue-parts.ts). */
interface Part {
  messages: Messages;
}
interface StartPart extends Part {
  parts: Readonly<Record<string, () => Promise<Part>>>;
}

// A screen loads the texts that it shows, in one language; all are precached for offline.
const starts = import.meta.glob<StartPart>('../../locales/*.po', { query: '?part=start' });

/** By which rules dates and numbers are written; English the European way. */
const writingLocales: Partial<Record<CatalogueLanguage, string>> = { en: 'en-GB' };

/** The areas whose texts were asked for so far: another language brings them too. */
const areas = new Map<Area, Promise<void>>();
let wanted: CatalogueLanguage | null = null;

/**
 * Loads a language, as far as the open screens need it, and shows it; the page's `lang` follows. Of
 * two calls in a row the later one wins, whichever file arrives first.
 */
export async function activateLanguage(language: CatalogueLanguage): Promise<void> {
  wanted = language;
  const start = await starts[`../../locales/${language}.po`]?.();
  const texts = await Promise.all([...areas.keys()].map((name) => textsOf(language, name)));
  if (wanted !== language) return;
  i18n.load(language, Object.assign({}, start?.messages, ...texts));
  i18n.activate(language, writingLocales[language] ?? language);
  document.documentElement.lang = language;
}

/**
 * Loads the texts of areas in the language that is shown, or about to be. Resolves when a screen
 * that says them can be shown; rejects when they could not be loaded.
 * @param names of areas (`areas.ts`)
 */
export async function loadTexts(names: readonly Area[]): Promise<void> {
  await Promise.all(names.map((name) => areas.get(name) ?? loadArea(name)));
}

function loadArea(name: Area): Promise<void> {
  const loading = showArea(name);
  areas.set(name, loading);
  loading.catch(() => areas.delete(name));
  return loading;
}

async function showArea(name: Area): Promise<void> {
  let language: CatalogueLanguage | null = null;
  // The language may change while its texts are on their way.
  while (wanted !== null && language !== wanted) {
    language = wanted;
    i18n.load(language, await textsOf(language, name));
  }
}

async function textsOf(language: CatalogueLanguage, area: Area): Promise<Messages> {
  const start = await starts[`../../locales/${language}.po`]?.();
  return (await start?.parts[area]?.())?.messages ?? {};
}
