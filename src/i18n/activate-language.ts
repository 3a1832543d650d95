import { i18n, type Messages } from '@lingui/core';
import type { CatalogueLanguage } from '#src/data/device-settings.ts';

interface Catalogue {
  messages: Messages;
}

// One chunk for each language: only the one that is shown is loaded; all are precached for offline.
const catalogues = import.meta.glob<Catalogue>('../../locales/*.po');

/** By which rules dates and numbers are written; English the European way. */
const writingLocales: Partial<Record<CatalogueLanguage, string>> = { en: 'en-GB' };

let wanted: CatalogueLanguage | null = null;

/**
 * Loads a language and shows it; the page's `lang` follows. Of two calls in a row the later one
 * wins, whichever file arrives first.
 */
export async function activateLanguage(language: CatalogueLanguage): Promise<void> {
  wanted = language;
  const load = catalogues[`../../locales/${language}.po`];
  const messages = load ? (await load()).messages : {};
  if (wanted !== language) return;
  i18n.load(language, messages);
  i18n.activate(language, writingLocales[language] ?? language);
  document.documentElement.lang = language;
}
