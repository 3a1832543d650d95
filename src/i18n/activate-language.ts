import { i18n, type Messages } from '@lingui/core';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import type { CatalogueLanguage } from '#schemas/languages.ts';

/** A catalogue part as built by tools/vite/catalogue-parts.ts. */
interface Part {
  messages: Messages;
}
interface FramePart extends Part {
  loadRest: () => Promise<Part>;
}

/** First catalogue part of each language: texts needed before any interaction. */
const frames = import.meta.glob<FramePart>('../../locales/*.po', { query: '?part=frame' });

let requestedLanguage: CatalogueLanguage | null = null;
let activeLanguage: CatalogueLanguage | null = null;
/** Set once a screen has requested the remaining texts. From then on, changing the language loads both parts. */
let deferredLoad: Promise<void> | null = null;

/**
 * Loads the texts of a language that the open screens need, activates the language, and sets the page's `lang`. The
 * later of two calls wins, whichever file arrives first.
 * @throws if the texts can't be loaded; the previous language then stays active
 */
export async function activateLanguage(language: CatalogueLanguage): Promise<void> {
  requestedLanguage = language;
  try {
    const { messages, loadRest } = await loadFrame(language);
    const deferredMessages = deferredLoad === null ? {} : (await loadRest()).messages;
    if (requestedLanguage !== language) return;
    i18n.load(language, { ...messages, ...deferredMessages });
  } catch (error) {
    if (requestedLanguage === language) requestedLanguage = activeLanguage;
    throw error;
  }
  activeLanguage = language;
  i18n.activate(language, formattingLocale(language));
  document.documentElement.lang = languageTag(language);
}

/**
 * Loads the remaining texts in the current or pending language. Resolves when the texts of all screens are loaded.
 * Rejects if loading fails, and can then be called again.
 */
export function loadDeferredTexts(): Promise<void> {
  if (deferredLoad !== null) return deferredLoad;
  const pendingLoad = loadDeferredParts();
  deferredLoad = pendingLoad;
  pendingLoad.catch(() => (deferredLoad = null));
  return pendingLoad;
}

async function loadDeferredParts(): Promise<void> {
  let language: CatalogueLanguage | null = null;
  // The language may change while its texts are loading.
  while (requestedLanguage !== null && language !== requestedLanguage) {
    language = requestedLanguage;
    const { loadRest } = await loadFrame(language);
    i18n.load(language, (await loadRest()).messages);
  }
}

async function loadFrame(language: CatalogueLanguage): Promise<FramePart> {
  const frame = await frames[`../../locales/${language}.po`]?.();
  if (!frame) throw new Error(`The texts of ${language} could not be loaded.`);
  return frame;
}
